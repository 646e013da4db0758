"""What an organiser changes by hand: two people change places, a sheet is emptied."""

import pytest

from tests.support.events import cast
from tests.support.events.by_hand import WHY, published, same_after_a_copy
from tests.support.events.drawn import BY, drawn, relate, seats
from tests.support.pages.reading import read
from tournament import guards
from tournament.acts.jury import rulings
from tournament.acts.kernel.unpublished import seating_token
from tournament.acts.rounds.publication import withdraw_publication
from tournament.acts.rounds.reseating import misplaced
from tournament.acts.rounds.seat_swaps import exchange_places
from tournament.acts.table import deals, redeals
from tournament.acts.table.empty_sheet import deals_token, empty_table
from tournament.errors import UserError
from tournament.models import Deal, Decision, Round, Table

pytestmark = pytest.mark.django_db

# --- Two people exchanged --------------------------------------------------------------------------------------


def test_two_people_change_places_and_nobody_else() -> None:
    guards.lay()
    event = published()
    before = seats(event)[0]
    (a, b) = before[0][1], before[2][3]
    exchange_places(cast.round_of(event), BY, (a, b), WHY)
    now = seats(event)[0]
    assert (now[0][1], now[2][3]) == (b, a)
    assert sorted(number for table in now for number in table) == list(range(1, 17))
    assert sum(x != y for old, new in zip(before, now, strict=True) for x, y in zip(old, new, strict=True)) == 2
    assert cast.round_of(event).exchanged == [[a, 1, b, 3]]
    assert misplaced(event) == ((), ())
    same_after_a_copy(event)
    page = read(f"/e/{event.slug}/draws/")
    assert "Round 1: seats changed by hand" in page and "Verbruggen" not in page and "left or arrived" not in page
    assert cast.client().get(f"/e/{event.slug}/draws/1.json").json()["rounds"]


@pytest.mark.long
def test_who_sits_out_changes_places_too_and_back() -> None:
    event = published(17, rest="sit-outs")
    before, [out] = seats(event), list(cast.round_of(event).sit_outs.values_list("entry__number", flat=True))
    exchange_places(cast.round_of(event), BY, (out, before[0][0][0]), WHY)
    assert seats(event)[0][0][0] == out
    assert [row.entry.number for row in cast.round_of(event).sit_outs.all()] == [before[0][0][0]]
    same_after_a_copy(event)
    exchange_places(cast.round_of(event), BY, (out, before[0][0][0]), WHY)
    assert seats(event) == before


def test_who_is_willing_writes_at_the_table_he_comes_to() -> None:
    event = cast.event(8)
    relate(event, writers=[1, 2])
    drawn(event, 1, wishes=("repeats", "captains"))
    tables = seats(event)[0]
    one = next(at for at, table in enumerate(tables) if 1 in table)
    other = tables[1 - one]
    stranger = next(number for number in other if number not in (1, 2))
    exchange_places(cast.round_of(event), BY, (1, stranger), WHY)
    row = cast.table(event, 2 - one)
    assert cast.seated(row)[row.captain] in (1, 2)


@pytest.mark.parametrize(
    ("numbers", "why"),
    [((1, 1), "two different"), ((1, 99), "has no place"), ((98, 99), "has no place")],
)
def test_an_exchange_that_cannot_be_is_refused(numbers: tuple[int, int], why: str) -> None:
    event = published()
    with cast.refused(why):
        exchange_places(cast.round_of(event), BY, numbers, WHY)


def test_a_table_that_has_begun_keeps_its_players() -> None:
    event = published()
    seen = seating_token(Round.objects.all())
    laid = seats(event)[0]
    redeals.all_pass(cast.table(event, 2), BY, 1)
    with cast.nothing_written():
        with pytest.raises(UserError, match="Table 2 has started") as refused:
            exchange_places(cast.round_of(event), BY, (laid[0][0], laid[1][0]), WHY, seen=seen)
        assert refused.value.status == 409 and "“Swapped seats”" in refused.value.sentence
        with pytest.raises(UserError, match="Enter a reason"):
            exchange_places(cast.round_of(event), BY, (laid[0][0], laid[2][0]), "", seen=seen)
    exchange_places(cast.round_of(event), BY, (laid[0][0], laid[2][0]), WHY, seen=seen)
    with cast.refused("changed this in the meantime"):
        exchange_places(cast.round_of(event), BY, (laid[0][0], laid[2][0]), WHY, seen=seen)


# --- A sheet emptied -------------------------------------------------------------------------------------------


