"""Formats, cuts and bonuses in files: written, read, replayed to the same bytes, and recounted by an outsider."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.events.finals import BY
from tests.support.events.long_day import TWO_FINALS, long_day
from tools import verify
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.models import Event

pytestmark = pytest.mark.django_db


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_every_component_follows_from_the_file(seed: int) -> None:
    document = json.loads(exporting.text(long_day(seed)))
    assert list(verify.check_export(document)) and len(document["standings"]) == 13
    for place in document["standings"]:
        parts = (sum(place["rounds"]), place["adjustments"], place["bonus"], place["carried"])
        assert place["points"] == sum(parts)
    groups = [cut["finalists"] for cut in reversed(document["cuts"])]
    order = [place["number"] for place in document["standings"]]
    assert set(order[:4]) == set(groups[0]) and set(order[:8]) == set(groups[1])
    points = [place["points"] for place in document["standings"]]
    for part in (points[:4], points[4:8], points[8:]):
        assert part == sorted(part, reverse=True)
    assert any(place["carried"] for place in document["standings"][4:8])
    assert any(place["bonus"] for place in document["standings"][8:])


@pytest.mark.long
@pytest.mark.parametrize("format", [{}, {"bonus": [9, 3]}, {"stages": TWO_FINALS["stages"]}])
def test_a_smaller_format_is_recounted_too(format: dict[str, Any]) -> None:
    document = json.loads(exporting.text(long_day(4, format)))
    assert list(verify.check_export(document))


@pytest.mark.long
def test_a_file_comes_back_to_the_byte() -> None:
    event = long_day()
    written = exporting.text(event)
    document = json.loads(written)
    assert list(document)[-2:] == ["cuts", "standings"]
    assert document["event"]["format"] == TWO_FINALS
    assert [cut["stage"] for cut in document["cuts"]] == [2, 3] and len(document["cuts"][0]["replaced"]) == 1
    assert document["rounds"][0]["sit_out"] == [10, 11, 12]
    importing.judge(document)
    elsewhere = importing.load(document, BY, slug="elsewhere")
    assert exporting.text(elsewhere) == written.replace(f'"slug": "{event.slug}"', '"slug": "elsewhere"')


@pytest.mark.long
def test_a_replay_gives_the_same_championship() -> None:
    event = long_day()
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    first, second = exporting.document(event), exporting.document(again)
    assert (first["event"].pop("slug"), second["event"].pop("slug")) == (event.slug, "again")
    assert second == first


def test_an_event_without_a_format_has_nothing_of_it_in_its_file() -> None:
    document = exporting.document(cast.playing())
    assert "cuts" not in document and "format" not in document["event"]
    assert all("sit_out" not in round for round in document["rounds"])


def set_at(*path: Any) -> Callable[[Any], None]:
    *parents, last, value = path

    def put(document: Any) -> None:
        for step in parents:
            document = document[step]
        document[last] = value

    return put


FAULTS = {
    "no format": (set_at("event", "format", {"bonus": [1, 2]}), r"event\.format\.bonus: A better place"),
    "other rounds": (set_at("event", "planned_rounds", 9), "event.planned_rounds: are not the rounds"),
    "a cut of no final": (set_at("cuts", 0, "stage", 4), "cuts: are not those"),
    "too few finalists": (set_at("cuts", 0, "finalists", [1, 2, 3, 4]), "cut of stage 2: does not name as many"),
    "a finalist twice": (set_at("cuts", 1, "finalists", [1, 1, 2, 3]), "cut of stage 3: does not name as many"),
    "a finalist from nowhere": (set_at("cuts", 1, "finalists", [1, 2, 3, 99]), "whom the entries do not name"),
    "a cut at no time": (set_at("cuts", 0, "at", "2026-02-31T10:00:00Z"), r"cuts\[0\]\.at: is not a time"),
    "a cut before its rounds": (set_at("rounds", []), "cut of stage 2: comes before"),
    "who sits out and sits": (set_at("rounds", 0, "sit_out", [1]), "round 1: somebody sits out twice"),
    "who sits out from nowhere": (set_at("rounds", 0, "sit_out", [99]), "round 1: somebody sits out twice"),
    "other finalists": (set_at("cuts", 1, "finalists", [10, 11, 12, 13]), "standings: "),
}


@cache
def kept_text() -> str:
    return exporting.text(long_day())


@pytest.fixture
def document() -> Any:
    return json.loads(kept_text())


@pytest.mark.parametrize(("spoil", "sentence"), FAULTS.values(), ids=FAULTS.keys())
def test_a_file_that_does_not_fit_together_is_refused(document: Any, spoil: Any, sentence: str) -> None:
    document["decisions"] = [] if spoil is FAULTS["a cut before its rounds"][0] else document["decisions"]
    spoil(document)
    with pytest.raises(EventFileError, match=sentence):
        importing.judge(document)
        importing.load(document, BY, slug="elsewhere")
    assert not Event.objects.filter(slug="elsewhere").exists()
