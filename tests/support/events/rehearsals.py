"""A rehearsal in which all that can happen did, and the start that ends it."""

from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tournament.acts.jury import rulings
from tournament.acts.kernel.rehearsal_data import rehearsal_data_of
from tournament.acts.lifecycle import rehearsal
from tournament.acts.people import registration
from tournament.acts.table import deals, redeals
from tournament.models import Event

BY = "system"


@laid_again
def rehearsed() -> Event:
    """A rehearsal: table 1 is played and closed; table 2 has a deal, a pass, a misdeal and rulings."""
    event = cast.event(8)
    cast.next_round(event)
    one, two = cast.table(event, 1), cast.table(event, 2)
    cast.play(one)
    deals.close_table(one, BY)
    cast.write(two, 1, cast.result("GMT", (3,), {"3": 0}, jury="allowed"), key="k1")
    redeals.all_pass(two, BY, 2, key="k2")
    redeals.misdeal(two, BY, 2, waived=False, key="k3")
    rulings.rule(two, BY, 1, "annulled", "Marked cards.")
    cast.penalty(event, 3)
    registration.exclude(cast.entry(event, 8), BY, "Banned.")
    return cast.fresh(event)


def eight_again(event: Event) -> Event:
    """The same with another player in the place of the one who was excluded."""
    for entry in registration.add_entries(event, BY, cast.people(9)[8:]):
        registration.check_in(entry, BY, True)
    return cast.fresh(event)


def mark(event: Event) -> str:
    """The mark of what was practised so far."""
    found = rehearsal_data_of(event)
    assert found
    return found.mark


def start(event: Event, *, wipe: bool) -> Event:
    """Starts the event, by somebody who has seen what was practised."""
    rehearsal.start(event, BY, wipe=wipe, seen=mark(event))
    return cast.fresh(event)
