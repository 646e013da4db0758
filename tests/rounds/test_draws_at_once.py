"""Two at once at a draw: a promise, a draw, its publication and new seats happen whole, once, and in one order."""

from functools import partial

import pytest

from tests.support.events import cast
from tests.support.events.drawn import BY, drawn, leave, seats, underway
from tests.support.servers.at_once import at_once, one_won
from tournament.acts.rounds import rounds
from tournament.acts.rounds.draws import draw_rounds
from tournament.acts.rounds.promises import promise_draw
from tournament.acts.rounds.reseating import reseat, reseating
from tournament.draw.drawing import DrawRequest
from tournament.models import Draw, LogEntry, Promise, Round

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_next_draw_is_promised_once() -> None:
    event = cast.event(players=8)
    assert one_won(at_once(*[partial(promise_draw, event, BY)] * 4))
    assert Promise.objects.count() == 1


def test_a_whole_stage_is_drawn_once() -> None:
    event = cast.event(players=16, planned_rounds=3)
    assert one_won(at_once(*[partial(draw_rounds, event, BY, DrawRequest(rounds=3))] * 4))
    assert (Draw.objects.count(), Round.objects.count()) == (1, 3)


def test_a_draw_is_published_or_rejected_and_never_both() -> None:
    event = cast.event(players=16, planned_rounds=3)
    drawn(event, 3)
    first = cast.round_of(event)
    outcomes = at_once(partial(rounds.publish_round, first, BY, ahead=True), partial(rounds.withdraw_draw, first, BY))
    assert any(outcome is None for outcome in outcomes)
    assert Round.objects.filter(published=False).count() == 0


@pytest.mark.long
def test_new_seats_are_given_once() -> None:
    event = underway()
    leave(event, 5, 6, 7, 8)
    of = reseating(event).of
    # Whoever comes second wishes what is so already: they are told that it is done.
    assert at_once(*[partial(reseat, event, BY, of)] * 4) == [None] * 4
    assert LogEntry.objects.filter(event=event, act="reseat").count() == 1
    assert all(len(table) == 4 for tables in seats(event) for table in tables)
