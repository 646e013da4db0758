"""The evenings of a series: the first who comes makes one an event; until then it can be moved or cancelled."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournament.acts.event.events import change_state, free_slug
from tournament.acts.kernel import logbook
from tournament.acts.kernel.begun import begun_tables
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.lifecycle.bin import bin_event, restore_event
from tournament.acts.people.admission import admission_token, set_admission
from tournament.acts.register.hosting import make_hosted_event
from tournament.acts.register.series import event_plan, series_in
from tournament.admission import Admission, Price
from tournament.errors import UserError
from tournament.models import Evening, Event, Organisation, SeasonTotal, Series, Table
from tournament.naming import short_slug
from tournament.progress.evenings_on import current_day, evening_on, evening_plan, is_planned

FURTHEST = timedelta(days=366)


def open_evening(series: Series, actor: str, day: date) -> Event:
    """The event of the evening that is planned for a day; made if this is its first check-in or tap.

    Call it in the transaction of an act that enters somebody: an evening is never empty. Refused while the evening is
    cancelled or typed from paper, and before its day. Two who come at once, also on two servers, get one event: the
    register is locked.
    """
    with logbook.locked_register(series.organisation) as organisation:
        evening = evening_on(series, day)
        if evening and evening.cancelled:
            raise UserError(_("This evening is cancelled."))
        if evening and evening.event:
            return evening.event
        _require_not_on_paper(series, [day])
        if current_day(series) < (evening.plays_on if evening else day):
            raise UserError(_("This evening has not come yet."))
        event = _make_event(series, actor, evening.plays_on if evening else day)
        # The event was taken into the register: its last line is another one than above.
        with logbook.locked_register(organisation) as organisation:
            facts = {"series": series.number, "date": day.isoformat(), "event": event.slug}
            logbook.write(organisation, actor, "open_evening", facts)
    return event


def move_evening(series: Series, actor: str, day: date, to: date) -> None:
    """Plays the evening of a date on another one; back on its own date, it was never moved.

    Refused once somebody checked in, where there is an evening already, and further than a year. The same again writes
    nothing.
    """
    if abs(to - day) > FURTHEST:
        raise UserError(_("An evening can be moved by a year at most."), 422)
    with logbook.locked_register(series.organisation) as organisation:
        evening = _changeable(series, day)
        if evening.event:
            raise UserError(_("Somebody has checked in: this evening can only be cancelled."))
        if evening.plays_on == to:
            return
        if _is_evening(series, to, but=day):
            raise UserError(_("There is an evening on this date already."))
        facts = {"series": series.number, "date": day.isoformat(), "to": to.isoformat()}
        logbook.write(organisation, actor, "move_evening", facts)


def cancel_evenings(series: Series, actor: str, days: Sequence[date]) -> None:
    """Cancels evenings: one that finds too few, or the dates of a holiday that are skipped. All of them, or none.

    An event that was made goes to the bin, with what is drawn. Refused once something was written at a table, or typed
    from paper. Those cancelled already are passed over.
    """
    with logbook.locked_register(series.organisation) as organisation:
        evenings = [_row(series, day) for day in sorted(set(days))]
        evenings = [evening for evening in evenings if not evening.cancelled]
        if not evenings:
            return
        _require_not_on_paper(series, [evening.date for evening in evenings])
        for event in [evening.event for evening in evenings if evening.event]:
            if is_begun(event):
                raise UserError(_("Something was written at a table already: close the evening instead."))
            if event.state == Event.State.LIVE:
                change_state(event, actor, Event.State.CLOSED)
            bin_event(event, actor, Event.objects.get(pk=event.pk).version_token)
        dates = [evening.date.isoformat() for evening in evenings]
        logbook.write(organisation, actor, "cancel_evenings", {"series": series.number, "dates": dates})


def restore_evening(series: Series, actor: str, day: date) -> None:
    """Holds a cancelled evening after all, with those who had checked in. Writes nothing if it is not cancelled.

    One that was archived before is so again.
    """
    with logbook.locked_register(series.organisation) as organisation:
        evening = _row(series, day)
        if not evening.cancelled:
            return
        if _is_evening(series, evening.plays_on, but=day):
            raise UserError(_("There is an evening on this date already."))
        _require_not_on_paper(series, [day])
        if evening.event:
            restore_event(evening.event, actor)
            if evening.event.state != Event.State.ARCHIVED:
                change_state(evening.event, actor, Event.State.LIVE)
        facts = {"series": series.number, "date": day.isoformat()}
        logbook.write(organisation, actor, "restore_evening", facts)


def is_begun(event: Event) -> bool:
    """Whether something was written at a table of an evening: until then it can be cancelled, or typed from paper."""
    return begun_tables(Table.objects.filter(round__event=event)).exists()


def _require_not_on_paper(series: Series, days: Sequence[date]) -> None:
    if SeasonTotal.objects.filter(series=series, date__in=days).exists():
        raise UserError(_("This evening was typed from paper."))


def _row(series: Series, day: date) -> Evening:
    """The evening of a planned date as it is, or as it would be; refused on a date on which there is none."""
    if evening := evening_on(series, day):
        return evening
    if not is_planned(series, day):
        raise UserError(_("No evening is planned for this date."), 422)
    return Evening(series=series, date=day)


def _changeable(series: Series, day: date) -> Evening:
    evening = _row(series, day)
    if evening.cancelled:
        raise UserError(_("This evening is cancelled."))
    return evening


def _is_evening(series: Series, day: date, *, but: date) -> bool:
    """Whether the series plays on this date another evening, as planned or moved, than that of the date `but`."""
    rows = Evening.objects.filter(series=series)
    if any(row.plays_on == day and not row.cancelled for row in rows.exclude(date=but)):
        return True
    return day != but and is_planned(series, day) and not rows.filter(date=day).exists()


def _make_event(series: Series, actor: str, day: date) -> Event:
    """The event of an evening, live, with the stewards' roles: by the ordinary acts."""
    organisation, plan = series.organisation, evening_plan(series)
    with override(plan.languages[0]):
        name = f"{series.name} {date_format(day, 'j F Y')}"
        fee = Price(str(_("evening")), plan.fee_cents)
    slug = free_slug(f"{short_slug(organisation.slug, 30)}-{short_slug(series.slug, 14)}-{day}")
    place = series.place or organisation.place
    event = make_hosted_event(organisation, actor, slug, event_plan(plan, name, place, day))
    if plan.fee_cents:
        set_admission(event, actor, Admission(prices=(fee,), account=plan.account), admission_token(event))
    change_state(event, actor, Event.State.LIVE)
    return Event.objects.get(pk=event.pk)


