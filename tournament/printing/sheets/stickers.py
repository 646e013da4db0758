"""What a club prints once: stickers for its own tables, to be read across the room, and its members' own links.

A sticker names nobody and has no date: it leads to whatever is played at its table.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament import links
from tournament.models import Organisation, Person, Sticker
from tournament.printing.sheets.labels import Label, print_labels

# In points: of the number of a table, and of a name.
NUMBERS, NAMES = (110, 80, 55), (24, 20, 17, 14, 11)


def print_stickers(organisation: Organisation, stickers: Sequence[Sticker]) -> bytes:
    """A PDF with these stickers of a club, in their order."""
    hint = _("Scan the code, and enter the code of this evening once. Then this phone keeps the score of this table.")
    labels = [
        Label(links.sticker_url(sticker), _("Table"), str(sticker.number), organisation.name, hint)
        for sticker in stickers
    ]
    return print_labels(_("Table stickers") + f" – {organisation.name}", labels, NUMBERS)


def print_own_links(organisation: Organisation, persons: Sequence[Person]) -> bytes:
    """A PDF with a slip for each of these persons of a club, in their order."""
    hint = _("Yours alone. Scan it with your phone: say that you are here, see your table and your place.")
    labels = [
        Label(links.person_url(person), _("No.") + f" {person.number}", person.name, organisation.name, hint)
        for person in persons
    ]
    return print_labels(_("Own links") + f" – {organisation.name}", labels, NAMES)
