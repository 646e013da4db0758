"""What an organiser changes by hand: a publication withdrawn, two people exchanged, a sheet emptied."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests import cast
from tests.drawn import BY, drawn, relate, seats
from tests.laid_again import laid_again
from tests.reading import read
from tournament import guards, links
from tournament.acts import deals, jury, redeals, rounds
from tournament.acts.emptied import empty_table, written_mark
from tournament.acts.places import exchange_places
from tournament.acts.promises import promise_draw
from tournament.acts.publication import withdraw_publication
from tournament.acts.reseat import misplaced
from tournament.acts.tables import choose_captain, renew_link, substitute
from tournament.acts.unpublished import mark_of
from tournament.draw.promises import open_promise
from tournament.exchange import json_in, json_out, logbook_file
from tournament.models import Deal, Decision, Draw, Event, LogEntry, Promise, Round, Table, Withdrawal
from tournament.refusal import Refusal

pytestmark = pytest.mark.django_db
WHY = "Geert Verbruggen stond er niet bij."


def same_after_a_copy(event: Event) -> None:
    """Read back from its file and from its logbook, the event is the same; and no line holds the reason."""
    event, elsewhere = cast.fresh(event), f"copy-{Event.objects.count()}"
    text = json_out.text(event)
    copies = [
        json_in.load(json.loads(text), BY, slug=elsewhere),
        logbook_file.replay(list(logbook_file.lines(event)), slug=f"{elsewhere}-again"),
    ]
    for copied in copies:
        assert json_out.text(copied).replace(f'"slug": "{copied.slug}"', f'"slug": "{event.slug}"') == text
    assert "Verbruggen" not in "".join(LogEntry.objects.values_list("text", flat=True))


@laid_again
def published(players: int = 16, count: int = 1, **wishes: Any) -> Event:
    event = cast.event(players, planned_rounds=3)
    cast.events.change_state(event, BY, Event.State.LIVE)
    drawn(event, count, publish=True, **wishes)
    return cast.fresh(event)


# --- A publication withdrawn -----------------------------------------------------------------------------------


def test_a_publication_is_withdrawn_and_the_draw_stays() -> None:
    guards.lay()
    event = published()
    before, token = seats(event), cast.token(cast.table(event))
    assert cast.client().get(f"/t/{token}/").status_code == 200
    withdraw_publication(cast.round_of(event), BY, WHY)
    assert seats(event) == before
    round = cast.round_of(event)
    assert (round.published, round.withdrawal and round.withdrawal.reason) == (False, WHY)
    assert "withdrawn" in cast.shown(cast.client().get(f"/t/{token}/"))
    assert cast.client().get(f"/t/{token}/").status_code == 404
    same_after_a_copy(event)
    rounds.publish_round(round, BY)
    assert cast.client().get(f"/t/{token}/").status_code == 404
    assert cast.client().get(f"/t/{cast.token(cast.table(event))}/").status_code == 200
    same_after_a_copy(event)


def test_a_secret_that_was_revealed_is_good_for_no_other_draw() -> None:
    event = cast.event(16)
    promise_draw(event, BY)
    first = drawn(event, 1, publish=True)
    withdraw_publication(cast.round_of(event), BY, WHY)
    assert Promise.objects.get().spent
    rounds.withdraw_draw(cast.round_of(event), BY)
    assert not Draw.objects.exists() and open_promise(event) is None
    same_after_a_copy(event)
    assert promise_draw(event, BY).commitment != first.commitment
    assert drawn(event, 1).promise == Promise.objects.get(number=2)
    assert cast.round_of(event).withdrawal is None


def test_a_secret_that_was_not_revealed_keeps_its_promise() -> None:
    event = cast.event(16)
    promise_draw(event, BY)
    drawn(event, 2)
    rounds.publish_round(cast.round_of(event), BY)
    withdraw_publication(cast.round_of(event), BY, WHY)
    rounds.withdraw_draw(cast.round_of(event), BY)
    assert open_promise(event) == Promise.objects.get()


def test_rounds_after_it_are_withdrawn_too_and_everybody_can_count_it() -> None:
    event = published(count=3)
    withdraw_publication(cast.round_of(event, 2), BY, WHY)
    assert [round.published for round in Round.objects.all()] == [True, False, False]
    page = read(f"/e/{event.slug}/draws/")
    assert "Publications withdrawn: 1" in page and "Rounds 2 to 3" in page and "Verbruggen" not in page
    rounds.withdraw_draw(cast.round_of(event, 2), BY)
    assert "Publications withdrawn: 1" in read(f"/e/{event.slug}/draws/")
    assert Withdrawal.objects.get().rounds.count() == 0


def _passes(event: Event) -> None:
    redeals.all_pass(cast.table(event, 2), BY, 1)


def _ruled(event: Event) -> None:
    jury.rule(cast.table(event, 2), BY, 1, "annulled", "Marked cards.")


def _undone(event: Event) -> None:
    cast.write(cast.table(event, 2), 1, key="written")
    deals.undo_deal(cast.table(event, 2), BY, 1, replaces=1, key="undone")


def _fined(event: Event) -> None:
    jury.penalise(event, BY, "noise", {1: -3}, "Noise.", table=cast.table(event, 2))


def _sat_in(event: Event) -> None:
    [late] = cast.registration.add_entries(event, BY, [cast.Person("Invaller")])
    substitute(cast.table(event, 2), BY, 1, late.number, 2)


@pytest.mark.parametrize("happened", [_passes, _ruled, _undone, _fined, _sat_in])
def test_once_anything_happened_the_publication_stands(happened: Any) -> None:
    event = published()
    happened(event)
    with cast.nothing_written(), pytest.raises(Refusal, match="the publication stands") as refused:
        withdraw_publication(cast.round_of(event), BY, WHY)
    assert refused.value.status == 409


def test_nothing_is_done_in_a_round_that_was_withdrawn_and_rejected_meanwhile() -> None:
    event = published()
    round, table = cast.round_of(event), cast.table(event)
    withdraw_publication(round, BY, WHY, of=mark_of(Round.objects.filter(pk=round.pk)))
    rounds.withdraw_draw(round, BY)
    late: list[Callable[[], object]] = [
        lambda: deals.record_deal(table, BY, 1, cast.result()),
        lambda: redeals.all_pass(table, BY, 1),
        lambda: rounds.close_round(round, BY),
        lambda: rounds.reopen_round(round, BY),
        lambda: rounds.show_round(round, BY, False),
    ]
    for act in late:
        with cast.nothing_written(), pytest.raises(Refusal, match="meanwhile"):
            act()


AT_A_TABLE_THAT_WAITS: dict[str, Callable[[Table], object]] = {
    "another captain": lambda table: choose_captain(table, BY, 2, key="a page"),
    "another link": lambda table: renew_link(table, BY, key="a page"),
}


@pytest.mark.parametrize("act", AT_A_TABLE_THAT_WAITS)
def test_a_draw_is_rejected_whatever_the_desk_did_at_its_tables(act: str) -> None:
    event = published()
    round = cast.round_of(event)
    withdraw_publication(round, BY, WHY, of=mark_of(Round.objects.filter(pk=round.pk)))
    AT_A_TABLE_THAT_WAITS[act](cast.table(event))
    rounds.withdraw_draw(round, BY)
    assert not Round.objects.filter(event=event).exists()
    same_after_a_copy(event)


@pytest.mark.parametrize("act", AT_A_TABLE_THAT_WAITS)
def test_what_the_staff_set_up_at_a_table_does_not_keep_a_publication(act: str) -> None:
    event = published()
    AT_A_TABLE_THAT_WAITS[act](cast.table(event))
    link = cast.token(cast.table(event))
    one, other = (cast.seated(cast.table(event, number))[1] for number in (1, 2))
    exchange_places(cast.round_of(event), BY, (one, other), WHY)
    withdraw_publication(cast.round_of(event), BY, WHY)
    assert not cast.round_of(event).published
    assert cast.client().get(f"/t/{link}/").status_code == 404
    same_after_a_copy(event)
    rounds.publish_round(cast.round_of(event), BY)
    redeals.all_pass(cast.table(event), BY, 1, key="a phone")
    with cast.nothing_written(), pytest.raises(Refusal, match="table 1 has begun"):
        withdraw_publication(cast.round_of(event), BY, WHY)


def test_the_jury_decides_nothing_about_a_table_whose_publication_was_withdrawn_meanwhile() -> None:
    event = published()
    round, table = cast.round_of(event), cast.table(event)
    withdraw_publication(round, BY, WHY, of=mark_of(Round.objects.filter(pk=round.pk)))
    for act in (
        lambda: jury.rule(table, BY, 1, "annulled", "Cards on the floor."),
        lambda: jury.penalise(event, BY, "card-by-mistake", {1: -3}, "Once.", table=table, deal=1),
    ):
        with cast.nothing_written(), pytest.raises(Refusal, match="has not been published"):
            act()
    rounds.withdraw_draw(round, BY)
    assert not Decision.objects.exists()


def test_what_is_withdrawn_is_what_was_looked_at_once_and_for_a_reason() -> None:
    event = published()
    seen = mark_of(Round.objects.all())
    with cast.nothing_written():
        with pytest.raises(Refusal, match="needs a reason"):
            withdraw_publication(cast.round_of(event), BY, "  ", of=seen)
        with pytest.raises(Refusal, match="changed meanwhile"):
            withdraw_publication(cast.round_of(event), BY, WHY, of="another")
    withdraw_publication(cast.round_of(event), BY, WHY, of=seen)
    with cast.nothing_written(), pytest.raises(Refusal, match="is not published"):
        withdraw_publication(cast.round_of(event), BY, WHY, of=seen)


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
    assert "Round 1: seats moved by hand" in page and "Verbruggen" not in page and "left or came" not in page
    assert cast.client().get(f"/e/{event.slug}/draws/1.json").json()["rounds"]


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
    drawn(event, 1, heed=("repeats", "captains"))
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
    with cast.nothing_written(), pytest.raises(Refusal, match=why):
        exchange_places(cast.round_of(event), BY, numbers, WHY)


def test_a_table_that_has_begun_keeps_its_players() -> None:
    event = published()
    seen = mark_of(Round.objects.all())
    laid = seats(event)[0]
    redeals.all_pass(cast.table(event, 2), BY, 1)
    with cast.nothing_written():
        with pytest.raises(Refusal, match="Table 2 has begun") as refused:
            exchange_places(cast.round_of(event), BY, (laid[0][0], laid[1][0]), WHY, of=seen)
        assert refused.value.status == 409
        with pytest.raises(Refusal, match="needs a reason"):
            exchange_places(cast.round_of(event), BY, (laid[0][0], laid[2][0]), "", of=seen)
    exchange_places(cast.round_of(event), BY, (laid[0][0], laid[2][0]), WHY, of=seen)
    with cast.nothing_written(), pytest.raises(Refusal, match="changed meanwhile"):
        exchange_places(cast.round_of(event), BY, (laid[0][0], laid[2][0]), WHY, of=seen)


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
    empty_table(table, BY, WHY, of=written_mark(table), key="c" * 32)
    for deal in Deal.objects.filter(table=table):
        assert (deal.result, deal.announced, deal.passes, deal.misdeals) == (None, "", 0, 0)
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
    seen = written_mark(table)
    cast.write(table, 3)
    with cast.nothing_written():
        with pytest.raises(Refusal, match="meanwhile") as refused:
            empty_table(table, BY, WHY, of=seen)
        assert refused.value.status == 409
        with pytest.raises(Refusal, match="needs a reason"):
            empty_table(table, BY, " ", of=written_mark(table))
    seen = written_mark(table)
    first = empty_table(table, BY, WHY, of=seen, key="c" * 32)
    with cast.nothing_written():
        assert empty_table(table, BY, WHY, of=seen, key="c" * 32) == first
        with pytest.raises(Refusal, match="for something else"):
            empty_table(table, BY, WHY, of=written_mark(table), key="c" * 32)
        with pytest.raises(Refusal, match="Nothing is written"):
            empty_table(table, BY, WHY, of=written_mark(table), key="d" * 32)


def test_what_the_jury_ruled_is_not_emptied() -> None:
    table = wrongly_typed()
    ruled = jury.rule(table, BY, 2, "annulled", "Marked cards.")
    with cast.nothing_written(), pytest.raises(Refusal, match=f"cancel decision {ruled.number} first"):
        empty_table(table, BY, WHY, of=written_mark(table))


def test_what_the_jury_decided_of_a_misdeal_is_not_emptied() -> None:
    table = wrongly_typed()
    dealer = cast.seated(table)[1]
    decided = jury.penalise(table.round.event, BY, Decision.MISDEAL, {dealer: -3}, "Disputed.", table=table, deal=1)
    empty_table(table, BY, WHY, of=written_mark(table))
    assert list(Decision.objects.filter(cancelled=False)) == [decided]


def test_a_closed_table_is_opened_before_its_sheet_is_emptied() -> None:
    event = cast.playing(8)
    table = cast.table(event)
    cast.play(table)
    deals.close_table(table, BY)
    with cast.nothing_written(), pytest.raises(Refusal, match="is closed"):
        empty_table(table, BY, WHY, of=written_mark(table))
    deals.reopen_table(table, BY)
    empty_table(table, BY, WHY, of=written_mark(table))
    assert not any(deal.result for deal in Deal.objects.filter(table=table))


def test_links_of_an_issue_before_are_told_apart_from_a_strangers() -> None:
    event = published()
    old = cast.token(cast.table(event))
    withdraw_publication(cast.round_of(event), BY, WHY)
    assert "withdrawn" in cast.shown(cast.client().get(f"/t/{old}/"))
    stranger = links.token("table", cast.table(event).pk, 77)
    assert "withdrawn" not in cast.shown(cast.client().get(f"/t/{stranger}/"))


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
            lambda: empty_table(cast.table(event, 2), BY, reason, of=written_mark(cast.table(event, 2))),
        ):
            with pytest.raises(Refusal, match="reason") as refused:
                act()
            assert refused.value.status == 422
