"""The members of a club: the list, a pasted one, one person by hand, and who the players of an event are."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.support import clubs
from tests.support.events import cast
from tournament.acts.people.registration import Entrant, add_entries
from tournament.models import Affiliation, Entry, Event, Organisation, Person, PersonLink
from tournament.reading.register.suggestions import events_to_link

pytestmark = pytest.mark.django_db

MEMBERS = "/staff/o/de-linde/members/"
LIST = f"{MEMBERS}list/"
LINKS = "/staff/o/de-linde/links/"
NAMES = "An Peeters\nDirk Van den Broeck\nCécile Dubois\n"


@pytest.fixture
def club() -> Organisation:
    return clubs.club()


@pytest.fixture
def secretary(club: Organisation) -> Client:
    return clubs.secretary(club)


def carried(page: str) -> str:
    found = re.search(r'name="list" value="([^"]+)"', page)
    assert found
    return found[1]


def look(client: Client, lines: str) -> str:
    answer = client.post(LIST, {"lines": lines})
    assert answer.status_code == 200
    return str(answer.content.decode())


def enter(client: Client, lines: str, **choices: str) -> None:
    answer = client.post(f"{LIST}enter/", {"list": carried(look(client, lines)), **choices})
    assert (answer.status_code, answer["Location"]) == (303, MEMBERS), cast.shown(answer)


def details(person: Person, **changes: str) -> dict[str, str]:
    """What the page of a person sends."""
    row = person.affiliations.get()
    usual = {"name": person.name, "surname": "", "language": "", "display": "name", "kind": row.kind}
    usual |= {"licence": row.licence, "since": str(row.since), "until": ""}
    return usual | changes


def test_names_are_pasted_once_and_are_members(club: Organisation, secretary: Client) -> None:
    page = cast.shown(secretary.get(LIST))
    assert "Members from a list" in page and "One name on each line is enough." in page
    enter(secretary, NAMES)
    rows = Affiliation.objects.filter(organisation=club).select_related("person")
    assert [(row.person.number, row.person.name, row.kind) for row in rows.order_by("person__number")] == [
        (1, "An Peeters", "member"),
        (2, "Dirk Van den Broeck", "member"),
        (3, "Cécile Dubois", "member"),
    ]
    shown = cast.shown(secretary.get(MEMBERS))
    assert shown.index("Dubois Cécile") < shown.index("Peeters An") < shown.index("Van den Broeck Dirk")


def test_a_list_that_is_sent_twice_enters_nobody_twice(club: Organisation, secretary: Client) -> None:
    data = {"list": carried(look(secretary, NAMES))}
    assert secretary.post(f"{LIST}enter/", data).status_code == 303
    with cast.nothing_written():
        again = secretary.post(f"{LIST}enter/", data)
    assert "This list changes nothing." in cast.shown(again)
    assert Person.objects.filter(organisation=club).count() == 3


def test_a_list_knows_members_by_licence_and_asks_where_only_the_name_is_alike(
    club: Organisation, secretary: Client
) -> None:
    enter(secretary, "Naam;Licentie;Geboortedatum\nAn Peeters;A1;1950-01-01\nJan Maes;A2;1951-01-01\n")
    page = look(secretary, "Naam;Licentie\nAn Peeters-Claes;A1\nJan Maes;A9\nJan Maes;A2\nEls Roels;A2\n")
    # A marriage, and a twin: each is asked about. The licence number of somebody else is refused in one list.
    assert page.count('<select id="line-') == 2 and "Licentie" in page
    assert "Number A2 is also in line 4." in page
    enter(secretary, "Naam;Licentie\nAn Peeters-Claes;A1\nJan Maes;A9\n", **{"line-2": "1", "line-3": "0"})
    rows = Affiliation.objects.filter(organisation=club).order_by("person__number")
    assert [(row.person.name, row.licence) for row in rows] == [
        ("An Peeters-Claes", "A1"),
        ("Jan Maes", "A2"),
        ("Jan Maes", "A9"),
    ]
    assert "1950" not in "".join(club.texts.values_list("text", flat=True))


def test_a_list_gives_a_known_member_a_licence_and_initials(club: Organisation, secretary: Client) -> None:
    enter(secretary, NAMES)
    enter(secretary, "Naam;Lidnummer;Initialen\nAn Peeters;77;ja\n")
    person = Person.objects.get(organisation=club, number=1)
    assert (person.display, person.affiliations.get().licence) == ("initials", "77")


def test_a_list_of_another_club_or_user_is_refused(club: Organisation, secretary: Client) -> None:
    sealed = carried(look(secretary, NAMES))
    elsewhere = clubs.club("elsewhere")
    for client, slug in ((clubs.secretary(elsewhere), "elsewhere"), (clubs.owner(club), "de-linde")):
        with cast.nothing_written():
            answer = client.post(f"/staff/o/{slug}/members/list/enter/", {"list": sealed})
        assert answer.status_code == 409 and "checked too long ago" in cast.shown(answer)


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_an_empty_list_asks_for_nothing_that_a_club_does_not_keep(secretary: Client, form: str) -> None:
    answer = secretary.get(f"{LIST}empty.{form}")
    assert answer.status_code == 200
    if form == "csv":
        assert answer.content.decode("utf-8-sig").strip() == "Name;Licence number;Language;Initials only"
    assert secretary.get(f"{LIST}empty.ods").status_code == 404


def test_one_person_by_hand_is_a_guest_and_a_namesake_is_asked_about(club: Organisation, secretary: Client) -> None:
    data = {"name": "Luc Thijs", "kind": "guest", "key": "k1"}
    assert secretary.post(f"{MEMBERS}add/", data).status_code == 303
    assert secretary.post(f"{MEMBERS}add/", data | {"another": "on"}).status_code == 303  # sent again
    assert [row.kind for row in Affiliation.objects.filter(organisation=club)] == ["guest"]
    with cast.nothing_written():
        asked = secretary.post(f"{MEMBERS}add/", data | {"key": "k2", "name": "LUC THIJS"})
    assert asked.status_code == 422 and "No. 1, Luc Thijs, has this name already." in cast.shown(asked)
    assert secretary.post(f"{MEMBERS}add/", data | {"key": "k2", "another": "on"}).status_code == 303
    assert Person.objects.filter(organisation=club).count() == 2
    assert "Members 0 · 2 guests" in cast.shown(secretary.get(MEMBERS))
    assert secretary.post(f"{MEMBERS}add/", {"name": "", "kind": "guest", "key": "k3"}).status_code == 422


def test_a_guest_becomes_a_member_under_the_same_number(club: Organisation, secretary: Client) -> None:
    [person] = clubs.members(club, "Luc Thijs")
    page = f"{MEMBERS}{person.number}/"
    shown = secretary.get(page).content.decode()
    of = re.search(r'name="of" value="([^"]+)"', shown)
    assert of
    since = str(timezone.localdate() - timedelta(days=30))
    data = details(person, kind="guest", display="initials", licence="B7", since=since, of=of[1])
    assert secretary.post(page, data).status_code == 303
    with cast.nothing_written():  # somebody looked at what was there before
        stale = secretary.post(page, data | {"name": "Luk Thijs"})
    assert stale.status_code == 409 and "Somebody has changed this" in cast.shown(stale)
    person.refresh_from_db()
    row = person.affiliations.get()
    assert (person.display, row.kind, row.licence, str(row.since)) == ("initials", "guest", "B7", since)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"until": "2001-01-01"}, "The last day comes before the first."),
        ({"surname": "Anders"}, "The surname must be part of the name"),
        ({"licence": "L2"}, "belongs to somebody else"),
        ({"name": "–"}, "Enter the player’s name."),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    club: Organisation, secretary: Client, wrong: dict[str, str], sentence: str
) -> None:
    first, _second = clubs.members(club, "Luc Thijs", "An Peeters")
    of = re.search(r'name="of" value="([^"]+)"', secretary.get(f"{MEMBERS}1/").content.decode())
    assert of
    with cast.nothing_written():
        answer = secretary.post(f"{MEMBERS}1/", details(first, of=of[1], **wrong))
    assert answer.status_code in (409, 422) and sentence in cast.shown(answer)


def test_who_left_is_not_in_the_list_and_comes_back_by_a_list(club: Organisation, secretary: Client) -> None:
    [person] = clubs.members(club, "Luc Thijs")
    of = re.search(r'name="of" value="([^"]+)"', secretary.get(f"{MEMBERS}1/").content.decode())
    assert of
    until = str(timezone.localdate() - timedelta(days=1))
    assert secretary.post(f"{MEMBERS}1/", details(person, until=until, of=of[1])).status_code == 303
    assert "Nobody yet." in cast.shown(secretary.get(MEMBERS))
    assert "Thijs Luc" in cast.shown(secretary.get(f"{MEMBERS}?kind=former"))
    assert "Nobody yet." in cast.shown(secretary.get(f"{MEMBERS}?kind=former&q=anders"))
    assert secretary.get(f"{MEMBERS}1/").status_code == 200
    assert "Luc Thijs" in look(secretary, "Luc Thijs")


def test_an_own_link_is_shown_and_given_again(club: Organisation, secretary: Client) -> None:
    [person] = clubs.members(club, "Luc Thijs")
    page = secretary.get(f"{MEMBERS}1/").content.decode()
    link = re.search(r"(/m/[^/\"<]+/)", page)
    assert link and cast.client().get(link[1]).status_code == 200
    assert secretary.get(f"{MEMBERS}1/code.svg")["Content-Type"] == "image/svg+xml"
    for _twice in range(2):
        assert secretary.post(f"{MEMBERS}1/link/", {"issue": "1"}).status_code == 303
    person.refresh_from_db()
    assert person.link_issue == 2
    assert cast.client().get(link[1]).status_code == 404


def test_a_person_is_forgotten_after_asking_and_only_the_one_who_was_shown(
    club: Organisation, secretary: Client
) -> None:
    clubs.members(club, "Luc Thijs", "An Peeters")
    page = secretary.get(f"{MEMBERS}1/forget/")
    assert "Forget these people for good?" in cast.shown(page) and "Luc Thijs" in cast.shown(page)
    of = re.search(r'name="of" value="([^"]+)"', page.content.decode())
    assert of
    with cast.nothing_written():
        assert secretary.post(f"{MEMBERS}2/forget/", {"of": of[1]}).status_code == 409
    for _twice in range(2):
        assert secretary.post(f"{MEMBERS}1/forget/", {"of": of[1]}).status_code == 303
    assert [person.forgotten for person in Person.objects.filter(organisation=club)] == [True, False]
    assert secretary.get(f"{MEMBERS}1/").status_code == 404
    assert "Thijs" not in cast.shown(secretary.get(MEMBERS))


def test_names_that_are_kept_too_long_are_named_to_the_steward(club: Organisation, secretary: Client) -> None:
    people = clubs.members(club, "Luc Thijs", "An Peeters")
    Affiliation.objects.filter(person=people[0]).update(since=date(2019, 1, 1), until=date(2020, 1, 1))
    assert "1 name should have been removed by now." in cast.shown(secretary.get(MEMBERS))
    page = secretary.get(f"{MEMBERS}forget/")
    assert "Luc Thijs" in cast.shown(page) and "An Peeters" not in cast.shown(page)


def test_who_was_marked_by_mistake_is_not_waited_for_once_the_evening_is_over(club: Organisation) -> None:
    event = clubs.evening(club, [])
    add_entries(event, "system", [Entrant("Jan Maes"), Entrant("Els Roels")])
    assert events_to_link(club) == [(event, 2)]
    Event.objects.filter(pk=event.pk).update(state="closed")
    assert events_to_link(club) == []
    Entry.objects.filter(event=event, number=1).update(present=True)
    assert events_to_link(club) == [(event, 1)]


def test_players_are_suggested_side_by_side_and_somebody_chooses(club: Organisation, secretary: Client) -> None:
    people = clubs.members(club, "Jan Maes", "Jan Maes", "Els Roels")
    event = clubs.evening(club, [])
    add_entries(event, "system", [Entrant(name) for name in ("Jan Maes", "Els Roelz", "Piet Nieuw")])
    assert "3 players of events are not linked to a member yet." in cast.shown(secretary.get(MEMBERS))
    page = secretary.get(f"{LINKS}avond/").content.decode()
    first, second, third = (page.partition(f'id="person-{n}"')[2].partition("</select>")[0] for n in (1, 2, 3))
    assert first.count("Jan Maes") == 2 and "Els Roels" in second and third.count("<option") == 2
    assert "selected" not in first + second + third  # a name chooses nobody
    with cast.nothing_written():  # nobody chose anybody
        assert secretary.post(f"{LINKS}avond/", {"person-1": "", "person-2": "", "person-3": ""}).status_code == 303
    data = {"person-1": "2", "person-2": "", "other-2": "3 Els Roels", "person-3": "guest"}
    for _twice in range(2):
        assert secretary.post(f"{LINKS}avond/", data).status_code == 303
    linked = PersonLink.objects.filter(organisation=club).order_by("entry__number")
    assert [(row.entry.number, row.person.number) for row in linked if row.entry and row.person] == [
        (1, people[1].number),
        (2, people[2].number),
        (3, 4),
    ]
    assert Affiliation.objects.get(person__number=4).kind == "guest"
    assert "Every player is linked to a person." in cast.shown(secretary.get(f"{LINKS}avond/"))


def send_list(client: Client, rows: str) -> None:
    """A list of the players of an event, looked at and entered."""
    page = client.post("/staff/avond/players/list/", {"lines": f"name;licence\n{rows}"}).content.decode()
    assert client.post("/staff/avond/players/list/enter/", {"list": carried(page)}).status_code == 303


def test_a_list_of_an_event_links_whose_licence_number_it_has(club: Organisation, secretary: Client) -> None:
    people = clubs.members(club, "Jan Maes", "Jan Maes", "Els Roels")
    event = clubs.evening(club, people[2:])
    add_entries(event, "system", [Entrant("Piet Nieuw")])
    links = PersonLink.objects.filter(entry__event=event).order_by("entry__number")
    persons = links.values_list("person__number", flat=True)
    # Whoever keeps no members enters players as ever: the register is not asked.
    send_list(cast.client(cast.organiser(event)), "Jan Maes;L2\n")
    assert list(persons.all()) == [3]
    rows = "Jan Maes;L2\nPiet Nieuw;L9\nEls Roels;L3\nJan Moens;l 1\n"
    send_list(secretary, rows)
    # Who has number L3 plays already, under another name: the line is asked about, and left out.
    assert list(persons.all()) == [3, 2] and Entry.objects.filter(event=event).count() == 4
    line = club.log.filter(act="link_entries").last()
    assert line and '"by":"licence"' in line.text
    # The same again: the event keeps no licence number, so nothing changed in it.
    with cast.nothing_written():
        send_list(secretary, rows)


def test_a_list_of_an_event_says_of_which_licence_numbers_nobody_is(club: Organisation, secretary: Client) -> None:
    people = clubs.members(club, "Jan Maes", "Els Roels")
    event = clubs.evening(club, people[1:])
    add_entries(event, "system", [Entrant("Piet Nieuw"), Entrant("Jan Maes")])
    rows = "name;licence\nPiet Nieuw;L9\nJan Maes;L1\nEls Roels;L2\n"
    shown = cast.shown(secretary.post("/staff/avond/players/list/", {"lines": rows}))
    # Only who is linked by it is changed by a number; Els is linked already.
    assert "Nobody of the club has licence number L9." in shown
    assert "– → L1" in shown and "→ L9" not in shown and "→ L2" not in shown


@pytest.mark.parametrize(
    ("since", "until", "links"), [(-9, 0, True), (0, 9, True), (0, None, True), (1, None, False), (-9, -1, False)]
)
def test_a_licence_number_links_on_the_days_on_which_it_holds(
    club: Organisation, secretary: Client, since: int, until: int | None, links: bool
) -> None:
    [person] = clubs.members(club, "Jan Maes")
    event = clubs.evening(club, [])
    day = event.starts_on or timezone.localdate()
    days = {"since": day + timedelta(days=since), "until": None if until is None else day + timedelta(days=until)}
    person.affiliations.update(**days)
    send_list(secretary, "Jan Maes;L1\n")
    assert PersonLink.objects.filter(entry__event=event).exists() is links


def test_a_list_knows_a_member_until_their_last_day(club: Organisation, secretary: Client) -> None:
    [person] = clubs.members(club, "Jan Maes")
    person.affiliations.update(until=timezone.localdate() + timedelta(days=9))
    assert "This list changes nothing." in look(secretary, "Naam;Licentie\nJan Maes;L1\n")


def test_another_list_brings_back_what_was_pasted(club: Organisation, secretary: Client) -> None:
    data = {"list": carried(look(secretary, "Naam\nVan Hoof, Marc\nPeeters, An\n")), "another": "1"}
    with cast.nothing_written():
        page = secretary.post(f"{LIST}enter/", data)
    assert page.status_code == 200
    pasted = str(page.context["form"]["lines"].value())
    assert pasted.splitlines() == ["Naam", "Van Hoof, Marc", "Peeters, An"]
    enter(secretary, pasted)
    assert {*Person.objects.values_list("name", flat=True)} == {"Marc Van Hoof", "An Peeters"}


@pytest.mark.parametrize(
    "data", [{"person-1": "9"}, {"other-1": "Els", "person-1": ""}, {"person-1": "1", "person-2": "1"}]
)
def test_a_choice_that_is_nobody_or_twice_the_same_links_nobody(
    club: Organisation, secretary: Client, data: dict[str, str]
) -> None:
    clubs.members(club, "Jan Maes")
    event = clubs.evening(club, [])
    add_entries(event, "system", [Entrant("Jan Maes"), Entrant("Jan Maes")])
    with cast.nothing_written():
        answer = secretary.post(f"{LINKS}avond/", data)
    assert answer.status_code in (409, 422) and 'role="alert"' in answer.content.decode()


def test_a_link_is_taken_back_after_asking_and_made_to_somebody_else(club: Organisation, secretary: Client) -> None:
    people = clubs.members(club, "Jan Maes", "Els Roels")
    clubs.evening(club, people[:1])
    assert "Unlink player 1" in cast.shown(secretary.get(f"{LINKS}avond/1/undo/"))
    for _twice in range(2):
        assert secretary.post(f"{LINKS}avond/1/undo/").status_code == 303
    assert not PersonLink.objects.exists()
    assert secretary.post(f"{LINKS}avond/", {"person-1": "2"}).status_code == 303
    assert Entry.objects.get(event__slug="avond").link.person == people[1]


def test_an_event_of_nobody_or_of_another_club_cannot_be_linked(club: Organisation, secretary: Client) -> None:
    cast.event(2, slug="alone")
    clubs.evening(clubs.club("elsewhere"), [], slug="theirs")
    for slug in ("alone", "theirs", "none"):
        assert secretary.get(f"{LINKS}{slug}/").status_code == 404
        with cast.nothing_written():
            assert secretary.post(f"{LINKS}{slug}/", {"person-1": "guest"}).status_code == 404


def test_the_list_is_read_in_as_many_queries_however_long_it_is(club: Organisation, secretary: Client) -> None:
    counts = []
    for names in (["An Peeters"], [who.name for who in cast.people(30)]):
        clubs.members(club, *names)
        with CaptureQueriesContext(connection) as queries:
            secretary.get(MEMBERS)
        counts.append(len(queries))
    assert counts[0] == counts[1]
