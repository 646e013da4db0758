"""What lets a reader check a workbook: where it comes from, and the sums of its lists, which must agree.

A sum stands there twice: the value that Troel computed, and a formula over the rows of the list. Formulas alone would
be empty wherever nothing calculates (a preview on a phone, another program), values alone would prove nothing about
rows that somebody changed afterwards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl.utils import get_column_letter, quote_sheetname

from scoring import words
from tournament.exchange.lists.fees_listing import fee_listings
from tournament.exchange.lists.listings import BEFORE_SEATS, OF_A_SEAT, Formula, Listing, ListingColumn, Value, listings
from tournament.models import Event
from tournament.ranking import facts, live
from tournament.ranking.contest import format_of
from tournament.ranking.live import Ranking
from tournament.ranking.round_names import round_inside, round_name
from tournament.reading.event import rules_checks
from tournament.reading.logbook import seals
from tournament.reading.ranking import finality
from tournament.wording import doubt, language


def checked_listings(event: Event) -> list[Listing]:
    """All lists of an event, then their sums if anybody is ranked, then where they come from."""
    ranking, sums = live.ranking(event, public=False), Sums()
    lists = [
        replace(listing, rows=sums.counted(listing.rows)) if listing.about == "deals" else listing
        for listing in listings(event)
    ]
    by_subject = {listing.about: listing for listing in lists}
    more = (
        [_totals(_Totals(by_subject["ranking"], by_subject["deals"], ranking, sums))] if "ranking" in by_subject else []
    )
    return [*lists, *fee_listings(event), *more, _origin(event)]


def _origin(event: Event) -> Listing:
    """Which event this is, when it was written, by which rules, and whether their figures were verified."""
    return Listing(
        _("About this file"),
        [ListingColumn(_("About this file"), 26), ListingColumn(_("Told"), 90)],
        _origin_rows(event),
    )


def _origin_rows(event: Event) -> Iterator[list[Value]]:
    rules, seal = facts.ruleset(event), seals.seal(event)
    days = [date_format(day, "DATE_FORMAT") for day in (event.starts_on, event.ends_on) if day]
    doubted = doubt(rules)
    yield [_("Event"), event.name + (" (DEMO)" if event.demo else "")]
    yield [_("Where and when"), " · ".join(filter(None, [event.place, *dict.fromkeys(days)]))]
    yield [_("This file was written"), date_format(timezone.localtime(), "d/m/Y H:i")]
    yield [_("Ranking"), " · ".join([finality.sentence(event), *_kept_back(event)])]
    yield [_("Rules"), words.ruleset_name(rules, language())]
    yield [_("Mark of the rules"), rules.short_hash]
    yield [_("Source"), rules.source]
    yield [_("Figures"), _("Unverified figures.") + f" {doubted}" if doubted else rules_checks.sentence(event)]
    yield [_("Seal of the logbook"), str(seal) if seal else ""]


def _kept_back(event: Event) -> Iterator[str]:
    """What counts in this file and not on the public pages, in sentences: whoever sends it on tells that."""
    if hidden := [round_inside(format_of(event), round.number) for round in finality.hidden_rounds(event)]:
        yield _("Hidden rounds count here but not on the public pages:") + f" {', '.join(hidden)}"
    if event.frozen_after is not None:
        yield _("The public ranking is frozen: later rounds count only here.")


class Sums:
    """The points in the list of deals by round and player, counted while its rows are written."""

    def __init__(self) -> None:
        self.points: Counter[tuple[str, int]] = Counter()
        self.last_row = 1

    def counted(self, rows: Iterable[Sequence[Value]]) -> Iterator[Sequence[Value]]:
        """The same rows."""
        for row in rows:
            self.last_row += 1
            for at in range(BEFORE_SEATS, len(row), OF_A_SEAT):
                round, entry, points = row[0], row[at], row[at + OF_A_SEAT - 1]
                if isinstance(round, str) and isinstance(entry, int) and isinstance(points, int):
                    self.points[round, entry] += points
            yield row


def _totals(totals: "_Totals") -> Listing:
    """The sums of the deals and of the ranking; to be written after both lists."""
    columns = [
        ListingColumn(_("Sum"), 24),
        ListingColumn(_("Points in the deals"), 13),
        ListingColumn(_("Counted for nobody"), 13),
        ListingColumn(_("For rounds sat out"), 13),
        ListingColumn(_("Points in the ranking"), 13),
        ListingColumn(_("Deals, added up here"), 14),
        ListingColumn(_("Ranking, added up here"), 14),
        ListingColumn(_("Difference: must be 0"), 14),
        ListingColumn(_("Agreed when written"), 14),
    ]
    return Listing(_("Checking totals"), columns, totals.rows())


@dataclass(frozen=True, slots=True)
class _Totals:
    """The lines of the list of sums.

    What nobody is ranked with (a joker's points, a round that a player's section leaves out) is in the deals alone,
    what a player gets for a round they sat out in the ranking alone.
    """

    ranked: Listing
    deal_list: Listing
    ranking: Ranking
    sums: Sums

    def rows(self) -> Iterator[list[Value]]:
        """A line for each round, then for what else the points are made of, then for all points."""
        places = self.ranking.places
        parts = [self._round(at, line) for line, at in enumerate(range(len(self.ranking.rounds)), 2)]
        alone = [
            (_("Bonus"), sum(place.bonus for place in places)),
            (_("Jury"), sum(place.adjustment_points for place in places)),
        ]
        if self.ranking.contest.format.finals:
            alone.insert(0, (pgettext("before a final", "Before"), sum(place.carried for place in places)))
        for heading, points in alone:
            formula = f"=ABS(G{len(parts) + 2}-E{len(parts) + 2})"
            parts.append([heading, None, None, None, points, None, self._column(heading), Formula(formula), _("yes")])
        if left := sum(points or 0 for place in places for points in place.earlier_rounds):
            # They have their own columns, and are in "Before" or were left behind.
            parts.append([_("Rounds before the final"), None, None, None, -left])
        yield from parts
        yield self._all(parts)

    def _round(self, at: int, line: int) -> list[Value]:
        contest, number = self.ranking.contest, self.ranking.rounds[at]
        name = round_name(contest.format, number)
        ranked_points = {place.entry.number: place.all_rounds[at] for place in self.ranking.places}
        dealt = {entry: points for (round, entry), points in self.sums.points.items() if round == name}
        deals, ranked = sum(dealt.values()), sum(points or 0 for points in ranked_points.values())
        nobody = sum(points for entry, points in dealt.items() if ranked_points.get(entry) is None)
        sat_out = sum(ranked_points.get(entry) or 0 for round, entry in contest.sat_out if round == number)
        difference = f"=ABS(B{line}-C{line}+D{line}-E{line})+ABS(F{line}-B{line})+ABS(G{line}-E{line})"
        agreed = _("yes") if deals - nobody + sat_out == ranked else _("no, it did not")
        summed = [self._deals(line), self._column(name), Formula(difference)]
        return [name, deals, nobody, sat_out, ranked, *summed, agreed]

    def _all(self, sums: Sequence[Sequence[Value]]) -> list[Value]:
        points = sum(place.standing.row.points for place in self.ranking.places)
        added = sum(part[4] for part in sums if isinstance(part[4], int))
        line = len(sums) + 2
        difference = f"=ABS(G{line}-E{line})+ABS(SUM(E2:E{line - 1})-E{line})"
        checks: list[Value] = [
            self._column(_("Points")),
            Formula(difference),
            _("yes") if added == points else _("no, it did not"),
        ]
        return [_("Points"), None, None, None, points, None, *checks]

    def _column(self, heading: str) -> Formula:
        """The sum of a column of the ranking."""
        at = [column.heading for column in self.ranked.columns].index(heading) + 1
        return Formula(f"=SUM({_cells(self.ranked, at, len(self.ranking.places) + 1)})")

    def _deals(self, line: int) -> Formula:
        """The sum of all seats' points in the deals of the round that this line names."""
        seats = range(BEFORE_SEATS + OF_A_SEAT, len(self.deal_list.columns) + 1, OF_A_SEAT)
        last = max(self.sums.last_row, 2)
        of_round = f"--({_cells(self.deal_list, 1, last)}=$A{line})"
        return Formula("=" + "+".join(f"SUMPRODUCT({of_round},{_cells(self.deal_list, at, last)})" for at in seats))


def _cells(listing: Listing, column: int, last: int) -> str:
    """A column of a list, without its heading, as a formula names it."""
    letter = get_column_letter(column)
    return f"{quote_sheetname(listing.sheet)}!${letter}$2:${letter}${last}"
