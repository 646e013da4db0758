"""Whose sheet a page is: that of its own table, or, if it is a spare one, of the table that a person names."""

from django.db.models import Count
from django.utils.translation import gettext as _

from tournament.acts.table.sheet_pictures import facts_of, kept_lines
from tournament.errors import UserError
from tournament.models import Deal, Event, Table
from tournament.sheet_reading.batch import ScannedPage
from tournament.sheet_reading.code_origin import printed_seats
from tournament.sheet_reading.expected_sheets import SheetPlace


def tables(event: Event, place: SheetPlace) -> list[Table]:
    """The tables whose sheet it can be, by number: its own, or all of the round whose sheets have the same form."""
    rows = Table.objects.filter(round__event=event, round__number=place.round).select_related("round__event")
    if place.table:
        return list(rows.filter(number=place.table))
    counted = rows.annotate(players=Count("seats__position", distinct=True)).order_by("number")
    return [row for row in counted if (row.players, row.deals_in_full) == (place.players, place.planned)]


def kept_for(event: Event) -> dict[str, int]:
    """For which table of its round each picture was kept, by its digest; the last time, if it was moved."""
    return {facts["picture"]: facts["table"] for facts in map(facts_of, kept_lines(event))}


def require_free(row: Table, place: SheetPlace, digest: str) -> None:
    """Refuses a spare sheet at a table while what it says is recorded at another one."""
    other = kept_for(row.round.event).get(digest, row.number)
    recorded = Deal.objects.filter(table__round=row.round_id, table__number=other, result__isnull=False)
    if other != row.number and recorded.filter(number__range=(place.first, place.last)).exists():
        sentence = _(
            "This sheet was recorded at table %(table)s. If that was wrong, remove what was recorded there first."
        )
        raise UserError(sentence % {"table": other})


def others_at(row: Table, page: ScannedPage) -> set[int]:
    """The positions at which somebody else sits from the first deal on than the sheet of the table prints."""
    printed = printed_seats(row.round.event, page.code, page.place) if page.place and page.place.table else {}
    first = dict(row.seats.filter(from_deal=1).values_list("position", "entry__number"))
    positions = first.keys() | printed.keys() if printed else set()
    return {position for position in positions if printed.get(position) != first.get(position)}


def replaced_at(row: Table, page: ScannedPage) -> set[int]:
    """The positions of the sheet at which somebody was seated for whom it prints, from whichever deal on."""
    later = set(row.seats.filter(from_deal__gt=1).values_list("position", flat=True))
    return later | (others_at(row, page) if page.substitutes else set())


def unseated(row: Table | None, page: ScannedPage) -> tuple[int, ...]:
    """The positions of which the sheet may say that a substitute sat there, and where none was seated."""
    replaced = replaced_at(row, page) if row and page.substitutes else set()
    return tuple(position for position in page.substitutes if position not in replaced)
