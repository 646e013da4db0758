"""Players from a spreadsheet, through the page: the look, the choices, the one act; broken and hostile files."""

import json
import re
import secrets
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.support.events import cast
from tests.support.files.workbooks import HOSTILE, xlsx
from tests.support.pages.no_script import Visit
from tournament.acts.event import events
from tournament.acts.people import registration
from tournament.acts.people.import_people import ImportResult, PeopleImport, import_people
from tournament.acts.people.registration import Entrant
from tournament.exchange.lists import people_in, people_out, signed_payload, table_in
from tournament.exchange.logbook import logbook_file
from tournament.models import Entry, Event, LogEntry

pytestmark = pytest.mark.django_db

# Eight people of the cast are there: 1 Annelies Vandenbroucke of De Troefkaart, 3 Cécile Desmet of Hartenaas, …
LIST = """Nr;Naam;Club;Taal;Geboren
;Mia Noël;Ruitenboer;nl;1961
42;Karel Ñandú;Hartenaas;fr;1962
;Cécile Desmet;De Troefkaart;;1963
1;Annelies Vandenbroucke;Ruitenboer;;1964
;Bertrand Dubois;Les Quatre As;;1965
x;Fout Nummer;;;1966
"""


@pytest.fixture
def event() -> Event:
    return cast.event(players=8)


def at(event: Event, rest: str = "") -> str:
    return f"/staff/{event.slug}/players/list/{rest}"


def sent(client: Client, event: Event, content: bytes | str, name: str = "lijst.csv") -> Any:
    """The answer to a file."""
    data = content.encode() if isinstance(content, str) else content
    return client.post(at(event), {"file": SimpleUploadedFile(name, data)})


def entered(client: Client, event: Event, look: Any, **choices: str) -> Any:
    """The answer to the button below a look; `line_4="3"` says that line 4 is player 3."""
    chosen = {name.replace("_", "-"): value for name, value in choices.items()}
    return client.post(at(event, "enter/"), {"list": cast.filled_in(look)["list"], **chosen})


# --- The look ----------------------------------------------------------------------------------------------------


def test_the_look_says_of_each_line_what_will_happen(event: Event, desk: Client) -> None:
    with cast.nothing_written():
        answer = sent(desk, event, LIST)
    page, said = answer.content.decode(), cast.shown(answer)
    assert answer.status_code == 200
    groups = {group.verdict: [row.line for row, _options in group.lines] for group in answer.context["groups"]}
    assert groups == {"doubtful": [4], "refused": [7], "changed": [5], "new": [2, 3], "same": [6]}
    assert "De Troefkaart → Ruitenboer" in said
    assert "“x” is not the number of a player." in said
    assert "Perhaps the same as no. 3, Desmet Cécile (Hartenaas)." in said
    assert "The same as no. 3, Desmet Cécile: Hartenaas → De Troefkaart" in said
    assert "1 column ignored: Geboren" in said
    assert "Enter 2, correct 1" in said
    assert "1961" not in page


def test_what_the_list_says_besides_does_not_travel(event: Event, desk: Client) -> None:
    sealed = cast.filled_in(sent(desk, event, LIST))["list"]
    by = f"user:{cast.desk(event).pk}"
    told = json.dumps([line.cells for line in signed_payload.unpack(event, by, sealed).lines])
    assert "Mia No" in told and "1961" not in told


def test_a_list_that_changes_nothing_has_no_button(event: Event, desk: Client) -> None:
    said = cast.shown(sent(desk, event, "Naam\nBertrand Dubois\n"))
    assert "This list changes nothing." in said and "Enter" not in said


def test_from_the_players_to_the_look_and_back_without_a_script(event: Event, desk: Client) -> None:
    page = Visit(desk, f"/staff/{event.slug}/players/").follow("Add a list")
    assert "Players from a list" in page.words
    assert "Excel workbook" in page.words and "Correct the fields" not in page.words


# --- The act -----------------------------------------------------------------------------------------------------


def test_the_list_is_entered_in_one_act(event: Event, desk: Client) -> None:
    look = sent(desk, event, LIST)
    before = cast.fresh(event).revision
    said = cast.shown(desk.get(entered(desk, event, look, line_4="3")["Location"]))
    assert "2 players entered. 2 players corrected. 1 line left out." in said
    assert cast.fresh(event).revision == before + 1
    mia, karel = cast.entry(event, 43), cast.entry(event, 42)
    assert (mia.player.name, karel.player.name, karel.player.language) == ("Mia Noël", "Karel Ñandú", "fr")
    assert [cast.entry(event, number).player.club for number in (1, 3)] == ["Ruitenboer", "De Troefkaart"]


