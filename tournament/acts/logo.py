"""The mark of an event, as it stands on its paper and its public pages."""

import re

from django.utils.translation import gettext_lazy as _

from tournament.acts import logbook
from tournament.acts.logbook import Line, applies
from tournament.models import Event, Logo
from tournament.refusal import Refusal

# What `pictures.data_address` gives, and nothing else: it stands in an <img> of everybody's pages.
PICTURE = re.compile(r"data:image/png;base64,[A-Za-z0-9+/]+={0,2}")
MOST_SIGNS = 121_000


def set_logo(event: Event, by: str, picture: str) -> None:
    """Another logo: a data: address as `pictures.data_address` makes it. The one it has already writes no line."""
    check_logo(picture)
    with logbook.turn(event) as event:
        if not Logo.objects.filter(event=event, picture=picture).exists():
            logbook.write(event, by, "set_logo", {"logo": logbook.seal(event, picture)})


def remove_logo(event: Event, by: str) -> None:
    """No logo any more: paper shows the four suits. Without one nothing is written."""
    with logbook.turn(event) as event:
        if Logo.objects.filter(event=event).exists():
            logbook.write(event, by, "remove_logo", {})


def check_logo(picture: str) -> None:
    """Refuses what is no small PNG of ours."""
    if len(picture) > MOST_SIGNS or not PICTURE.fullmatch(picture):
        raise Refusal(_("This is not a picture."), 422)


def show_logo(event: Event, picture: str) -> None:
    """Makes a picture the event's logo; "", as of a text that was anonymised, leaves it without."""
    if picture:
        Logo.objects.update_or_create(event=event, defaults={"picture": picture})
    else:
        Logo.objects.filter(event=event).delete()


@applies("set_logo")
def _set_logo(line: Line) -> None:
    show_logo(line.event, line.words(line.facts["logo"])[0])


@applies("remove_logo")
def _remove_logo(line: Line) -> None:
    show_logo(line.event, "")
