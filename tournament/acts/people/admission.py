"""Registration: what an event allows, players who register themselves, and the waiting list."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, Facts, LogLine, Scope
from tournament.acts.kernel.open_event import require_open
from tournament.acts.people import registration
from tournament.acts.people.arrivals import SimilarNameError, earlier_entry, enter_person, similar_entries
from tournament.acts.people.registration import Entrant, check_person
from tournament.admission import MAX_CENTS, MAX_PRICES, MAX_ROOM, PRICE_LENGTH, Admission, Price, read_account
from tournament.errors import UserError
from tournament.models import Entry, Event, Round, Seat
from tournament.naming import is_storable
from tournament.version_tokens import require_unchanged, token_of

# Longer than anybody waits in earnest, and more jokers than any hall has tables; a form that anybody can send has an
# end.
MAX_WAITING, MAX_JOKERS = 300, 300


def set_admission(event: Event, actor: str, admission: Admission, seen: str) -> None:
    """Says whether, when and for how many players the event takes registrations; the same again writes nothing."""
    if admission.form and not 1 <= admission.room <= MAX_ROOM:
        raise UserError(_("Say how many players there is room for."), 422)
    if admission.opens and admission.closes and admission.closes <= admission.opens:
        raise UserError(_("Registration closes before it opens."), 422)
    check_prices(admission.prices)
    if admission.account and read_account(admission.account) is None:
        raise UserError(_("This is not an account."), 422)
    with logbook.locked_event(event) as event:
        if admission.to_dict() == event.admission:
            return
        require_unchanged(seen, admission_token(event))
        require_open(event)
        gone = {price.name for price in Admission.read(event.admission).prices if not admission.price(price.name)}
        if payer := Entry.objects.filter(event=event, price__in=gone).order_by("price").first():
            raise UserError(_("Players have the price “%(name)s”: it cannot be left out.") % {"name": payer.price})
        logbook.write(event, actor, "set_admission", {"admission": sealed_admission(event, admission.to_dict())})


def sealed_admission(event: Event, data: Mapping[str, Any]) -> Facts:
    """What an event says of registration as a fact: the account, which may name somebody, by its digest."""
    return logbook.store_row_texts(event, [data], "account")[0] if data.get("account") else data


def opened_admission(line: LogLine, facts: Facts) -> dict[str, Any]:
    """Part of an `apply`: the same with its text."""
    return line.opened([facts], "account")[0] if "account" in facts else dict(facts)


def change_with_regulation(event: Event, actor: str, change: Callable[[], object]) -> None:
    """Changes the day or the rule set of an event, and what its regulation requires of registration; or neither.

    An hour or an age that the organiser chose stays.
    """
    with transaction.atomic():
        before = required_of(event)
        change()
        event.refresh_from_db(fields=["admission", "rules", "starts_on", "state"])
        # What is open to all and was made before regulations were followed stays as it is.
        if event.is_open and (event.admission or not before.to_dict()):
            moved = Admission.read(event.admission).moved(before, required_of(event))
            set_admission(event, actor, moved, admission_token(event))


def required_of(event: Event) -> Admission:
    """What the regulation behind an event's rule set requires of it."""
    return Admission.required(event.rules.get("key", ""), event.starts_on)


def check_prices(prices: Sequence[Price]) -> None:
    """Refuses prices that no event can have."""
    names = [price.name for price in prices]
    if len(set(names)) < len(names) or len(names) > MAX_PRICES:
        raise UserError(_("Give each price a name of its own; at most %(most)s prices.") % {"most": MAX_PRICES}, 422)
    for price in prices:
        if not 0 < len(price.name) <= PRICE_LENGTH or not is_storable(price.name) or not 0 <= price.cents <= MAX_CENTS:
            raise UserError(_("“%(name)s” is not a price.") % {"name": price.name}, 422)


def admission_token(event: Event) -> str:
    """A token that changes when what the event says of registration changes."""
    return token_of(event.admission)


