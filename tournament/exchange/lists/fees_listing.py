"""The list of fees of an event: who paid and who has not, with the totals."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournament.admission import Admission
from tournament.exchange.lists.listings import Listing, ListingColumn, Value
from tournament.models import Entry, Event
from tournament.reading.people.fees import fee, totals
from tournament.reading.table.sheets import full_name


def fee_listings(event: Event) -> list[Listing]:
    """The list in euros, those who have not paid first; none for an event without prices."""
    if not Admission.read(event.admission).prices:
        return []
    money = [ListingColumn(heading, 14) for heading in (_("Cash"), _("Transfer"), _("Owed"))]
    who = [
        ListingColumn(_("No."), 7),
        ListingColumn(_("Name"), 32),
        ListingColumn(_("Club"), 24),
        ListingColumn(_("Price"), 20),
    ]
    return [Listing(_("Fees"), [*who, *money], _rows(event))]


def _rows(event: Event) -> Iterator[list[Value]]:
    admission, people = Admission.read(event.admission), Entry.objects.filter(event=event).select_related("player")
    told = [(entry, fee(entry, admission)) for entry in people.order_by("player__sorting", "number")]
    for entry, one in sorted(told, key=lambda pair: not (pair[0].plays and pair[1].owed)):
        if one.price:
            cash, bank = (one.paid if one.how == how else 0 for how in (Entry.Paid.CASH, Entry.Paid.BANK))
            sums = (cash, bank, one.owed if entry.plays else 0)
            yield [entry.number, full_name(entry), entry.player.club, one.price.name, *map(_euros, sums)]
    total = totals(event)[""]
    yield [None, _("Total"), "", "", *(cents / 100 for cents in (total.cash, total.bank, total.owed))]


def _euros(cents: int) -> float | None:
    return cents / 100 if cents else None
