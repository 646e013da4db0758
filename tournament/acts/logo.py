"""The logo of an event, as shown on its papers and its public pages."""

import re

from django.utils.translation import gettext_lazy as _

from tournament.acts import logbook
from tournament.acts.logbook import Line, applies
from tournament.models import Event, Logo
from tournament.refusal import Refusal

# Exactly what `pictures.data_address` returns: it goes into an <img> on public pages.
PICTURE = re.compile(r"data:image/png;base64,[A-Za-z0-9+/]+={0,2}")
MOST_SIGNS = 121_000


def set_logo(event: Event, by: str, picture: str) -> None:
    """Sets the logo: a data: URL made by `pictures.data_address`. The logo the event already has writes no line."""
    check_logo(picture)
    with logbook.turn(event) as event:
        if not Logo.objects.filter(event=event, picture=picture).exists():
            logbook.write(event, by, "set_logo", {"logo": logbook.seal(event, picture)})


def remove_logo(event: Event, by: str) -> None:
    """Removes the logo: papers then show the four suits. Writes nothing if there is none."""
    with logbook.turn(event) as event:
        if Logo.objects.filter(event=event).exists():
            logbook.write(event, by, "remove_logo", {})


def check_logo(picture: str) -> None:
    """Refuses anything but a small PNG as we make it."""
    if len(picture) > MOST_SIGNS or not PICTURE.fullmatch(picture):
        raise Refusal(_("This is not a picture."), 422)


def show_logo(event: Event, picture: str) -> None:
    """Makes a picture the event's logo; "", as from an anonymised text, removes the logo."""
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
