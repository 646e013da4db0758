"""The live ranking: the totals it keeps by table are those of the database, and cost little."""

import contextlib
import random

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.support.events import cast
from tournament.acts.event.format import set_format
from tournament.acts.jury import rulings
from tournament.acts.rounds import rounds
from tournament.acts.table import deals
from tournament.errors import UserError
from tournament.models import Event, Table
from tournament.ranking import facts, live
from tournament.ranking.contest import read_contest
from tournament.ranking.standings import RankingPlace, event_standings, standings
from tournament.ranking.table_play import table_shares

pytestmark = pytest.mark.django_db


def places(event: Event, *, public: bool = True):
    return list(live.ranking(cast.fresh(event), public=public).places)


def some_act(event: Event, chance: random.Random) -> None:
    """Something that may change the ranking, chosen by chance."""
    table = cast.table(event, chance.randint(1, 2))
    number = chance.randint(1, 8)
    act = chance.randrange(8)
    written = {deal.number: deal for deal in table.deals.filter(result__isnull=False)}
    following = next((n for n in range(1, table.deals_planned + 1) if n not in written), None)
    if act <= 2 and following:
        cast.write(
            table, following, cast.result("PC8", tuple(sorted(chance.sample((1, 2, 3, 4), 2))), chance.randint(5, 13))
        )
    elif act == 3 and written:
        deal = written[max(written)]
        with contextlib.suppress(UserError):  # the jury ruled on it
            deals.undo_deal(table, "system", deal.number, replaces=deal.version)
    elif act == 4:
        where = table if chance.random() < 0.5 else None
        rulings.penalise(event, "system", "house", {number: -chance.randint(1, 15)}, "So decided.", table=where)
    elif act == 5 and written:
        rulings.rule(table, "system", chance.choice(list(written)), "annulled", "So decided.")
    elif act == 6:
        rounds.show_round(cast.round_of(event), "system", chance.random() < 0.7)
    elif act == 7:
        set_format(event, "system", {"bonus": chance.choice([[], [9, 6, 3], [50, 20]])})
        rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
        if chance.random() < 0.5:
            places(event)
        rounds.reopen_round(cast.round_of(event), "system")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_the_kept_totals_give_the_ranking_of_the_database(seed: int) -> None:
    event, chance = cast.playing(8, deals=6), random.Random(seed)
    for _ in range(40):
        some_act(event, chance)
        for public in (True, False):
            assert places(event, public=public) == event_standings(cast.fresh(event), public=public)
            assert places(event, public=public) == recounted(cast.fresh(event), public=public)


def recounted(event: Event, *, public: bool) -> list[RankingPlace]:
    """The ranking from the facts of each table, instead of what is read in bulk."""
    contest, rules = read_contest(event, public=public), facts.ruleset(event)
    tables = facts.tables(Table.objects.filter(round__event=event)).values()
    shares = ((table.round, table_shares(table, rules, contest.format.bonus_of(table.round))) for table in tables)
    return standings(contest, shares)


def test_a_bonus_follows_the_closing_of_its_round_although_no_table_changed() -> None:
    event = cast.playing(8)
    set_format(event, "system", {"bonus": [50, 20]})
    cast.write(cast.table(event), 1, cast.result("S6", (1,), 6))
    assert sum(place.bonus for place in places(event)) == 0
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    # One seat has 12 points; three share second to fourth place.
    assert sorted(place.bonus for place in places(event)) == [0, 0, 0, 0, 6, 6, 6, 50]
    rounds.reopen_round(cast.round_of(event), "system")
    assert sum(place.bonus for place in places(event)) == 0


def test_a_deal_costs_the_totals_of_its_own_table_and_no_other() -> None:
    event = cast.played(16)
    places(event)
    deals.undo_deal(cast.table(event, 3), "system", 4, replaces=1)
    with CaptureQueriesContext(connection) as queries:
        places(event)
    read = [query["sql"] for query in queries if '"tournament_deal"' in query["sql"]]
    assert read and all(f"IN ({cast.table(event, 3).pk})" in sql for sql in read)


@pytest.mark.long
def test_the_number_of_queries_does_not_grow_with_the_tables(django_assert_max_num_queries) -> None:
    for players, slug in ((8, "small"), (64, "large")):
        event = cast.playing(players, slug)
        live.clear_cache()
        with django_assert_max_num_queries(11):
            places(event)


def test_the_same_revision_is_not_computed_twice(django_assert_max_num_queries) -> None:
    event = cast.playing(8)
    kept = live.ranking(event, public=True)
    with django_assert_max_num_queries(0):
        assert live.ranking(event, public=True) is kept


def test_other_rules_give_other_totals_although_no_table_changed() -> None:
    event = cast.playing(4)
    cast.write(cast.table(event), 1, cast.result("S6", (1,), 6))
    before = [place.standing.row.points for place in places(event)]
    rules = {**event.rules, "lines": {**event.rules["lines"], "S6": {**event.rules["lines"]["S6"], "made": 99}}}
    Event.objects.filter(pk=event.pk).update(rules=rules, revision=event.revision + 50, seal="f" * 64)
    assert max(before) == 12
    assert max(place.standing.row.points for place in places(event)) == 99


@pytest.mark.long
def test_memory_holds_no_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MAX_TABLES", 3)
    monkeypatch.setattr(live, "MAX_RANKINGS", 1)
    event = cast.played(24)
    assert places(event) == event_standings(cast.fresh(event), public=True)
    assert len(places(event, public=False)) == 24
    assert (len(live._shares), len(live._rankings)) == (3, 1)


def test_totals_of_a_history_that_was_lost_are_not_those_of_the_next() -> None:
    event = cast.playing(4)
    cast.write(cast.table(event), 1, cast.result("S6", (1,), 6))
    places(event)
    for tricks in (7, 9):  # each time the table reaches the same revision, and the event the same line
        with transaction.atomic():
            cast.write(cast.table(event), 2, cast.result("S6", (2,), tricks))
            assert places(event) == event_standings(cast.fresh(event), public=True)
            transaction.set_rollback(True)
    assert places(event) == event_standings(cast.fresh(event), public=True)
