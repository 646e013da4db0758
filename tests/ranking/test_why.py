"""Why a player is at their place: what separates it from its neighbours; and what changed since a given moment."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.ranking import TieBreakDifference, difference
from tests.support.events import cast, finals
from tests.support.events.laid_again import laid_again
from tests.support.pages.reading import read
from tournament.acts.event.reveal import freeze_ranking
from tournament.acts.jury import rulings
from tournament.acts.rounds import rounds
from tournament.acts.table import deals
from tournament.models import Event, LogEntry
from tournament.ranking import live
from tournament.reading.ranking import changes as reading
from tournament.reading.ranking.changes import since
from tournament.reading.ranking.neighbours import neighbours

pytestmark = pytest.mark.django_db
BY = "system"
Given = dict[int, int]


@laid_again
def event(**changes: Any) -> Event:
    """Eight players, one round of two deals at two tables, no contracts."""
    return cast.playing(8, deals=2, rules="points-only", **changes)


def give(event: Event, first: Given, second: Given | None = None) -> Event:
    for deal, points in enumerate((first, second or {}), 1):
        for table in (cast.table(event, 1), cast.table(event, 2)):
            finals.give(table, points, deal)
    return cast.fresh(event)


def told(event: Event, entry: int) -> list[tuple[bool, int, str]]:
    """The neighbours of an entry: above or not, their number, what separates the two."""
    return [
        (one.above, one.place.entry.number, one.difference)
        for one in neighbours(live.ranking(event, public=True), entry)
    ]


def card(event: Event, number: int, asked: str = "") -> str:
    return read(f"{event.get_absolute_url()}player/{number}/{asked}")


def source(event: Event, path: str) -> str:
    content: bytes = cast.client().get(f"{event.get_absolute_url()}{path}").content
    return content.decode()


def sits(event: Event, table: int) -> int:
    return cast.seated(cast.table(event, table))[1]


# --- The neighbours ----------------------------------------------------------------------------------------------


def test_points_separate_before_any_tie_break() -> None:
    now = give(event(), {1: 10, 2: 7, 3: 6})
    assert told(now, 2) == [(True, 1, "3 points more"), (False, 3, "1 point less")]
    assert told(now, 1) == [(False, 2, "3 points less")]
    assert "Above: 1. Annelies Vandenbroucke – 3 points more" in card(now, 2)


@pytest.mark.parametrize(
    ("tie_breaks", "sentence"),
    [
        (["best_deal"], "the same points: best deal +9, here +6"),
        (["best_round", "best_deal"], "the same points: best deal +9, here +6"),
        (["lot"], "the same points: decided by lot"),
        ([], "the same points: they share the rank"),
        (["best_round"], "the same points: they share the rank"),
    ],
)
def test_the_first_tie_break_that_differs_is_told_with_both_values(tie_breaks: list[str], sentence: str) -> None:
    now = give(event(tie_breaks=tie_breaks), {1: 9, 2: 6}, {1: 0, 2: 3})
    first, second = (place.entry.number for place in live.ranking(now, public=True).places[:2])
    assert told(now, second)[0] == (True, first, sentence)


def test_contracts_are_told_as_counts() -> None:
    now = cast.playing(4, deals=2, tie_breaks=["fewest_lost"], rules="wallonia")
    table = cast.table(now)
    cast.write(table, 1, cast.result("PM", (1, 2), {"1": 0, "2": 0}))
    cast.write(table, 2, cast.result("PM", (1, 2), {"1": 0, "2": 1}))
    ranking = live.ranking(cast.fresh(now), public=True)
    places = {place.entry.number: place.standing.row for place in ranking.places}
    rows = [places[number] for number in cast.seated(table).values()]
    assert difference(rows[0], rows[1], ["contracts_made"], "") == TieBreakDifference("contracts_made", (2, 1))
    assert difference(rows[0], rows[1], ["fewest_lost"], "") == TieBreakDifference("fewest_lost", (0, 1))
    assert difference(rows[2], rows[3], ["fewest_lost", "contracts_made"], "") is None


def test_who_is_not_ranked_has_no_neighbours() -> None:
    now = cast.event(8)
    assert told(now, 1) == told(now, 99) == []
    assert "Why this rank" not in card(now, 1)


def test_a_final_separates_whatever_the_points() -> None:
    now = finals.planned(finals.stages())
    finals.play_round(now, {number: 10 * number for number in range(1, 9)})
    finals.make_cut(now)
    finals.play_final(now, [[8, 7, 6, 5]], {5: -100})
    now = cast.fresh(now)
    assert told(now, 4)[0] == (True, 5, "the final comes first")
    assert told(now, 5)[-1] == (False, 4, "is not in this final")


def test_the_path_leads_from_the_rank_to_the_line_of_the_rules() -> None:
    now = cast.playing(4, deals=1)
    cast.write(cast.table(now), 1)
    page = source(now, f"player/{sits(now, 1)}/")
    assert f'href="{now.get_absolute_url()}rules/#line-PC8"' in page
    assert 'id="line-PC8"' in source(now, "rules/")


# --- Since a moment ------------------------------------------------------------------------------------------------


def acts(event: Event, line: int, number: int) -> list[str]:
    """What changed for an entry since a line, act by act."""
    found = since(event, line, [cast.entry(event, number)])
    return [change.act for _name, changes in found.players for change in changes] if found else ["no such line"]


def test_what_changed_is_told_to_those_it_concerns_and_to_nobody_else() -> None:
    now = cast.closed()
    line, table = now.revision, cast.table(now)
    mine, other = sits(now, 1), sits(now, 2)
    deals.correct_deal(table, BY, 1, cast.result("S6", (1,), 7), replaces=1, reason="Mistyped.")
    made = rulings.rule(table, BY, 2, "annulled", "Marked cards.")
    rulings.cancel_decision(made, BY, "The wrong deal.")
    cast.penalty(now, mine)
    now = cast.fresh(now)
    assert acts(now, line, mine) == ["Deal corrected", "Ruling on a deal", "Decision cancelled", "Penalty"]
    assert acts(now, line, other) == []
    assert acts(now, now.revision, mine) == []
    page = card(now, mine, f"?since={line}")
    assert "Changed since" in page and "Deal corrected Round 1, table 1, deal 1" in page
    assert f'href="?since={now.revision}#since"' in source(now, f"player/{mine}/")


def test_nothing_of_a_hidden_round_is_told() -> None:
    now = cast.closed()
    line, mine = now.revision, sits(now, 1)
    deals.correct_deal(cast.table(now), BY, 1, cast.result("S6", (1,), 7), replaces=1, reason="Mistyped.")
    rulings.penalise(now, BY, "noise", {mine: -1}, "Sang.", table=cast.table(now))
    rounds.show_round(cast.round_of(now), BY, False)
    assert acts(cast.fresh(now), line, mine) == []


def test_a_round_that_was_hidden_then_and_a_ranking_that_was_frozen_have_changed() -> None:
    now = cast.closed()
    rounds.show_round(cast.round_of(now), BY, False)
    line, mine = cast.fresh(now).revision, sits(now, 1)
    assert acts(cast.fresh(now), line, mine) == []
    rounds.show_round(cast.round_of(now), BY, True)
    freeze_ranking(cast.fresh(now), BY, 1)
    freeze_ranking(cast.fresh(now), BY, None)
    assert acts(cast.fresh(now), line, mine) == ["Round shown or hidden", *["Public ranking frozen or shown"] * 2]


JUNK = ["x", "-1", "0", "999999", "9" * 40, "☠T12:00", "2026-02-31T10:00", "0001-01-01T00:00", "9999-12-31T23:59", "T"]


@pytest.mark.parametrize("asked", [*JUNK, ""])
def test_a_moment_that_was_not_is_asked_again(asked: str) -> None:
    now = cast.closed()
    page = card(now, sits(now, 1), f"?since={asked}")
    assert "What changed since a moment Changed since" in page and "Nothing changed" not in page
    assert ("Enter a day and an hour." in page) == bool(asked)


def test_a_moment_is_an_hour_or_the_end_of_a_round() -> None:
    now = cast.closed()
    mine, line, before = sits(now, 1), now.revision, timezone.localtime() - timedelta(minutes=1)
    deals.correct_deal(cast.table(now), BY, 1, cast.result("S6", (1,), 7), replaces=1, reason="Mistyped.")
    LogEntry.objects.filter(event=now, sequence__lte=line).update(at=before)
    page = card(now, mine, f"?since={before + timedelta(seconds=1):%Y-%m-%dT%H:%M:%S}")
    assert "Deal corrected Round 1, table 1, deal 1" in page and "Round closed" not in page
    assert "Nothing changed." in card(now, mine, f"?since={before + timedelta(days=1):%Y-%m-%dT%H:%M}")
    asked = source(now, f"player/{mine}/?since=")
    assert f'href="?since={line}#since"' in asked and "Since the end of round 1" in " ".join(asked.split())
    assert "Since the end of" not in source(now, f"player/{mine}/")
    rounds.show_round(cast.round_of(now), BY, False)
    assert "Since the end of" not in source(now, f"player/{mine}/?since=")


def test_a_table_that_was_stopped_with_its_round_is_told() -> None:
    now = cast.playing(8, deals=2)
    for table in (1, 2):
        cast.write(cast.table(now, table), 1)
    cast.write(cast.table(now, 2), 2)
    line = cast.fresh(now).revision
    rounds.close_round(cast.round_of(now), BY, reason="Late.", ends=True)
    now = cast.fresh(now)
    assert acts(now, line, sits(now, 1)) == ["Round closed"] and acts(now, line, sits(now, 2)) == []


def test_only_the_latest_lines_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_LINES", 2)
    now = cast.closed()
    line, mine = now.revision, sits(now, 1)
    for points in (-1, -2, -3):
        cast.penalty(now, mine, points)
    found = since(cast.fresh(now), line, [cast.entry(now, mine)])
    assert found and found.more and len(found.players[0][1]) == 2
    assert "only the latest is shown" in card(cast.fresh(now), mine, f"?since={line}")