def request_place(event: Event, person: Entrant, key: str, price: str = "", *, another: bool = False) -> Entry:
    """Somebody registers: as a player, or on the waiting list if the event is full or drawn; jokers need no room.

    `price` is the name of the one they choose, if there is a choice; a joker pays nothing.

    `key` was made for the form: sent twice, it gives the same entry twice; for another name it is refused. Raises
    SimilarNameError if just this name, which the public may read, is registered already, unless this is `another`
    person. Whether a name is there that is only almost the same, or shown by its initials, is told to the organiser
    only.
    """
    check_person(person)
    with logbook.locked_event(event) as event:
        if existing := earlier_entry(event, key, person.name):
            return existing
        require_form(event)
        if not another and (entries := _named_so(event, person)):
            raise SimilarNameError(entries)
        price = "" if person.role == Entry.PlayerRole.JOKER else price
        if price and not Admission.read(event.admission).price(price):
            raise UserError(_("The event has no such price (any more)."), 422)
        if person.role == Entry.PlayerRole.JOKER and jokers(event) >= MAX_JOKERS:
            raise UserError(_("There are enough jokers: no more can register here."))
        waits = person.role == Entry.PlayerRole.COMPETITOR and is_waiting_only(event)
        if waits and waiting_list(event).count() >= MAX_WAITING:
            raise UserError(_("The waiting list is full too."))
        last = waiting_list(event).aggregate(last=Max("waiting"))["last"] or 0
        facts = {"present": False, "waiting": last + 1 if waits else 0, **({"price": price} if price else {})}
        return enter_person(event, "", person, key, **facts)


def require_form(event: Event) -> None:
    """Refuses while players cannot register themselves."""
    require_open(event)
    if not Admission.read(event.admission).open_at(timezone.now()):
        raise UserError(_("Registration is not open."))


def move_up(entry: Entry, actor: str) -> None:
    """Gives somebody on the waiting list a place; nothing is written if they have one already."""
    with logbook.locked_event(entry.event) as event:
        require_open(event)
        current = registration.reloaded(entry)
        if current.withdrawn and not current.waiting:
            raise UserError(_("This player has withdrawn."))
        if current.waiting:
            logbook.write(event, actor, "move_up", {"number": current.number})


def leave(entry: Entry, actor: str, reason: str = "") -> None:
    """Withdraws a player; as long as registration is open, the first on the waiting list gets a place that is free."""
    with logbook.locked_event(entry.event) as event:
        registration.withdraw(entry, actor, reason)
        first = waiting_list(event).first()
        if (
            first
            and room_left(event)
            and not is_drawn(event)
            and Admission.read(event.admission).open_at(timezone.now())
        ):
            move_up(first, actor)


def leave_oneself(entry: Entry) -> None:
    """A player withdraws by their own link; a second time nothing is written."""
    with logbook.locked_event(entry.event):
        current = registration.reloaded(entry)
        if not current.withdrawn or current.waiting:
            require_leaving(current)
            leave(current, f"entry:{entry.number}")


def require_leaving(entry: Entry) -> None:
    """Refuses to let a player withdraw by their own link once they are at the door, or have a seat."""
    require_open(entry.event)
    bound = not entry.event.admission.get("form") or entry.present or entry.excluded
    if bound or Seat.objects.filter(entry=entry, table__round__published=True).exists():
        raise UserError(_("You cannot withdraw on this page now. Tell the desk."))


def waiting_list(event: Event) -> QuerySet[Entry]:
    """The waiting list, who came first at the head."""
    rows = Entry.objects.filter(event=event, waiting__gt=0, excluded=False)
    return rows.select_related("player", "event").order_by("waiting")


def jokers(event: Event) -> int:
    """How many jokers were ever entered; those who withdraw make no room, so that the form has an end."""
    return Entry.objects.filter(event=event, role=Entry.PlayerRole.JOKER).count()


def place_in_line(entry: Entry) -> int:
    """The place of somebody on the waiting list, from 1; 0 for everybody else."""
    return waiting_list(entry.event).filter(waiting__lte=entry.waiting).count()


def is_drawn(event: Event) -> bool:
    """Whether the first round is drawn: from then on the organiser alone gives somebody from the form a place."""
    return Round.objects.filter(event=event).exists()


def is_waiting_only(event: Event) -> bool:
    """Whether a competitor who registers now comes on the waiting list."""
    return is_drawn(event) or not room_left(event) or waiting_list(event).exists()


def _named_so(event: Event, person: Entrant) -> list[Entry]:
    """Who is registered under just this name and shows it in public."""
    name = person.name.casefold()
    same = (entry for entry in similar_entries(event, person) if entry.player.name.casefold() == name)
    return [other for other in same if not other.player.initials_only and (other.waiting or not other.withdrawn)]


def room_left(event: Event) -> int:
    """How many more competitors the event takes."""
    taken = Entry.objects.filter(event=event, role=Entry.PlayerRole.COMPETITOR, withdrawn=False, excluded=False).count()
    return max(0, Admission.read(event.admission).room - taken)


@Act("set_admission", _("Registration changed"))
def apply_set_admission(line: LogLine) -> None:
    line.event.admission = opened_admission(line, line.facts["admission"])
    line.event.save(update_fields=["admission"])


@Act("move_up", _("Moved up from the waiting list"), scope=Scope.ENTRY)
def apply_move_up(line: LogLine) -> None:
    Entry.objects.filter(event=line.event, number=line.facts["number"]).update(withdrawn=False, waiting=0)
