"""What a secretary sees on the evening: who is here, what comes next, what is in the way."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament import links
from tournament.acts.register.playing import was_reopened
from tournament.acts.register.receiving import entries_of
from tournament.acts.rounds.rounds import describe_missing
from tournament.evenings import EveningPlan
from tournament.models import (
    Affiliation,
    Entry,
    Evening,
    EveningReply,
    Event,
    Organisation,
    Person,
    Round,
    Seat,
    Series,
)
from tournament.naming import tell_apart
from tournament.progress.closing import obstacles, unsettled
from tournament.progress.evenings_on import (
    LOOKS_BACK,
    SeriesDate,
    current_day,
    evening_on,
    evening_plan,
    held_by,
    missed_dates,
    rhythm_of,
    series_dates,
    tonight,
)
from tournament.progress.next_step import Progress, progress
from tournament.ranking.contest import format_of
from tournament.ranking.round_names import round_name
from tournament.ranking.standings import unfinished_tables
from tournament.reading.register.arriving import Forecast
from tournament.reading.register.shown_names import person_mark

# So far back dates on which nobody came are named, and so far ahead the next evening is looked for.
LOOKS_AHEAD = timedelta(weeks=53)
DATES_AHEAD = timedelta(weeks=12)


class EveningStage(StrEnum):
    """Where an evening is; the page has one big button for each."""

    CANCELLED = "cancelled"
    BEFORE = "before"
    NOBODY = "nobody"
    GATHERING = "gathering"
    PLAYING = "playing"
    NEXT = "next"
    PLAYED = "played"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody of the club by name: whether they are here, were here the time before, and what they answered."""

    person: Person
    name: str
    entry: Entry | None
    before: bool
    reply: EveningReply | None

    @property
    def present(self) -> bool:
        """Whether they are here."""
        return self.entry is not None and self.entry.present

    @property
    def expected(self) -> bool:
        """Whether they are among those who are marked together: here the time before, or announced.

        Who was marked already is not, so that nobody who was taken off comes back by the button of an older page.
        """
        answer = self.reply.answer if self.reply else ""
        comes = self.before or answer == EveningReply.ReplyAnswer.YES
        return self.entry is None and comes and answer != EveningReply.ReplyAnswer.NO


@dataclass(frozen=True, slots=True)
class Tonight:
    """One evening of a series, `held` at this moment or the next one to come; `day` is its planned date.

    `progress` is that of its event, if there is one; `obstacles` are what somebody has to settle, and once it is
    `overdue` all that keeps it from closing by itself. `is_first` says that no evening was before: then all members
    count as expected. `reopened`: somebody has to close it again. `is_past`: its day is over.
    """

    series: Series
    usual: EveningPlan
    day: date
    plays_on: date
    held: bool
    starts: datetime
    closes: datetime
    event: Event | None = None
    progress: Progress | None = None
    club: tuple[Guest, ...] = ()
    is_first: bool = False
    obstacles: tuple[str, ...] = ()
    reopened: bool = False
    missed: tuple[date, ...] = ()
    overdue: bool = False
    cancelled: bool = False
    is_past: bool = False

    @property
    def stage(self) -> EveningStage:
        """Where the evening is."""
        if self.cancelled:
            return EveningStage.CANCELLED
        if not self.held and self.event is None:
            return EveningStage.BEFORE
        if self.progress is None or not (self.progress.present or self.progress.rounds):
            return EveningStage.NOBODY
        if self.event and not self.event.is_open:
            return EveningStage.OVER
        published = [round for round in self.progress.rounds if round.published]
        if not published:
            return EveningStage.GATHERING
        if any(not round.complete and not round.closed for round in published):
            return EveningStage.PLAYING
        return EveningStage.PLAYED if len(published) >= self.usual.planned_rounds else EveningStage.NEXT

    @property
    def present(self) -> int:
        """How many are here."""
        return self.progress.present if self.progress else 0

    @property
    def expected(self) -> list[Guest]:
        """Those who are marked together."""
        return [guest for guest in self.club if guest.expected]

    @property
    def coming(self) -> int:
        """How many announced that they come, with their guests, and are not here yet."""
        replies = [guest.reply for guest in self.club if guest.reply and not guest.present]
        return sum(1 + reply.guests for reply in replies if reply.answer == EveningReply.ReplyAnswer.YES)

    @property
    def short(self) -> int:
        """How many more would fill the last table."""
        return Forecast(self.present).short

    @property
    def is_begun(self) -> bool:
        """Whether something was played: until then the evening can be cancelled, or typed from paper."""
        return self.progress is not None and any(round.deals or round.closed for round in self.progress.rounds)

    @property
    def draws(self) -> int:
        """The number of the round that comes next."""
        return sum(round.published for round in self.progress.rounds) + 1 if self.progress else 1

    @property
    def door(self) -> str:
        """The token of its door."""
        return links.door_token(self.series, self.day)

    @property
    def code(self) -> str:
        """The four digits of the evening."""
        return links.evening_code(self.series, self.day)


