"""The series of an organisation: on which weekday it plays, how, and what makes its season."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date, time
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring import keys, load
from tournament.acts.event.events import EventPlan, check_plan
from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.admission import MAX_CENTS, read_account
from tournament.errors import UserError
from tournament.evenings import DRAWS, MAX_HOURS, EveningPlan, is_zone
from tournament.models import Event, Organisation, Series
from tournament.naming import is_storable, short_slug
from tournament.version_tokens import require_unchanged, token_of

# Addresses below that of an organisation that are other pages.
RESERVED = {"door", "share"}


@dataclass(frozen=True, slots=True)
class SeriesPlan:
    """What a steward decides about a series; `weekday` 0 is Monday, `fee` is in cents, `starts_at` on its own clock.

    `plan` is what differs from the organisation's, as `evenings.EveningPlan` reads it.
    """

    name: str
    weekday: int
    starts_at: time
    begins_on: date
    ends_on: date | None = None
    place: str = ""
    plan: Mapping[str, Any] = field(default_factory=dict)
    season: Mapping[str, Any] = field(default_factory=dict)
    confirmation: str = Event.Confirmation.NONE
    fee: int = 0

    @classmethod
    def of(cls, series: Series) -> "SeriesPlan":
        """The present plan of a series."""
        return cls(**{name: getattr(series, name) for name in cls.__dataclass_fields__})


def make_series(organisation: Organisation, actor: str, schedule: SeriesPlan) -> Series:
    """Makes a series. The same plan as that of the last one made is a form sent twice: nothing is written."""
    with logbook.locked_register(organisation) as organisation:
        check_series(organisation, schedule)
        existing = list(Series.objects.filter(organisation=organisation).order_by("number"))
        if existing and SeriesPlan.of(existing[-1]) == schedule:
            return existing[-1]
        number = existing[-1].number + 1 if existing else 1
        slug = _free_slug(schedule.name, RESERVED | {series.slug for series in existing}, number)
        logbook.write(organisation, actor, "make_series", {"series": number, "slug": slug, **_facts(schedule)})
    return Series.objects.select_related("organisation").get(organisation=organisation, number=number)


def change_series(series: Series, actor: str, schedule: SeriesPlan, *, seen: str | None = None) -> None:
    """Gives a series another plan, from its next evening on; `seen` is the token (`series_token`) that was looked at.

    Refused if it has changed since. The same plan again writes nothing. Evenings that were played stay as they are.
    """
    with logbook.locked_register(series.organisation) as organisation:
        check_series(organisation, schedule)
        current = Series.objects.get(pk=series.pk)
        if SeriesPlan.of(current) == schedule:
            return
        require_unchanged(seen, series_token(current))
        logbook.write(organisation, actor, "change_series", {"series": current.number, **_facts(schedule)})


def series_token(series: Series) -> str:
    """A token that changes when the plan of a series changes."""
    return token_of(_facts(SeriesPlan.of(series)))


def check_series(organisation: Organisation, schedule: SeriesPlan) -> None:
    """Refuses a plan that no series can have."""
    if not schedule.name.strip() or len(schedule.name) > 100 or not is_storable(schedule.name + schedule.place):
        raise UserError(_("Give the series a name of at most 100 characters."), 422)
    if schedule.weekday not in range(7):
        raise UserError(_("Choose a day of the week."), 422)
    if schedule.ends_on and schedule.ends_on < schedule.begins_on:
        raise UserError(_("The last day comes before the first."), 422)
    if not 0 <= schedule.fee <= MAX_CENTS:
        raise UserError(_("This fee is too high."), 422)
    check_evening_plan({**organisation.plan, **schedule.plan, "confirmation": schedule.confirmation})


def check_evening_plan(data: Mapping[str, Any]) -> None:
    """Refuses what no evening can be played by; what is not about an evening is passed over."""
    plan = EveningPlan.read(data)
    if plan.rules not in keys():
        raise UserError(_("There are no rules of this name."), 422)
    if plan.confirmation not in Event.Confirmation.values or plan.jury not in Event.Jury.values:
        raise UserError(_("Choose who signs, and who answers for the jury."), 422)
    if plan.draw not in DRAWS:
        raise UserError(_("Choose how rounds are drawn."), 422)
    if not is_zone(plan.zone):
        raise UserError(_("There is no time zone of this name."), 422)
    if not 1 <= plan.closes_after_hours <= MAX_HOURS:
        raise UserError(_("An evening closes by itself 1 to 24 hours after its start."), 422)
    if plan.account and read_account(plan.account) is None:
        raise UserError(_("This is not an IBAN: compare it with the one of the bank."), 422)
    check_plan(event_plan(plan, "–"))


def event_plan(usual: EveningPlan, name: str, place: str = "", day: date | None = None) -> EventPlan:
    """The plan of the event that an evening becomes."""
    return EventPlan(
        name=name,
        rules=load(usual.rules).to_dict(),
        place=place,
        starts_on=day,
        ends_on=day,
        planned_rounds=usual.planned_rounds,
        deals_per_round=usual.deals_per_round,
        languages=list(usual.languages),
        confirmation=usual.confirmation,
        jury=usual.jury,
    )


def _free_slug(name: str, taken: set[str], number: int) -> str:
    plain = short_slug(name) or f"series-{number}"
    return f"{plain}-{number}" if plain in taken else plain


def _facts(schedule: SeriesPlan) -> dict[str, Any]:
    facts = asdict(schedule)
    facts["starts_at"] = schedule.starts_at.isoformat("minutes")
    facts["begins_on"] = schedule.begins_on.isoformat()
    facts["ends_on"] = schedule.ends_on and schedule.ends_on.isoformat()
    return {"plan": facts}


def _fields(line: LogLine) -> dict[str, Any]:
    fields = dict(line.facts["plan"])
    fields["starts_at"] = time.fromisoformat(fields["starts_at"])
    fields["begins_on"] = date.fromisoformat(fields["begins_on"])
    fields["ends_on"] = fields["ends_on"] and date.fromisoformat(fields["ends_on"])
    return fields


def series_in(line: LogLine) -> Series:
    """The series that a line names."""
    return Series.objects.select_related("organisation").get(
        organisation=line.organisation, number=line.facts["series"]
    )


@Act("make_series", _("Series made"), owner=Organisation)
def apply_make_series(line: LogLine) -> None:
    facts = line.facts
    Series.objects.create(organisation=line.organisation, number=facts["series"], slug=facts["slug"], **_fields(line))


@Act("change_series", _("Series changed"), owner=Organisation)
def apply_change_series(line: LogLine) -> None:
    Series.objects.filter(organisation=line.organisation, number=line.facts["series"]).update(**_fields(line))