def evening_in(line: LogLine, day: str) -> Evening:
    """The row of an evening whose planned date a line names (ISO 8601); made where nothing was known of it."""
    return Evening.objects.get_or_create(series=series_in(line), date=date.fromisoformat(day))[0]


def _set(evening: Evening, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(evening, name, value)
    evening.save(update_fields=list(fields))


@Act("open_evening", _("Evening begun"), owner=Organisation)
def apply_open_evening(line: LogLine) -> None:
    # In a replay elsewhere, its events are unknown.
    event = Event.objects.filter(slug=line.facts["event"], hosted__organisation=line.organisation).first()
    _set(evening_in(line, line.facts["date"]), event=event)


@Act("move_evening", _("Evening moved"), owner=Organisation)
def apply_move_evening(line: LogLine) -> None:
    evening, to = evening_in(line, line.facts["date"]), date.fromisoformat(line.facts["to"])
    _set(evening, moved_to=None if to == evening.date else to)


@Act("cancel_evenings", _("Evenings cancelled"), owner=Organisation)
def apply_cancel_evenings(line: LogLine) -> None:
    for day in line.facts["dates"]:
        _set(evening_in(line, day), cancelled=True)


@Act("restore_evening", _("Evening held after all"), owner=Organisation)
def apply_restore_evening(line: LogLine) -> None:
    _set(evening_in(line, line.facts["date"]), cancelled=False)
