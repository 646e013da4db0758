"""Logbooks of earlier releases: their lines keep the meaning they were written with."""

import json
from pathlib import Path
from typing import Any

import pytest

from tools import verify
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError

pytestmark = pytest.mark.django_db

KEPT = Path("fixtures/logbooks")


def lost(before: Any, now: Any, where: str = "") -> list[str]:
    """Where a value of the old document is missing or another one in the new document; new fields are no loss."""
    if isinstance(before, dict) and isinstance(now, dict):
        return [at for name, value in before.items() for at in lost(value, now.get(name), f"{where}.{name}")]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [
            at
            for number, (old, new) in enumerate(zip(before, now, strict=True))
            for at in lost(old, new, f"{where}[{number}]")
        ]
    return [] if before == now else [where]


def ranked_as_now(document: dict[str, Any]) -> dict[str, Any]:
    """The document without those in its standings who never sat down: they are not ranked any more."""
    facts = verify.facts_of(document)
    there = verify.ranked_entries(facts, [number for number, round in facts["rounds"].items() if round["published"]])
    gone = [place["rank"] for place in document["standings"] if place["number"] not in there]
    places = [
        {**place, "rank": place["rank"] - sum(rank < place["rank"] for rank in gone)}
        for place in document["standings"]
        if place["number"] in there
    ]
    return {**document, "standings": places}


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(path.stem for path in KEPT.glob("*.log")))
def test_a_kept_logbook_replays_to_the_document_of_its_day(name: str) -> None:
    event = logbook_file.replay(logbook_file.LogbookFile(KEPT / f"{name}.log"))
    before = json.loads((KEPT / f"{name}.json").read_text("utf-8"))
    assert lost(ranked_as_now(before), exporting.document(event)) == []


@pytest.mark.parametrize("name", sorted(path.stem for path in KEPT.glob("*.json")))
def test_a_file_of_that_day_is_read_in_and_ranked_as_now(name: str) -> None:
    event = importing.load(importing.read(KEPT / f"{name}.json"), "system")
    before = json.loads((KEPT / f"{name}.json").read_text("utf-8"))
    assert exporting.document(event)["standings"] == ranked_as_now(before)["standings"]


def test_a_file_of_that_day_with_a_wrong_ranking_is_still_refused(tmp_path: Path) -> None:
    wrong = json.loads((KEPT / "full-day.json").read_text("utf-8"))
    wrong["standings"][0]["points"] += 1
    (tmp_path / "wrong.json").write_text(json.dumps(wrong), "utf-8")
    with pytest.raises(EventFileError, match="standings"):
        importing.load(importing.read(tmp_path / "wrong.json"), "system")
