"""Reads a spreadsheet of evenings on paper: a line for each player of a table, with the date, the points, the deals."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.acts.register.seasons import TableTotal
from tournament.errors import UserError
from tournament.exchange.lists.list_lines import ListLine
from tournament.integers import read_integer
from tournament.naming import folded

# The headings of each column, folded.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "date": ("datum", "date", "avond", "soiree", "evening"),
    "round": ("ronde", "manche", "round", "tour"),
    "table": ("tafel", "table"),
    "person": (
        "nummer",
        "nr",
        "lidnummer",
        "numero",
        "no",
        "number",
        "naam",
        "nom",
        "name",
        "speler",
        "joueur",
        "player",
    ),
    "points": ("punten", "points", "score"),
    "deals": ("spellen", "giften", "donnes", "deals"),
}
# How a column that is missing is called.
HEADINGS = {
    "date": gettext_lazy("Date"),
    "round": gettext_lazy("Round"),
    "table": gettext_lazy("Table"),
    "person": gettext_lazy("Number"),
    "points": gettext_lazy("Points"),
    "deals": gettext_lazy("Deals"),
}
DAYS = ("%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y", "%Y-%m-%d %H:%M:%S")


def read_totals(lines: Sequence[ListLine], find: Callable[[str], int]) -> dict[date, list[TableTotal]]:
    """The totals of each evening, from lines of which the first has the headings.

    `find` gives the number of whoever a cell means, and raises ValueError with a sentence. Raises UserError (422) that
    names the first line in which something is wrong.
    """
    if not lines:
        raise UserError(_("The file is empty."), 422)
    at = _columns(lines[0])
    evenings: dict[date, list[TableTotal]] = {}
    for line in lines[1:]:
        cells = {name: line.cells[index].strip() if index < len(line.cells) else "" for name, index in at.items()}
        try:
            numbers = {name: whole_number(cells[name]) for name in ("round", "table", "points", "deals")}
            total = TableTotal(person=find(cells["person"]), **numbers)
            evenings.setdefault(written_day(cells["date"]), []).append(total)
        except ValueError as fault:
            sentence = _("Line %(number)s: %(sentence)s") % {"number": line.number, "sentence": fault}
            raise UserError(sentence, 422) from fault
    return evenings


def _columns(line: ListLine) -> dict[str, int]:
    """The index of each column."""
    headings = [folded(cell).strip(" .") for cell in line.cells]
    at = {
        name: next((headings.index(word) for word in words if word in headings), -1) for name, words in COLUMNS.items()
    }
    for name, index in at.items():
        if index < 0:
            sentence = _("The first line must name the columns; “%(column)s” is missing.")
            raise UserError(sentence % {"column": HEADINGS[name]}, 422)
    return at


def whole_number(text: str) -> int:
    """The number in a cell, with any sign. Raises ValueError with a sentence."""
    number = read_integer(text.replace("−", "-").removesuffix(".0").removeprefix("+"))
    if number is None:
        raise ValueError(_("“%(word)s” is not a whole number.") % {"word": text[:40]})
    return number


def written_day(text: str) -> date:
    """The date in a cell, as people write it. Raises ValueError with a sentence."""
    for form in DAYS:
        try:
            return datetime.strptime(text, form).date()  # noqa: DTZ007 - a date, of no zone
        except ValueError:
            continue
    raise ValueError(_("“%(word)s” is not a date.") % {"word": text[:40]})
