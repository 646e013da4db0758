"""The evenings of a series: how they are played, on which dates, and when each begins and closes. Pure.

An hour is the one on the clock where the club is, and two nights a year have their own. An hour that the clock skips
is taken as if nobody had turned it yet: 02:30 is then 03:30 by the new time. Of an hour that it shows twice, the first
is meant. An evening closes so many hours after its start, counted as they pass: no night is an hour shorter for it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

# All rounds at once by lot, or each round when the one before is over.
ALL, EACH = "all", "each"
DRAWS = (ALL, EACH)
MAX_HOURS = 24
# The last day on which an evening can be: it closes, in any zone, before the calendar ends.
LAST_DAY = date.max - timedelta(days=2)
# From this hour on it is the new day for everybody.
NOON = 12


@dataclass(frozen=True, slots=True)
class EveningPlan:
    """How an evening is played: what its organisation says, where its series says nothing else.

    `rules` is the key of a preset, `draw` one of DRAWS. `fee_cents` is what each player pays, `account` where it may be
    transferred to, as `admission.read_account` reads it; "" for nowhere.
    """

    rules: str = "standard-v06"
    planned_rounds: int = 3
    deals_per_round: int = 16
    confirmation: str = "none"
    jury: str = "table"
    draw: str = ALL
    languages: tuple[str, ...] = ("nl", "fr", "en")
    zone: str = "Europe/Brussels"
    closes_after_hours: int = 6
    fee_cents: int = 0
    account: str = ""

    @classmethod
    def read(cls, *plans: Mapping[str, Any]) -> "EveningPlan":
        """The plan that follows from several, the later ones first; what is not about an evening is passed over."""
        known = {key: value for plan in plans for key, value in plan.items() if key in cls.__dataclass_fields__}
        if "languages" in known:
            known["languages"] = tuple(known["languages"])
        return cls(**known)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """When a series is played: its weekday (0 is Monday), hour and zone, its first and last date if it has any."""

    weekday: int
    starts_at: time
    zone: str
    closes_after_hours: int
    begins_on: date | None = None
    ends_on: date | None = None

    def start(self, day: date) -> datetime:
        """When the evening of a date begins, in UTC."""
        return datetime.combine(day, self.starts_at, ZoneInfo(self.zone)).astimezone(UTC)

    def close(self, day: date) -> datetime:
        """When the evening of a date closes by itself, in UTC."""
        return self.start(day) + timedelta(hours=self.closes_after_hours)

    def days(self, at: datetime) -> list[date]:
        """The dates of which an evening may be played at this moment: after midnight first that of the day before.

        As long as it does not close by itself; from noon on it is the new day for everybody.
        """
        local = at.astimezone(ZoneInfo(self.zone))
        before = local.date() - timedelta(days=1)
        goes_on = local.hour < NOON and at < self.close(before)
        return [before, local.date()] if goes_on else [local.date()]

    def dates(self, since: date, latest: date) -> Iterator[date]:
        """The planned dates from one day to another, both included."""
        # By ordinals: 1 is a Monday, and there is none after the last date that a calendar knows.
        first = max(since, self.begins_on or since).toordinal()
        last = min(latest, self.ends_on or latest, LAST_DAY).toordinal()
        yield from map(date.fromordinal, range(first + (self.weekday + 1 - first) % 7, last + 1, 7))


def is_zone(name: str) -> bool:
    """Whether a zone of this name is known here."""
    return name in available_timezones()


def read_day(text: str) -> date | None:
    """The date in an address or a form, as ISO 8601; None if it is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
