"""What the screen in the hall shows, page by page: who sits where, the ranking, which tables are still playing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.models import Event, Round, Table
from tournament.naming import tell_apart
from tournament.progress.next_step import open_round
from tournament.ranking import facts, live
from tournament.ranking.contest import format_of
from tournament.ranking.round_names import round_in, the_round
from tournament.reading.people.player_seats import current_round_number
from tournament.reading.ranking.finality import Finality, public_finality, ranking_title
from tournament.reading.ranking.groups import groups, podium
from tournament.reading.ranking.story import story
from tournament.reading.rounds.seating import resting, seated

# So many lines fit below each other, with room for headings and what is announced; and so many columns of each kind.
LINES, COLUMNS = 15, {"seating": 3, "ranking": 2}
# So many places stand beside a podium.
BESIDE = 12
# With more tables than this still playing, only their number is told.
MAX_MISSING = 15


@dataclass(frozen=True, slots=True)
class HallLine:
    """A player on the screen: `lead` is what stands before the name (a rank), `figure` what stands behind it."""

    lead: str
    name: str
    figure: str


@dataclass(frozen=True, slots=True)
class Slide:
    """A page of the screen: its kind, its heading, the first and last name on it, its lines, and a list beside them."""

    kind: str
    title: str
    span: str
    hall_lines: tuple[HallLine, ...]
    followers: tuple[HallLine, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundInPlay:
    """The round that is played: its name, how many tables it has, and the numbers of those with deals to write."""

    name: str
    tables: int
    missing: tuple[int, ...]
    begun: int

    @property
    def few(self) -> bool:
        """Whether so few tables are missing that they are named."""
        return len(self.missing) <= MAX_MISSING

    @property
    def starting(self) -> bool:
        """Whether most tables have not recorded a deal yet, so that people still look for their seats."""
        return 2 * self.begun < self.tables


def playing(event: Event) -> RoundInPlay | None:
    """The round that is played, shown or hidden: which tables are still at it is no secret. None between rounds."""
    round = open_round(facts.rounds(event, public=False))
    if round is None:
        return None
    rows = Table.objects.filter(round=round).select_related("round").order_by("number")
    written = facts.count_settled(rows)
    missing = [row.number for row in rows if written[row.pk] < row.deals_planned and not row.closed]
    return RoundInPlay(
        round_in(event, round.number), len(rows), tuple(missing), sum(written[row.pk] > 0 for row in rows)
    )


def seating(event: Event) -> list[Slide]:
    """Who sits where in the current round that is shown, by surname; none once it is closed."""
    rounds = facts.rounds(event, public=True)
    current_round = next(
        (round for round in rounds if round.number == current_round_number(rounds) and not round.closed), None
    )
    if current_round is None:
        return []
    title = _("Seating of %(round)s") % {"round": the_round(format_of(event), current_round.number)}
    return list(_slides("seating", title, [line for _key, line in sorted(_seats(current_round))]))


def ranking(event: Event) -> list[Slide]:
    """The public ranking as far as it is begun: the visible rounds alone."""
    public_ranking = live.ranking(event, public=True)
    if not public_ranking.begun:
        return []
    heading, ranked = ranking_title(event), groups(public_ranking.contest, public_ranking.places)
    rows = [row for group in ranked for row, _figures in group.ranking_rows]
    people = [(row.name, row.number) for row in rows]
    names = {number: name for (_name, number), name in zip(people, tell_apart(people), strict=True)}
    first = podium(ranked) if public_finality(event) == Finality.FINAL else []
    line_of = {row.number: HallLine(f"{row.rank}.", names[row.number], row.sum) for row in rows}
    ranked_lines = tuple(line_of[row.number] for row in rows)
    best, followers = ranked_lines[: len(first)], ranked_lines[len(first) : len(first) + BESIDE]
    return [
        *([Slide("podium", heading, "", best, followers)] if best else []),
        *(
            slide
            for group in ranked
            for slide in _slides(
                "ranking",
                f"{heading} · {group.title}" if group.title else heading,
                [line_of[row.number] for row, _figures in group.ranking_rows],
            )
        ),
    ]


def hall_story(event: Event) -> list[Slide]:
    """What is worth telling of the tables, the newest first; nothing while nothing is."""
    lines = [HallLine(_("Table %(number)s") % {"number": line.table}, line.text, "") for line in story(event)]
    return [Slide("story", _("In the hall"), "", tuple(lines))] if lines else []


def _seats(round: Round) -> Iterator[tuple[tuple[str, int], HallLine]]:
    """The lines of a seating with their sort keys; only the last seat of a place is told."""
    last = {(seat.table, seat.position): seat for seat in sorted(seated(round), key=lambda seat: seat.from_deal)}
    names = tell_apart([(seat.listed, seat.number) for seat in last.values()])
    for seat, name in zip(last.values(), names, strict=True):
        yield (seat.sorting, seat.number), HallLine("", name, f"{seat.table} – {seat.position}")
    for person in resting(round):
        yield (person.sorting, person.number), HallLine("", person.name, _("sits out"))


def _slides(kind: str, title: str, hall_lines: Sequence[HallLine]) -> Iterator[Slide]:
    size = LINES * COLUMNS[kind]
    for start in range(0, len(hall_lines), size):
        page = tuple(hall_lines[start : start + size])
        span = f"{page[0].name} … {page[-1].name}" if kind == "seating" else f"{page[0].lead} … {page[-1].lead}"
        yield Slide(kind, title, span, page)
