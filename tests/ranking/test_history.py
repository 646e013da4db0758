"""The public ranking after each round: as it would have been computed then, and nothing that is hidden."""

import pytest

from tests.support.events import cast, finals
from tests.support.events.long_day import long_day
from tournament.acts.event import reveal
from tournament.acts.rounds import rounds
from tournament.models import Event
from tournament.ranking import live
from tournament.ranking.standings import event_standings

pytestmark = pytest.mark.django_db
BY = "system"


def agrees(event: Event) -> int:
    """Compares the history with rankings read from the database alone; how many rounds it has."""
    history = live.public_history(event)
    assert list(history) == list(live.ranking(event, public=True).rounds)
    for number, places in history.items():
        assert list(places) == event_standings(event, public=True, upto=number)
    return len(history)


@pytest.mark.parametrize("points", ["carried", pytest.param("zero", marks=pytest.mark.long)])
def test_after_each_round_of_a_championship_with_a_final(points: str) -> None:
    assert agrees(finals.finished(points)) == 2


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_after_each_round_of_a_long_day(seed: int) -> None:
    """Substitutes, people who sit out, two finals, decisions with and without a round."""
    assert agrees(long_day(seed)) == 4


def test_what_is_hidden_or_frozen_is_in_no_history() -> None:
    event = finals.finished()
    reveal.freeze_ranking(event, BY, 1)
    event = cast.fresh(event)
    assert agrees(event) == 1
    reveal.freeze_ranking(event, BY, None)
    rounds.show_round(cast.round_of(event, 2), BY, visible=False)
    assert agrees(cast.fresh(event)) == 1


def test_a_new_deal_is_in_it_at_once() -> None:
    event = cast.playing(4)
    assert agrees(event) == 1
    cast.write(cast.table(event), 1)
    assert agrees(cast.fresh(event)) == 1
    assert live.public_history(cast.fresh(event))[1][0].standing.row.points
