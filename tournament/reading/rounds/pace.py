"""How far each table of a round has got, and which tables need somebody."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from statistics import median

from django.db.models import F, Max, Min, Q
from django.utils import timezone

from tournament.acts.kernel.rehearsal_data import WIPE
from tournament.models import LogEntry, Round, Seat, Table
from tournament.ranking import facts
from tournament.reading.jury import calls
from tournament.reading.jury.calls import Called
from tournament.reading.rounds.expected import Expected, TableSpeed, expected
from tournament.reading.rounds.timer import TimerView, by_table
from tournament.reading.table.announced import PlayingDeal, deals_in_play
from tournament.reading.table.signatures import states_of

# Being this many deals behind the median table means more than slow shuffling.
LATE = 3
# A table that writes itself and has done nothing for so long is silent.
SILENT = timedelta(minutes=10)
# So many tables that will end after the timer are named.
MAX_OVERRUNNING = 5


@dataclass(frozen=True, slots=True)
class Signs:
    """What a table's own phone did in a round: when it did anything last, when it recorded its first and last deal."""

    last: datetime
    first_deal: datetime | None
    last_deal: datetime | None


@dataclass(frozen=True, slots=True)
class Pace:
    """One table: how many deals are written, whether it is closed or late, how many players are missing.

    `playing` is what it announced and has not recorded yet, `signed` how far its signing is (`signatures.states_of`),
    `captain` the name of who keeps score, `calls` those for the jury that are open. `silent` is for how many seconds
    its own phone has done nothing, 0 unless that is too long; `expected_end` is when it ends, if its deals tell.
    `timer` is that of a table with extra minutes.
    """

    number: int
    written: int
    planned: int
    closed: bool
    late: bool
    missing: int = 0
    playing: PlayingDeal | None = None
    signed: str = ""
    captain: str = ""
    calls: tuple[Called, ...] = ()
    silent: int = 0
    expected_end: Expected | None = None
    timer: TimerView | None = None

    @property
    def done(self) -> bool:
        """Whether every deal is written."""
        return self.written >= self.planned

    @property
    def needs(self) -> bool:
        """Whether somebody should look after the table."""
        waited_for = self.late or self.behind
        return bool(self.calls or self.missing or self.signed == "disputed" or self.silent or waited_for)

    @property
    def behind(self) -> int:
        """How many minutes after most tables it will end; 0 if it will not."""
        return self.expected_end.behind if self.expected_end else 0

    @property
    def silent_minutes(self) -> int:
        """For how many whole minutes the table has been silent."""
        return self.silent // 60


def paces(round: Round, missing_players: Mapping[int, int] | None = None) -> list[Pace]:
    """All tables of a round in order, in eleven queries, and some more where players sign or called the jury.

    A table is late if it is LATE or more deals behind the median. `missing_players` gives their number by
    table number.
    """
    rows = Table.objects.filter(round=round)
    tables, written = list(rows.order_by("number").select_related("round")), facts.count_settled(rows)
    middle = median(written[table.pk] for table in tables) if tables else 0
    lacking, states = missing_players or {}, states_of({table.pk: table for table in tables}, round.event)
    playing = {deal.table: deal for deal in reversed(deals_in_play(round.event, rows))}
    names, heard = _captains(round), signs(round)
    timers = by_table(round)
    ends = expected(_speeds(tables, written, heard), timezone.now())
    called = [call for call in calls.queue(round.event) if call.round == round.number]
    return [
        replace(
            pace,
            missing=lacking.get(table.number, 0),
            playing=playing.get(table.number),
            signed=states.get(table.pk, ""),
            captain=names.get(table.number, ""),
            calls=tuple(call for call in called if call.table == table.number),
            silent=_silent(round, pace, heard.get(table.number)),
            timer=None if pace.done or pace.closed else timers.get(table.number),
            expected_end=None if round.closed or pace.done or pace.closed else ends.get(table.number),
        )
        for table in tables
        for pace in [_pace(table, written[table.pk], middle)]
    ]


def overrunning(all: Iterable[Pace], timer: TimerView) -> list[Pace]:
    """The tables that will end after the timer and their extra minutes, the latest first; MAX_OVERRUNNING at most."""
    late = [
        (pace.expected_end.ends, pace)
        for pace in all
        if pace.expected_end and (ends := (pace.timer or timer).ends) and pace.expected_end.ends > ends
    ]
    return [pace for _ends, pace in sorted(late, key=lambda row: row[0], reverse=True)][:MAX_OVERRUNNING]


def signs(round: Round) -> dict[int, Signs]:
    """The signs of the tables that write themselves, by number, in two queries; what the desk writes is none."""
    prefix, deals = f"table:{round.number}/", Q(act="record_deal")
    lines = LogEntry.objects.filter(event=round.event_id).order_by()
    wiped = lines.filter(act=WIPE).aggregate(last=Max("sequence"))["last"] or 0
    rows = lines.filter(by__startswith=prefix, sequence__gt=wiped).values_list("by")
    times = rows.annotate(last=Max("at"), begun=Min("at", filter=deals), latest=Max("at", filter=deals))
    return {int(by.removeprefix(prefix)): Signs(*times) for by, *times in times}


def _speeds(tables: Iterable[Table], written: Mapping[int, int], heard: Mapping[int, Signs]) -> dict[int, TableSpeed]:
    """What is known of the speed of the tables that write themselves, by number."""
    return {
        table.number: TableSpeed(written[table.pk], table.deals_planned, own.first_deal, own.last_deal)
        for table in tables
        if (own := heard.get(table.number)) and own.first_deal and own.last_deal
    }


def _captains(round: Round) -> dict[int, str]:
    """The names of those who keep score, by table number."""
    seats = Seat.objects.filter(table__round=round, position=F("table__captain")).order_by("from_deal")
    return dict(seats.values_list("table__number", "entry__player__name"))


def _silent(round: Round, pace: Pace, heard: Signs | None) -> int:
    if heard is None or pace.done or pace.closed or round.closed:
        return 0
    quiet = timezone.now() - heard.last
    return int(quiet.total_seconds()) if quiet >= SILENT else 0


def still_out(round: Round) -> tuple[int, list[int]]:
    """How many tables a round has, and the numbers of those that lack a deal, in two queries."""
    rows = Table.objects.filter(round=round)
    tables, written = rows.order_by("number").select_related("round"), facts.count_settled(rows)
    return len(tables), [table.number for table in tables if written[table.pk] < table.deals_planned]


def _pace(table: Table, written: int, middle: float) -> Pace:
    planned = table.deals_planned
    late = written < planned and written <= middle - LATE
    return Pace(table.number, written, planned, table.closed, late)
