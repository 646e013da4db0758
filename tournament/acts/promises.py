"""The promise before a draw: the hash of its secret, shown while nobody knows yet who will play."""

from django.utils.translation import gettext_lazy as _

from tournament import promises
from tournament.acts import logbook
from tournament.acts.events import require_open
from tournament.acts.logbook import Line, applies
from tournament.acts.refusal import Refusal
from tournament.models import Event, Promise


def promise_draw(event: Event, by: str) -> Promise:
    """Chooses the secret of the next draw and shows its hash. Refused while a promise waits to be kept."""
    with logbook.turn(event) as event:
        require_open(event)
        if open_promise(event):
            raise Refusal(_("The next draw has been promised already."))
        number = Promise.objects.filter(event=event).count() + 1
        nonce = promises.fresh_nonce()
        facts = {"promise": number, "nonce": nonce, "commitment": promises.commitment_of(nonce)}
        logbook.write(event, by, "promise_draw", facts)
        return Promise.objects.get(event=event, number=number)


def open_promise(event: Event) -> Promise | None:
    """The promise that the next draw keeps: the last one, if it was not kept yet and this installation can keep it."""
    last = Promise.objects.filter(event=event).order_by("number").last()
    kept = last and last.drawn.exclude(secret="").exists()
    return last if last and not kept and promises.kept_here(last) else None


@applies("promise_draw")
def _promise_draw(line: Line) -> None:
    facts = line.facts
    Promise.objects.create(
        event=line.event,
        number=facts["promise"],
        nonce=facts["nonce"],
        commitment=facts["commitment"],
        at=line.at,
    )
