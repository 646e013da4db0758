"""Pictures: the logo of an event or a club, on papers and public pages; an event's sponsors, below its public lists.

That of a club is a text of its register alone, so that a club's row, which every page reads, stays small.
"""

import re

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.errors import UserError
from tournament.models import ChainOwner, Event, Organisation, Picture
from tournament.version_tokens import require_unchanged, token_of

Kind = Picture.Purpose
# Exactly what `pictures.data_address` returns: it goes into an <img> on public pages.
PICTURE = re.compile(r"data:image/png;base64,[A-Za-z0-9+/]+={0,2}")
MAX_SIGNS = 121_000


def set_picture(owner: ChainOwner, actor: str, kind: Kind, picture: str, *, seen: str | None = None) -> None:
    """Sets a picture: a data: URL made by `pictures.data_address`. The one it already has writes no line.

    `seen` is the token (`token_of`) of the picture that was looked at: refused if it has changed since.
    """
    check_picture(picture)
    with logbook.locked_owner(owner) as owner:
        current = picture_of(owner, kind)
        if current != picture:
            require_unchanged(seen, token_of(current))
            logbook.write(owner, actor, f"set_{kind}", {kind.value: logbook.store_text(owner, picture)})


def remove_picture(owner: ChainOwner, actor: str, kind: Kind, *, seen: str | None = None) -> None:
    """Removes a picture: without a logo, papers show the four suits. Without one it writes nothing; `seen` as above."""
    with logbook.locked_owner(owner) as owner:
        if current := picture_of(owner, kind):
            require_unchanged(seen, token_of(current))
            logbook.write(owner, actor, f"remove_{kind}", {})


def picture_of(owner: ChainOwner, kind: Kind = Kind.LOGO) -> str:
    """A picture of an event, or the logo of an organisation, as a data: URL; "" if it has none."""
    if isinstance(owner, Organisation):
        return owner.texts.filter(digest=owner.logo).values_list("text", flat=True).first() or ""
    return Picture.objects.filter(event=owner.pk, kind=kind).values_list("picture", flat=True).first() or ""


def logo_on_paper(event: Event) -> str:
    """The logo of an event, or of the organisation that holds it, as a data: URL; "" for the four suits."""
    if own := picture_of(event):
        return own
    host = Organisation.objects.filter(hosted__event=event).first()
    return picture_of(host) if host else ""


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


@Act("set_logo", _("Logo chosen"), owner=Organisation)
@Act("set_logo", _("Logo chosen"))
def apply_set_logo(line: LogLine) -> None:
    _apply_picture(line, Kind.LOGO)


@Act("remove_logo", _("Logo removed"), owner=Organisation)
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
    digest = line.facts.get(kind, "")
    if isinstance(line.owner, Organisation):
        # A club's chain is without an end, and one that it had before need not be carried along.
        logbook.empty_texts(line.owner, [line.owner.logo])
        line.owner.logo = digest
        line.owner.save(update_fields=["logo"])
    else:
        replace_picture(line.event, kind, line.words(digest)[0])
