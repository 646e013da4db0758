"""Which rulings end which: a later ruling that sets a deal's result takes the place of those before it.

Rules of 2018, articles 3, 5 and 9; that the jury's last word stands is our reading.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring import RuleSet
from tournament.models import Decision, Ending, Event, Table
from tournament.ranking import facts
from tournament.ranking.outcomes import outcome
from tournament.ranking.records import TableFacts
from tournament.version_tokens import token_of

# The rulings that set what a deal gives; allowed and refused only answer whether a contract may be played.
SETS_RESULT = (Decision.Ruling.RESULT, Decision.Ruling.ANNULLED, Decision.Ruling.NOT_CALLED)


@dataclass(frozen=True, slots=True)
class Overruled:
    """A ruling from before rulings ended each other, and the earlier ones on its deal that count beside it.

    `point_changes` are what each entry has of the deal and of these rulings now, and would have if the later one ended
    them.
    """

    later: Decision
    earlier: list[Decision]
    point_changes: dict[int, tuple[int, int]]

    @property
    def numbers(self) -> list[int]:
        """The numbers of the earlier rulings."""
        return [row.number for row in self.earlier]

    @property
    def version_token(self) -> str:
        """The mark of what would be put right: a page sends back the one it showed."""
        return token_of(self.numbers, sorted(self.point_changes.items()))


def to_end(table: Table, deal: int, ruling: str) -> list[Decision]:
    """The decisions that a new ruling on a deal ends, by number; none if it only allows or refuses a contract.

    Those are the rulings that set the deal's result or gave points, also where another has ended them already. A
    penalty is none of them, nor what the table itself said of the jury.
    """
    return [row for row in _rulings(table=table, deal=deal) if _is_endable(row)] if ruling in SETS_RESULT else []


def returning(decision: Decision, also: Collection[Decision] = ()) -> list[Decision]:
    """The decisions that count again once this one is cancelled, and `also` with it, by number."""
    if not decision.counts:
        return []
    gone = {row.number for row in (decision, *also)}
    ended = Ending.objects.filter(by__in=[decision, *also]).select_related("ended")
    rows = {row.ended.number: row.ended for row in ended.prefetch_related("ended__endings__by")}
    back = (row for number, row in sorted(rows.items()) if number not in gone and not row.cancelled)
    return [row for row in back if gone >= {*row.ended_by}]


def find_overruled(event: Event) -> list[Overruled]:
    """The rulings of an event that leave points of earlier ones standing, by number: made before rulings ended them.

    One query where there are none, and a fixed number however many there are.
    """
    counting = Decision.objects.counting().filter(event=event, table__isnull=False)
    same = counting.exclude(kind=Decision.JURY_CALL).exclude(ruling="")
    same = same.filter(table=OuterRef("table"), deal=OuterRef("deal"), number__lt=OuterRef("number"))
    earlier = same.filter(Q(ruling__in=SETS_RESULT) | Q(adjustments__isnull=False))
    at = counting.filter(Exists(earlier), ruling__in=SETS_RESULT).values("table")
    deals: dict[tuple[int | None, int | None], list[Decision]] = defaultdict(list)
    for row in _rulings(table__in=at).filter(pk__in=counting):
        if _is_endable(row):
            deals[row.table_id, row.deal].append(row)
    tables = facts.tables(Table.objects.filter(pk__in={table for table, _deal in deals})) if deals else {}
    cases = [case for rulings in deals.values() if (case := _overruled(rulings, tables, facts.ruleset(event)))]
    return sorted(cases, key=lambda case: case.later.number)


def _overruled(decisions: Sequence[Decision], tables: Mapping[int, TableFacts], ruleset: RuleSet) -> Overruled | None:
    """Of the rulings on one deal that count, the last that sets its result, if it leaves points of others standing."""
    later = next((row for row in reversed(decisions) if row.ruling in SETS_RESULT), None)
    earlier = [row for row in decisions if later and row.number < later.number]
    if later is None or later.table is None or not earlier:
        return None
    points = _points(tables[later.table.pk], later.deal or 0, earlier, ruleset)
    return Overruled(later, earlier, points) if any(old != new for old, new in points.values()) else None


def _points(
    table: TableFacts, number: int, earlier: Iterable[Decision], ruleset: RuleSet
) -> dict[int, tuple[int, int]]:
    deal = table.deal(number)
    numbers = {row.number for row in earlier}
    old, new = (outcome(version, ruleset).points(ruleset) for version in (deal, deal.without(numbers)))
    extra: dict[int, int] = {}
    for row in earlier:
        for gift in row.adjustments.all():
            extra[gift.entry.number] = extra.get(gift.entry.number, 0) + gift.points
    sat = {position: table.entry(position, number) for position in table.playing(number)}
    scored = {entry: (old.get(at, 0), new.get(at, 0)) for at, entry in sat.items()}
    return {
        entry: (scored.get(entry, (0, 0))[0] + extra.get(entry, 0), scored.get(entry, (0, 0))[1])
        for entry in sorted({*scored, *extra})
    }


def _rulings(**at: object) -> QuerySet[Decision]:
    rows = Decision.objects.filter(**at, cancelled=False).exclude(ruling="").exclude(kind=Decision.JURY_CALL)
    rows = rows.order_by("number").select_related("event", "table__round__event")
    about = ("adjustments__entry__player", "endings__by", "table__seats__entry__player", "appeals__entry__player")
    return rows.prefetch_related(*about)


def _is_endable(decision: Decision) -> bool:
    return decision.ruling in SETS_RESULT or bool(decision.adjustments.all())
