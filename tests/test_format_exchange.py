"""Formats, cuts and bonuses in files: written, read, replayed to the same bytes, and recounted by an outsider."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests import cast, finals
from tests.finals import BY
from tests.laid_again import laid_again
from tests.recount_format import recount_format
from tournament.acts import format as acts
from tournament.acts import jury, registration, rounds
from tournament.acts.tables import substitute
from tournament.exchange import json_in, json_out, logbook_file
from tournament.models import Cut, Event, Table
from tournament.ranking.finals import candidates

pytestmark = pytest.mark.django_db

TWO_FINALS: dict[str, Any] = {
    "stages": [
        {"kind": "preliminary", "rounds": 2},
        {"kind": "final", "rounds": 1, "cut": 8, "draw": "snake", "points": "carried"},
        {"kind": "final", "rounds": 1, "cut": 4, "draw": "rank", "points": "zero"},
    ],
    "bonus": [90, 60, 30, 0],
    "sit_out": "average",
}


def play(event: Event, number: int, chance: random.Random, *, leave_out: int = 0) -> None:
    """Any contracts at every table of a round; the first table lacks its last deals."""
    for table in Table.objects.filter(round__event=event, round__number=number).select_related("round__event"):
        seats = sorted(cast.seated(table))
        for deal in range(1, table.deals_planned + 1 - (leave_out if table.number == 1 else 0)):
            playing = [seat for seat in seats if len(seats) < 5 or seat != (deal - 1) % 5 + 1]
            two = tuple(sorted(chance.sample(playing, 2)))
            more = {"seats": playing} if len(seats) == 5 else {}
            cast.write(table, deal, cast.result("PC8", two, chance.randint(5, 13), **more))


@laid_again
def long_day(seed: int = 1, format: dict[str, Any] | None = None) -> Event:
    """Two rounds of thirteen (five at a table; three sit out), finals of eight and of four, and what goes wrong."""
    chance = random.Random(seed)
    event = cast.event(13, f"day-{seed}", deals_per_round=4)
    acts.set_format(event, BY, TWO_FINALS if format is None else format)
    registration.check_in(cast.entry(event, 13), BY, False)
    rounds.publish_round(rounds.lay_round(event, BY, [[1, 2, 3, 4, 5], [6, 7, 8, 9]], sit_out=[10, 11, 12]), BY)
    substitute(cast.table(event, 2), BY, 4, 13, 3)
    play(event, 1, chance)
    rounds.close_round(cast.round_of(event, 1), BY)
    tables = [[10, 11, 12, 1], [2, 3, 4, 5], [6, 7, 8, 9]]
    rounds.publish_round(rounds.lay_round(event, BY, tables), BY)
    play(event, 2, chance, leave_out=2)
    jury.penalise(event, BY, "noise", {1: -3, 2: -5, 3: -7}, "Noise.")
    jury.penalise(event, BY, "noise", {4: -2}, "Noise.", table=cast.table(event, 2, 2))
    rounds.close_round(cast.round_of(event, 2), BY, anyway=True)
    if format is None:
        _finals(event, chance)
    return cast.fresh(event)


def _finals(event: Event, chance: random.Random) -> None:
    event = cast.fresh(event)
    best = finals.make_cut(event, 2)[0]
    acts.replace_finalist(event, BY, 2, best, candidates(event, 2)[8].entry.number)
    eight = Cut.objects.get(event=event, stage=2).finalists
    rounds.publish_round(rounds.lay_round(event, BY, [eight[:4], eight[4:]], stage="final"), BY)
    play(event, 3, chance)
    jury.penalise(event, BY, "noise", {number: -number for number in range(1, 14)}, "Everybody sang.")
    rounds.close_round(cast.round_of(event, 3), BY)
    four = finals.make_cut(event, 3)
    jury.penalise(event, BY, "noise", {four[0]: -1}, "Sang on.")
    rounds.publish_round(rounds.lay_round(event, BY, [four], stage="final"), BY)
    play(event, 4, chance)


@pytest.mark.parametrize("seed", range(3))
def test_every_component_follows_from_the_file(seed: int) -> None:
    document = json.loads(json_out.text(long_day(seed)))
    counted = recount_format(document)
    assert len(document["standings"]) == len(counted) == 13
    for place in document["standings"]:
        assert {name: place[name] for name in ("rounds", "adjustments", "bonus", "carried")} == counted[place["number"]]
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


@pytest.mark.parametrize("format", [{}, {"bonus": [9, 3]}, {"stages": TWO_FINALS["stages"]}])
def test_a_smaller_format_is_recounted_too(format: dict[str, Any]) -> None:
    document = json.loads(json_out.text(long_day(4, format)))
    for place in document["standings"]:
        told = {name: place[name] for name in ("rounds", "adjustments", "bonus", "carried")}
        assert told == recount_format(document)[place["number"]]


def test_a_file_comes_back_to_the_byte() -> None:
    event = long_day()
    written = json_out.text(event)
    document = json.loads(written)
    assert list(document)[-2:] == ["cuts", "standings"]
    assert document["event"]["format"] == TWO_FINALS
    assert [cut["stage"] for cut in document["cuts"]] == [2, 3] and len(document["cuts"][0]["replaced"]) == 1
    assert document["rounds"][0]["sit_out"] == [10, 11, 12]
    json_in.judge(document)
    elsewhere = json_in.load(document, BY, slug="elsewhere")
    assert json_out.text(elsewhere) == written.replace(f'"slug": "{event.slug}"', '"slug": "elsewhere"')


def test_a_replay_gives_the_same_championship() -> None:
    event = long_day()
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    first, second = json_out.document(event), json_out.document(again)
    assert (first["event"].pop("slug"), second["event"].pop("slug")) == (event.slug, "again")
    assert second == first


def test_an_event_without_a_format_has_nothing_of_it_in_its_file() -> None:
    document = json_out.document(cast.playing())
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
    "a cut at no time": (set_at("cuts", 0, "at", "2026-02-31T10:00:00Z"), "its time is not one"),
    "a cut before its rounds": (set_at("rounds", []), "cut of stage 2: comes before"),
    "who sits out and sits": (set_at("rounds", 0, "sit_out", [1]), "round 1: somebody sits out twice"),
    "who sits out from nowhere": (set_at("rounds", 0, "sit_out", [99]), "round 1: somebody sits out twice"),
    "other finalists": (set_at("cuts", 1, "finalists", [10, 11, 12, 13]), "standings: "),
}


@cache
def kept_text() -> str:
    return json_out.text(long_day())


@pytest.fixture
def document() -> Any:
    return json.loads(kept_text())


@pytest.mark.parametrize(("spoil", "sentence"), FAULTS.values(), ids=FAULTS.keys())
def test_a_file_that_does_not_fit_together_is_refused(document: Any, spoil: Any, sentence: str) -> None:
    document["decisions"] = [] if spoil is FAULTS["a cut before its rounds"][0] else document["decisions"]
    spoil(document)
    with pytest.raises(json_in.BadFile, match=sentence):
        json_in.judge(document)
        json_in.load(document, BY, slug="elsewhere")
    assert not Event.objects.filter(slug="elsewhere").exists()
