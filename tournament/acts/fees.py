"""What players pay: the price that is theirs, and what was received of it."""

from django.utils.translation import gettext_lazy as _

from tournament.acts import logbook
from tournament.acts.logbook import LogLine, applies
from tournament.acts.registration import reloaded
from tournament.admission import Admission
from tournament.models import Entry
from tournament.refusal import Refusal
from tournament.seen import mark_of, require_unchanged


def set_fee(entry: Entry, by: str, price: str, how: str, *, seen: str | None = None) -> None:
    """Says that a player pays this price, and `how` it was received: in cash, by transfer, or "" for not (any more).

    "" is the price of a joker who pays nothing.

    What was received is kept in cents, so that a price can change afterwards. Exactly what is so already writes
    nothing: two desks may tap the same name. Anything else is refused if somebody who looked at `seen` did not see
    what was received meanwhile.
    """
    with logbook.turn(entry.event) as event:
        now, known = reloaded(entry), Admission.read(event.admission).price(price)
        free = now.role == Entry.Role.JOKER and not price and not how
        if known is None and not free:
            raise Refusal(_("The event has no such price (any more)."), 422)
        if how not in ("", *Entry.Paid.values):
            raise Refusal(_("Choose how it was paid."), 422)
        if (now.price, now.paid_how) == (price, how):
            return
        require_unchanged(seen, fee_mark(now))
        if how and now.paid_how and now.price != price:
            raise Refusal(_("This player has already paid another price. Take that back first."))
        facts = {"number": now.number, "price": price, "paid": known.cents if known and how else 0, "how": how}
        logbook.write(event, by, "set_fee", facts)


def fee_mark(entry: Entry) -> str:
    """A mark that changes with a player's price and with what was received from them."""
    return mark_of(entry.price, entry.paid_how, entry.paid)


@applies("set_fee")
def _set_fee(line: LogLine) -> None:
    facts = line.facts
    told = {"price": facts["price"], "paid": facts["paid"], "paid_how": facts["how"]}
    Entry.objects.filter(event=line.event, number=facts["number"]).update(**told)
