"""What a person's own page shows: this evening, and the next ones."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.utils import timezone

from tournament import links
from tournament.acts.register.receiving import entry_on
from tournament.acts.register.replies import AHEAD, reply_token
from tournament.models import Entry, EveningReply, Person, Series
from tournament.progress.evenings_on import EveningOn, current_day, evenings_on, rhythm_of, series_dates
from tournament.reading.people.player_page import Followed, followed
from tournament.reading.register.arriving import Forecast, forecast
from tournament.reading.season.seasons import SeasonView, read_state, season_view
from tournament.reading.season.words import amount, digits_of
from tournament.season.counting import SeasonStanding

# So many of the next evenings are asked about.
MAX_EVENINGS = 3


@dataclass(frozen=True, slots=True)
class OwnEvening:
    """An evening that is on: the person's entry, and where they sit, if they are in."""

    current_evening: EveningOn
    entry: Entry | None
    followed: Followed | None

    @property
    def is_here(self) -> bool:
        """Whether they are in."""
        return self.entry is not None and self.entry.present

    @property
    def address(self) -> str:
        """The URL of the person's page in the event; "" while they are not in."""
        return links.personal_url(self.entry) if self.entry else ""

    @property
    def is_late(self) -> bool:
        """Whether a round is played in which they have no seat."""
        return self.followed is not None and self.followed.round is not None and self.followed.table is None


@dataclass(frozen=True, slots=True)
class NextEvening:
    """An evening that comes: its series and planned day, when it starts, what the person said, and how many come.

    One that is cancelled stays among them: whoever said that they come has to hear of it.
    """

    series: Series
    date: date
    starts: datetime
    is_moved: bool
    is_cancelled: bool
    current: EveningReply | None
    forecast: Forecast

    @property
    def token(self) -> str:
        """The mark of what the person said, for the form that changes it."""
        return reply_token(self.current)

    @property
    def answer(self) -> str:
        """What they said, with the number of guests; "" for nothing yet."""
        return f"{self.current.answer} {self.current.guests}" if self.current else ""


class OwnNight(NamedTuple):
    """An evening of a season, and what it was worth."""

    day: date
    figure: str


@dataclass(frozen=True, slots=True)
class OwnSeason:
    """A season in which a person has a place, with their best evening and, for their eyes alone, the worst."""

    series: Series
    best: OwnNight | None = None
    worst: OwnNight | None = None


def tonight(person: Person, at: datetime | None = None) -> list[OwnEvening]:
    """The evenings of the person's club that are on now, or at a moment (UTC)."""
    return [_tonight(person, evening) for evening in evenings_on(person.organisation, at)]


def seasons_of(person: Person) -> list[OwnSeason]:
    """The seasons of the person's club in which they have a place."""
    rows = Series.objects.filter(organisation=person.organisation).select_related("organisation")
    views = ((series, season_view(read_state(series.pk))) for series in rows)
    return [
        OwnSeason(series, *_extremes(view, standing))
        for series, view in views
        if (standing := view.standing(person.number))
    ]


def _extremes(view: SeasonView, standing: SeasonStanding) -> tuple[OwnNight, OwnNight] | tuple[()]:
    """The evenings that gave most and least, of those played; nothing while there are not two that differ."""
    nights = zip(view.nights, standing.slots, strict=True)
    played = [(slot.worth, night.plays_on) for night, slot in nights if slot.present and slot.worth is not None]
    worths = [worth for worth, _day in played]
    if len(set(worths)) < 2:
        return ()
    best, worst = (next(night for night in played if night[0] == end) for end in (max(worths), min(worths)))
    digits = digits_of(worths)
    return OwnNight(best[1], amount(best[0], digits)), OwnNight(worst[1], amount(worst[0], digits))


def coming(person: Person) -> list[NextEvening]:
    """The next evenings of the person's club on which they are not in yet, the first one first.

    Whoever left the club is not asked about evenings after their last day.
    """
    at = timezone.now()
    series = Series.objects.filter(organisation=person.organisation).select_related("organisation")
    belongs = person.affiliations.last()
    last_day = belongs.until if belongs and belongs.until else date.max
    evenings = [evening for row in series for evening in _coming(person, row, at, last_day)]
    evenings.sort(key=lambda evening: (evening.starts, evening.series.number))
    held = [at for at, evening in enumerate(evenings, 1) if not evening.is_cancelled]
    return evenings[: held[MAX_EVENINGS - 1] if len(held) >= MAX_EVENINGS else None]


def _tonight(person: Person, current_evening: EveningOn) -> OwnEvening:
    entry = entry_on(current_evening.series, current_evening.date, person)
    return OwnEvening(current_evening, entry, followed(entry) if entry and entry.present else None)


def _coming(person: Person, series: Series, at: datetime, last_day: date) -> list[NextEvening]:
    rhythm = rhythm_of(series)
    today = current_day(series, at)
    answers = EveningReply.objects.filter(evening__series=series, person=person)
    replies = {answer.evening_id: answer for answer in answers}
    evenings = []
    for known in series_dates(series, today, today + AHEAD):
        day, plays_on, row = known
        if known.is_over or not today <= plays_on <= min(today + AHEAD, last_day):
            continue
        cancelled = row is not None and row.cancelled
        entry = entry_on(series, day, person) if row and row.held else None
        if entry is None or not entry.present:
            current = replies.get(row.pk) if row else None
            when = rhythm.start(plays_on), plays_on != day, cancelled
            evenings.append(NextEvening(series, day, *when, current, forecast(row)))
    return evenings
