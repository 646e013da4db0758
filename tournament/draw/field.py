"""What a draw depends on: who plays, who met whom, and facts that wishes are about, by entry number."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.draw.wishes import FIELDS, Facts
from tournament.errors import UserError
from tournament.models import Entry, Evening, Event, PersonLink, Round, Seat, SitOut
from tournament.ranking.contest import format_of, qualified
from tournament.seating.constraints import FIVES, SIT_OUTS, VACANCIES
from tournament.seating.model import Pair, meetings

SEATS = 4
# What to do with a field that does not fill tables of four: our names, and the engine's for each.
JOKERS = "jokers"
RESTS = {JOKERS: VACANCIES, FIVES: FIVES, SIT_OUTS: SIT_OUTS}


@dataclass(frozen=True, slots=True)
class DrawField:
    """Who is drawn, by number, and everything else a draw depends on besides the wishes.

    `rounds` are the tables of the earlier rounds in seat order, with substitutes after the others (left out if this
    draw has tables of five); `rested` says who sat out in each. `facts` are those that wishes are about. `season` says
    of pairs, the lower number first, how often they met in other events of the season.
    """

    players: tuple[int, ...]
    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    rested: tuple[tuple[int, ...], ...]
    facts: Facts
    season: Mapping[Pair, int] = dataclass_field(default_factory=dict)


def field(event: Event, rest: str = JOKERS) -> DrawField:
    """What the next draw depends on. Refused if those present cannot be seated."""
    players = seatable(event, Round.objects.filter(event=event).count() + 1, rest)
    # In a draw with tables of five, a substitute would be taken for a fifth player.
    before = seated_before(event, began=rest == FIVES)
    facts, season = known(event, players), met_this_season(event, players)
    return DrawField(tuple(sorted(players)), before, rested_before(event), facts, season)


def seatable(event: Event, round: int, rest: str = JOKERS) -> list[int]:
    """The numbers of those who play a round, competitors first; in a final, its finalists.

    All who are present, plus, with `rest` = JOKERS, as many jokers as fill the last table. Refused if nobody is present
    or there are too few jokers.
    """
    competitors, jokers = present(event, round)
    if not competitors:
        raise UserError(_("No player who could be seated is present."))
    wanting = -len(competitors) % SEATS
    if rest == JOKERS:
        if len(jokers) < wanting:
            raise UserError(too_few(len(competitors), wanting, len(jokers)))
        return competitors + jokers[:wanting]
    return competitors


def present(event: Event, round: int) -> tuple[list[int], list[int]]:
    """The competitors and the jokers who are present and may play a round, each by number."""
    entries = Entry.objects.filter(event=event, present=True, withdrawn=False, excluded=False).order_by("number")
    rows = list(entries.values_list("number", "role"))
    competitors = [number for number, role in rows if role == Entry.PlayerRole.COMPETITOR]
    jokers = [number for number, role in rows if role == Entry.PlayerRole.JOKER]
    finalists = qualified(event, round)
    if finalists is None:
        return competitors, jokers
    if not finalists:
        raise UserError(_("The cut before this final has not been made."))
    through = set(finalists)
    playing = [number for number, _role in rows if number in through]
    return playing, [number for number in jokers if number not in through]


def by_ranking(event: Event, round: int) -> str:
    """How a round is drawn by the ranking, one of `format.DRAWS`; "" if it is drawn by lot.

    Finals are always drawn by the ranking, and ranked stages once there is a ranking.
    """
    stage = format_of(event).stage_of(round)
    return stage.draw if stage.final or (stage.by_ranking and round > 1) else ""


def seated_before(
    event: Event, upto: int | None = None, *, began: bool = False
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Who sat at each table of each round, up to a given one if any; an unused table number is an empty table.

    With `began`, only those who sat there from the first deal on. Who changed places within a round is named where they
    sat first.
    """
    seats = Seat.objects.filter(table__round__event=event).order_by("from_deal", "position")
    seats = seats.filter(from_deal=1) if began else seats
    by_round: dict[int, dict[int, list[int]]] = {}
    rows = list(seats.values_list("table__round__number", "table__number", "entry__number"))
    first: dict[tuple[int, int], int] = {}
    for round, table, number in rows:
        if first.setdefault((round, number), table) == table and number not in by_round.get(round, {}).get(table, ()):
            by_round.setdefault(round, {}).setdefault(table, []).append(number)
    last = max(by_round, default=0) if upto is None else upto
    return tuple(_lay_tables(by_round.get(number, {})) for number in range(1, last + 1))


def _lay_tables(by_number: Mapping[int, Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(by_number.get(number, ())) for number in range(1, max(by_number, default=0) + 1))


def rested_before(event: Event) -> tuple[tuple[int, ...], ...]:
    """Who sits out, for each round so far."""
    by_round: dict[int, list[int]] = {}
    rows = SitOut.objects.filter(round__event=event).order_by("entry__number")
    for round, number in rows.values_list("round__number", "entry__number"):
        by_round.setdefault(round, []).append(number)
    return tuple(tuple(by_round.get(n, ())) for n in range(1, Round.objects.filter(event=event).count() + 1))


def known(event: Event, players: Iterable[int]) -> Facts:
    """The facts about these players that wishes are about."""
    numbers = set(players)
    rows = Entry.objects.filter(event=event).order_by("number").values_list("number", *FIELDS.values())
    known = [row for row in rows if row[0] in numbers]
    return {name: {row[0]: row[column] for row in known if row[column]} for column, name in enumerate(FIELDS, 1)}


def met_this_season(event: Event, players: Iterable[int]) -> dict[Pair, int]:
    """How often each pair of these players met at other events of its series; {} where the event is of none.

    Only who is linked to a person of the register is known again, and only what was published counts.
    """
    links = PersonLink.objects.filter(entry__event=event, entry__number__in=list(players), person__isnull=False)
    numbers = dict(links.values_list("person", "entry__number"))
    others = Evening.objects.filter(series__evenings__event=event).exclude(event=event).values("event")
    seats = Seat.objects.filter(
        table__round__event__in=others, table__round__published=True, entry__link__person__in=list(numbers)
    )
    tables: dict[int, set[int]] = {}
    for table, person in seats.values_list("table", "entry__link__person") if numbers else ():
        tables.setdefault(table, set()).add(numbers[person])
    return meetings(map(sorted, tables.values()))


def too_few(players: int, wanting: int, jokers: int) -> str:
    """The message that refuses a field with too few jokers."""
    sentences = (
        ngettext("%(players)s player is present.", "%(players)s players are present.", players),
        ngettext(
            "%(wanting)s joker is needed to fill the tables.",
            "%(wanting)s jokers are needed to fill the tables.",
            wanting,
        ),
        ngettext("There is only %(jokers)s.", "There are only %(jokers)s.", jokers) if jokers else _("There is none."),
    )
    return " ".join(map(str, sentences)) % {"players": players, "wanting": wanting, "jokers": jokers}


def rounds_left(event: Event) -> int:
    """How many rounds may be drawn at once: the rest of the stage, or one if it is drawn by the ranking."""
    number = Round.objects.filter(event=event).count() + 1
    planned = format_of(event)
    if planned.stage_of(number).by_ranking:
        return 1
    return max(1, planned.first_round(planned.stage_number(number) + 1) - number)
