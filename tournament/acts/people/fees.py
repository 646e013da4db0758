"""What players pay: the price that is theirs, what was received of it, and the cash that was counted."""

from collections.abc import Mapping
from datetime import UTC

from django.db.models import Sum
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine, Scope
from tournament.acts.people.registration import reloaded
from tournament.admission import Admission
from tournament.errors import UserError
from tournament.models import Entry, Event
from tournament.version_tokens import require_unchanged, token_of


def set_fee(entry: Entry, actor: str, price: str, how: str, *, seen: str | None = None) -> None:
    """Says that a player pays this price, and `how` it was received: in cash, by transfer, or "" for not (any more).

    "" is the price of a joker who pays nothing.

    What was received is kept in cents, so that a price can change afterwards. Exactly what is so already writes
    nothing: two desks may tap the same name. Anything else is refused if somebody who looked at `seen` did not see
    what was received meanwhile.
    """
    with logbook.locked_event(entry.event) as event:
        current, known = reloaded(entry), Admission.read(event.admission).price(price)
        free = current.role == Entry.PlayerRole.JOKER and not price and not how
        if known is None and not free:
            raise UserError(_("The event has no such price (any more)."), 422)
        if how not in ("", *Entry.Paid.values):
            raise UserError(_("Choose how it was paid."), 422)
        if (current.price, current.paid_how) == (price, how):
            return
        require_unchanged(seen, fee_token(current))
        if how and current.paid_how and current.price != price:
            raise UserError(_("This player has already paid another price. Take that back first."))
        facts = {"number": current.number, "price": price, "paid": known.cents if known and how else 0, "how": how}
        logbook.write(event, actor, "set_fee", facts)


# Notes and coins in cents, as they are counted.
MONEY = (20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5)
MAX_PIECES, MAX_FLOAT, MAX_COUNTS = 9999, 1_000_000, 200


def count_cash(event: Event, actor: str, pieces: Mapping[int, int], float_: int) -> None:
    """Keeps a cash count: `pieces` of each value of `MONEY`, with `float_` cents in the till at the start.

    What should be there is sealed beside it, because fees are paid and taken back afterwards. The same count as the
    last one, while nothing was received since, writes nothing.
    """
    if pieces.keys() - set(MONEY) or any(not 0 <= many <= MAX_PIECES for many in pieces.values()):
        raise UserError(_("This cash count is not possible."), 422)
    if not 0 <= float_ <= MAX_FLOAT or not any(pieces.values()):
        raise UserError(_("This cash count is not possible."), 422)
    with logbook.locked_event(event) as event:
        facts = {
            "pieces": [[value, pieces[value]] for value in MONEY if pieces.get(value)],
            "float": float_,
            "counted": sum_of_pieces(pieces),
            "expected": float_ + received_in_cash(event),
        }
        last = event.cash_counts[-1] if event.cash_counts else {}
        if {name: last.get(name) for name in facts} == facts:
            return
        if len(event.cash_counts) >= MAX_COUNTS:
            raise UserError(_("This event keeps no more cash counts."))
        logbook.write(event, actor, "count_cash", facts)


def sum_of_pieces(pieces: Mapping[int, int]) -> int:
    """The sum in cents of notes and coins, as how many there are of each value."""
    return sum(value * many for value, many in pieces.items())


def received_in_cash(event: Event) -> int:
    """What players paid in cash, in cents, those who withdrew since too."""
    paid = Entry.objects.filter(event=event, paid_how=Entry.Paid.CASH).aggregate(Sum("paid"))
    return paid["paid__sum"] or 0


def fee_token(entry: Entry) -> str:
    """A token that changes with a player's price and with what was received from them."""
    return token_of(entry.price, entry.paid_how, entry.paid)


@Act("set_fee", _("Fee paid or taken back"), scope=Scope.ENTRY)
def apply_set_fee(line: LogLine) -> None:
    facts = line.facts
    fields = {"price": facts["price"], "paid": facts["paid"], "paid_how": facts["how"]}
    Entry.objects.filter(event=line.event, number=facts["number"]).update(**fields)


@Act("count_cash", _("Cash counted"))
def apply_count_cash(line: LogLine) -> None:
    count = {"at": line.at.astimezone(UTC).isoformat(), "by": line.by, **line.facts}
    line.event.cash_counts = [*line.event.cash_counts, count]
    line.event.save(update_fields=["cash_counts"])
