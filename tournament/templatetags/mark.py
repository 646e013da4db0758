"""The logo of an event, as a page shows it."""

from typing import NamedTuple

from django import template
from django.db.models.functions import Substr

from tournament.models import Event, Picture
from tournament.site import pictures

register = template.Library()
# The first characters of a data: URL, which hold the size of the PNG; the picture itself has its own URL.
HEAD = 60


class Size(NamedTuple):
    """The width and height of a picture in pixels, with which a browser reserves its space."""

    width: int
    height: int


@register.simple_tag
def logo_size(event: Event) -> Size | None:
    """The size of the event's logo; None if it has none."""
    logos = Picture.objects.filter(event=event, kind=Picture.Purpose.LOGO)
    head = logos.values_list(Substr("picture", 1, HEAD), flat=True).first()
    return Size(*pictures.size(head)) if head else None