def wrongly_typed() -> Table:
    """A table with deals, passes, a misdeal that was paid for and the jury's answer."""
    event = cast.playing(8)
    table = cast.table(event)
    redeals.misdeal(table, BY, 1, waived=False, key="a" * 32)
    redeals.all_pass(table, BY, 1)
    deals.record_deal(table, BY, 1, cast.result(), key="b" * 32)
    cast.write(table, 2, cast.result("GMT", (3,), {"3": 0}, jury="not_called"))
    redeals.all_pass(table, BY, 3)
    return table


def test_a_sheet_is_emptied_whole_and_its_versions_go_on() -> None:
    guards.lay()
    table = wrongly_typed()
    before = {deal.number: deal.version for deal in table.deals.all()}
    empty_table(table, BY, WHY, seen=deals_token(table), key="c" * 32)
    for deal in Deal.objects.filter(table=table):
        assert (deal.result, deal.announced, deal.passes, deal.misdeals) == (None, None, 0, 0)
        assert deal.version > before[deal.number]
    assert [decision.cancelled for decision in Decision.objects.all()] == [True, True]
    assert table.submissions.count() == 3
    late = deals.record_deal(table, BY, 1, cast.result(), key="b" * 32)
    assert late["deal"] == 1 and cast.stored(table, 1) is None
    same_after_a_copy(table.round.event)
    deals.record_deal(table, BY, 1, cast.result("S6", (2,), 8))
    assert cast.stored(table, 1)["contract"] == "S6"


def test_a_sheet_is_emptied_as_it_was_looked_at_and_once() -> None:
    table = wrongly_typed()
    seen = deals_token(table)
    cast.write(table, 3)
    with cast.nothing_written():
        with pytest.raises(UserError, match="in the meantime") as refused:
            empty_table(table, BY, WHY, seen=seen)
        assert refused.value.status == 409
        with pytest.raises(UserError, match="Enter a reason"):
            empty_table(table, BY, " ", seen=deals_token(table))
    seen = deals_token(table)
    first = empty_table(table, BY, WHY, seen=seen, key="c" * 32)
    with cast.nothing_written():
        assert empty_table(table, BY, WHY, seen=seen, key="c" * 32) == first
        with pytest.raises(UserError, match="for something else"):
            empty_table(table, BY, WHY, seen=deals_token(table), key="c" * 32)
        with pytest.raises(UserError, match="Nothing has been recorded"):
            empty_table(table, BY, WHY, seen=deals_token(table), key="d" * 32)


def test_what_the_jury_ruled_is_not_emptied() -> None:
    table = wrongly_typed()
    ruled = rulings.rule(table, BY, 2, "annulled", "Marked cards.")
    with cast.refused(f"cancel decision {ruled.number} first"):
        empty_table(table, BY, WHY, seen=deals_token(table))


def test_what_the_jury_decided_of_a_misdeal_is_not_emptied() -> None:
    table = wrongly_typed()
    dealer = cast.seated(table)[1]
    decided = rulings.penalise(table.round.event, BY, Decision.MISDEAL, {dealer: -3}, "Disputed.", table=table, deal=1)
    empty_table(table, BY, WHY, seen=deals_token(table))
    assert list(Decision.objects.filter(cancelled=False)) == [decided]


def test_a_closed_table_is_opened_before_its_sheet_is_emptied() -> None:
    event = cast.playing(8)
    table = cast.table(event)
    cast.play(table)
    deals.close_table(table, BY)
    with cast.refused("is closed"):
        empty_table(table, BY, WHY, seen=deals_token(table))
    deals.reopen_table(table, BY)
    empty_table(table, BY, WHY, seen=deals_token(table))
    assert not any(deal.result for deal in Deal.objects.filter(table=table))


# --- Reasons ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501, "Wrong\x00", "Wrong \ud800"])
def test_a_reason_that_cannot_be_kept_is_refused(reason: str) -> None:
    event = published()
    round, table = cast.round_of(event), cast.table(event, 1)
    cast.write(cast.table(event, 2), 1)
    number = cast.seated(table)[1]
    with cast.nothing_written():
        for act in (
            lambda: withdraw_publication(round, BY, reason),
            lambda: exchange_places(round, BY, (number, 99), reason),
            lambda: empty_table(cast.table(event, 2), BY, reason, seen=deals_token(cast.table(event, 2))),
        ):
            with pytest.raises(UserError, match="reason") as refused:
                act()
            assert refused.value.status == 422
