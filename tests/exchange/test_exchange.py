"""An event as a file: out, in, out again, and every file that must be refused."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring import RuleSet
from tests.support.events import cast
from tests.support.events.full_day import a_full_day
from tests.support.events.laid_again import laid_again
from tests.support.events.other_rules import without
from tests.support.servers.nightly import by_day
from tournament.acts.event.rules import correct_rules
from tournament.acts.people import registration
from tournament.acts.table import redeals
from tournament.exchange.troel1 import exporting, importing, size_limits
from tournament.models import Event, LogEntry
from tournament.ranking import facts

pytestmark = pytest.mark.django_db


def written(event: Event, path: Path) -> str:
    call_command("export", event.slug, "--format", "json", "-o", str(path))
    return path.read_text("utf-8")


def test_export_import_export_is_byte_identical(tmp_path: Path) -> None:
    event = a_full_day()
    first = written(event, tmp_path / "one.json")
    document = json.loads(first)
    elsewhere = importing.load(document, "system", slug="elsewhere")
    second = written(elsewhere, tmp_path / "two.json")
    assert second == first.replace('"slug": "ledegem"', '"slug": "elsewhere"')


def test_the_file_reads_as_the_format_says() -> None:
    document = exporting.document(a_full_day())
    parts = ["format", "event", "entries", "rounds", "decisions", "corrections", "signatures"]
    assert list(document) == [*parts, "calls", "appeals", "draws", "fees", "standings"]
    assert document["format"] == "troel/1"
    assert document["event"]["ruleset"]["key"] == "iwwa-2025"
    assert set(document["entries"][0]) >= {"number", "name", "club", "role", "status"}
    deal = document["rounds"][0]["tables"][0]["deals"][1]
    assert deal["result"] == {"contract": "PC9", "declarers": [2, 4], "tricks": 7}
    assert sorted(deal["points"].values()) == [-16, -16, 16, 16]
    uncalled, annulled, allowed = document["rounds"][0]["tables"][1]["deals"]
    assert allowed["result"]["jury"] == "allowed"
    assert [one["number"] for one in document["decisions"] if "later" in one] == [13]
    assert uncalled["result"]["jury"] == "not_called"
    assert annulled["annulled"] is True
    assert set(annulled["points"].values()) == {0}
    assert {part: tick["by"] for part, tick in document["event"]["compared"].items()} == {
        "PC9": "user:1",
        "jury": "user:1",
    }
    (correction,) = document["corrections"]
    assert correction["changes"] == [{"part": "PM", "field": "made", "was": [18], "now": [99]}]
    assert (correction["by"], correction["reason"], correction["tables"]) == ("user:1", "The sheet says 99.", [[1, 1]])


def test_a_file_of_before_there_were_corrections_is_still_read() -> None:
    document = exporting.document(a_full_day())
    del document["corrections"], document["event"]["compared"]
    assert exporting.document(importing.load(document, "system", slug="elsewhere"))["rounds"] == document["rounds"]


def test_rules_of_a_file_are_not_verified_because_it_says_so() -> None:
    document = exporting.document(cast.event())
    document["event"]["ruleset"]["verified"] = True
    importing.judge(document)
    elsewhere = importing.load(document, "system", slug="elsewhere")
    assert not facts.ruleset(elsewhere).verified


def test_a_cancelled_ruling_that_the_rules_no_longer_know_comes_over() -> None:
    event = cast.playing()
    table, ruled = cast.table(event), cast.result("PM", (1, 2), {"1": 0, "2": 1})
    cast.write(table, 1)
    wrong = cast.rulings.rule(table, "system", 1, "result", "As played.", result=ruled)
    cast.rulings.cancel_decision(wrong, "system", "It was not.")
    correct_rules(event, "system", without(event, "PM"), facts.ruleset(event).hash, "There is none.")
    event = cast.fresh(event)
    document = exporting.document(event)
    assert document["decisions"][0]["result"] == ruled
    importing.judge(document)
    assert (
        exporting.document(importing.load(document, "system", slug="elsewhere"))["decisions"] == document["decisions"]
    )
    page = cast.client(cast.auditor(event)).get(f"/staff/{event.slug}/decisions/1/")
    assert page.status_code == 200


def test_an_answer_that_the_rules_no_longer_ask_for_comes_over() -> None:
    event = cast.playing()
    table = cast.table(event)
    cast.write(table, 1, cast.result("GMT", (3,), {"3": 0}, jury="not_called"))
    cast.rulings.rule(table, "system", 1, "allowed", "It was there.", contract="GMT")
    correct_rules(event, "system", without_jury(event), facts.ruleset(event).hash, "There is none.")
    document = exporting.document(cast.fresh(event))
    importing.judge(document)
    assert exporting.document(importing.load(document, "system", slug="elsewhere"))["rounds"] == document["rounds"]


def without_jury(event: Event) -> RuleSet:
    return replace(facts.ruleset(event), jury=frozenset())


def test_points_are_rounds_and_adjustments() -> None:
    for place in exporting.document(a_full_day())["standings"]:
        assert place["points"] == sum(place["rounds"]) + place["adjustments"] + place["bonus"] + place["carried"]


def test_a_result_as_ruled_stands_beside_what_was_played() -> None:
    event = cast.playing()
    table = cast.table(event)
    cast.write(table, 1)
    lost = cast.result(tricks=7)
    cast.rulings.rule(table, "system", 1, "result", "Claimed too early.", kind="claimed-too-early", result=lost)
    deal = exporting.document(event)["rounds"][0]["tables"][0]["deals"][0]
    assert deal["result"] == lost
    assert deal["played"] == cast.result()


def test_cancelled_decisions_count_nothing() -> None:
    event = cast.playing()
    decision = cast.penalty(event, 1, -3)
    before = {place["number"]: place["points"] for place in exporting.document(event)["standings"]}
    cast.rulings.cancel_decision(decision, "system", "The wrong player.")
    document = exporting.document(event)
    assert before[1] == -3
    assert [place["points"] for place in document["standings"] if place["number"] == 1] == [0]
    assert document["decisions"][0]["cancelled"] is True


def change(path: str, value: Any) -> Callable[[Any], None]:
    """A fault put into a document at a place like rounds.0.tables.0.seats.1."""

    def put(document: Any) -> None:
        *parents, last = [int(step) if step.isdigit() and not seat else step for seat, step in steps(path)]
        for step in parents:
            document = document[step]
        document[last] = value

    return put


def steps(path: str) -> list[tuple[bool, str]]:
    """The steps of a path; a number behind `seats` or `points` is a key of an object."""
    parts = path.split(".")
    return [(at > 0 and parts[at - 1] in ("seats", "points"), part) for at, part in enumerate(parts)]


CORRECTION: dict[str, Any] = {
    "number": 1,
    "at": "2026-03-14T10:00:00+00:00",
    "by": "user:1",
    "reason": "",
    "changes": [{"part": "PC8", "field": "made", "was": [7], "now": [8]}],
    "tables": [[1, 1]],
}
SUBSTITUTE = {"seat": 4, "from_deal": 9, "entry": 9}
RULING = {"kind": "ruling", "round": 1, "table": 1, "deal": 1, "adjustments": {}, "cancelled": False}

FAULTS = {
    "another format": (change("format", "troel/9"), "format"),
    "no rule set": (change("event.ruleset", {"key": "x"}), "event.ruleset"),
    "an unknown field": (change("entries.0.phone", "012"), "entries"),
    "a number twice": (change("entries.1.number", 1), "entries: a number is given twice"),
    "a stranger at a table": (change("rounds.0.tables.0.seats.1", 99), "whom the entries do not name"),
    "one player in two seats": (change("rounds.0.tables.0.seats", {"1": 1, "2": 1, "3": 2, "4": 3}), "two places"),
    "an impossible result": (change("rounds.0.tables.0.deals.0.result.tricks", 14), "deal 1, result"),
    "other points": (change("rounds.0.tables.0.deals.0.points.1", 5), "row 1 does not follow"),
    "another ranking": (change("standings.0.points", 999), "standings: row 1 does not follow"),
    "an unknown tie-break": (change("event.tie_breaks", ["weather"]), "unknown tie-break"),
    "an impossible day": (change("event.starts_on", "2026-02-31"), "is not a day"),
    "an address of two lines": (change("event.slug", "ledegem\n"), "event.slug"),
    "half a character": (change("entries.0.name", "An \ud800"), "entries.0.name: holds a character"),
    "a sign that turns a name round": (change("entries.0.club", "Azen\u202e"), "entries.0.club: holds a character"),
    "a name of two lines": (change("entries.0.name", "An\nBea"), r"entries\[0\]\.name: Expected str matching"),
    "half a character in a trace": (
        change("draws.0.document.trace.\ud800", 1),
        "draws.0.document.trace: holds a character",
    ),
    "a NUL in a reason": (change("decisions.0.reason", "\0"), "decisions.0.reason: holds a character"),
    "a stage that steers a terminal": (change("rounds.0.stage", "\x1b[31m"), "rounds.0.stage: holds a character"),
    "a captain without a seat": (change("rounds.0.tables.0.captain", 5), "its captain has no seat"),
    "a phone of nobody": (change("rounds.0.tables.0.writer", 5), "whoever writes there has no seat"),
    "a deal too many": (change("rounds.0.tables.0.deals.0.number", 5), "the table plays no such deal"),
    "a deal of other seats": (change("rounds.0.tables.0.deals.0.result.seats", [1, 2, 3, 5]), "of other seats"),
    "a substitute from nowhere": (change("rounds.0.tables.0.substitutes", [SUBSTITUTE]), "a deal that is not there"),
    "two substitutes at once": (change("rounds.0.tables.0.substitutes", [SUBSTITUTE] * 2), "two places"),
    "a misdeal that costs nothing known": (change("event.ruleset.penalties", {}), "what a misdeal costs"),
    "a round that is not there": (change("decisions.0.round", 9), "names a round that is not there"),
    "a table that is not there": (change("decisions.0.table", 9), "names a table that is not there"),
    "a deal that is not there": (change("decisions.0.deal", 9), "names a deal that is not there"),
    "a ruling on nothing": (change("decisions.0.ruling", "annulled"), "rules on no deal"),
    "an answer for no contract": (change("decisions.0", {**RULING, "ruling": "allowed"}), "answers for no contract"),
    "a ruling without its result": (change("decisions.0", {**RULING, "ruling": "result"}), "names a result"),
    "a time without a place": (change("decisions.0.at", "2026-03-14T10:00"), r"decisions\[0\]\.at"),
    "an unknown part": (
        change("event.compared", {"weather": {"by": "user:1", "at": "2026-03-14T10:00:00Z"}}),
        "no part 'weather'",
    ),
    "a tick at no time": (
        change("event.compared", {"PC8": {"by": "user:1", "at": "2026-02-31T10:00:00Z"}}),
        r"event\.compared\[\.\.\.\]\.at: is not a time",
    ),
    "a tick of nobody": (change("event.compared", {"PC8": {"at": "2026-03-14T10:00:00Z"}}), "required field by"),
    "a correction twice": (change("corrections", [CORRECTION] * 2), "corrections: a number is given twice"),
    "a correction at no time": (
        change("corrections", [{**CORRECTION, "at": "2026-02-31T10:00:00Z"}]),
        r"corrections\[0\]\.at: is not a time",
    ),
    "a correction told to nobody known": (
        change("corrections", [{**CORRECTION, "tables": [[1, 9]]}]),
        "correction 1: names a table that is not there",
    ),
    "a correction of a table alone": (change("corrections", [{**CORRECTION, "tables": [[1]]}]), "corrections"),
    "a correction of nothing": (change("corrections", [{**CORRECTION, "changes": []}]), "corrections"),
    "a correction of no figure": (
        change("corrections", [{**CORRECTION, "changes": [{"part": "PC8", "field": "made", "was": 1}]}]),
        "correction 1: ",
    ),
    "a correction to something odd": (
        change("corrections", [{**CORRECTION, "changes": [{**CORRECTION["changes"][0], "now": "x"}]}]),
        "correction 1: ",
    ),
    "a correction with a NUL": (
        change("corrections", [{**CORRECTION, "reason": "\0"}]),
        "corrections.0.reason: holds a character",
    ),
    "a truth for a number": (change("entries.0.number", True), r"entries\[0\]\.number: Expected int, got bool"),
    "a fraction for a number": (change("rounds.0.tables.0.captain", 4.0), r"captain: Expected int, got float"),
    "a null for nothing": (change("event.frozen_after", None), r"event\.frozen_after: Expected int, got null"),
    "points that are none": (change("rounds.0.tables.0.deals.0.points.1", 5.0), "Expected int, got float"),
    "a result of another shape": (change("rounds.0.tables.0.deals.0.result.declarers", "12"), r"result\.declarers: "),
    "a language twice": (change("event.languages", ["nl", "nl"]), r"event: languages holds something twice"),
    "a person looked for twice": (change("decisions.0.about", [1, 1]), r"decisions\[0\]: about holds something twice"),
    "an author who is none": (change("decisions.0.by", "user:x"), r"decisions\[0\]\.by"),
}


@laid_again
def begun() -> Event:
    """An event with a deal, a penalty, and somebody who has no seat."""
    event = cast.playing(players=8)
    registration.add_entries(event, "system", [registration.Entrant("Wachter")])
    cast.write(cast.table(event), 1)
    cast.penalty(event, 2)
    return cast.fresh(event)


@cache
def kept_text() -> str:
    return exporting.text(begun())


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_file_is_refused_with_its_place_and_makes_nothing(name: str, tmp_path: Path) -> None:
    put, told = FAULTS[name]
    document = json.loads(kept_text())
    put(document)
    file = tmp_path / "event.json"
    file.write_text(json.dumps(document), "utf-8")
    lines = LogEntry.objects.count()
    with pytest.raises(CommandError, match=told):
        call_command("import", str(file), "--slug", "elsewhere")
    assert not Event.objects.filter(slug="elsewhere").exists()
    assert LogEntry.objects.count() == lines


def test_a_table_that_was_brought_in_can_take_back_what_happened_before() -> None:
    event = cast.playing()
    table = cast.table(event)
    redeals.all_pass(table, cast.captain(table), 1)
    redeals.misdeal(table, cast.captain(table), 1, waived=True)
    elsewhere = importing.load(exporting.document(event), "system", slug="elsewhere")
    answer = cast.client().get(f"/t/{cast.token(cast.table(elsewhere))}/undo/")
    assert answer.status_code == 200
    assert "/misdeal/undo/" in answer.content.decode()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"a": NaN}', b"[" * 100_000])
def test_what_is_no_event_at_all_gets_a_sentence(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "junk.json"
    file.write_bytes(content)
    with pytest.raises(CommandError):
        call_command("import", str(file))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b" " * (size_limits.MOST_BYTES + 1), "is larger than 24 MB"),
        (b"[" + b"0," * size_limits.MOST_VALUES + b"0]", "holds more than 1000000 values"),
        (b"[" * 70 + b"]" * 70, "more than 60 levels deep"),
        (b"[[]]", r"\$: Expected object, got array"),
        (b'{"a": ["' + b"x" * 200_001 + b'"]}', r"\$\.a\.0: holds more than 200000 characters"),
        (b'{"' + b"x" * 200_001 + b'": 1}', r"\$: holds more than 200000 characters"),
        (b'{"entries": [' + b"1," * 20_000 + b"1]}", "entries: Expected array of length <= 20000"),
        ('{"a": "\U0001f600é"}'.encode(), r"\$: Object contains unknown field a"),
    ],
)
def test_what_no_event_could_be_is_refused_before_it_costs_anything(content: bytes, told: str, tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_bytes(content)
    with pytest.raises(CommandError, match=told):
        call_command("import", str(file))


@pytest.mark.long
@pytest.mark.parametrize("name", by_day(["different keys to the brim", "strings to the brim", "one long wide text"]))
def test_the_worst_file_takes_less_than_300_mb(name: str) -> None:
    call = [sys.executable, "benchmarks/hostile.py", name]
    told = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    size, memory = re.findall(r"([\d.]+) MB", told)
    assert float(size) > 5 and 50 < float(memory) < 300, told


def test_a_taken_address_is_refused(tmp_path: Path) -> None:
    event = cast.playing()
    written(event, tmp_path / "one.json")
    with pytest.raises(CommandError, match="already an event"):
        call_command("import", str(tmp_path / "one.json"))


def test_an_unknown_event_and_an_unwritable_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no event nowhere"):
        call_command("export", "nowhere")
    cast.event(players=0)
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export", "ledegem", "-o", str(tmp_path / "no" / "folder.json"))


def test_an_export_says_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event, path = cast.event(), tmp_path / "event.json"
    call_command("export", event.slug, "-o", str(path))
    told = f"{event.name} ({event.slug}) is written to {path}: {path.stat().st_size} bytes."
    assert capsys.readouterr().out.strip() == told
