"""Two clubs on one installation see nothing of each other, on any page, by any token; stewards, set-up, public pages."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.events import cast, clubs
from tests.support.pages import roles
from tests.support.pages.tour import taken_back
from tournament.access import ClubPermission
from tournament.models import Event, Membership, Organisation, Person, Series, Steward

pytestmark = pytest.mark.django_db

Role = Steward.StewardRole
OURS, THEIRS = "de-linde", "de-vier-azen"
SECRETS = ("Zéno Geheim", "Q-4711", "owner-of-de-vier-azen", "Verborgen avond")
STEWARDS = f"/staff/o/{OURS}/stewards/"


def _filled(slug: str) -> Organisation:
    """A club in which every address below leads somewhere."""
    club = clubs.club(slug, name=slug)
    for role in Role:
        clubs.steward(club, role)
    people = clubs.members(club, "Zéno Geheim" if slug == THEIRS else "An Peeters", "Luc Thijs")
    if slug == THEIRS:
        row = people[0].affiliations.get()
        row.licence = "Q-4711"
        row.save()
    event = clubs.evening(club, people[:1], slug=f"avond-{slug}")
    Event.objects.filter(pk=event.pk).update(listed=False, name="Verborgen avond" if slug == THEIRS else "Avond")
    return club


@pytest.fixture
def ours() -> Organisation:
    return _filled(OURS)


@pytest.fixture
def theirs() -> Organisation:
    return _filled(THEIRS)


def _addresses(of: Organisation, event_of: Organisation | None = None) -> Iterator[str]:
    """Every address of the stewards of a club, with what is in it, or with the event of another club."""
    known = {
        "slug": of.slug,
        "event": f"avond-{(event_of or of).slug}",
        "user": Steward.objects.get(organisation=of, role=Role.DESK).user_id,
        "role": "desk",
        "form": "csv",
        "number": 1,
        "series": "clubavond",
        "day": "2026-11-26",
        "key": "season",
    }
    for name, _route, parts in roles.club_routes():
        yield reverse(name, kwargs={part: known[part] for part in parts})


def test_every_address_of_a_club_is_closed_to_another_and_shows_nothing(ours: Organisation, theirs: Organisation) -> None:
    visitors = [cast.client(clubs.steward(ours, role)) for role in Role] + [cast.client(cast.founder()), cast.client()]
    addresses = list(_addresses(theirs))
    assert len(addresses) > 15
    for client in visitors:
        for address in addresses:
            for method in ("get", "post"):
                with taken_back(), cast.nothing_written():
                    answer = getattr(client, method)(address, {"username": "x", "person-1": "guest", "name": "x"})
                assert not roles.admitted(answer) or answer.status_code == 405, (method, address)
                assert not [secret for secret in SECRETS if secret in answer.content.decode(errors="replace")], address


def test_an_own_address_with_what_is_anothers_opens_nothing(ours: Organisation, theirs: Organisation) -> None:
    owner = clubs.owner(ours)
    for address in _addresses(ours, theirs):
        for method in ("get", "post"):
            with taken_back():
                answer = getattr(owner, method)(address)
            shown = answer.content.decode(errors="replace")
            assert not [secret for secret in SECRETS if secret in shown], (method, address)
            assert f"avond-{THEIRS}" not in address or answer.status_code in (404, 405), (method, address)


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
    number = clubs.members(theirs, "Piet Derde")[0].number
    assert number == 3 and not Person.objects.filter(organisation=ours, number=number).exists()
    owner = clubs.owner(ours)
    for page in ("", "forget/", "code.svg"):
        assert owner.get(f"/staff/o/{OURS}/members/{number}/{page}").status_code == 404
    with cast.nothing_written():
        assert owner.post(f"/staff/o/{OURS}/members/{number}/link/", {"issue": "1"}).status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("role", Role)
def test_each_steward_opens_what_their_role_may_and_nothing_else(
    ours: Organisation, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, owner = cast.client(clubs.steward(ours, role)), clubs.owner(ours)
    for address in _addresses(ours):
        for method in ("get", "post"):
            page = roles.Page("", "", address, method)
            if page.ask(owner).status_code == 405:
                continue
            may = ClubPermission(roles.asked(page, owner, monkeypatch))
            assert roles.admitted(page.ask(client)) == (role in may.roles), (method, address)


def test_a_steward_is_appointed_by_a_link_and_works_for_running_events_at_once(ours: Organisation) -> None:
    owner = clubs.owner(ours)
    answer = owner.post(STEWARDS, {"username": "nieuw", "role": "secretary"})
    assert answer.status_code == 303
    page = owner.get(answer["Location"]).content.decode()
    assert re.search(r"/invitation/[^\"]+", page) and owner.get(f"{answer['Location']}invitation.svg").status_code == 200
    assert Membership.objects.get(event__slug=f"avond-{OURS}", user__username="nieuw").role == "organiser"
    with cast.nothing_written():
        assert owner.post(STEWARDS, {"username": "nieuw", "role": "secretary"}).status_code == 303
        assert owner.post(STEWARDS, {"username": "", "role": "secretary"}).status_code == 422
        assert owner.post(STEWARDS, {"username": "x", "role": "king"}).status_code == 422
        assert clubs.secretary(ours).post(STEWARDS, {"username": "x", "role": "desk"}).status_code == 403


def test_a_steward_who_is_removed_loses_running_events_at_once(ours: Organisation) -> None:
    owner, gone = clubs.owner(ours), clubs.steward(ours, Role.SECRETARY)
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
    assert (ours.name, ours.colour, ours.plan["deals_per_round"], ours.plan["draw"]) == ("De Linde", "#aa0033", 12, "each")
    with cast.nothing_written():
        assert owner.post(page, _plan(of=_of(owner, page))).status_code == 303
        assert owner.post(page, _plan(of=of, name="Anders")).status_code == 409
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
    assert f"/e/avond-{OURS}/" in shown and "An Peeters" not in shown and "owner-of" not in shown
    Event.objects.filter(slug=f"avond-{OURS}").update(binned=True)
    assert f"/e/avond-{OURS}/" not in cast.client().get(f"/o/{OURS}/").content.decode()
    assert cast.client().get("/o/nowhere/").status_code == 404
    assert cast.client().post(f"/o/{OURS}/").status_code == 405
    assert not Series.objects.exists()
