"""Two clubs on one installation see nothing of each other, by any page or token; stewards, set-up, public pages."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.support import clubs
from tests.support.events import cast
from tests.support.pages import club_roles, roles
from tests.support.pages.club_roles import StewardRole
from tournament.access import ClubPermission
from tournament.models import Affiliation, Event, Membership, Organisation, Person

pytestmark = pytest.mark.django_db

OURS, THEIRS = "de-linde", "de-vier-azen"
STEWARDS = f"/staff/o/{OURS}/stewards/"
# What only stewards of the other club may read: its people, their licence numbers, who works for it, what is unlisted.
SECRETS = ("van de-vier-azen", "Q-4711", "owner-of-de-vier-azen")


@pytest.fixture
def ours() -> Organisation:
    return club_roles.filled(OURS)


@pytest.fixture
def theirs() -> Organisation:
    club = club_roles.filled(THEIRS)
    clubs.members(club, "Vijfde van de-vier-azen")
    Affiliation.objects.filter(person__organisation=club, person__number=1).update(licence="Q-4711")
    return club


def _shows_a_secret(answer: Any) -> bool:
    shown = answer.content.decode(errors="replace")
    return any(secret in shown for secret in SECRETS)


# The strongest of another club, an account without a role, and nobody; then the others.
@pytest.mark.parametrize(
    "visitor",
    [
        StewardRole.OWNER,
        "outsider",
        "nobody",
        *(pytest.param(who, marks=pytest.mark.long) for who in ("founder", *list(StewardRole)[1:])),
    ],
)
def test_every_address_of_a_club_is_closed_to_another_and_shows_nothing(
    ours: Organisation, theirs: Organisation, visitor: str
) -> None:
    others = {"founder": cast.founder, "outsider": cast.outsider, "nobody": lambda: None}
    client = cast.client(others[visitor]()) if visitor in others else club_roles.client_of(ours, visitor)
    pages = list(club_roles.pages(theirs))
    assert len(pages) > 30
    with cast.nothing_written():
        for page in pages:
            answer = page.ask(client)
            assert not roles.admitted(answer) or answer.status_code == 405, page
            assert not _shows_a_secret(answer), page


def test_an_own_address_with_what_is_anothers_opens_nothing(ours: Organisation, theirs: Organisation) -> None:
    owner = clubs.owner(ours)
    for page in club_roles.pages(ours, theirs):
        answer = page.ask(owner)
        assert not _shows_a_secret(answer), page
        assert f"avond-{THEIRS}" not in page.address or answer.status_code in (404, 405), page


def test_stewards_of_one_club_find_nothing_of_the_other_in_events_and_home(
    ours: Organisation, theirs: Organisation
) -> None:
    owner = clubs.owner(ours)
    shown = owner.get("/staff/").content.decode()
    assert f"avond-{OURS}" in shown and not [secret for secret in (*SECRETS, THEIRS) if secret in shown]
    for page in ("", "players/", "members/", "players/list/?from=avond-de-linde"):
        assert owner.get(f"/staff/avond-{THEIRS}/{page}").status_code == 403
    assert owner.get(f"/staff/avond-{OURS}/players/list/?from=avond-{THEIRS}").status_code == 403
    made = owner.get("/staff/new_event/").content.decode()
    assert THEIRS not in made


def test_a_persons_number_says_nothing_in_another_club(ours: Organisation, theirs: Organisation) -> None:
    number = 5
    assert (
        Person.objects.filter(organisation=theirs, number=number).exists()
        and not Person.objects.filter(organisation=ours, number=number).exists()
    )
    owner = clubs.owner(ours)
    for page in ("", "forget/", "code.svg"):
        assert owner.get(f"/staff/o/{OURS}/members/{number}/{page}").status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("role", StewardRole)
def test_each_steward_opens_what_their_role_may_and_nothing_else(
    ours: Organisation, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = club_roles.client_of(ours, role)
    for page, permission in club_roles.asks(ours, monkeypatch).items():
        assert roles.admitted(page.ask(client)) == (role in ClubPermission(permission).roles), page


def test_a_steward_is_appointed_by_a_link_and_works_for_running_events_at_once(ours: Organisation) -> None:
    owner = clubs.owner(ours)
    answer = owner.post(STEWARDS, {"username": "nieuw", "role": "secretary"})
    assert answer.status_code == 303
    page = owner.get(answer["Location"]).content.decode()
    assert (
        re.search(r"/invitation/[^\"]+", page) and owner.get(f"{answer['Location']}invitation.svg").status_code == 200
    )
    assert Membership.objects.get(event__slug=f"avond-{OURS}", user__username="nieuw").role == "organiser"
    with cast.nothing_written():
        assert owner.post(STEWARDS, {"username": "nieuw", "role": "secretary"}).status_code == 303
        assert owner.post(STEWARDS, {"username": "", "role": "secretary"}).status_code == 422
        assert owner.post(STEWARDS, {"username": "x", "role": "king"}).status_code == 422
        assert clubs.secretary(ours).post(STEWARDS, {"username": "x", "role": "desk"}).status_code == 403


def test_a_steward_who_is_removed_loses_running_events_at_once(ours: Organisation) -> None:
    owner, gone = clubs.owner(ours), clubs.steward(ours, StewardRole.SECRETARY)
    event = f"/staff/avond-{OURS}/"
    browser = cast.client(gone)
    assert browser.get(event).status_code == 200
    address = f"{STEWARDS}{gone.pk}/secretary/remove/"
    assert "Remove secretary-of-de-linde as secretary?" in cast.shown(owner.get(address))
    assert owner.post(address).status_code == 303
    assert browser.get(event).status_code == 403 and browser.get(STEWARDS).status_code == 403
    assert owner.post(address).status_code == 404


def test_a_club_keeps_an_owner(ours: Organisation) -> None:
    owner = clubs.steward(ours)
    with cast.nothing_written():
        answer = cast.client(owner).post(f"{STEWARDS}{owner.pk}/owner/remove/")
    assert answer.status_code == 409 and "at least one owner" in cast.shown(answer)
    assert "at least one owner" in cast.shown(cast.client(owner).get(STEWARDS))


def _plan(**changes: object) -> dict[str, object]:
    usual: dict[str, object] = {
        "name": "De Linde",
        "place": "Tongeren",
        "colour": "#AA0033",
        "rules": "standard-v06",
        "planned_rounds": "3",
        "deals_per_round": "12",
        "draw": "each",
        "confirmation": "none",
        "jury": "table",
        "languages": ["nl"],
        "zone": "Europe/Brussels",
        "closes_after_hours": "5",
        "names_kept_months": "12",
    }
    return usual | changes


def _of(client: Client, page: str) -> str:
    found = re.search(r'name="of" value="([^"]+)"', client.get(page).content.decode())
    assert found
    return found[1]


def test_the_set_up_is_changed_once_and_its_colour_is_a_style_sheet(ours: Organisation) -> None:
    owner, page = clubs.owner(ours), f"/staff/o/{OURS}/plan/"
    of = _of(owner, page)
    assert owner.post(page, _plan(of=of)).status_code == 303
    ours.refresh_from_db()
    assert (ours.name, ours.colour, ours.plan["deals_per_round"], ours.plan["draw"]) == (
        "De Linde",
        "#aa0033",
        12,
        "each",
    )
    with cast.nothing_written():
        assert owner.post(page, _plan(of=_of(owner, page))).status_code == 303
        assert owner.post(page, _plan(of=of, name="Anders")).status_code == 409
    ours.plan["languages"] = ["fr", "nl"]
    ours.save()
    owner.post(page, _plan(of=_of(owner, page), languages=["nl", "fr", "en"], place="Gent"))
    ours.refresh_from_db()
    assert ours.plan["languages"] == ["fr", "nl", "en"], "the evenings keep their names' language"
    sheet = cast.client().get(f"/o/{OURS}/colour.css")
    assert sheet["Content-Type"].startswith("text/css") and "#aa0033" in sheet.content.decode()
    assert f'href="/o/{OURS}/colour.css"' in cast.client().get(f"/o/{OURS}/").content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"colour": "red; } body { display: none"},
        {"planned_rounds": "0"},
        {"rules": "gilde"},
        {"zone": "Mars/Olympus"},
        {"closes_after_hours": "99"},
        {"languages": []},
        {"draw": "never"},
    ],
)
def test_a_set_up_that_cannot_be_is_refused(ours: Organisation, wrong: dict[str, object]) -> None:
    owner, page = clubs.owner(ours), f"/staff/o/{OURS}/plan/"
    of = _of(owner, page)
    with cast.nothing_written():
        assert owner.post(page, _plan(of=of, **wrong)).status_code == 422


def test_the_public_page_shows_what_is_listed_and_nobody(ours: Organisation) -> None:
    page = cast.client().get(f"/o/{OURS}/")
    assert page.status_code == 200 and f"avond-{OURS}" not in page.content.decode()
    Event.objects.filter(slug=f"avond-{OURS}").update(listed=True)
    shown = cast.client().get(f"/o/{OURS}/").content.decode()
    assert (
        f"/e/avond-{OURS}/" in shown
        and "van de-linde" not in shown.replace("Avond van de-linde", "")
        and "owner-of" not in shown
    )
    Event.objects.filter(slug=f"avond-{OURS}").update(binned=True)
    assert f"/e/avond-{OURS}/" not in cast.client().get(f"/o/{OURS}/").content.decode()
    assert cast.client().get("/o/nowhere/").status_code == 404
    assert cast.client().post(f"/o/{OURS}/").status_code == 405