def evenings_now(organisation: Organisation, at: datetime) -> list[tuple[Series, date]]:
    """The evenings that are held at a moment; then the next one of each other series; by their planned dates."""
    held = held_by(organisation, at)
    others = organisation.series.exclude(pk__in=[series.pk for series, _day in held]).select_related("organisation")
    coming = [(series, day) for series in others if (day := next_evening(series, current_day(series, at)))]
    return [*held, *sorted(coming, key=lambda pair: pair[1])]


def next_evening(series: Series, since: date) -> date | None:
    """The planned date of the next evening that is neither cancelled nor over, moved ones included."""
    dates = series_dates(series, since, since + LOOKS_AHEAD)
    return next((known.day for known in dates if known.plays_on >= since and known.is_open), None)


def still_open(organisation: Organisation, at: datetime) -> list[Evening]:
    """Earlier evenings that did not close: something is in the way, or somebody reopened them."""
    rows = Evening.objects.filter(series__organisation=organisation, event__state=Event.State.LIVE, cancelled=False)
    rows = rows.select_related("event", "series__organisation")
    return [row for row in rows if rhythm_of(row.series).close(row.plays_on) <= at]


def read_tonight(series: Series, day: date, at: datetime) -> Tonight:
    """One evening as it is now."""
    evening, plan, rhythm = evening_on(series, day), evening_plan(series), rhythm_of(series)
    plays_on = evening.plays_on if evening else day
    event = evening.held if evening else None
    open_event = event if event and event.is_open else None
    is_due = open_event is not None and rhythm.close(plays_on) <= at
    known = (obstacles(open_event, at) if is_due else unsettled(open_event)) if open_event else []
    before = _last_time(series, day)
    return Tonight(
        series,
        plan,
        day,
        plays_on,
        tonight(series, at) == day,
        rhythm.start(plays_on),
        rhythm.close(plays_on),
        event,
        progress(event) if event else None,
        tuple(_people(series, day, event, before, evening)),
        before is None,
        tuple(known),
        event is not None and is_due and was_reopened(event),
        tuple(missed_dates(series, current_day(series, at))),
        is_due,
        evening is not None and evening.cancelled,
        plays_on < current_day(series, at),
    )


def missing_at_tables(event: Event, round: int) -> list[tuple[int, str]]:
    """The tables of a round that are not done, by number, each with what is missing there in words."""
    unfinished = unfinished_tables(Round.objects.select_related("event").get(event=event, number=round))
    return [(table, "; ".join(describe_missing({table: unfinished[table]}))) for table in unfinished]


def left_open(event: Event) -> list[str]:
    """What would stay unplayed or unsettled if the evening were closed at this moment, in sentences."""
    planned, sentences = format_of(event), unsettled(event)
    for round in progress(event).rounds:
        if round.published and not round.closed:
            lacking = "; ".join(words for _table, words in missing_at_tables(event, round.number))
            words = lacking if round.deals else _("nothing was played yet.")
            sentence = _("%(name)s: %(said)s") % {"name": round_name(planned, round.number), "said": words}
            sentences += [sentence] * bool(lacking)
    return sentences


def _last_time(series: Series, day: date) -> set[int] | None:
    """The persons who played the evening before, in Troel or on paper, by primary key; None if there was none."""
    totals = series.totals.filter(date__lt=day).order_by("-date")
    typed = totals.values_list("date", flat=True).first() or date.min
    rows = Evening.objects.filter(series=series, date__gte=typed, date__lt=day, cancelled=False, event__isnull=False)
    for evening in rows.order_by("-date").select_related("event"):
        seated = Seat.objects.filter(entry__event=evening.event, entry__link__person__isnull=False)
        if played := set(seated.values_list("entry__link__person", flat=True)):
            return played
    return set(totals.filter(date=typed).values_list("person", flat=True)) or None


def _people(
    series: Series, day: date, event: Event | None, before: set[int] | None, evening: Evening | None
) -> Iterator[Guest]:
    entries = entries_of(event) if event else {}
    replies = {row.person_id: row for row in EveningReply.objects.filter(evening=evening)} if evening else {}
    current = Affiliation.objects.on(day).filter(organisation=series.organisation)
    members = set(current.filter(kind=Affiliation.AffiliationKind.MEMBER).values_list("person", flat=True))
    rows = Person.objects.filter(Q(pk__in=current.values("person")) | Q(pk__in=entries), forgotten=False)
    persons = list(rows.order_by("sorting", "number").prefetch_related("affiliations"))
    names = tell_apart([(person.listed, person_mark(person)) for person in persons])
    for person, name in zip(persons, names, strict=True):
        usual = person.pk in (members if before is None else before)
        yield Guest(person, name, entries.get(person.pk), usual, replies.get(person.pk))


def dates_of(series: Series, at: datetime) -> dict[str, list[SeriesDate]]:
    """The dates of a series: `coming`, the next ones first, and `past`, the last ones first."""
    today = current_day(series, at)
    dates = series_dates(series, today - LOOKS_BACK, today + DATES_AHEAD)
    past = [known for known in dates if known.plays_on < today or known.is_over]
    return {"coming": [known for known in dates if known not in past], "past": past[::-1]}
