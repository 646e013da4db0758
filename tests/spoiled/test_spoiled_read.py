"""Spoiled sheets through the real command: none is silently wrong. benchmarks/reading.py does it with 5,000 rows."""

import io
from collections import defaultdict
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.spoiled import judge
from tests.spoiled.blanks import EVENTS, blanks, make_event
from tests.spoiled.sheets import spoiled_sheet

pytestmark = pytest.mark.django_db
MOST_ASKED = 0.1


def read(slugs: list[str], numbers: list[int], folder: Path) -> list[judge.Outcome]:
    """What becomes of the rows of these sheets, which are on forms of these events."""
    forms = {kind.slug: blanks(make_event(kind)) for kind in EVENTS if kind.slug in slugs}
    judging, outcomes = judge.Judge(), list[judge.Outcome]()
    by_event = defaultdict[str, list[judge.Truth]](list)
    for number in numbers:
        spoiled = spoiled_sheet(number, forms)
        (folder / spoiled.file).write_bytes(spoiled.data)
        truth = spoiled.truth()
        by_event[truth["event"]].append(truth)
    for slug, sheets in by_event.items():
        printed = io.StringIO()
        call_command(
            "read-sheets", slug, *(str(folder / sheet["file"]) for sheet in sheets), language="en", stdout=printed
        )
        readings = dict(judge.printed(printed.getvalue().splitlines()))
        for sheet in sheets:
            outcomes += judging.judge(sheet, readings[sheet["file"]])
    return outcomes


@pytest.mark.long
def test_forty_spoiled_sheets_are_read_or_asked(tmp_path: Path) -> None:
    outcomes = read([kind.slug for kind in EVENTS], list(range(2000, 2040)), tmp_path)
    assert [str(outcome) for outcome in outcomes if outcome.verdict == "silent"] == []
    some = [outcome for outcome in outcomes if outcome.sheet["sort"] in ("scan", "photo")]
    assert [str(outcome) for outcome in some if outcome.verdict == "refused"] == []
    clear = [outcome for outcome in some if outcome.kind == "clear"]
    assert len(clear) > 100
    asked = [str(outcome) for outcome in clear if outcome.verdict == "asked"]
    assert len(asked) <= MOST_ASKED * len(clear), asked


@pytest.mark.long
def test_a_faint_pencil_on_a_hard_copy_or_a_fax_is_not_read(tmp_path: Path) -> None:
    outcomes = read([kind.slug for kind in EVENTS], [41_925_834, 52_730_265], tmp_path)
    assert {outcome.answer.split(":")[0] for outcome in outcomes} == {"Too little is left of the marks in this picture"}
