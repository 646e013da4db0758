"""What is being played: announced by a table and not recorded yet. Read-only."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring import RuleSet, words
from tournament.models import Deal, Decision, Event, Seat, Table
from tournament.ranking import facts
from tournament.ranking.outcomes import answers, bound, outcome, refused_to
from tournament.ranking.records import DealFacts, of_hand
from tournament.wording import language, named

# Name and first deal of each who sat at a position, by primary key of the table and position, in order.
Sat = Mapping[tuple[int, int], list[tuple[int, str]]]


@dataclass(frozen=True, slots=True)
class PlayingDeal:
    """A contract that is being played, where and by whom; `needs_jury` if the jury must allow it before play."""

    round: int
    table: int
    deal: int
    contract: str
    names: tuple[str, ...]
    needs_jury: bool


def standing(deal: DealFacts, ruleset: RuleSet) -> Mapping[str, Any] | None:
    """What is being played in a deal.

    None once the deal is over, and where the jury refused the contract, one of them must pass, or the rules have it no
    more.
    """
    announced = deal.announced
    if not announced or announced["contract"] not in ruleset.lines or outcome(deal, ruleset).over:
        return None
    if refused_to(deal.rulings, announced["contract"], announced["declarers"]) or bound(deal.rulings) & set(
        announced["declarers"]
    ):
        return None
    return announced


def jury_answers(deal: DealFacts, names: Mapping[int, str], ruleset: RuleSet) -> list[str]:
    """What the jury has said of a deal that is still to be written, a sentence for each answer; `names` by position."""
    if deal.result is not None:
        return []
    sentences = {
        Decision.Ruling.ALLOWED: _("The jury allowed %(contract)s: %(names)s."),
        Decision.Ruling.REFUSED: _("The jury refused %(contract)s: %(names)s must pass."),
        Decision.Ruling.NOT_CALLED: _("The jury was not called for %(contract)s: %(names)s."),
    }
    return [
        sentences[ruling]
        % {"contract": words.contract(key, language(), ruleset), "names": _those(rulings, ruling, names)}
        for key, rulings in answers(deal.rulings).items()
        for ruling in sentences
        if ruling in rulings.values()
    ]


def _those(rulings_by_seat: Mapping[int, str], ruling: str, names: Mapping[int, str]) -> str:
    return ", ".join(names[seat] for seat in sorted(rulings_by_seat) if rulings_by_seat[seat] == ruling)


def deals_in_play(event: Event, tables: QuerySet[Table] | None = None) -> list[PlayingDeal]:
    """What is being played at the tables of an event that still write, or at some of them; in at most three queries."""
    writing = Table.objects.filter(round__event=event, round__published=True, round__closed=False, closed=False)
    if tables is not None:
        writing = writing.filter(pk__in=tables)
    deals = Deal.objects.filter(table__in=writing, announced__isnull=False).select_related("table__round")
    announced = list(deals.order_by("table__round__number", "table__number", "number"))
    return list(_played(announced, facts.ruleset(event))) if announced else []


def _played(deals: Collection[Deal], ruleset: RuleSet) -> Iterator[PlayingDeal]:
    tables = Table.objects.filter(pk__in={deal.table_id for deal in deals})
    rulings, sat = facts.rulings(tables), seated_at(tables)
    for deal in deals:
        rulings_of_hand = of_hand(rulings.get((deal.table_id, deal.number), ()), deal.redealt)
        announced = standing(DealFacts(deal.number, deal.result, rulings_of_hand, announced=deal.announced), ruleset)
        if announced:
            names = tuple(name_at(sat, deal.table_id, position, deal.number) for position in announced["declarers"])
            where = deal.table.round.number, deal.table.number, deal.number
            yield PlayingDeal(*where, announced["contract"], names, announced["contract"] in ruleset.jury)


def seated_at(tables: QuerySet[Table]) -> Sat:
    """Who sat where at these tables, in one query."""
    sat: Mapping[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
    seats = Seat.objects.filter(table__in=tables).order_by("from_deal")
    for table, position, deal, name, number in seats.values_list(
        "table_id", "position", "from_deal", "entry__player__name", "entry__number"
    ):
        sat[table, position].append((deal, named(name, number)))
    return sat


def name_at(sat: Sat, table: int, position: int, deal: int) -> str:
    """The name of who sat at a position of a table, by its primary key, in a deal; "" where nobody did."""
    return next((name for first, name in reversed(sat.get((table, position), ())) if first <= deal), "")
