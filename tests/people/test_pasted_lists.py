"""Lists of players as people paste them: with headings or without, in any of the forms a list has."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tournament.acts.people.registration import Entrant
from tournament.errors import UserError
from tournament.exchange.lists import people_in, table_in
from tournament.exchange.lists.proposal import ImportProposal, Verdict
from tournament.models import Entry, Event
from tournament.naming import sorting

pytestmark = pytest.mark.django_db


def judged(text: str, columns: dict[int, str] | None = None) -> ImportProposal:
    return people_in.judge(table_in.pasted(text), [], columns)


def told(text: str, columns: dict[int, str] | None = None) -> list[tuple[str, str, str]]:
    """Name, place in a list and club of each new player of a list."""
    people = [row.person for row in judged(text, columns).of(Verdict.NEW)]
    return [(person.name, person.listed, person.club) for person in people]


AN, JAN = ("An Van den Broeck", "Van den Broeck An", "Troef"), ("Jan Peeters", "Peeters Jan", "As")
LISTS = {
    "headings and tabs": "Nr\tVoornaam\tNaam\tClub\n1\tAn\tVan den Broeck\tTroef\n2\tJan\tPeeters\tAs\n",
    "headings in French": "Nom;Prénom;Cercle\nVan den Broeck;An;Troef\nPeeters;Jan;As\n",
    "a title over the headings": "Deelnemers\n\nNaam;Club\nAn Van den Broeck;Troef\nJan Peeters;As\n",
    "no headings, semicolons": "An Van den Broeck; Troef\nJan Peeters; As\n",
    "no headings, commas": "An Van den Broeck, Troef\nJan Peeters, As\n",
    "no headings, tabs, Windows": "An Van den Broeck\tTroef\r\n\r\nJan Peeters\tAs\r\n",
    "two columns of names": "Van den Broeck\tAn\tTroef\nPeeters\tJan\tAs\n",
    "numbered": "1. An Van den Broeck; Troef\n2. Jan Peeters; As\n",
    "numbered in a column": "1)\tAn Van den Broeck\tTroef\n2)\tJan Peeters\tAs\n",
    "with bullets": "- An Van den Broeck; Troef\n• Jan Peeters; As\n",
    "with empty lines": "\n\n  \nAn Van den Broeck; Troef\n\n;;\nJan Peeters; As\n\n",
    "another separator in one line": "An Van den Broeck; Troef\nJan Peeters, As\n",
    "headings twice": "Naam;Club\nAn Van den Broeck;Troef\nNaam;Club\nJan Peeters;As\n",
    "a line of quotes": 'Naam;Club\n"An Van den Broeck";"Troef"\n"Jan Peeters";As\n',
    "a comma after the surname": 'Naam en voornaam;Club\n"Van den Broeck, An";Troef\n"Peeters, Jan";As\n',
}


@pytest.mark.parametrize(
    "text",
    [
        "Naam\nVan den Broeck, An\nPeeters, Jan\n",
        "Van den Broeck, An\nJan Peeters\n",
        "An Van den Broeck\nPeeters, Jan\n",
        "Leden van de club\nVan den Broeck, An\nPeeters, Jan\n",
    ],
)
def test_a_comma_in_names_of_one_column_parts_no_columns(text: str) -> None:
    assert [name for name, _listed, _club in told(text)] == ["An Van den Broeck", "Jan Peeters"]


def test_the_number_before_a_particle_is_a_number() -> None:
    assert told("1. 't Kint Roger; Troef\n2. Peeters Jan; As\n")[0][0] == "Roger 't Kint"


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS.keys())
def test_two_people_are_found_in_every_form_of_a_list(text: str) -> None:
    assert told(text) == [AN, JAN]


def test_a_surname_that_comes_first_is_told_by_its_heading_capitals_or_particles() -> None:
    turned = [("An Van den Broeck", "Van den Broeck An", ""), ("Jan Karel Peeters", "Peeters Jan Karel", "")]
    assert told("Naam en voornaam\nVan den Broeck An\nPeeters Jan Karel\n") == turned
    assert told("Van den Broeck An\nPeeters Jan Karel\n") == turned
    loud = told("VAN DEN BROECK An\nPEETERS Jan Karel\nMAES Els\n")
    assert [listed for _name, listed, _club in loud] == ["Van den Broeck An", "Peeters Jan Karel", "Maes Els"]


def surnames(text: str) -> list[str]:
    """The surname of each new player of a list, as it is sorted."""
    people = [row.person for row in judged(text).of(Verdict.NEW)]
    return [sorting(person.name, person.surname).partition("0")[0] for person in people]


@pytest.mark.parametrize("head", ["Naam en voornaam", "Nom et prénom", "Surname and first name"])
def test_a_double_surname_is_whole_where_that_is_certain(head: str) -> None:
    names = {
        "Peeters-Van Damme An": "peetersvandamme",
        "Peeters - Van den Broeck Els": "peetersvandenbroeck",
        "Peeters De Smet Jo": "peetersdesmet",
        "Van Damme-De Wolf An Marie": "vandammedewolf",
        "De Smet Janssens, Piet": "desmetjanssens",
        "DE SMET JANSSENS Bea": "desmetjanssens",
        # Nothing tells a second surname from a first name: it is looked at, and corrected.
        "De Smet Janssens Wim": "desmet",
        "Peeters Jan Karel": "peeters",
    }
    assert surnames("\n".join([head, *(f'"{name}"' for name in names)])) == list(names.values())


def test_double_surnames_tell_the_order_of_a_list_without_headings() -> None:
    assert surnames("Peeters-Van Damme An;Troef\nMaes-De Smet Jan;Troef\n") == ["peetersvandamme", "maesdesmet"]
    apart = "Peeters-Van Damme;An;Troef\nMaes;Jan;Troef\nClaes;Els;As\n"
    assert surnames(apart) == ["peetersvandamme", "maes", "claes"]


def test_a_heading_that_does_not_say_the_order_leaves_it_to_the_names() -> None:
    turned = [("An De Smet", "De Smet An", "As"), ("Jan Peeters", "Peeters Jan", "As")]
    assert told("Nr\tNaam\tClub\n1.\tDe Smet An\tAs\n2.\tPeeters Jan\tAs\n") == turned
    said = told("Nr\tNaam\tClub\n1.\tDe Smet An\tAs\n2.\tPeeters Jan\tAs\n", {1: "name", 2: "club"})
    assert said[1] == ("Peeters Jan", "Jan Peeters", "As")
    assert told("Voornaam en naam;Club\nPeeters Jan;As\nDe Smet An;As\n")[0] == ("Peeters Jan", "Jan Peeters", "As")


def test_a_name_with_a_comma_among_others_begins_with_the_surname() -> None:
    text = "Naam;Club\nJan Peeters;As\nVan den Broeck, An;Troef\nEls Maes;As\nMARTENS,Piet;As\nMia Wouters,;As\n"
    martens = ("Piet Martens", "Martens Piet", "As")
    assert told(text) == [JAN, AN, ("Els Maes", "Maes Els", "As"), martens, ("Mia Wouters", "Mia Wouters", "As")]


def test_capitals_tell_the_surname_of_each_line_of_a_mixed_column() -> None:
    names = [
        "CLAES Marie",
        "Marie CLAES",
        "Jan VAN DEN BROECK",
        "Els van de VELDE",
        "DE SMET-D'HONDT J.",
        "Van Acker An",
    ]
    also = ["Jo Maes", "Piet Van Damme", "J.P. Wouters", '"Peeters, Jan"', "MAES ELS"]
    assert [(name, listed) for name, listed, _club in told("\n".join(["Naam", *names[:1], *names[2:], *also]))] == [
        ("Marie Claes", "Claes Marie"),
        ("Jan Van den Broeck", "Van den Broeck Jan"),
        ("Els Van de Velde", "Van de Velde Els"),
        ("J. De Smet-D'Hondt", "De Smet-D'Hondt J."),
        ("An Van Acker", "Van Acker An"),
        ("Jo Maes", "Maes Jo"),
        ("Piet Van Damme", "Van Damme Piet"),
        ("J.P. Wouters", "Wouters J.P."),
        ("Jan Peeters", "Peeters Jan"),
        ("MAES ELS", "ELS MAES"),
    ]
    assert told("Naam\nMarie CLAES\nJo Maes\n")[0] == ("Marie Claes", "Claes Marie", "")
    assert told("Naam en voornaam\nPeeters Jan\nAn Van den Broeck\n")[1][1] == "Van den Broeck An"


def test_small_letters_are_raised_where_a_list_has_nothing_else() -> None:
    small = "naam;club\nan van den broeck;troef\njean-pierre d'hondt;as\nélise ’t jonck;as\n"
    names = ["An Van den Broeck", "Jean-Pierre D'Hondt", "Élise ’t Jonck"]
    assert [name for name, _listed, _club in told(small)] == names
    assert [club for _name, _listed, club in told(small)] == ["troef", "as", "as"]
    assert [name for name, *_rest in told(small + "Jo Maes;As\n")] == [*map(str.lower, names), "Jo Maes"]


def test_the_same_people_with_their_names_apart_are_recognised() -> None:
    there = [Entrant("Claes Marie", "As", number=1), Entrant("Jan Peeters", "As", number=2)]
    rows = people_in.judge(table_in.pasted("Naam;Voornaam;Club\nClaes;Marie;As\nPeeters;Jan;As\n"), there).lines
    assert [(row.verdict, row.why) for row in rows] == [
        (Verdict.CHANGED, "Claes Marie → Marie Claes"),
        (Verdict.SAME, ""),
    ]
    # The order of a list that does not tell it changes nothing.
    (row,) = people_in.judge(table_in.pasted("Naam;Club\nPeeters Jan;As\n"), there).lines
    assert row.verdict == Verdict.SAME


def test_who_looks_may_say_what_a_column_holds() -> None:
    text = "Peeters Jan\nMaes Els\n"
    assert [listed for _n, listed, _c in told(text)] == ["Jan Peeters", "Els Maes"]
    assert [listed for _n, listed, _c in told(text, {0: "turned"})] == ["Peeters Jan", "Maes Els"]


def test_a_title_above_a_list_without_headings_is_asked_about() -> None:
    text = "Inschrijvingen 3 mei 2026\nAn Van den Broeck; Troef\nJan Peeters; As\nTotaal: 2\n"
    proposal = judged(text)
    assert told(text) == [AN, JAN]
    assert [(row.line, row.why) for row in proposal.of(Verdict.DOUBTFUL)] == [
        (1, "This may be a heading rather than a player."),
        (4, "This may be a heading rather than a player."),
    ]


def test_numbers_and_languages_are_found_without_headings_and_the_rest_is_ignored() -> None:
    text = "12;An Van den Broeck;Troef;nl;an@example.org\n7;Jan Peeters;As;FR;jan@example.org\n"
    proposal = judged(text)
    people = [row.person for row in proposal.lines]
    assert [(one.number, one.language) for one in people] == [(12, "nl"), (7, "fr")]
    assert proposal.ignored == ("column 5",)


ODD = ["Club De Linde", "Club : X", "Tafel 3", "Équipe Mons", "PLOEG 2", "W.C. Troef", "48. 4 aces", "1234", "As:"]


@pytest.mark.parametrize("headed", [True, False])
@pytest.mark.parametrize("odd", ODD)
def test_a_line_in_a_list_that_can_be_nobodys_name_is_asked_about(odd: str, headed: bool) -> None:
    people = ["An Maes", "Jan Pels", "Els Claes", "Piet Wouters"]
    proposal = judged("\n".join([*(["Naam"] if headed else []), *people[:2], odd, *people[2:]]))
    assert [row.person.name for row in proposal.of(Verdict.NEW)] == people
    (asked,) = proposal.of(Verdict.DOUBTFUL)
    assert asked.why == "This may be a heading rather than a player." and not asked.twins


def test_a_list_of_teams_is_a_list_of_players() -> None:
    assert [name for name, _listed, _club in told("Ploeg 1\nPloeg 2\nPloeg 11\n")] == ["Ploeg 1", "Ploeg 2", "Ploeg 11"]


ALIKE = {
    "De Clercq An": "De Clerck An",
    "Goossens Jan": "Goossen Jan",
    "Verhaegen Els": "Verhagen Els",
    "Wouters Piet": "Wauters Piet",
}
UNLIKE = {"Maes An": "Maas An", "Peeters Jan": "Peeters Jean", "Team 111": "Team 112", "Claes Bea": "Claessens Bea"}


@pytest.mark.parametrize(("one", "other"), ALIKE.items())
def test_a_name_that_differs_by_a_letter_is_asked_about(one: str, other: str) -> None:
    proposal = judged(f"Naam en voornaam;Club\n{one};As\nMaes Ria;As\n{other};As\nPels Jo;As\n")
    (asked,) = proposal.of(Verdict.DOUBTFUL)
    assert asked.why == f"Line 2 has almost the same name: {one}."
    entered = people_in.judge(table_in.pasted(f"Naam en voornaam\n{other}\n"), [Entrant(one, number=7)])
    assert [(row.verdict, row.twins[0].existing.number) for row in entered.lines] == [(Verdict.DOUBTFUL, 7)]


@pytest.mark.parametrize(("one", "other"), UNLIKE.items())
def test_other_names_are_not(one: str, other: str) -> None:
    assert not judged(f"Naam en voornaam;Club\n{one};As\n{other};As\n").of(Verdict.DOUBTFUL)


def test_nor_is_almost_the_same_name_in_another_club_or_a_name_that_is_entered() -> None:
    assert not judged("Naam;Club\nAn De Clercq;As\nAn De Clerck;Troef\n").of(Verdict.DOUBTFUL)
    there = [Entrant("An De Clercq", number=1), Entrant("An De Clerck", number=2)]
    proposal = people_in.judge(table_in.pasted("Naam\nAn De Clercq\nAn De Clerck\n"), there)
    assert [row.verdict for row in proposal.lines] == [Verdict.SAME, Verdict.SAME]


WRONG = {
    "headings alone": ("Naam;Club\n", None, "no players below the headings"),
    "figures alone": ("1;2\n3;4\n", None, "No column of this list contains names"),
    "one thing twice": ("An;As\nJan;As\n", {0: "name", 1: "name"}, "read as the same"),
    "no names": ("An;As\nJan;As\n", {0: "club", 1: ""}, "which column contains the names"),
}


@pytest.mark.parametrize(("text", "columns", "said"), WRONG.values(), ids=WRONG.keys())
def test_what_is_no_list_is_refused(text: str, columns: dict[int, str] | None, said: str) -> None:
    with pytest.raises(UserError, match=said) as refused:
        judged(text, columns)
    assert refused.value.status == 422


# --- The page ----------------------------------------------------------------------------------------------------


@pytest.fixture
def event() -> Event:
    return cast.event(players=0)


def at(event: Event, rest: str = "") -> str:
    return f"/staff/{event.slug}/players/list/{rest}"


def listed(event: Event) -> list[str]:
    return list(Entry.objects.filter(event=event).order_by("player__sorting").values_list("player__name", flat=True))


def test_a_pasted_list_goes_the_way_of_a_file(event: Event, desk: Client) -> None:
    with cast.nothing_written():
        look = desk.post(at(event), {"lines": "Peeters Jan; As; 0475/12.34.56\r\nDe Smet An; As; 0475/12.34.57\r\n"})
    said = cast.shown(look)
    assert "1 column ignored: column 3" in said and "Enter 2 players" in said
    sent = {**cast.filled_in(look), "column-0": "turned", "look": "1"}
    with cast.nothing_written():
        look = desk.post(at(event, "enter/"), sent)
    sent = {key: value for key, value in cast.filled_in(look).items() if key != "look"}
    assert desk.post(at(event, "enter/"), sent).status_code == 303
    assert listed(event) == ["An De Smet", "Jan Peeters"]


def test_numbers_of_the_lines_are_not_the_players_unless_somebody_says_so(event: Event, desk: Client) -> None:
    unused = "The list’s own numbers are not used."
    look = desk.post(at(event), {"lines": "7. An Van den Broeck; x\n9. Jan Peeters; x\n"})
    assert unused in cast.shown(look)
    columns = {"column-0": "number", "column-1": "name", "column-2": "", "look": "1"}
    look = desk.post(at(event, "enter/"), {**cast.filled_in(look), **columns})
    assert unused not in cast.shown(look)
    sent = {key: value for key, value in {**cast.filled_in(look), **columns}.items() if key != "look"}
    assert desk.post(at(event, "enter/"), sent).status_code == 303
    assert set(Entry.objects.filter(event=event).values_list("number", flat=True)) == {7, 9}
    assert unused not in cast.shown(desk.post(at(event), {"lines": "Ria Bos\tAs\nLuc Pas\tAs\n"}))


def test_reading_the_columns_anew_keeps_what_was_chosen(event: Event, desk: Client) -> None:
    look = desk.post(at(event), {"lines": "Peeters Jan\nTafel 3\nMaes Els\nClub As\nPels Jo\nClaes Bea\n"})
    sent = {**cast.filled_in(look), "column-0": "turned", "look": "1", "line-2": "0"}
    for columns in ({"column-0": "turned"}, {"column-0": ""}):
        page = desk.post(at(event, "enter/"), {**sent, **columns}).content.decode()
        chosen = re.search(r'name="line-2">.*?value="(\d*)" selected', page, re.DOTALL)
        assert chosen and chosen[1] == "0"


def test_columns_changed_at_the_last_moment_are_shown_first(event: Event, desk: Client) -> None:
    look = desk.post(at(event), {"lines": "Peeters Jan\nMaes Els\n"})
    with cast.nothing_written():
        again = desk.post(at(event, "enter/"), {**cast.filled_in(look), "column-0": "turned"})
    assert again.status_code == 200 and "Peeters Jan" in cast.shown(again)


def test_one_name_can_be_turned_round_and_is_shown_before_it_is_entered(event: Event, desk: Client) -> None:
    look = desk.post(at(event), {"lines": "Naam;Club\nPeeters Jan;As\nEls Maes;As\nMaes;As\n"})
    sent = {**cast.filled_in(look), "turn-2": "on", "turn-4": "on"}
    with cast.nothing_written():
        look = desk.post(at(event, "enter/"), sent)
    page = look.content.decode()
    assert "Peeters Jan" in cast.shown(look) and 'name="turn-2" checked' in page and 'name="turn-3">' in page
    assert desk.post(at(event, "enter/"), {**sent, **cast.filled_in(look)}).status_code == 303
    assert listed(event) == ["Maes", "Els Maes", "Jan Peeters"]


def test_columns_that_cannot_be_are_told_on_the_page(event: Event, desk: Client) -> None:
    look = desk.post(at(event), {"lines": "An Maes;As\nJan Pels;As\n"})
    with cast.nothing_written():
        again = desk.post(at(event, "enter/"), {**cast.filled_in(look), "column-0": "name", "column-1": "name"})
    assert again.status_code == 422 and "Two columns are read as the same." in cast.shown(again)


@pytest.mark.parametrize("wrong", [{}, {"lines": " \n "}, {"lines": "x" * 200_001}, {"lines": "x\n" * 3002}])
def test_an_empty_or_endless_list_is_refused(event: Event, desk: Client, wrong: dict[str, Any]) -> None:
    with cast.nothing_written():
        assert desk.post(at(event), wrong).status_code == 422
