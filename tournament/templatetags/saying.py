"""What is announced, for the header of a page."""

from typing import Any

from django import template

from tournament.models import Event
from tournament.reading.event.notices import current_notices, mark, place_of

register = template.Library()


@register.simple_tag
def said(event: object, table: object) -> dict[str, Any]:
    """What is announced to who reads a page: the announcements, their mark and their place as a query says it.

    {} for a page without an event of ours.
    """
    if not isinstance(event, Event):
        return {}
    place = place_of(table)
    shown = current_notices(event, place)
    return {"notices": shown, "mark": mark(shown, table), "at": "{}.{}".format(*place)}
