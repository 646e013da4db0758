"""A deal that stands already exactly as it is sent is recorded: nothing is written; any difference is refused."""

from typing import Any

import pytest

from tests.support.events import cast
from tournament.acts.jury import rulings
from tournament.acts.kernel.submissions import Answer
from tournament.acts.table import deals, redeals
from tournament.errors import UserError
from tournament.models import Decision, Event, Table

pytestmark = pytest.mark.django_db
BY = "table:1/1"
RECORDED = "Deal 1 has already been recorded"


def record(table: Table, result: dict[str, Any] | None = None, **more: Any) -> Answer:
    return deals.record_deal(table, BY, 1, result or cast.result(), **{"replaces": 0, "key": "late", **more})


def test_the_same_again_is_recorded_already(event: Event) -> None:
    stale = cast.table(event)
    deals.record_deal(cast.table(event), "user:1", 1, cast.result(), key="desk")
    with cast.nothing_written():
        assert record(stale)["deal"] == 1
    assert stale.revision == 1
    assert cast.stored(cast.table(event), 1) == cast.result()


def test_so_are_points_alone_and_the_jurys_answer() -> None:
    slam = cast.result("GMT", (3,), {"3": 0}, jury="allowed")
    for rules, result in (("points-only", {"points": {"1": 5, "2": -2, "3": 0, "4": -3}}), ("world-2018", slam)):
        table = cast.table(cast.playing(rules=rules, slug=rules))
        record(table, result, key="desk")
        with cast.nothing_written():
            record(table, result)
    with cast.refused(RECORDED):
        record(table, {**slam, "jury": "not_called"})


def test_what_was_corrected_to_the_same_is_the_same_and_so_is_a_correction(event: Event) -> None:
    table = cast.table(event)
    record(table, cast.result(tricks=7), key="desk")
    with pytest.raises(UserError, match=RECORDED):
        record(table)
    deals.correct_deal(table, "user:1", 1, cast.result(), replaces=1, reason="Mistyped.")
    with cast.nothing_written():
        record(table)
        deals.correct_deal(table, BY, 1, cast.result(), replaces=1, at_table=True)


def test_passes_that_were_not_typed_make_no_difference(event: Event) -> None:
    table = cast.table(event)
    redeals.all_pass(table, BY, 1)
    record(table, replaces=1, key="desk")
    with cast.nothing_written():
        record(table)


def test_what_the_jury_ruled_on_or_was_taken_back_is_refused(event: Event) -> None:
    table = cast.table(event)
    record(table, key="desk")
    rulings.rule(table, "system", 1, Decision.Ruling.ANNULLED, "Cards were seen.")
    with cast.refused(RECORDED):
        record(table)
    with cast.refused("The jury ruled on this deal"):
        deals.correct_deal(table, BY, 1, cast.result(), replaces=1, at_table=True)
    other = cast.table(event, 2)
    deals.record_deal(other, "table:1/2", 1, cast.result())
    deals.undo_deal(other, "table:1/2", 1, replaces=1)
    with cast.refused("changed deal 1 in the meantime"):
        record(other)


def test_what_overtakes_its_own_taking_back_is_refused_until_that_is_there(event: Event) -> None:
    table = cast.table(event)
    record(table, key="first")
    with cast.refused(RECORDED):
        record(table, replaces=2)
    with cast.refused("changed deal 1 in the meantime"):
        deals.correct_deal(table, BY, 1, cast.result(), replaces=2, at_table=True)
    deals.undo_deal(table, BY, 1, replaces=1)
    assert record(table, replaces=2)["version"] == 3
    assert cast.stored(cast.table(event), 1) == cast.result()


def test_the_same_by_others_or_by_another_phone_is_refused(event: Event) -> None:
    table = cast.table(event)
    seated = list(cast.seated(table).values())
    record(table, key="desk")
    with cast.refused(RECORDED):
        record(table, seated=[*seated[:3], 99])
    with cast.nothing_written():
        record(table, seated=seated)
    Table.objects.filter(pk=table.pk).update(phone="hers")
    with cast.refused("keeps the score at this table now"):
        record(cast.table(event), phone="his")
