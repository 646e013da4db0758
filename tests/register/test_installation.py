"""The administrator: clubs and their first owners, rights on the installation, and the very first account."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.event.test_pages import plan_data
from tests.support import clubs
from tests.support.events import cast
from tests.support.pages.roles import admitted
from tournament import access, links
from tournament.acts.event import accounts
from tournament.acts.register.stewards import appoint_steward
from tournament.errors import UserError
from tournament.models import Event, HostedEvent, Membership, Organisation, Steward

pytestmark = pytest.mark.django_db

CLUBS = "/staff/organisations/"
NEW = {"name": "De Vier Azen", "kind": "club", "parent": "", "place": "Kortrijk", "owner": "vera", "slug": ""}
STRONG = "vier azen en een joker"


@pytest.fixture
def administrator() -> Client:
    return cast.client(cast.founder())


def rights(user: User, **ticked: str) -> dict[str, str]:
    return {"of": accounts.rights_token(user), **ticked}


def test_a_club_is_made_with_its_first_owner_who_gets_a_link(administrator: Client) -> None:
    answer = administrator.post(CLUBS, NEW)
    assert (answer.status_code, answer["Location"]) == (303, f"{CLUBS}de-vier-azen/")
    club = Organisation.objects.get()
    assert (club.name, club.place, club.kind) == ("De Vier Azen", "Kortrijk", "club")
    assert [(row.user.username, row.role) for row in club.stewards.all()] == [("vera", "owner")]
    page = administrator.get(answer["Location"]).content.decode()
    link = re.search(r'href="https?://[^/]+(/invitation/[^"]+)"', page)
    assert (
        link
        and administrator.get(f"{CLUBS}de-vier-azen/{club.stewards.get().user_id}/invitation.svg").status_code == 200
    )
    vera = cast.client()
    assert vera.post(link[1], {"new_password1": STRONG, "new_password2": STRONG}).status_code == 303
    assert vera.get("/staff/o/de-vier-azen/stewards/").status_code == 200
    assert "De Vier Azen" in cast.shown(vera.get("/staff/"))
    # The link is used; who has a password is not invited again.
    assert "/invitation/" not in administrator.get(f"{CLUBS}de-vier-azen/").content.decode()
    assert (
        administrator.get(f"{CLUBS}de-vier-azen/{User.objects.get(username='vera').pk}/invitation.svg").status_code
        == 404
    )


def test_a_province_has_clubs_and_a_second_club_of_one_name_another_address(administrator: Client) -> None:
    province = {**NEW, "name": "West-Vlaanderen", "kind": "province"}
    assert administrator.post(CLUBS, province).status_code == 303
    for slug in ("de-vier-azen", "de-vier-azen-2"):
        assert administrator.post(CLUBS, {**NEW, "parent": "west-vlaanderen"})["Location"] == f"{CLUBS}{slug}/"
    assert {club.slug for club in Organisation.objects.get(kind="province").parts.all()} == {
        "de-vier-azen",
        "de-vier-azen-2",
    }
    page = cast.shown(cast.client().get("/o/west-vlaanderen/"))
    assert page.count("De Vier Azen") == 2


@pytest.mark.parametrize(
    "wrong",
    [{"name": ""}, {"name": "…"}, {"owner": ""}, {"kind": "guild"}, {"parent": "nobody"}, {"slug": "Not An Address"}],
)
def test_a_club_that_cannot_be_is_refused_whole(administrator: Client, wrong: dict[str, str]) -> None:
    assert administrator.post(CLUBS, {**NEW, **wrong}).status_code == 422
    assert not Organisation.objects.exists() and not User.objects.filter(username="vera").exists()


def test_an_address_that_is_taken_is_refused(administrator: Client) -> None:
    clubs.club("taken")
    answer = administrator.post(CLUBS, {**NEW, "slug": "taken"})
    assert answer.status_code == 409 and "already an organisation at this address" in cast.shown(answer)
    assert not User.objects.filter(username="vera").exists()


def test_the_administrator_appoints_another_owner_once(administrator: Client) -> None:
    club = clubs.club()
    for _twice in range(2):
        assert administrator.post(f"{CLUBS}de-linde/", {"username": "omer"}).status_code == 303
    assert [row.user.username for row in club.stewards.all()] == ["omer"]
    with cast.nothing_written():
        assert administrator.post(f"{CLUBS}de-linde/", {"username": ""}).status_code == 422
    assert administrator.get(f"{CLUBS}nowhere/").status_code == 404


def test_rights_are_given_and_taken_and_say_so_on_the_list(administrator: Client) -> None:
    who = cast.outsider()
    page = f"{CLUBS}user_rights/{who.pk}/"
    assert cast.client(who).get("/staff/new_event/").status_code == 403
    assert administrator.post(page, rights(who, makes_events="on")).status_code == 303
    assert cast.client(who).get("/staff/new_event/").status_code == 200
    assert cast.client(who).get(CLUBS).status_code == 403
    assert "makes events" in cast.shown(administrator.get(f"{CLUBS}user_rights/"))
    stale = administrator.post(page, {"of": "0" * 32, "administrator": "on"})
    assert stale.status_code == 409
    who = User.objects.get(pk=who.pk)
    assert administrator.post(page, rights(who, administrator="on")).status_code == 303
    who = User.objects.get(pk=who.pk)
    assert (who.is_staff, access.has_right_to_make_events(who)) == (True, False)
    assert cast.client(who).get("/staff/backup_folder/").status_code == 200
    assert administrator.post(page, rights(who)).status_code == 303
    assert cast.client(who).get("/staff/backup_folder/").status_code == 403


def test_the_last_administrator_who_can_sign_in_stays(administrator: Client) -> None:
    founder = cast.founder()
    invited = User.objects.create(username="invited", is_staff=True)
    invited.set_unusable_password()
    invited.save()
    page = f"{CLUBS}user_rights/{founder.pk}/"
    answer = administrator.post(page, rights(founder))
    assert answer.status_code == 409 and "This is the last administrator." in cast.shown(answer)
    assert User.objects.get(pk=founder.pk).is_staff
    other = cast.user("other", founder=True)
    left = administrator.post(page, rights(founder), follow=True)
    assert left.status_code == 200 and f"The rights of {founder.username} are saved." in cast.shown(left)
    # Of two who take it from each other, the second is refused.
    with pytest.raises(UserError, match="last administrator"):
        accounts.give_rights("user:1", other, administrator=False, makes_events=False)


def test_an_invited_administrator_is_nobody_elses_to_become() -> None:
    event = cast.event(players=0)
    organiser = cast.client(cast.organiser(event))
    organiser.post(f"/staff/{event.slug}/members/", {"username": "vera", "role": "desk"})
    vera = User.objects.get(username="vera")
    member = f"/staff/{event.slug}/members/{vera.pk}/"
    assert "/invitation/" in organiser.get(member).content.decode()
    accounts.give_rights("user:1", vera, administrator=True, makes_events=False)
    assert "/invitation/" not in organiser.get(member).content.decode()
    assert organiser.get(f"{member}invitation.svg").status_code == 404


PAGES = (CLUBS, f"{CLUBS}de-linde/", f"{CLUBS}user_rights/", f"{CLUBS}user_rights/1/", "/staff/backup_folder/")
MACHINE = "/staff/backup_folder/machine/"


@pytest.mark.parametrize("page", [*PAGES, MACHINE, "/staff/own_rules/"])
def test_only_an_administrator_opens_the_pages_of_the_installation(page: str) -> None:
    club = clubs.club()
    makes = cast.user("maker")
    accounts.give_rights("user:1", makes, administrator=False, makes_events=True)
    for client in (cast.client(), cast.client(makes), clubs.owner(club), clubs.secretary(club)):
        assert not admitted(client.get(page))
        with cast.nothing_written():
            answer = client.post(page, NEW | {"username": "x", "administrator": "on"})
        assert not admitted(answer) or answer.status_code == 405
    assert not User.objects.filter(is_staff=True).exists()


def test_the_first_account_makes_its_club_in_the_same_step() -> None:
    first = cast.client()
    page = links.first_organiser_url() or ""
    path = "/" + page.split("/", 3)[3]
    assert 'value="Our club"' in first.get(path).content.decode()
    data = {"username": "vera", "password1": STRONG, "password2": STRONG, "club": "De Vier Azen"}
    answer = first.post(path, data)
    assert (answer.status_code, answer["Location"]) == (303, "/staff/o/de-vier-azen/members/list/")
    vera = User.objects.get()
    assert vera.is_staff and [(row.role, row.user) for row in Steward.objects.all()] == [("owner", vera)]
    assert first.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("club", ["", "…"])
def test_the_first_account_of_a_championship_has_no_club(club: str) -> None:
    path = "/" + (links.first_organiser_url() or "").split("/", 3)[3]
    first = cast.client()
    answer = first.post(path, {"username": "vera", "password1": STRONG, "password2": STRONG, "club": club})
    assert (answer.status_code, answer["Location"]) == (303, "/staff/new_event/")
    assert not Organisation.objects.exists()


def _new_event(**changes: str) -> dict[str, object]:
    return {**plan_data(), "slug": "avond-1", **changes}


def test_a_secretary_makes_events_of_their_club_alone_and_all_stewards_work_for_them() -> None:
    club = clubs.club()
    secretary = clubs.secretary(club)
    clubs.steward(club), clubs.steward(club, "jury")
    assert secretary.post("/staff/new_event/", _new_event()).status_code == 303
    event = Event.objects.get()
    assert HostedEvent.objects.get().organisation == club and HostedEvent.objects.get().event == event
    roles = Membership.objects.filter(event=event).order_by("user__username").values_list("user__username", "role")
    assert list(roles) == [
        ("jury-of-de-linde", "jury"),
        ("owner-of-de-linde", "organiser"),
        ("secretary-of-de-linde", "organiser"),
    ]
    assert "Again with the same players" in cast.shown(secretary.get(f"/staff/{event.slug}/"))
    answer = secretary.post(
        f"/staff/{event.slug}/next/", {"name": "Avond 2", "slug": "avond-2", "starts_on": "", "ends_on": ""}
    )
    assert answer.status_code == 303
    assert HostedEvent.objects.get(event__slug="avond-2").organisation == club
    assert cast.client(clubs.steward(club, "desk")).get("/staff/new_event/").status_code == 403


def test_who_has_rights_and_a_club_chooses_whose_event_it_is() -> None:
    club = clubs.club()
    founder = cast.founder()
    founding = cast.client(founder)
    appoint_steward(club, "system", founder, "owner")
    assert "Event of" in cast.shown(founding.get("/staff/new_event/"))
    for slug, host in (("mine", ""), ("ours", "de-linde")):
        assert founding.post("/staff/new_event/", _new_event(slug=slug, name=slug, host=host)).status_code == 303
    assert [row.event.slug for row in HostedEvent.objects.all()] == ["ours"]
    other = clubs.club("elsewhere")
    answer = founding.post("/staff/new_event/", _new_event(slug="theirs", host=other.slug))
    assert answer.status_code == 422 and not Event.objects.filter(slug="theirs").exists()


@pytest.mark.parametrize("slug", ["o", "organisations"])
def test_no_event_hides_the_pages_of_clubs(slug: str) -> None:
    answer = cast.client(cast.founder()).post("/staff/new_event/", _new_event(slug=slug))
    assert answer.status_code == 422 and not Event.objects.exists()
    assert access.clubs_of(cast.founder(), access.ClubPermission.LOOK) == []
