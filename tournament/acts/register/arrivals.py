"""Members who check themselves in on the evening that is on, by their own link or by their name at the door."""

from datetime import date

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.register.links import LinkedBy
from tournament.acts.register.receiving import entries_of, receive, send_home
from tournament.errors import UserError
from tournament.models import Entry, Organisation, Person, Seat, Series
from tournament.progress.evenings_on import evening_on, evenings_on


def check_in(person: Person, series: Series, day: date, actor: str, by: LinkedBy = LinkedBy.CHOICE) -> bool:
    """Checks a person in on the evening planned for a day, in their own club; whether they were not here before.

    `by` says how it is known who they are: by their own link, or because somebody chose their name at the door.

    Refused unless that evening is on. Whoever comes after the draw has no seat yet: the next draw gives one, or the
    secretary does.
    """
    with logbook.locked_register(series.organisation) as organisation:
        _require_on(organisation, series, day)
        _require_member(organisation, person)
        entry = entry_on(series, day, person)
        if entry and entry.present:
            return False
        receive(series, actor, day, [person], by)
    return True


def undo_check_in(person: Person, series: Series, day: date, actor: str) -> None:
    """Takes back that a person is here. Writes nothing where they are not; refused once they have a seat."""
    with logbook.locked_register(series.organisation) as organisation:
        _require_member(organisation, person)
        entry = entry_on(series, day, person)
        if entry is None or not entry.present:
            return
        if Seat.objects.filter(entry=entry, table__round__closed=False).exists():
            raise UserError(_("You have a seat already. Tell the secretary that you leave."))
        send_home(series, actor, day, person)


def entry_on(series: Series, day: date, person: Person) -> Entry | None:
    """The entry of a person on the evening planned for a day; None while they have none."""
    evening = evening_on(series, day)
    return entries_of(evening.event).get(person.pk) if evening and evening.event else None


def _require_on(organisation: Organisation, series: Series, day: date) -> None:
    if not any((on.series, on.date) == (series, day) for on in evenings_on(organisation)):
        raise UserError(_("This evening is not on now."))


def _require_member(organisation: Organisation, person: Person) -> None:
    if not Person.objects.filter(pk=person.pk, organisation=organisation, forgotten=False).exists():
        raise UserError(_("This person is not in the register of this club."), 422)
