"""Who comes on an evening: each person says so on their own page, and may change their mind."""

from datetime import date, timedelta

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.register.evenings import evening_in
from tournament.acts.register.persons import require_registered
from tournament.errors import UserError
from tournament.models import EveningReply, Organisation, Person, Series
from tournament.progress.evenings_on import current_day, evening_on, is_planned
from tournament.version_tokens import require_unchanged

Answer = EveningReply.ReplyAnswer
MAX_GUESTS = 4
# How far ahead somebody can say that they come.
AHEAD = timedelta(days=60)


def reply(person: Person, series: Series, day: date, answer: str, guests: int = 0, *, seen: str | None = None) -> None:
    """Says whether a person comes on the evening planned for a day, and with how many guests, in their own name.

    `seen` is the token (`reply_token`) of the answer that was looked at: refused if it is another now. The same answer
    again writes nothing; whoever does not come brings nobody.
    """
    if answer not in Answer.values or not 0 <= guests <= MAX_GUESTS:
        raise UserError(_("Say yes or no, and at most %(most)s guests.") % {"most": MAX_GUESTS}, 422)
    guests = guests if answer == Answer.YES else 0
    with logbook.locked_register(series.organisation) as organisation:
        require_registered(organisation, person)
        current = EveningReply.objects.filter(evening__series=series, evening__date=day, person=person).first()
        if current and (current.answer, current.guests) == (answer, guests):
            return
        require_open_evening(series, day)
        require_unchanged(seen, reply_token(current))
        facts = {"series": series.number, "date": day.isoformat(), "person": person.number}
        facts |= {"answer": answer, "guests": guests}
        logbook.write(organisation, f"person:{person.number}", "reply", facts)


def reply_token(current: EveningReply | None) -> str:
    """What stands as an answer, for the form that changes it."""
    return f"{current.answer} {current.guests}" if current else "none"


def require_open_evening(series: Series, day: date) -> None:
    """Refuses a day that has no evening of this series, or one that is over, cancelled or too far ahead."""
    row = evening_on(series, day)
    if row is None and not is_planned(series, day):
        raise UserError(_("There is no evening on that day."), 422)
    if row and row.cancelled:
        raise UserError(_("This evening is cancelled."))
    today, plays_on = current_day(series), row.plays_on if row else day
    if plays_on < today or (row and row.event and not row.event.is_open):
        raise UserError(_("This evening is over."))
    if plays_on > today + AHEAD:
        raise UserError(_("This evening is too far ahead."), 422)


@Act("reply", _("Said whether they come"), owner=Organisation)
def apply_reply(line: LogLine) -> None:
    facts = line.facts
    EveningReply.objects.update_or_create(
        evening=evening_in(line, facts["date"]),
        person=Person.objects.get(organisation=line.organisation, number=facts["person"]),
        defaults={"answer": facts["answer"], "guests": facts["guests"]},
    )
