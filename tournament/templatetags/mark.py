"""The logo of an event where a page shows it."""

from typing import NamedTuple

from django import template
from django.db.models.functions import Substr

from tournament.models import Event, Logo
from tournament.site import pictures

register = template.Library()
# Where the size of a PNG stands; the rest of the picture has an address of its own.
HEAD = 60


class Size(NamedTuple):
    """The width and height of a picture, in dots: a browser keeps its place free with them."""

    width: int
    height: int


@register.simple_tag
def logo_size(event: Event) -> Size | None:
    """How large the event's logo is; None without one."""
    head = Logo.objects.filter(event=event).values_list(Substr("picture", 1, HEAD), flat=True).first()
    return Size(*pictures.size(head)) if head else None
