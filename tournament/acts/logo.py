"""The logo of an event, as shown on its papers and its public pages."""

import re

from django.utils.translation import gettext_lazy as _

from tournament.acts import logbook
from tournament.acts.logbook import LogLine, applies
from tournament.models import Event, Logo
from tournament.refusal import Refusal
from tournament.seen import mark_of, require_unchanged

# Exactly what `pictures.data_address` returns: it goes into an <img> on public pages.
PICTURE = re.compile(r"data:image/png;base64,[A-Za-z0-9+/]+={0,2}")
MOST_SIGNS = 121_000


def set_logo(event: Event, by: str, picture: str, *, seen: str | None = None) -> None:
    """Sets the logo: a data: URL made by `pictures.data_address`. The logo the event already has writes no line.

    `seen` is the mark (`seen.mark_of`) of the logo that was looked at: refused if it has changed since.
    """
    check_logo(picture)
    with logbook.turn(event) as event:
        now = logo_of(event)
        if now != picture:
            require_unchanged(seen, mark_of(now))
            logbook.write(event, by, "set_logo", {"logo": logbook.seal(event, picture)})


def remove_logo(event: Event, by: str, *, seen: str | None = None) -> None:
    """Removes the logo: papers then show the four suits. Writes nothing if there is none. `seen` as in `set_logo`."""
    with logbook.turn(event) as event:
        if now := logo_of(event):
            require_unchanged(seen, mark_of(now))
            logbook.write(event, by, "remove_logo", {})


def logo_of(event: Event) -> str:
    """The logo of an event as a data: URL; "" if it has none."""
    return Logo.objects.filter(event=event).values_list("picture", flat=True).first() or ""


def check_logo(picture: str) -> None:
    """Refuses anything but a small PNG as we make it."""
    if len(picture) > MOST_SIGNS or not PICTURE.fullmatch(picture):
        raise Refusal(_("This is not a picture."), 422)


def replace_logo(event: Event, picture: str) -> None:
    """Makes a picture the event's logo; "", as from an anonymised text, removes the logo."""
    if picture:
        Logo.objects.update_or_create(event=event, defaults={"picture": picture})
    else:
        Logo.objects.filter(event=event).delete()


@applies("set_logo")
def _set_logo(line: LogLine) -> None:
    replace_logo(line.event, line.words(line.facts["logo"])[0])


@applies("remove_logo")
def _remove_logo(line: LogLine) -> None:
    replace_logo(line.event, "")
