"""The lists of an event as columns and rows of plain values: ranking, players, every deal, decisions, clubs.

They are for the staff, with full names and all rounds. The headings are in the active language.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db.models import Max
from django.db.models.functions import Length
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import words
from scoring.game.results import Own
from tournament.models import Entry, Event, Seat, Table
from tournament.naming import surname_of
from tournament.ranking import facts, live
from tournament.ranking.contest import format_of
from tournament.ranking.live import Ranking
from tournament.ranking.round_names import round_name
from tournament.reading.jury import decision_words
from tournament.reading.ranking.clubs import club_ranking
from tournament.reading.ranking.finality import Finality, finality, ranking_title
from tournament.reading.ranking.groups import title
from tournament.reading.ranking.ranking_rows import describe_tie
from tournament.reading.table import sheets
from tournament.reading.table.sheet_lines import SheetLine
from tournament.reading.table.sheets import Sheet
from tournament.wording import language, own_tricks


@dataclass(frozen=True, slots=True)
class Formula:
    """What a spreadsheet calculates itself, with its `=`."""

    text: str


Value = str | int | float | Formula | None

# A workbook allows no longer title of a sheet.
MOST_TITLE = 31
# The number of tables read at a time.
CHUNK = 200
# A column of names is as wide as the longest name, within these bounds (characters); a longer one takes two lines.
NARROWEST, WIDEST = 24, 40
# In the list of deals: what is before the seats, and the columns of each (number, name, points).
BEFORE_SEATS, OF_A_SEAT = 10, 3


@dataclass(frozen=True, slots=True)
class ListingColumn:
    """A column: its heading, and its width in characters."""

    heading: str
    width: int


@dataclass(frozen=True, slots=True)
class Listing:
    """One list; its rows are computed while they are written. `about` says which one it is, if others refer to it."""

    title: str
    columns: Sequence[ListingColumn]
    rows: Iterable[Sequence[Value]]
    about: Literal["", "ranking", "deals"] = ""

    @property
    def sheet(self) -> str:
        """Its title as far as a workbook has room for it."""
        return self.title[:MOST_TITLE]


def listings(event: Event) -> list[Listing]:
    """All lists of an event; an empty ranking is left out, so that the first list always has players."""
    ranking, wide = live.ranking(event, public=False), _widths(event)
    columns, rows = _ranking_columns(ranking, wide), _ranking_rows(event, ranking)
    clubs = _("Clubs (rehearsal)") if finality(event) == Finality.REHEARSAL else _("Clubs")
    ranked = Listing(ranking_title(event, public=False), columns, rows, "ranking")
    return [
        *([ranked] if ranking.places else []),
        Listing(_("Players"), _player_columns(wide), _player_rows(event)),
        Listing(_("Deals"), _deal_columns(event), _deal_rows(event), "deals"),
        Listing(_("Decisions"), _decision_columns(), _decision_rows(event)),
        Listing(clubs, _club_columns(ranking, wide), _club_rows(ranking)),
    ]


def _widths(event: Event) -> tuple[int, int]:
    """The widths of the columns of names and of clubs."""
    longest = Entry.objects.filter(event=event).aggregate(
        name=Max(Length("player__name")), club=Max(Length("player__club"))
    )
    return _width(longest["name"]), _width(longest["club"])


def _width(longest: int | None) -> int:
    return min(max(NARROWEST, (longest or 0) + 2), WIDEST)


def _ranking_columns(ranking: Ranking, wide: tuple[int, int]) -> list[ListingColumn]:
    """The columns of the ranking, with those of finals if the event has any."""
    before = ListingColumn(pgettext("before a final", "Before"), 9)
    finals = [ListingColumn(_("Plays in"), 16), before] if _has_finals(ranking) else []
    return [
        ListingColumn(_("Rank"), 7),
        ListingColumn(_("No."), 7),
        ListingColumn(_("Name"), wide[0]),
        ListingColumn(_("Club"), wide[1]),
        *finals,
        *[ListingColumn(round_name(ranking.contest.format, number), 9) for number in ranking.rounds],
        ListingColumn(_("Bonus"), 8),
        ListingColumn(_("Jury"), 8),
        ListingColumn(_("Points"), 9),
        ListingColumn(_("Contracts made"), 10),
        ListingColumn(_("Contracts lost"), 10),
        ListingColumn(_("Tie broken by"), 28),
    ]


def _ranking_rows(event: Event, ranking: Ranking) -> Iterator[list[Value]]:
    """One row per place. Its points are the sum of "Before", bonus, jury and the rounds of the last final it plays.

    "Before" is what a finalist carried over from earlier rounds, which also have their own columns.
    """
    names, finals = _names(event), _has_finals(ranking)
    for place in ranking.places:
        row = place.standing.row
        section: list[Value] = [title(ranking.contest, place.section) if place.section else "", place.carried]
        yield [
            place.standing.rank,
            row.number,
            names[row.number],
            place.entry.club,
            *(section if finals else ()),
            *place.all_rounds,
            place.bonus,
            place.adjustment_points,
            row.points,
            row.contracts_made,
            row.contracts_lost,
            describe_tie(place.standing.broke),
        ]


def _has_finals(ranking: Ranking) -> bool:
    return bool(ranking.contest.format.finals)


def _club_columns(ranking: Ranking, wide: tuple[int, int]) -> list[ListingColumn]:
    shown = [ListingColumn(_("Average"), 10)] if ranking.contest.format.clubs.count == "average" else []
    first = [
        ListingColumn(_("Rank"), 7),
        ListingColumn(_("Club"), wide[1]),
        ListingColumn(_("Members"), 9),
        ListingColumn(_("Points"), 9),
    ]
    return [*first, *shown, ListingColumn(_("Who counts"), 40)]


def _club_rows(ranking: Ranking) -> Iterator[list[Value]]:
    """One row per club; clubs with too few members have no rank."""
    how = ranking.contest.format.clubs
    for place in club_ranking(ranking.places, how):
        average: list[Value] = [float(place.club.tenths)] if how.count == "average" else []
        counting = ", ".join(f"{one.entry.number} {one.entry.name} {one.opening}" for one in place.club.counting)
        yield [place.rank, place.club.name, place.club.members, place.club.points, *average, counting]


def _player_columns(wide: tuple[int, int]) -> list[ListingColumn]:
    return [
        ListingColumn(_("No."), 7),
        ListingColumn(_("Name"), wide[0]),
        ListingColumn(_("Surname"), 20),
        ListingColumn(_("Club"), wide[1]),
        ListingColumn(_("Language"), 9),
        ListingColumn(_("Role"), 12),
        ListingColumn(pgettext("heading of a list: the player keeps score for the table", "Captain"), 9),
        ListingColumn(_("Family"), 20),
        ListingColumn(_("Present"), 9),
        ListingColumn(_("Withdrawn"), 10),
        ListingColumn(_("Excluded"), 10),
    ]


def _player_rows(event: Event) -> Iterator[list[Value]]:
    yes = _("yes")
    for entry in Entry.objects.filter(event=event).select_related("player").order_by("player__sorting", "number"):
        yield [
            entry.number,
            entry.player.name,
            entry.player.surname or surname_of(entry.player.name),
            entry.player.club,
            entry.player.language,
            str(Entry.PlayerRole(entry.role).label),
            yes if entry.player.writes else "",
            entry.player.family,
            *[yes if fact else "" for fact in (entry.present, entry.withdrawn, entry.excluded)],
        ]


def _deal_columns(event: Event) -> list[ListingColumn]:
    """The columns of a deal, as narrow as they can be, so that all of them can be read on one page of A4."""
    widest = Seat.objects.filter(table__round__event=event).aggregate(Max("position"))["position__max"] or 4
    seats = [
        column
        for position in range(1, widest + 1)
        for column in (
            ListingColumn(_("Seat %(seat)s: no.") % {"seat": position}, 5),
            ListingColumn(_("Seat %(seat)s: name") % {"seat": position}, 16),
            ListingColumn(_("Seat %(seat)s: points") % {"seat": position}, 6),
        )
    ]
    told = [
        ListingColumn(_("Contract"), 14),
        ListingColumn(_("Code"), 6),
        ListingColumn(_("Declarers"), 7),
        ListingColumn(_("Tricks"), 7),
    ]
    ruled = [ListingColumn(_("Trump"), 4), ListingColumn(_("Doubles"), 4), ListingColumn(_("Ruling"), 12)]
    return [
        ListingColumn(_("Round"), 9),
        ListingColumn(_("Table"), 5),
        ListingColumn(_("Deal"), 6),
        *told,
        *ruled,
        *seats,
    ]


def _deal_rows(event: Event) -> Iterator[list[Value]]:
    """Every deal that has a result, by round, table and number; reads CHUNK tables at a time."""
    rules, planned = facts.ruleset(event), format_of(event)
    people = {entry.number: entry for entry in Entry.objects.filter(event=event).select_related("player")}
    wanted = list(
        Table.objects.filter(round__event=event).order_by("round__number", "number").values_list("pk", flat=True)
    )
    for start in range(0, len(wanted), CHUNK):
        keys = wanted[start : start + CHUNK]
        found = facts.tables(Table.objects.filter(pk__in=keys))
        for key in keys:
            here = {seat.entry: people[seat.entry] for seat in found[key].seats}
            sheet = sheets.build_sheet(found[key], here, rules, sheets.full_name)
            name = round_name(planned, sheet.table.round)
            yield from ([name, *_deal_row(sheet, line)] for line in sheet.written)
            yield from ([name, *row] for row in _not_played(sheet))


def _deal_row(sheet: Sheet, line: SheetLine) -> list[Value]:
    result, table = line.result, sheet.table
    row: list[Value] = [table.number, line.number]
    if result is None or not line.contract:
        row += ["", "", "", "", "", None]
    else:
        row += [words.contract(line.contract, language(), line.ruleset), line.contract]
        row += [
            " + ".join(map(str, result.declarers)),
            _tricks(result.tricks),
            result.trump or "",
            result.doubles or None,
        ]
    row.append(_ruling(line))
    for cell in line.cells:
        entry = table.entry(cell.position, line.number)
        row += [entry, sheet.entry_names[entry], cell.points]
    return row


def _tricks(tricks: int | tuple[Own, ...]) -> Value:
    """A number where one was given; else a text: that a declarer lost, or the tricks of several of them."""
    if isinstance(tricks, int):
        return tricks
    if len(tricks) == 1 and isinstance(tricks[0], int):
        return tricks[0]
    return ", ".join(map(own_tricks, tricks))


def _not_played(sheet: Sheet) -> Iterator[list[Value]]:
    """A row for each deal that a table stopped early did not play, and one for the average that its players get."""
    nothing: list[Value] = ["", "", "", "", "", None]
    for number in sheet.table.ended.unplayed_deals if sheet.table.ended else ():
        who = (sheet.table.entry(seat, number) for seat in sheet.table.positions)
        seats: list[Value] = [value for entry in who for value in (entry, sheet.entry_names[entry], None)]
        yield [sheet.table.number, number, *nothing, _("not played"), *seats]
    if sheet.averaged:
        sums = (total for total in sheet.totals if total.until is None)
        seats = [value for one in sums for value in (one.entry, one.name, one.averaged)]
        yield [sheet.table.number, None, *nothing, _("average of the deals not played"), *seats]


def _ruling(line: SheetLine) -> str:
    said = [line.verdict] if line.verdict else []
    return ", ".join([*said, _("as ruled by the jury")] if line.played or line.ruled else said)


def _decision_columns() -> list[ListingColumn]:
    return [
        ListingColumn(_("No."), 7),
        ListingColumn(_("Decision"), 26),
        ListingColumn(_("Contract"), 14),
        ListingColumn(_("About"), 18),
        ListingColumn(_("Article"), 7),
        ListingColumn(_("Round"), 9),
        ListingColumn(_("Table"), 5),
        ListingColumn(_("Deal"), 5),
        ListingColumn(_("Player"), 6),
        ListingColumn(_("Name"), 18),
        ListingColumn(_("Points"), 7),
        ListingColumn(_("Reason"), 34),
        ListingColumn(_("Seal of the text that is not public"), 14),
        ListingColumn(_("Cancelled"), 7),
        ListingColumn(_("Reason for cancelling"), 24),
        ListingColumn(_("Replaced by"), 7),
    ]


def _decision_rows(event: Event) -> Iterator[list[Value]]:
    """One row per player in a decision; one row without a player for a decision that has none."""
    rules, planned = facts.ruleset(event), format_of(event)
    for decision in decision_words.decisions(event).order_by("number"):
        contract = words.contract(decision.contract, language(), rules) if decision.contract else ""
        told = [decision_words.outcome(decision, rules), contract, decision_words.about(decision)]
        round = round_name(planned, decision.round.number) if decision.round else None
        where = [round, decision.table.number if decision.table else None, decision.deal]
        cancelled = [_("yes") if decision.cancelled else "", decision.cancel_reason, _numbers(decision.ended_by)]
        gives: list[list[Value]] = [
            [adjustment.entry.number, sheets.full_name(adjustment.entry), adjustment.points]
            for adjustment in decision.adjustments.all()
        ]
        for who in gives or [[None, "", None]]:
            yield [
                decision.number,
                *told,
                decision.article,
                *where,
                *who,
                decision.why,
                decision.internal,
                *cancelled,
            ]


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _names(event: Event) -> dict[int, str]:
    rows = Entry.objects.filter(event=event).select_related("player")
    return {entry.number: sheets.full_name(entry) for entry in rows}
