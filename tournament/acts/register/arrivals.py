"""Members who check themselves in on the evening that is on, by their own link or by their name at the door."""

from datetime import date

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.register.links import LinkedBy
from tournament.acts.register.persons import require_registered
from tournament.acts.register.receiving import entry_on, receive, send_home
from tournament.errors import UserError
from tournament.models import Organisation, Person, Seat, Series
from tournament.progress.evenings_on import evenings_on


def check_in(person: Person, series: Series, day: date, actor: str, by: LinkedBy = LinkedBy.CHOICE) -> bool:
    """Checks a person in on the evening planned for a day, in their own club; whether they were not here before.

    `by` says how it is known who they are: by their own link, or because somebody chose their name at the door.

    Refused unless that evening is on. Whoever comes after the draw has no seat yet: the next draw gives one, or the
    secretary does.
    """
    with logbook.locked_register(series.organisation) as organisation:
        _require_on(organisation, series, day)
        require_registered(organisation, person)
        entry = entry_on(series, day, person)
        if entry and entry.present:
            return False
        receive(series, actor, day, [person], by)
    return True


def undo_check_in(person: Person, series: Series, day: date, actor: str) -> None:
    """Takes back that a person is here. Writes nothing where they are not; refused once they have a seat."""
    with logbook.locked_register(series.organisation) as organisation:
        require_registered(organisation, person)
        entry = entry_on(series, day, person)
        if entry is None or not entry.present:
            return
        if Seat.objects.filter(entry=entry, table__round__closed=False).exists():
            raise UserError(_("You have a seat already. Tell the secretary that you leave."))
        send_home(series, actor, day, person)


def _require_on(organisation: Organisation, series: Series, day: date) -> None:
    if not any((on.series, on.date) == (series, day) for on in evenings_on(organisation)):
        raise UserError(_("This evening is not on now."))
