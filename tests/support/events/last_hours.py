"""A round with an hour until which it is provisional, and who may change results after it."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tournament.acts.jury import rulings
from tournament.acts.table import deals
from tournament.models import Event

BY = "system"


@laid_again
def decided() -> Event:
    """One round, played, with a decision of the jury on it."""
    event = cast.played(8)
    rulings.rule(cast.table(event), BY, 1, "annulled", "Marked cards.")
    return cast.fresh(event)


def ahead(hours: int = 1) -> Any:
    """A moment that is still to come."""
    return timezone.now().replace(microsecond=0) + timedelta(hours=hours)


def people(event: Event) -> tuple[str, str, str]:
    """The organiser, the head juror and a juror, as the logbook names them."""
    return cast.by(cast.organiser(event)), cast.by(cast.head_juror(event)), cast.by(cast.juror(event))


def correct(event: Event, by: str, second: str) -> object:
    """A result at the second table is put right."""
    table, result = cast.table(event, 2), cast.result("S6", (2,), 7)
    return deals.correct_deal(table, by, 1, result, replaces=1, reason="Mistyped.", second=second)
