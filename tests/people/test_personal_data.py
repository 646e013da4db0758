"""Personal data: names removed from a closed event without breaking anything, and what is kept given to its owner."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import formats, timezone

from tests.support.events import cast, stages
from tournament import guards, links
from tournament.acts.event import events
from tournament.acts.jury import appeals, rulings
from tournament.acts.kernel.ended import end_table
from tournament.acts.lifecycle.anonymity import anonymise
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import rounds
from tournament.acts.rounds.seat_swaps import exchange_places
from tournament.acts.table import deals, signatures
from tournament.acts.table.swapped_seats import swap_seats
from tournament.exchange.logbook import logbook_file, proof
from tournament.exchange.logbook.logbook_file import LogbookError
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Appeal, Deal, Decision, Event, LogEntry, PersonalText, Player, Signature, Table
from tournament.ranking.standings import event_standings
from tournament.ranking.swapped_seats import SeatSwap
from tournament.reading.event.stored_data import names_until

pytestmark = pytest.mark.django_db

BARE: dict[str, Any] = {
    "kind": "ruling",
    "article": "",
    "adjustments": {},
    "by": "system",
    "at": "2026-05-01T10:00:00Z",
}


def closed(event: Event) -> Event:
    events.change_state(event, "system", Event.State.CLOSED)
    return cast.fresh(event)


@pytest.fixture
def event() -> Event:
    """A championship with signatures, disputes and decisions, closed."""
    guards.lay()
    return closed(stages.signing())


def ranks(event: Event) -> list[tuple[int, int, int]]:
    rows = event_standings(event, public=False)
    return [(row.standing.rank, row.entry.number, row.standing.row.points) for row in rows]


def everything(event: Event) -> str:
    """All that is stored of an event, as text."""
    rows = [*LogEntry.objects.filter(event=event), *PersonalText.objects.filter(event=event)]
    rows += [*Player.objects.filter(entries__event=event), *Signature.objects.filter(table__round__event=event)]
    rows += [
        *Deal.objects.filter(table__round__event=event),
        *Decision.objects.filter(event=event),
        *Appeal.objects.filter(decision__event=event),
        *Table.objects.filter(round__event=event),
    ]
    return "\n".join(str({name: value for name, value in vars(row).items() if name[0] != "_"}) for row in rows)


def test_no_name_and_no_word_about_a_player_is_left_and_nothing_else_changes(event: Event) -> None:
    player = cast.entry(event, 1).player
    registration.change_entry(cast.entry(event, 1), "system", Entrant("Zébulon Quintijn"))
    before, names = ranks(event), set(Player.objects.filter(entries__event=event).values_list("name", flat=True))
    assert "Zébulon Quintijn" in names and player.name in everything(event)
    disputed = [json.loads(line.text)["facts"]["text"] for line in LogEntry.objects.filter(act="dispute")]
    assert disputed and Signature.objects.exclude(text="").exists()
    anonymise(event, "system", range(1, 1000))
    left = everything(event)
    assert not [name for name in names | {player.name} if name in left]
    assert not Signature.objects.exclude(text="").exists()
    assert set(PersonalText.objects.filter(digest__in=disputed).values_list("text", flat=True)) == {""}
    assert ranks(cast.fresh(event)) == before
    proof.prove(cast.fresh(event))
    page = cast.client().get(event.get_absolute_url()).content.decode()
    assert "player 1" in page and not [name for name in names if name in page]


def test_the_files_of_it_are_accepted_still(event: Event) -> None:
    anonymise(event, "system", [2])
    again = importing.load(exporting.document(cast.fresh(event)), "system", "again")
    assert again.entries.get(number=2).player.name == ""
    proof.prove(logbook_file.replay(list(logbook_file.lines(cast.fresh(event))), "replayed"))


def test_no_salt_is_left_on_which_names_could_be_tried(event: Event) -> None:
    told = PersonalText.objects.get(event=event, text=cast.entry(event, 1).player.name)
    anonymise(event, "system", [1])
    left = PersonalText.objects.filter(pk=told.pk)
    assert left.values_list("text", "salt").get() == ("", "")
    lines = LogEntry.objects.filter(event=event).count()
    assert proof.prove(cast.fresh(event)) == lines
    for put_back in ({"salt": "0"}, {"salt": told.salt}, {"salt": told.salt, "text": told.text}):
        left.update(**put_back)
        with pytest.raises(LogbookError, match="not as empty as a line left it"):
            proof.prove(cast.fresh(event))
    left.update(text="", salt="")
    assert proof.prove(cast.fresh(event)) == lines


def test_the_names_of_the_others_stay(event: Event) -> None:
    other = cast.entry(event, 2).player.name
    anonymise(event, "system", [1])
    assert [cast.entry(event, number).player.name for number in (1, 2)] == ["", other]
    assert other in everything(event)


def test_it_is_refused_while_the_event_is_open_and_done_once() -> None:
    event = stages.signing()
    with cast.refused("Close the event first"):
        anonymise(event, "system", [1])
    event = closed(event)
    anonymise(event, "system", [1])
    with cast.nothing_written():
        anonymise(event, "system", [1, 999])


def test_a_large_event_writes_lines_that_a_replay_accepts(monkeypatch: pytest.MonkeyPatch, event: Event) -> None:
    for most in ("PEOPLE_A_LINE", "TEXTS_A_LINE"):
        monkeypatch.setattr(f"tournament.acts.lifecycle.anonymity.{most}", 3)
    anonymise(event, "system", range(1, 1000))
    lines = [json.loads(line.text)["facts"] for line in LogEntry.objects.filter(event=event, act="anonymise")]
    assert sum(len(line["numbers"]) for line in lines) == event.entries.count()
    assert all(len(line["numbers"]) <= 3 and len(line["texts"]) <= 3 for line in lines)
    proof.prove(cast.fresh(event))


@pytest.mark.parametrize("people_at_once", [1, 400])
def test_a_text_about_two_people_goes_with_the_second(monkeypatch: pytest.MonkeyPatch, people_at_once: int) -> None:
    monkeypatch.setattr("tournament.acts.lifecycle.anonymity.PEOPLE_A_LINE", people_at_once)
    guards.lay()
    event = stages.signing()
    rulings.penalise(event, "system", "noise", {1: 0, 3: 0}, "Noise.", internal="Rita and Jan shouted.")
    event = closed(event)
    anonymise(event, "system", [1])
    assert "Rita and Jan" in everything(event)
    anonymise(event, "system", [2, 3])
    assert "Rita and Jan" not in everything(event)
    proof.prove(cast.fresh(event))


@pytest.mark.long
def test_what_was_ruled_and_resolved_goes_with_the_last_whom_it_concerns() -> None:
    """Rulings without points, their cancelling, and how an appeal and a dispute ended."""
    guards.lay()
    event = cast.playing(8, deals=2, confirmation=Event.Confirmation.PLAYERS, appeal_minutes=60)
    table = cast.table(event)
    sat, judge = cast.seated(table), cast.by(cast.organiser(event))
    about: dict[str, Any] = {"contract": "GMT", "about": [3], "internal": "Els saw the ace."}
    rulings.rule(table, "system", 1, "refused", "Zeno cannot make it.", **about)
    about |= {"about": [4], "internal": "Paul saw the king."}
    gone = rulings.rule(table, "system", 1, "allowed", "Yves can.", **about)
    rulings.cancel_decision(gone, "system", "It was Wout.")
    for deal in (1, 2):
        cast.write(table, deal, cast.result(declarers=(2, 4)))
    annulled = rulings.rule(table, "system", 2, "annulled", "Ugo showed a card.", internal="Tess turned it.")
    appeals.appeal(annulled, cast.entry(event, sat[1]), "No.", f"entry:{sat[1]}")
    appeal = Appeal.objects.get(decision=annulled)
    appeals.settle_appeal(appeal, judge, "cancelled", "Siri dropped it.", cast.by(cast.juror(event)))
    rulings.penalise(event, "system", "house", {}, "Rik smoked.", internal="Quin too.")
    signatures.dispute(table, f"entry:{sat[2]}", sat[2], 1, "Nine.", how="phone")
    signatures.resolve_dispute(table, "system", 1, "Pia counted eight.")
    deals.correct_deal(table, "system", 1, cast.result(declarers=(2, 4), tricks=8), replaces=1, reason="Oscar lied.")
    swap_seats(table, "system", SeatSwap(((1, 1), (1, 2)), 2, False), "Nina misread.")
    event = closed(event)
    said = ["Zeno", "Els saw", "Yves", "Paul saw", "Wout", "Ugo", "Tess", "Siri", "Rik", "Quin", "Pia", "Oscar", "Nina"]
    assert left_of(said, event) == said
    anonymise(event, "system", [sat[3]])
    assert left_of(said, event) == said[2:]
    anonymise(event, "system", [sat[1], sat[4]])
    assert left_of(said, event) == said[5:]
    anonymise(event, "system", [sat[2]])
    assert left_of(said, event) == ["Rik", "Quin"]
    anonymise(event, "system", range(1, 1000))
    assert left_of(said, event) == []
    with cast.nothing_written():
        anonymise(event, "system", range(1, 1000))
    proof.prove(cast.fresh(event))
    document = exporting.document(cast.fresh(event))
    assert left_of(said, importing.load(document, "system", "again")) == []
    lines = list(logbook_file.lines(cast.fresh(event)))
    proof.prove(logbook_file.replay(lines, "replayed"))


def test_why_a_table_stopped_closed_unsigned_or_players_swapped_goes_too() -> None:
    guards.lay()
    event = cast.playing(12, deals=4, confirmation=Event.Confirmation.PLAYERS)
    one, two, three = (cast.table(event, number) for number in (1, 2, 3))
    numbers = cast.seated(one)[2], cast.seated(two)[2]
    exchange_places(cast.round_of(event), "system", numbers, "Wies cannot see Bert.")
    for table in (one, two, three):
        cast.write(table, 1)
        cast.write(table, 2)
    end_table(one, "system", 2, "Alma felt ill.")
    signatures.close_unsigned(one, "system", "Dries went home.")
    rounds.close_round(cast.round_of(event), "system", reason="Hall closed by Gust.", ends=True)
    event, said = closed(event), ["Wies", "Alma", "Dries", "Gust"]
    here = [set(cast.seated(cast.table(event, number)).values()) for number in (1, 2, 3)]
    assert left_of(said, event) == said
    anonymise(event, "system", numbers)
    assert left_of(said, event) == said[1:]
    anonymise(event, "system", here[0])
    assert left_of(said, event) == ["Gust"]
    table = cast.table(event)
    assert (table.unsigned_because, table.ended_because, table.ended_after) == ("–", "", 2)
    anonymise(event, "system", range(1, 1000))
    assert left_of(said, event) == []
    proof.prove(cast.fresh(event))
    proof.prove(logbook_file.replay(list(logbook_file.lines(cast.fresh(event))), "replayed"))
    again = importing.load(exporting.document(cast.fresh(event)), "system", "again")
    assert cast.table(again).unsigned_because == "–"
    page = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/rounds/1/tables/1/"))
    assert "Not played: deals 3, 4. What is not played counts 0." in page or "Not played: deals 3, 4. Each" in page


def test_a_correction_whose_reason_is_gone_ends_without_a_colon() -> None:
    event = cast.playing(8, deals=1)
    cast.write(cast.table(event), 1)
    deals.correct_deal(cast.table(event), "system", 1, cast.result(tricks=8), replaces=1, reason="Oscar lied.")
    address = f"{event.get_absolute_url()}player/{cast.seated(cast.table(event))[1]}/"
    told = {"Oscar lied.": r"Corrected, [\d/]+ [\d:]+: Oscar lied\.", "": r"Corrected, [\d/]+ \d\d:\d\d (?!:)"}
    for reason, words in told.items():
        Deal.objects.update(corrected_at=timezone.now(), corrected_because=reason)
        assert re.search(words, cast.shown(cast.client().get(address)))


def left_of(said: list[str], event: Event) -> list[str]:
    """Those of these words that are still stored."""
    stored = everything(event)
    return [word for word in said if word in stored]


def test_an_imported_event_forgets_too(event: Event) -> None:
    said = ["Zeno cannot.", "It was Wout.", "Pia counted eight.", "Oscar lied."]
    document = exporting.document(event)
    document["decisions"].append(
        {**BARE, "number": 99, "round": 1, "table": 1, "deal": 1, "ruling": "annulled", "reason": said[0]}
        | {"cancelled": True, "cancel_reason": said[1]}
    )
    [disputed] = [row for row in document["signatures"] if row.get("text")]
    disputed |= {"resolution": said[2], "resolved_at": "2026-05-01T10:00:00Z", "resolved_by": "system"}
    document["rounds"][0]["tables"][0]["deals"][0]["corrected"] = {"at": "2026-05-01T10:00:00+00:00", "reason": said[3]}
    again = importing.load(document, "system", "again")
    assert left_of(said, again) == said
    anonymise(again, "system", range(1, 1000))
    assert left_of(said, again) == []
    proof.prove(cast.fresh(again))


def test_the_organiser_removes_them_after_asking(event: Event) -> None:
    client, at = cast.client(cast.organiser(event)), f"/staff/{event.slug}/players"
    assert "can never be brought back" in client.get(f"{at}/1/name/").content.decode()
    assert client.post(f"{at}/1/name/").status_code == 303 and not cast.entry(event, 1).player.name
    assert "Remove the players’ names" in client.get(f"/staff/{event.slug}/").content.decode()
    assert client.post(f"{at}/names/").status_code == 303
    assert set(Player.objects.filter(entries__event=event).values_list("name", flat=True)) == {""}
    assert client.get(f"{at}/999/name/").status_code == 404
    desk = cast.client(cast.desk(event))
    assert desk.post(f"{at}/names/").status_code == desk.get(f"{at}/1/name/").status_code == 403


def test_an_open_event_says_why_not() -> None:
    event = stages.signing()
    answer = cast.client(cast.organiser(event)).post(f"/staff/{event.slug}/players/names/")
    assert answer.status_code == 409 and "Close the event first" in answer.content.decode()


def test_everyone_gets_what_is_kept_about_them_and_nobody_elses() -> None:
    event = stages.signing()
    entry, table = cast.entry(event, 1), cast.table(event)
    answer = cast.client().get(f"/p/{links.personal_token(entry)}/kept.json")
    assert "attachment" in answer["Content-Disposition"] and answer["Cache-Control"].startswith("no-store")
    told = json.loads(answer.content)
    assert told["player"]["name"] == entry.player.name
    assert [one["table"] for one in told["tables"]] and told["tables"][0]["deals"][0]["result"]
    mine = Signature.objects.filter(entry=entry)
    assert len(told["signatures"]) == mine.count()
    others = event.entries.exclude(number=1).values_list("player__name", flat=True)
    assert not [name for name in others if name in answer.content.decode()]
    staff = cast.client(cast.desk(event)).get(f"/staff/{event.slug}/players/1/kept.json")
    assert json.loads(staff.content) == told
    assert cast.client(cast.juror(event)).get(f"/staff/{event.slug}/players/1/kept.json").status_code == 403
    assert cast.client().get(f"/p/{links.table_token(table)}/kept.json").status_code == 404


def test_the_page_about_personal_data_is_linked_from_everywhere() -> None:
    assert 'href="/privacy/"' in cast.client().get("/").content.decode()
    assert "How long" in cast.client().get("/privacy/").content.decode()


def test_the_organiser_is_told_until_when_names_stay_and_reminded_after_that(event: Event) -> None:
    organiser, juror = cast.client(cast.organiser(event)), cast.client(cast.juror(event))
    overview, told, late = f"/staff/{event.slug}/", "names stay with the results until", "should have been removed"
    last = timezone.localdate() - timedelta(days=300)
    Event.objects.filter(pk=event.pk).update(starts_on=last - timedelta(days=1), ends_on=last)
    day = formats.date_format(last + timedelta(days=365), "j F Y")
    assert f"{told} {day} at the latest" in cast.shown(organiser.get(overview))
    assert told not in cast.shown(juror.get(overview)) and late not in cast.shown(organiser.get("/staff/"))
    Event.objects.filter(pk=event.pk).update(ends_on=last - timedelta(days=66))
    assert "warning" in organiser.get(overview).content.decode() and late in cast.shown(organiser.get("/staff/"))
    anonymise(event, "system", range(1, 1000))
    assert told not in cast.shown(organiser.get(overview)) and late not in cast.shown(organiser.get("/staff/"))


def test_names_of_an_event_without_a_date_stay_a_year_from_its_last_act(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(starts_on=None, ends_on=None)
    assert names_until(cast.fresh(event)) == timezone.localdate() + timedelta(days=365)
    assert names_until(cast.playing(4, slug="elsewhere")) is None, "still open"
