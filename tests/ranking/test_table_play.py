"""What tables give, read in bulk: the same as from the facts of each table, whatever happened at it."""

from collections.abc import Callable

import pytest

from tests.support.events import cast
from tests.support.events.full_day import a_full_day
from tests.support.events.jury_day import jury_day
from tests.support.events.stages import over
from tournament.acts.jury import rulings
from tournament.acts.people.registration import Entrant, add_entries, check_in
from tournament.acts.table.tables import substitute
from tournament.models import Event, Table
from tournament.ranking import facts
from tournament.ranking.contest import format_of
from tournament.ranking.shares import EntryShare
from tournament.ranking.table_play import read_shares, table_shares

pytestmark = pytest.mark.django_db

Shares = dict[int, dict[int, EntryShare]]


def both(event: Event) -> tuple[Shares, Shares]:
    """The shares of all tables of an event: read in bulk, and each from its facts; without those that gave nothing."""
    rows, rules, planned = Table.objects.filter(round__event=event), facts.ruleset(event), format_of(event)
    tables = facts.tables(rows)
    bulk = read_shares(tables.keys(), rules, planned)
    each = {pk: table_shares(table, rules, planned.bonus_of(table.round)) for pk, table in tables.items()}
    return _played(bulk), _played(each)


def _played(tables: Shares) -> Shares:
    return {pk: shares for pk, shares in tables.items() if any(share.best is not None for share in shares.values())}


@pytest.mark.long
@pytest.mark.parametrize("day", [a_full_day, jury_day, over])
def test_whole_championships_come_to_the_same_in_bulk(day: Callable[[], Event]) -> None:
    bulk, each = both(day())
    assert each and bulk == each


def test_substitutes_and_rulings_before_and_after_a_deal_come_to_the_same() -> None:
    event = cast.playing(8, deals=4)
    first, second = cast.table(event), cast.table(event, 2)
    cast.write(first, 1, cast.result("PC8", (1, 2), 9))
    entry = add_entries(event, "system", [Entrant("Laat Gekomen")])[0]
    check_in(entry, "system", True)
    late = entry.number
    substitute(first, "system", 2, late, 2)
    for number in (2, 3):
        cast.write(first, number, cast.result("S6", (2,), 6))
    rulings.rule(first, "system", 3, "annulled", "So decided.")
    rulings.rule(second, "system", 1, "result", "So decided.", result=cast.result("S6", (2,), 6))
    bulk, each = both(event)
    assert bulk == each
    assert bulk[first.pk][late] == EntryShare(12, 1, 0, 12, deals=2, squares=144)
    assert max(share.points for share in bulk[second.pk].values()) == 12
