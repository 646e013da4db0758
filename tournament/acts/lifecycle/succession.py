"""The same event again with the same players: made from this one by the ordinary acts."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournament.acts.event.events import EventPlan, make_event
from tournament.acts.event.format import set_format
from tournament.acts.event.members import grant_role
from tournament.acts.event.pictures import Kind, picture_of, set_picture
from tournament.acts.people.admission import admission_token, required_of, set_admission
from tournament.acts.rounds.room import rows_of, set_room
from tournament.admission import Admission, hour_on
from tournament.models import Event, Membership


def make_next(event: Event, actor: str, slug: str, name: str, days: Sequence[date | None], founder: User) -> Event:
    """Makes an event with the plan, rules, format, room, pictures, staff and prices of this one; all of it or nothing.

    `days` are its first and its last one, and `founder` becomes an organiser. Registration is not open yet. Players
    come in as a list, which the organiser looks at.
    """
    first, last = days
    with transaction.atomic():
        next_event = make_event(actor, slug, replace(EventPlan.of(event), name=name, starts_on=first, ends_on=last))
        for user, role in _staff(event, founder):
            grant_role(next_event, actor, user, role)
        set_format(next_event, actor, event.format)
        set_room(next_event, actor, rows_of(event))
        for kind in Kind:
            if picture := picture_of(event, kind):
                set_picture(next_event, actor, kind, picture)
        before, required = required_of(event), required_of(next_event)
        admission_plan = Admission.read(event.admission).moved(before, required) if event.admission else required
        if admission_plan.desk != required.desk:  # of the organiser's own choice: the same hour of another day
            hour = timezone.localtime(admission_plan.desk).time() if admission_plan.desk else None
            admission_plan = replace(admission_plan, desk=hour_on(first, hour))
        admission_plan = replace(admission_plan, form=False, opens=None, closes=None)
        set_admission(next_event, actor, admission_plan, admission_token(next_event))
    return next_event


def _staff(event: Event, founder: User) -> list[tuple[User, str]]:
    """Who works for an event, each with their roles, and its founder as an organiser."""
    rows = Membership.objects.filter(event=event, user__is_active=True).select_related("user").order_by("pk")
    roles = [(row.user, row.role) for row in rows]
    return list(dict.fromkeys([(founder, str(Membership.Role.ORGANISER)), *roles]))
