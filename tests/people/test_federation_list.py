"""The list of fixtures/lists: what is said of each of its lines, and what is in the event once it was entered."""

import importlib.util
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from tests.support.events import cast
from tournament.acts.people.import_people import entered_people
from tournament.acts.people.registration import Entrant
from tournament.exchange.lists import people_in, table_in
from tournament.exchange.lists.proposal import ImportProposal, Verdict
from tournament.models import Entry, Event

LISTS = Path(__file__).parents[2] / "fixtures" / "lists"
FILES = ("federation.xlsx", "federation.csv")
V = Verdict
each_file = pytest.mark.parametrize("file", FILES)


def entered_from(kind: str) -> pytest.MarkDecorator:
    """Both files are read by the fast tests; of each way to enter them, one kind will do there."""
    also = [file if file.endswith(kind) else pytest.param(file, marks=pytest.mark.long) for file in FILES]
    return pytest.mark.parametrize("file", also)


# Every line of which there is something to say; of all others there is nothing: they are new.
SAID = {
    40: (V.DOUBTFUL, "The same name is in line 4."),
    41: (V.DOUBTFUL, "The same name is in line 5."),
    42: (V.DOUBTFUL, "The same name is in line 6."),
    43: (V.DOUBTFUL, "The same name is in line 8."),
    81: (V.REFUSED, "Number 501 is also in line 80."),
    82: (V.REFUSED, "“12bis” is not the number of a player."),
    83: (V.REFUSED, "“0” is not the number of a player."),
    84: (V.REFUSED, "“1000001” is not the number of a player."),
    120: (V.REFUSED, "There is no name in this line: “De Vier Azen”."),
    121: (V.REFUSED, "A name can have at most 80 characters."),
    122: (V.REFUSED, "“#N/B” is what a spreadsheet made of a name or a club."),
    123: (V.REFUSED, "“2026-03-05” is what a spreadsheet made of a name or a club."),
    125: (V.REFUSED, "This line contains a formula. Paste the list as values."),
    200: (V.SAME, ""),
    201: (V.SAME, ""),
    202: (V.CHANGED, "Hartenaas → La Dame de Cœur, nl → fr"),
    203: (V.CHANGED, "Dirk Lefèvre → Dirk Lefevre, – → De Vier Azen, fr → nl"),
    204: (V.CHANGED, "Els Peeters → Peeters Els"),
    205: (V.REFUSED, "Number 6 belongs to Maréchal Fabienne."),
}
# What CSV says otherwise: a day as Excel shows it, what a formula came to.
SAID_OF_CSV = {
    123: (V.REFUSED, "“5/mrt” is what a spreadsheet made of a name or a club."),
    125: (V.REFUSED, "Number 1 belongs to Vandenbroucke Annelies."),
}
COUNTS = {V.NEW: 301, V.CHANGED: 3, V.SAME: 2, V.DOUBTFUL: 4, V.REFUSED: 10}


def content(file: str) -> bytes:
    return (LISTS / file).read_bytes()


def maker() -> ModuleType:
    """The script beside the lists."""
    spec = importlib.util.spec_from_file_location("make_lists", LISTS / "make.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def judged(file: str, there: list[Entrant] | None = None) -> ImportProposal:
    """The list beside the six who are there already."""
    six = [replace(person, number=number) for number, person in enumerate(cast.people(6), 1)]
    return people_in.judge(table_in.lines(content(file)), six if there is None else there)


@each_file
def test_of_each_line_is_said_what_becomes_of_it_and_why(file: str) -> None:
    proposal = judged(file)
    said = SAID | (SAID_OF_CSV if file.endswith("csv") else {})
    assert [row.line for row in proposal.lines] == list(range(4, 324))
    assert {row.line: (row.verdict, row.why) for row in proposal.lines if row.verdict != V.NEW} == said
    assert all(row.why == "" for row in proposal.of(V.NEW))
    assert {verdict: proposal.count(verdict) for verdict in V} == COUNTS
    assert proposal.ignored == ("Geboortejaar",)


@each_file
def test_names_and_clubs_are_read_to_the_letter(file: str) -> None:
    people = {row.line: row.person for row in judged(file).lines}
    assert people[4] == Entrant("Anaïs Aerts", "Le Carré d’As", "fr")
    assert len(people[10].name) == 60
    assert people[10].name == "Marie-Françoise Van Cauwenbergh-Vandermeersch de la Fontaine"
    assert people[80] == Entrant("Eerste Dubbel", "De Vier Azen", "nl", number=501)
    assert people[124] == Entrant("Karel Kommagetal", "De Laatste Slag", "nl")
    # Line 300 is hidden in the workbook.
    assert people[300].name == "Odile Noël"


def test_both_files_say_the_same() -> None:
    one, other = judged(FILES[0]), judged(FILES[1])
    differing = {row.line for row, twin in zip(one.lines, other.lines, strict=True) if row != twin}
    assert differing == set(SAID_OF_CSV)


def test_the_script_writes_what_lies_beside_it() -> None:
    made = maker()
    assert made.semicolons() == content("federation.csv")
    assert table_in.lines(made.workbook()) == table_in.lines(content("federation.xlsx"))


@pytest.fixture
def event() -> Event:
    return cast.event(players=6)


def numbered(event: Event) -> list[tuple[int, str]]:
    return list(Entry.objects.filter(event=event).order_by("number").values_list("number", "player__name"))


@pytest.mark.django_db
@entered_from("xlsx")
def test_the_page_enters_the_list_in_one_act(event: Event, file: str) -> None:
    client, at = cast.client(cast.desk(event)), f"/staff/{event.slug}/players/list/"
    before = cast.fresh(event).revision
    look = client.post(at, {"file": SimpleUploadedFile(file, content(file))})
    said = cast.shown(look)
    for verdict in ("4 Doubtful", "10 Refused", "3 Changed", "301 New", "2 Unchanged"):
        assert verdict in said
    choices = {"line-40": "", "line-41": "0"}
    answer = client.post(f"{at}enter/", {"list": cast.filled_in(look)["list"], **choices}, follow=True)
    assert "302 players entered. 3 players corrected. 13 lines left out." in cast.shown(answer)
    assert cast.fresh(event).revision == before + 1
    there = numbered(event)
    assert len(there) == 308
    assert there[4:8] == [(5, "Peeters Els"), (6, "Fabienne Maréchal"), (501, "Eerste Dubbel"), (502, "Anaïs Aerts")]
    again = people_in.judge(table_in.lines(content(file)), entered_people(event))
    assert again.count(V.NEW) == again.count(V.CHANGED) == 0


@pytest.mark.django_db
@entered_from("csv")
def test_the_command_does_what_the_page_does(event: Event, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ("players", event.slug, str(LISTS / file))
    with cast.nothing_written():
        call_command(*command)
    told = capsys.readouterr().out
    assert "301 new, 3 changed, 2 same, 4 doubtful, 10 refused" in told
    assert "Not read: Geboortejaar" in told
    call_command(*command, "--write", "--accept", "41")
    assert "302 entered, 3 corrected." in capsys.readouterr().out
    assert len(numbered(event)) == 308
    with cast.nothing_written():
        call_command(*command, "--write")
    assert "0 entered, 0 corrected." in capsys.readouterr().out
