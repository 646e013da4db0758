"""The promise before a draw: the hash of its secret, published while nobody knows yet who will play."""

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.kernel.open_event import require_open
from tournament.draw import promises
from tournament.draw.promises import open_promise
from tournament.errors import UserError
from tournament.models import Event, Promise
from tournament.seating.proof import promise


def promise_draw(event: Event, actor: str, *, secret: str = "") -> Promise:
    """Chooses the secret of the next draw and publishes its hash. Refused while an earlier promise is still open.

    With a given `secret`, which anybody may know, only a draw with that secret keeps the promise: so the demo is the
    same everywhere.
    """
    with logbook.locked_event(event) as event:
        require_open(event)
        if open_promise(event, secret):
            raise UserError(_("The next draw has already been promised."))
        number = Promise.objects.filter(event=event).count() + 1
        facts = {"promise": number, **(_of_secret(secret) if secret else _of_nonce(promises.fresh_nonce()))}
        logbook.write(event, actor, "promise_draw", facts)
        return Promise.objects.get(event=event, number=number)


def _of_nonce(nonce: str) -> dict[str, str]:
    return {"nonce": nonce, "commitment": promises.commitment_of(nonce)}


def _of_secret(secret: str) -> dict[str, str]:
    """This nonce does not lead to the secret: it only fills the column."""
    commitment = promise.commitment(secret)
    return {"nonce": commitment[:32], "commitment": commitment}


@Act("promise_draw", _("Draw promised"))
def apply_promise_draw(line: LogLine) -> None:
    facts = line.facts
    Promise.objects.create(
        event=line.event,
        number=facts["promise"],
        nonce=facts["nonce"],
        commitment=facts["commitment"],
        at=line.at,
    )
