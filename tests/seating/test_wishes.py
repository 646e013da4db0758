"""People on points: families, pairs kept apart, who stays, captains, languages; in draws and in what follows them."""

from typing import Any

import pytest

from tests.support.second import seating_count as count
from tournament.seating.changes import events
from tournament.seating.changes.events import ranked_round
from tournament.seating.constraints import MODES, PRIORITIES, Wish
from tournament.seating.proof.audit_wishes import unmet
from tournament.seating.rounds.whole import draw

FAMILIES = {1: "a", 2: "a", 30: "a", 7: "b", 9: "b"}
APART = ((3, 4), (5, 6))
UNWANTED = {(1, 2), (1, 30), (2, 30), (7, 9), *APART}
LANGUAGES = {player: ("nl",) if player <= 20 else ("fr", "nl") for player in range(1, 40)} | {40: ("fr",)}
EVERYTHING: dict[str, Any] = {
    "families": FAMILIES,
    "apart": APART,
    "stays": {11: 2, 12: 9},
    "captains": tuple(range(1, 41, 2)),
    "languages": LANGUAGES,
}
KINDS = ("family_meetings", "apart_meetings", "without_captain", "without_language", "away_from_table")


def wished() -> Wish:
    return Wish(40, 4, "wishes", **EVERYTHING)


def first(*kinds: str) -> tuple[str, ...]:
    return kinds + tuple(kind for kind in PRIORITIES if kind not in kinds)


def test_every_kind_is_counted_from_the_tables() -> None:
    wish = wished().to_dict()
    rounds = [[[1, 2, 30, 11], [3, 4, 7, 9], [6, 8, 10, 40], []]]
    assert unmet(rounds, wish) == {
        "family_meetings": 4,
        "apart_meetings": 1,
        "without_captain": 1,
        "without_language": 1,
        "away_from_table": 1,
    }
    assert set(unmet(rounds, {}).values()) == {0}


def test_a_draw_gives_all_that_was_wished_and_says_so() -> None:
    drawn = draw(wished())
    assert [drawn["audit"][kind] for kind in KINDS] == [0] * len(KINDS)
    assert not UNWANTED & count.pairs_met(drawn["rounds"]).keys()
    assert drawn["audit"]["repeats"] == 0


def test_without_the_wish_they_would_meet() -> None:
    """What the other tests see is not chance: the same field without wishes brings such people together."""
    drawn = draw(Wish(40, 4, "wishes"))
    missed = unmet(drawn["rounds"], wished().to_dict())
    assert missed["without_captain"] > 0 < missed["without_language"]
    assert missed["away_from_table"] > 0
    assert missed["family_meetings"] + missed["apart_meetings"] > 0


@pytest.mark.parametrize("mode", MODES)
def test_who_leaves_does_not_bring_a_family_together(mode: str) -> None:
    drawn = draw(Wish(160, 6, "x", families={p: f"family {p % 40}" for p in range(1, 161)}))
    changed = events.redraw(drawn, after=2, absent=range(8, 160, 10), arrive=0, mode=mode)
    assert changed["audit"]["family_meetings"] == 0
    assert drawn["audit"]["family_meetings"] == 0


def test_what_is_drawn_again_still_gives_what_was_wished() -> None:
    changed = events.redraw(draw(wished()), after=1, absent=(14, 22, 28, 36), arrive=0, mode="open")
    assert [changed["audit"][kind] for kind in KINDS] == [0] * len(KINDS)


@pytest.mark.parametrize("snake", [True, False])
def test_ranked_rounds_keep_families_apart_and_let_stay_who_stays(snake: bool) -> None:
    drawn = draw(Wish(64, 2, "x", families={p: f"family {(p - 1) // 4}" for p in range(1, 65)}, stays={5: 16, 9: 1}))
    for _ in range(3):
        drawn = ranked_round(drawn, list(range(1, 65)), snake=snake)
        assert 5 in drawn["rounds"][-1][15]
        assert 9 in drawn["rounds"][-1][0]
    assert drawn["audit"]["family_meetings"] == drawn["audit"]["repeats"] == 0


@pytest.mark.long
def test_ranked_rounds_give_every_table_a_captain() -> None:
    drawn = ranked_round(draw(Wish(64, 1, "x", captains=tuple(range(1, 33)))), list(range(1, 65)))
    assert drawn["audit"]["without_captain"] == 0
    unwished = ranked_round(draw(Wish(64, 1, "x")), list(range(1, 65)))
    assert unmet(unwished["rounds"], {"captains": list(range(1, 33))})["without_captain"] > 0


@pytest.mark.long
def test_the_organiser_decides_what_gives_way() -> None:
    """Two families that fill half the field, for as many rounds as can be: either they meet, or others meet again."""
    families = {player: "a" if player <= 6 else "b" for player in range(1, 13)}
    kept = draw(Wish(24, 7, "x", families=families, priority=first("families")))["audit"]
    played = draw(Wish(24, 7, "x", families=families, priority=first("repeats")))["audit"]
    assert kept["family_meetings"] == played["repeats"] == 0
    assert kept["repeats"] > 0 < played["family_meetings"]
