"""The logbook: sealed, guarded by the database, and enough to make the event again."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from scoring import sealing
from tests.support import clubs
from tests.support.events import cast
from tests.support.events.full_day import a_full_day
from tests.support.servers import unguarded
from tournament import guards
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting
from tournament.memory import empty_database
from tournament.models import Event, LogEntry, Organisation, PersonalText, PersonLink

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_every_line_carries_the_hash_of_the_one_before() -> None:
    event = a_full_day()
    previous = sealing.GENESIS
    for sequence, line in enumerate(LogEntry.objects.filter(event=event), 1):
        assert (line.sequence, line.previous) == (sequence, previous)
        assert line.hash == sealing.chained(previous, line.text)
        previous = line.hash
    assert event.revision == sequence


def test_no_line_holds_a_name_or_a_reason() -> None:
    event = a_full_day()
    sealed = "".join(LogEntry.objects.filter(event=event).values_list("text", flat=True))
    personal = [person.name for person in cast.people(8)] + [
        "Mia No",
        "Kampioenschap van Ledegem",
        "Mistyped",
        "Ill.",
        "Noise, twice",
        "The sheet says",
    ]
    assert [text for text in personal if text in sealed] == []


@pytest.mark.long
def test_a_replay_gives_the_same_championship() -> None:
    event = a_full_day()
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    first, second = exporting.document(event), exporting.document(again)
    assert second["event"].pop("slug") == "again"
    assert first["event"].pop("slug") == "ledegem"
    assert second == first


@pytest.mark.long
def test_an_anonymised_event_still_verifies_and_replays() -> None:
    guards.lay()
    event = a_full_day()
    ranking = exporting.document(event)["standings"]
    PersonalText.objects.filter(event=event).update(text="")
    assert logbook_file.verify(event) == event.revision
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    assert exporting.document(again)["standings"] == ranking


CHANGES = ["UPDATE tournament_logentry SET by = 'x'", "DELETE FROM tournament_logentry"]
if connection.vendor == "postgresql":
    CHANGES += ["TRUNCATE tournament_logentry", "TRUNCATE tournament_event CASCADE"]
else:
    CHANGES += [
        "REPLACE INTO tournament_logentry SELECT * FROM tournament_logentry",
        """INSERT OR REPLACE INTO tournament_logentry (event_id, sequence, at, by, act, version, text, previous, hash)
           SELECT event_id, sequence, at, 'x', act, version, text, previous, hash FROM tournament_logentry""",
    ]


@pytest.mark.parametrize("change", CHANGES)
def test_the_database_refuses_to_change_or_delete_a_line(change: str) -> None:
    guards.lay()
    cast.event(players=0)
    connection.check_constraints()  # PostgreSQL empties no table while it still has some to check
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)
    assert LogEntry.objects.filter(by="system").exists()


def test_verify_fails_while_the_guard_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    guards.lay()
    event = cast.event(players=4)
    call_command("verify", event.slug)
    assert "every seal holds" in capsys.readouterr().out
    unguarded.take_off(min(guards.standing()))
    with pytest.raises(CommandError, match="does not guard"):
        call_command("verify", event.slug)


def tampered(event: Event, find: str, replace: str) -> list[str]:
    lines = list(logbook_file.lines(event))
    changed = [line.replace(find, replace) for line in lines]
    assert changed != lines
    return changed


def test_a_changed_line_breaks_the_chain() -> None:
    event = cast.playing()
    cast.write(cast.table(event), 1)
    lines = tampered(event, '\\"tricks\\":9', '\\"tricks\\":10')
    with pytest.raises(logbook_file.LogbookError, match="does not carry the seal"):
        logbook_file.replay(lines, slug="again")
    assert not Event.objects.filter(slug="again").exists()


def test_a_missing_line_breaks_the_chain() -> None:
    event = cast.event(players=4)
    lines = list(logbook_file.lines(event))
    with pytest.raises(logbook_file.LogbookError):
        logbook_file.replay([lines[0], *lines[2:]], slug="again")


def test_a_changed_text_is_found() -> None:
    event = cast.event(players=4)
    name = cast.people(1)[0].name
    with pytest.raises(logbook_file.LogbookError, match=r"text .* was changed"):
        logbook_file.replay(tampered(event, name, "Somebody Else"), slug="again")


def test_what_is_no_logbook_is_refused() -> None:
    with pytest.raises(logbook_file.LogbookError, match="not a troel-log/1"):
        logbook_file.replay([json.dumps({"format": "other"})])


def resealed(line: str, **changes: Any) -> str:
    """A first line with other contents and a seal that fits them, as a forger would hand it in."""
    text = sealing.canonical(json.loads(json.loads(line)["line"]) | changes)
    return json.dumps({"line": text, "hash": sealing.chained(sealing.GENESIS, text)})


def appendix(lines: list[str]) -> list[str]:
    """The lines that hold texts: without those of an event, no line of it can be carried out."""
    return [line for line in lines if "digest" in json.loads(line)]


ELSEWHERE = json.dumps({"format": logbook_file.FORMAT, "slug": "elsewhere"})
FORGED: dict[str, Callable[[list[str]], list[str]]] = {
    "no object": lambda lines: ["[]", *lines],
    "too deep": lambda lines: [lines[0], "[" * 100_000],
    "an invalid address": lambda lines: [json.dumps({"format": logbook_file.FORMAT, "slug": "A b/"}), *lines[1:]],
    "no address": lambda lines: [json.dumps({"format": logbook_file.FORMAT}), *lines[1:]],
    "an address that is taken": lambda lines: lines,
    "an unknown act": lambda lines: [ELSEWHERE, resealed(lines[1], act="win")],
    "facts that are none": lambda lines: [ELSEWHERE, resealed(lines[1], act="record_deal", facts=[])],
    "a row that is not there": lambda lines: [ELSEWHERE, resealed(lines[1], act="close_round", facts={"round": 9})],
    "an invalid name": lambda lines: [ELSEWHERE, resealed(lines[1], by={"a": 1}), *appendix(lines)],
    "an invalid version": lambda lines: [ELSEWHERE, resealed(lines[1], version=True), *appendix(lines)],
    "an invalid time": lambda lines: [ELSEWHERE, resealed(lines[1], at=7)],
    "half a character": lambda lines: [ELSEWHERE, '{"digest": "x", "salt": "", "text": "\\ud800"}', *lines[1:]],
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_logbook_makes_no_event(name: str, tmp_path: Path) -> None:
    event = cast.event(players=2)
    file = tmp_path / "log"
    file.write_text("\n".join(FORGED[name](list(logbook_file.lines(event)))), "utf-8")
    with cast.nothing_written(), pytest.raises(CommandError):
        call_command("replay", str(file))
    assert list(Event.objects.values_list("slug", flat=True)) == [event.slug]


@pytest.mark.long
def test_a_file_is_replayed_as_its_lines_are(tmp_path: Path) -> None:
    event, file = a_full_day(), tmp_path / "log"
    call_command("export", event.slug, "--format", "logbook", "-o", str(file))
    call_command("replay", str(file), "--slug", "again")
    of_lines = logbook_file.replay(list(logbook_file.lines(event)), slug="of-lines")
    first, second = exporting.document(Event.objects.get(slug="again")), exporting.document(of_lines)
    assert (first["event"].pop("slug"), second["event"].pop("slug")) == ("again", "of-lines")
    assert first == second


@pytest.mark.long
def test_a_register_moves_after_its_events(tmp_path: Path) -> None:
    organisation = clubs.club()
    event = clubs.evening(organisation, clubs.members(organisation, "An Peeters", "Jo Claes", "Piet Maes", "Eva Smets"))
    organisation.refresh_from_db()
    call_command("export", organisation.address, "-o", str(tmp_path / "register"))
    call_command("export", event.slug, "--format", "logbook", "-o", str(tmp_path / "event"))
    with pytest.raises(CommandError, match="already"):
        call_command("replay", str(tmp_path / "register"))
    with empty_database():
        for name in ("event", "register"):
            call_command("replay", str(tmp_path / name))
        again = Organisation.objects.get()
        assert (again.slug, again.revision, again.seal) == (organisation.slug, organisation.revision, organisation.seal)
        assert [link.entry.event.slug for link in PersonLink.objects.all() if link.entry] == [event.slug] * 4


TOO_MUCH: dict[str, Callable[[], str]] = {
    f"more than {logbook_file.MOST_LETTERS} characters": lambda: json.dumps({"line": "x" * logbook_file.MOST_LETTERS}),
    f"more than {logbook_file.MOST_VALUES} values": lambda: json.dumps({"line": "[]," * logbook_file.MOST_VALUES}),
}


@pytest.mark.long
@pytest.mark.parametrize("sentence", TOO_MUCH)
@pytest.mark.parametrize("at", [0, 1])
def test_a_line_that_holds_more_than_any_is_refused(sentence: str, at: int, tmp_path: Path) -> None:
    event, file = cast.event(players=0), tmp_path / "log"
    lines = list(logbook_file.lines(event))
    file.write_text("\n".join([*lines[:at], TOO_MUCH[sentence](), *lines[at:]]), "utf-8")
    with cast.nothing_written(), pytest.raises(CommandError, match=sentence):
        call_command("replay", str(file), "--slug", "again")
    assert not Event.objects.filter(slug="again").exists()


def test_a_file_of_more_lines_than_any_is_refused(tmp_path: Path) -> None:
    event, file = cast.event(players=0), tmp_path / "log"
    text = json.dumps({"digest": "x", "salt": "", "text": ""})
    file.write_text("\n".join([*logbook_file.lines(event), *[text] * logbook_file.MOST_LINES]), "utf-8")
    with pytest.raises(CommandError, match=f"more than {logbook_file.MOST_LINES} lines"):
        call_command("replay", str(file), "--slug", "again")
    assert not Event.objects.filter(slug="again").exists()


def test_what_can_be_read_only_once_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CommandError, match="save it in a file first"):
        call_command("replay", str(tmp_path / "pipe"))


def test_an_event_gets_no_address_to_which_no_page_can_lead(tmp_path: Path) -> None:
    event = cast.event(players=0)
    for command, form in (("import", "json"), ("replay", "logbook")):
        file = tmp_path / form
        call_command("export", event.slug, "--format", form, "-o", str(file))
        for slug in ("A b", "a/b", "a\n", "..", "a" * 61):
            with pytest.raises(CommandError, match="lowercase letters"):
                call_command(command, str(file), "--slug", slug)
    assert cast.client().get("/").status_code == 200
