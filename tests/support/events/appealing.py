"""An event in which decisions can be appealed, and who decides there."""

from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tests.support.pages.jury_pages import begun
from tournament import access
from tournament.acts.event import events
from tournament.acts.jury import rulings
from tournament.models import Decision, Event

WHY = "Ik speelde hartenboer, niet ruitenboer."


@laid_again
def appealable() -> Event:
    """The first deal of table 1 is written; a decision can be appealed for an hour."""
    event = begun()
    events.change_event(event, "system", cast.plan("world-2018", appeal_minutes=60))
    return cast.fresh(event)


def penalised(event: Event) -> Decision:
    """A juror took three points from player 3."""
    return rulings.penalise(event, juror(event), "card-by-mistake", {3: -3}, "Kleur niet gevolgd.", article="2.1")


def juror(event: Event) -> str:
    return access.actor(cast.juror(event))


def head(event: Event) -> str:
    return access.actor(cast.head_juror(event))


def organiser(event: Event) -> str:
    return access.actor(cast.organiser(event))