def test_a_doubtful_line_is_left_out_unless_it_is_chosen(event: Event, desk: Client) -> None:
    entered(desk, event, sent(desk, event, LIST), line_4="")
    assert Entry.objects.filter(event=event, player__name="Cécile Desmet").count() == 1
    assert cast.entry(event, 3).player.club == "Hartenaas"
    entered(desk, event, sent(desk, event, LIST), line_4="0")
    assert Entry.objects.filter(event=event, player__name="Cécile Desmet").count() == 2


def test_a_list_sent_twice_is_entered_once_and_says_so(event: Event, desk: Client) -> None:
    look = sent(desk, event, LIST)
    assert entered(desk, event, look).status_code == 303
    with cast.nothing_written():
        again = entered(desk, event, look)
    assert again.status_code == 303
    assert "This list has already been entered. Nothing was done twice." in cast.shown(desk.get(again["Location"]))


def test_a_list_overtaken_meanwhile_is_looked_at_again(event: Event, desk: Client) -> None:
    look = sent(desk, event, LIST)
    registration.add_entries(event, "system", [Entrant("Mia Noël", "Les Quatre As")])
    with cast.nothing_written():
        answer = entered(desk, event, look, line_4="3")
    assert answer.status_code == 409
    said = cast.shown(answer)
    assert "Players were entered or corrected in the meantime." in said
    assert "Perhaps the same as no. 9, Noël Mia (Les Quatre As)." in said
    assert re.search(r'<option value="3" selected>', answer.content.decode())
    assert entered(desk, event, answer, line_2="9", line_4="3").status_code == 303
    assert cast.entry(event, 9).player.club == "Ruitenboer"


def test_somebody_who_registers_elsewhere_stands_in_nobodys_way(event: Event, desk: Client) -> None:
    look = sent(desk, event, LIST)
    registration.add_entries(event, "system", [Entrant("Iemand Anders")])
    assert entered(desk, event, look).status_code == 303


WRONG_CHOICES = {
    "a player who was not offered": {"line_4": "7"},
    "no number": {"line_4": "☠" * 700},
    "less than nobody": {"line_4": "-1"},
}


@pytest.mark.parametrize("choices", WRONG_CHOICES.values(), ids=WRONG_CHOICES.keys())
def test_a_choice_nobody_offered_writes_nothing(event: Event, desk: Client, choices: dict[str, str]) -> None:
    look = sent(desk, event, LIST)
    with cast.nothing_written():
        assert entered(desk, event, look, **choices).status_code == 422


def test_two_lines_cannot_be_one_player(event: Event, desk: Client) -> None:
    look = sent(desk, event, "Nr;Naam;Club\n;Annelies Vandenbroucke;Hartenaas\n1;Annelies Vandenbroucke;Ruitenboer\n")
    with cast.nothing_written():
        answer = entered(desk, event, look, line_2="1")
    assert answer.status_code == 422
    assert "Lines 2 and 3 are marked as the same player, no. 1." in cast.shown(answer)


def test_a_closed_event_takes_corrections_and_nobody_new(event: Event, desk: Client) -> None:
    for state in (Event.State.LIVE, Event.State.CLOSED):
        events.change_state(cast.fresh(event), "system", state)
    assert desk.get(at(event)).status_code == 200
    with cast.nothing_written():
        assert entered(desk, event, sent(desk, event, LIST)).status_code == 409
        role = sent(desk, event, "Nr;Naam;Rol\n1;Annelies Vandenbroucke;joker\n")
        assert entered(desk, event, role).status_code == 409
    assert entered(desk, event, sent(desk, event, "Nr;Naam\n1;Anneliés Vandenbroucke\n")).status_code == 303
    assert cast.entry(event, 1).player.name == "Anneliés Vandenbroucke"


def test_only_who_registers_may(event: Event) -> None:
    look = sent(cast.client(cast.desk(event)), event, LIST)
    for who in (cast.auditor(event), cast.juror(event), cast.outsider()):
        client = cast.client(who)
        with cast.nothing_written():
            assert sent(client, event, LIST).status_code == 403
            assert entered(client, event, look).status_code == 403
            assert client.get(at(event, "empty.csv")).status_code == 403


def test_a_sealed_list_is_of_its_event_and_of_who_looked(event: Event, desk: Client) -> None:
    look = sent(desk, event, LIST)
    other = cast.event(players=0, slug="elders")
    organiser, both = cast.organiser(event), cast.member(other, "desk", cast.desk(event).username)
    with cast.nothing_written():
        assert entered(cast.client(organiser), event, look).status_code == 409
        assert entered(cast.client(both), other, look).status_code == 409
        for forged in ("", "x", cast.filled_in(look)["list"][:-1]):
            assert desk.post(at(event, "enter/"), {"list": forged}).status_code == 409


