"""The pictures of an event: its logo, on its papers and its public pages, and its sponsors, below its public lists."""

import re

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.errors import UserError
from tournament.models import Event, Picture
from tournament.version_tokens import require_unchanged, token_of

Kind = Picture.Purpose
# Exactly what `pictures.data_address` returns: it goes into an <img> on public pages.
PICTURE = re.compile(r"data:image/png;base64,[A-Za-z0-9+/]+={0,2}")
MAX_SIGNS = 121_000


def set_picture(event: Event, actor: str, kind: Kind, picture: str, *, seen: str | None = None) -> None:
    """Sets a picture: a data: URL made by `pictures.data_address`. The one the event already has writes no line.

    `seen` is the token (`token_of`) of the picture that was looked at: refused if it has changed since.
    """
    check_picture(picture)
    with logbook.locked_event(event) as event:
        current = picture_of(event, kind)
        if current != picture:
            require_unchanged(seen, token_of(current))
            logbook.write(event, actor, f"set_{kind}", {kind.value: logbook.store_text(event, picture)})


def remove_picture(event: Event, actor: str, kind: Kind, *, seen: str | None = None) -> None:
    """Removes a picture: without a logo, papers show the four suits. Without one it writes nothing; `seen` as above."""
    with logbook.locked_event(event) as event:
        if current := picture_of(event, kind):
            require_unchanged(seen, token_of(current))
            logbook.write(event, actor, f"remove_{kind}", {})


def picture_of(event: Event, kind: Kind) -> str:
    """A picture of an event as a data: URL; "" if it has none."""
    return Picture.objects.filter(event=event, kind=kind).values_list("picture", flat=True).first() or ""


def check_picture(picture: str) -> None:
    """Refuses anything but a small PNG as we make it."""
    if len(picture) > MAX_SIGNS or not PICTURE.fullmatch(picture):
        raise UserError(_("This is not a picture."), 422)


def replace_picture(event: Event, kind: Kind, picture: str) -> None:
    """Makes a picture the event's; "", as from an anonymised text, removes the one it has."""
    if picture:
        Picture.objects.update_or_create(event=event, kind=kind, defaults={"picture": picture})
    else:
        Picture.objects.filter(event=event, kind=kind).delete()


@Act("set_logo", _("Logo chosen"))
def apply_set_logo(line: LogLine) -> None:
    _apply_picture(line, Kind.LOGO)


@Act("remove_logo", _("Logo removed"))
def apply_remove_logo(line: LogLine) -> None:
    _apply_picture(line, Kind.LOGO)


@Act("set_sponsors", _("Picture of the sponsors chosen"))
def apply_set_sponsors(line: LogLine) -> None:
    _apply_picture(line, Kind.SPONSORS)


@Act("remove_sponsors", _("Picture of the sponsors removed"))
def apply_remove_sponsors(line: LogLine) -> None:
    _apply_picture(line, Kind.SPONSORS)


def _apply_picture(line: LogLine, kind: Kind) -> None:
    replace_picture(line.event, kind, line.words(line.facts.get(kind, ""))[0])
