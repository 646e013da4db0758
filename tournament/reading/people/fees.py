"""What is owed and paid: by one player, by all of them, and what should be in the till."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import segno
from django.db.models import QuerySet

from tournament.access import Permission
from tournament.acts.people.fees import fee_token, received_in_cash
from tournament.admission import MAX_MESSAGE, Account, Admission, Price, read_account, transfer_code
from tournament.models import Entry, Evening, Event, Membership

# So many evenings before this one are looked at for who still owes.
EARLIER_EVENINGS = 10


@dataclass(frozen=True, slots=True)
class Fee:
    """What one player pays: the `price` that is theirs, what was `paid` in cents, and the prices to choose from.

    `mark` is that of the state, for a button to send back.
    """

    price: Price | None
    paid: int
    how: str
    prices: Sequence[Price]
    mark: str

    @property
    def owed(self) -> int:
        """What is still to be paid, in cents."""
        return 0 if self.how or self.price is None else self.price.cents

    @property
    def offers(self) -> Sequence[Price]:
        """The prices that the desk may take: the player's first."""
        return () if self.how else sorted(self.prices, key=lambda price: price != self.price)


@dataclass(slots=True)
class FeeTotal:
    """How many players have one price, and what was received and is owed, in cents."""

    players: int = 0
    cash: int = 0
    bank: int = 0
    owed: int = 0


def fee(entry: Entry, admission: Admission) -> Fee:
    """What a player pays: the price chosen, or the first one; a joker for whom none was chosen pays nothing."""
    free = entry.role == Entry.PlayerRole.JOKER and not entry.price
    price = None if free else admission.price(entry.price) or next(iter(admission.prices), None)
    return Fee(price, entry.paid, entry.paid_how, admission.prices, fee_token(entry))


@dataclass(frozen=True, slots=True)
class Transfer:
    """What one player would transfer: to which account, how much (in cents), and with what message."""

    account: Account
    cents: int
    message: str

    @property
    def code(self) -> segno.QRCode:
        """The code for the app of a bank."""
        return transfer_code(self.account, self.cents, self.message)


def transfer(entry: Entry) -> Transfer | None:
    """What a player who plays still owes, where the event has an account; None where nothing is to be transferred."""
    admission = Admission.read(entry.event.admission)
    account, owed = read_account(admission.account), fee(entry, admission).owed
    if account is None or not owed or not entry.plays:
        return None
    number = f" {entry.number}"
    return Transfer(account, owed, entry.event.name[: MAX_MESSAGE - len(number)] + number)


def totals(event: Event) -> dict[str, FeeTotal]:
    """The totals of each price by its name, and under "" those of all."""
    admission = Admission.read(event.admission)
    by_price = {price.name: FeeTotal() for price in admission.prices}
    away = set(_away([event.pk]))
    for entry in Entry.objects.filter(event=event):
        owed_fee = fee(entry, admission)
        if owed_fee.price:
            total = by_price[owed_fee.price.name]
            plays = entry.plays and entry not in away
            total.players += plays
            total.cash += owed_fee.paid * (owed_fee.how == Entry.Paid.CASH)
            total.bank += owed_fee.paid * (owed_fee.how == Entry.Paid.BANK)
            total.owed += owed_fee.owed * plays
    players, bank, owed = (
        sum(getattr(part, name) for part in by_price.values()) for name in ("players", "bank", "owed")
    )
    return {**by_price, "": FeeTotal(players, received_in_cash(event), bank, owed)}


def owing(event: Event, *more_events: Event) -> list[Entry]:
    """Who plays and has not paid, in an event or in others too, those present first."""
    admissions = {each.pk: Admission.read(each.admission) for each in (event, *more_events)}
    rows = Entry.objects.filter(event__in=admissions, withdrawn=False, excluded=False)
    rows = rows.exclude(pk__in=_away(admissions))
    rows = rows.select_related("player", "event").order_by("-present", "player__sorting", "number")
    return [row for row in rows if fee(row, admissions[row.event_id]).owed]


def earlier_owing(event: Event, user_id: int) -> list[Event]:
    """The evenings of its series before an event, of which somebody owes and a user may see the fees."""
    evening: Evening | None = getattr(event, "evening", None)
    if evening is None:
        return []
    before = Event.objects.filter(evening__series=evening.series_id, evening__date__lt=evening.date)
    mine = Membership.objects.filter(user=user_id, role__in=Permission.SEE_FEES.roles)
    rows = before.filter(evening__cancelled=False, pk__in=mine.values("event")).select_related("evening")
    earlier = list(rows.order_by("-evening__date")[:EARLIER_EVENINGS])
    owed = {entry.event_id for entry in owing(*earlier)} if earlier else set()
    return [row for row in earlier if row.pk in owed]


def _away(event_ids: Iterable[int]) -> QuerySet[Entry]:
    """Who was taken off an evening of a club before they sat at a table, of events by primary key."""
    return Entry.objects.filter(event__in=event_ids, event__evening__isnull=False, present=False, seats=None)
