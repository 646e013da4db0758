"""The same event again with the same players: made from this one by the ordinary acts."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournament.acts.event.events import Plan, make_event
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
        made = make_event(actor, slug, replace(Plan.of(event), name=name, starts_on=first, ends_on=last))
        for user, role in _staff(event, founder):
            grant_role(made, actor, user, role)
        set_format(made, actor, event.format)
        set_room(made, actor, rows_of(event))
        for kind in Kind:
            if picture := picture_of(event, kind):
                set_picture(made, actor, kind, picture)
        before, required = required_of(event), required_of(made)
        kept = Admission.read(event.admission).moved(before, required) if event.admission else required
        if kept.desk != required.desk:  # of the organiser's own choice: the same hour of another day
            hour = timezone.localtime(kept.desk).time() if kept.desk else None
            kept = replace(kept, desk=hour_on(first, hour))
        kept = replace(kept, form=False, opens=None, closes=None)
        set_admission(made, actor, kept, admission_token(made))
    return made


def _staff(event: Event, founder: User) -> list[tuple[User, str]]:
    """Who works for an event, each with their roles, and its founder as an organiser."""
    rows = Membership.objects.filter(event=event, user__is_active=True).select_related("user").order_by("pk")
    there = [(row.user, row.role) for row in rows]
    return list(dict.fromkeys([(founder, str(Membership.Role.ORGANISER)), *there]))