def test_a_list_of_yesterday_is_looked_at_again(event: Event, desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    look = sent(desk, event, LIST)
    monkeypatch.setattr(signed_payload, "HELD", timedelta(seconds=-1))
    with cast.nothing_written():
        answer = entered(desk, event, look)
    assert answer.status_code == 409
    assert "The list was checked too long ago." in cast.shown(answer)


def test_the_sealed_line_holds_no_name_and_is_told_in_the_logbook(event: Event, desk: Client) -> None:
    entered(desk, event, sent(desk, event, LIST))
    line = LogEntry.objects.filter(event=event).last()
    assert line and line.act == "import_people"
    assert "Mia" not in line.text and "Ruitenboer" not in line.text
    said = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/logbook/"))
    assert "List of players imported · 2 players · 1 corrected" in said
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    assert people(again) == people(event)


def people(event: Event) -> list[tuple[Any, ...]]:
    """Who is entered, as what."""
    rows = Entry.objects.filter(event=event).order_by("number")
    return list(rows.values_list("number", "player__name", "player__club", "player__language", "role"))


IMPOSSIBLE = (
    PeopleImport([Entrant("")]),
    PeopleImport([Entrant("An", number=3)]),
    PeopleImport(change={3: Entrant("x" * 81)}),
)


@pytest.mark.parametrize("intake", [*IMPOSSIBLE])
def test_the_act_refuses_what_no_player_can_be(event: Event, intake: PeopleImport) -> None:
    with cast.refused():
        import_people(event, "system", lambda _there: intake)


def test_where_there_is_nothing_to_do_nothing_is_written(event: Event) -> None:
    with cast.nothing_written():
        assert import_people(event, "system", lambda _there: PeopleImport()) == ImportResult()


@pytest.mark.long
def test_many_cost_a_few_queries(event: Event, desk: Client, django_assert_max_num_queries: Any) -> None:
    lines = "Naam;Club\n" + "".join(f"Speler {number};Club {number % 20}\n" for number in range(600))
    with django_assert_max_num_queries(8):
        look = sent(desk, event, lines)
    with django_assert_max_num_queries(65):
        assert entered(desk, event, look).status_code == 303
    assert Entry.objects.filter(event=event).count() == 608


# --- The empty list ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_every_heading_of_the_empty_list_is_understood(event: Event, language: str, form: str) -> None:
    client = cast.client(cast.desk(event), language)
    answer = client.get(at(event, f"empty.{form}"))
    assert answer.status_code == 200
    (line,) = table_in.lines(answer.content)
    proposal = people_in.judge(
        [line, type(line)(2, ("7", "An De Smet", "Hartenaas", "fr", "joker", "x", "x", "Pols"))], []
    )
    assert proposal.ignored == ()
    assert proposal.lines[0].person == Entrant("An De Smet", "Hartenaas", "fr", "joker", True, 7, "Pols", writes=True)


def test_there_is_no_other_form_of_an_empty_list(event: Event, desk: Client) -> None:
    assert desk.get(at(event, "empty.ods")).status_code == 404
    assert len(people_out.columns()) == 8


# --- What cannot be a list ---------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("data", "said"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_gets_a_sentence_and_nothing_is_kept(event: Event, desk: Client, data: bytes, said: str) -> None:
    with cast.nothing_written():
        answer = sent(desk, event, data, "lijst.xlsx")
    assert answer.status_code == 422
    assert said in cast.shown(answer)
    assert "list" not in cast.filled_in(answer)


@pytest.mark.long
def test_a_list_too_long_for_a_page_is_refused(event: Event, desk: Client) -> None:
    lines = "Naam\n" + "".join(f"Speler {number}\n" for number in range(signed_payload.MOST_LINES + 1))
    answer = sent(desk, event, lines)
    assert answer.status_code == 422 and "3000 lines at once" in cast.shown(answer)
    fat = "Naam;Club\n" + "".join(f"{secrets.token_hex(240)};{secrets.token_hex(240)}\n" for n in range(2900))
    answer = sent(desk, event, fat)
    assert answer.status_code == 422 and "too long for a page" in cast.shown(answer)


def test_no_file_at_all_is_asked_for_again(event: Event, desk: Client) -> None:
    assert desk.post(at(event)).status_code == 422
    assert desk.post(at(event), {"file": "a text"}).status_code == 422


def test_a_name_of_a_file_means_nothing(event: Event, desk: Client) -> None:
    data = xlsx([["Naam"], ["Mia Noël"]])
    for name in ("lijst.csv", "../../etc/passwd", "lijst", "a" * 300 + ".pdf"):
        assert sent(desk, event, data, name).status_code == 200
