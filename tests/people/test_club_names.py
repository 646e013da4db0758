"""Clubs that are one: however they are written, when a list or a player comes in, and merged by hand."""

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.events.club_places import places
from tournament.acts.people import registration
from tournament.acts.people.clubs import clubs_token, rename_clubs
from tournament.acts.people.registration import Entrant
from tournament.exchange.lists import people_in, table_in
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting
from tournament.models import Event, PersonalText
from tournament.naming import club_key
from tournament.ranking.format import Clubs
from tournament.reading.ranking.clubs import club_ranking

ALIKE = {
    "De Troef": ("de troef", "DE TROEF", "W.C. De Troef", "WC De Troef", "K.W.C. De Troef", "De  Troef", "DeTroef"),
    "Hêtres": ("Hetres", "WHISTCLUB HETRES", "Whist Club Hêtres", "Wiezersclub Hêtres"),
    "’t Hof": ("'t Hof", "W. C. 't hof"),
    "W.C.": ("wc", "WC"),
}


@pytest.mark.parametrize(("club", "others"), ALIKE.items())
def test_spellings_of_one_club_are_one(club: str, others: tuple[str, ...]) -> None:
    assert {club_key(other) for other in others} == {club_key(club)}


def test_other_clubs_stay_apart() -> None:
    assert len({club_key(club) for club in ("Troef", "De Troef", "Troef 2", "Les 4 As", "Les As", "", "Café W")}) == 7


@pytest.fixture
def event(db: None) -> Event:
    event = cast.event(players=0)
    registration.add_entries(event, "system", [Entrant("An Maes", "De Troef"), Entrant("Bea Pels", "K.W.C. De Troef")])
    return event


def test_a_list_gets_the_spelling_of_the_event_and_is_told_so(event: Event, desk: Client) -> None:
    lines = table_in.pasted("Naam;Club\nCis Roels;wc de troef\nDré Claes;Nieuw\n")
    [new, plain] = people_in.judge(lines, [Entrant("An Maes", "De Troef", number=1)]).lines
    assert (new.person.club, new.why) == ("De Troef", "Club: wc de troef → De Troef")
    assert (plain.person.club, plain.why) == ("Nieuw", "")


def test_within_a_list_the_spelling_of_most_wins() -> None:
    text = "Naam;Club\nAn A;W.C. Troef\nBea B;Troef\nCis C;troef\nDré D;Troef\n"
    assert {row.person.club for row in people_in.judge(table_in.pasted(text), []).lines} == {"Troef"}


def test_who_is_entered_or_corrected_by_hand_gets_it_too(event: Event, desk: Client) -> None:
    new = {"name": "Cis Roels", "club": "de troef", "role": "competitor", "start": "3"}
    answer = desk.post("/staff/ledegem/players/add/", new, follow=True)
    assert "Club: de troef → De Troef" in cast.shown(answer)
    assert cast.entry(event, 3).player.club == "De Troef"
    changed = {"name": "Bea Pels", "club": "WC DE TROEF", "role": "competitor"}
    cast.sent_from(desk, "/staff/ledegem/players/2/", **changed)
    assert cast.entry(event, 2).player.club == "De Troef"


def test_clubs_are_merged_in_one_act_that_names_them_by_digest(event: Event) -> None:
    before = cast.fresh(event).revision
    assert rename_clubs(event, "system", ["De Troef", "K.W.C. De Troef"], " De  Troef Gent ", clubs_token(event)) == 2
    assert [cast.entry(event, number).player.club for number in (1, 2)] == ["De Troef Gent"] * 2
    assert cast.fresh(event).revision == before + 1
    assert "Troef" not in event.log.last().text  # type: ignore[union-attr]
    assert PersonalText.objects.filter(event=event, text="De Troef Gent").count() == 1
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    assert exporting.document(again)["entries"] == exporting.document(cast.fresh(event))["entries"]
    with cast.nothing_written():
        assert rename_clubs(event, "system", ["De Troef", "K.W.C. De Troef"], "De Troef Gent", "old") == 0


@pytest.mark.parametrize(
    ("names", "club", "status"),
    [([], "X", 422), (["Nobody"], "X", 422), (["De Troef"], " ", 422), (["De Troef"], "x" * 81, 422)],
)
def test_what_is_no_club_is_refused(event: Event, names: list[str], club: str, status: int) -> None:
    with cast.refused(status=status):
        rename_clubs(event, "system", names, club, clubs_token(event))


def test_the_page_merges_what_was_ticked_and_refuses_what_is_old(event: Event, desk: Client) -> None:
    page = desk.get("/staff/ledegem/players/clubs/")
    assert cast.shown(page).count("possibly the same club") == 2
    sent = {"of": cast.filled_in(page)["of"], "club": ["De Troef", "K.W.C. De Troef"], "name": "De Troef"}
    registration.add_entries(event, "system", [Entrant("Cis Roels", "De Troef")])
    auditor = cast.client(cast.auditor(event))
    with cast.nothing_written():
        old = desk.post("/staff/ledegem/players/clubs/", sent)
        assert old.status_code == 409 and "changed this in the meantime" in cast.shown(old)
        assert auditor.post("/staff/ledegem/players/clubs/", sent).status_code == 403
    sent["of"] = cast.filled_in(old)["of"]
    answer = desk.post("/staff/ledegem/players/clubs/", sent, follow=True)
    assert "1 player now belongs to De Troef." in cast.shown(answer)
    assert "possibly the same club" not in cast.shown(answer)


def test_the_ranking_says_who_counts() -> None:
    found = club_ranking(places(("WC A", 50), ("a", 30), ("A", -90), ("B", 10)), Clubs("best", 2, 1))
    assert [(one.club.points, [member.opening for member in one.club.counting]) for one in found] == [
        (80, [50, 30]),
        (10, [10]),
    ]
