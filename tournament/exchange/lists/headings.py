"""The headings of lists of players in Dutch, French and English, as federations and clubs write them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.exchange.lists.list_lines import ListLine
from tournament.naming import folded

NAME, TURNED, FIRST, LAST, CLUB, NUMBER, LANGUAGE, ROLE, INITIALS, FAMILY, WRITES, LICENCE = (
    "name",
    "turned",
    "first",
    "last",
    "club",
    "number",
    "language",
    "role",
    "initials",
    "family",
    "writes",
    "licence",
)
HEADINGS: Mapping[str, tuple[str, ...]] = {
    NAME: (
        *("naam", "namen", "volledige naam", "voornaam en naam", "voornaam naam", "voornaam en familienaam"),
        *("naam speler", "speler", "spelers", "deelnemer", "deelnemers"),
        *("nom", "noms", "nom complet", "prenom et nom", "prenom nom", "nom du joueur", "joueur", "joueurs"),
        *("participant", "participants", "name", "names", "full name", "player", "players", "player name"),
    ),
    TURNED: (
        *("naam en voornaam", "naam voornaam", "achternaam en voornaam", "familienaam en voornaam"),
        *("nom et prenom", "nom prenom", "nom de famille et prenom", "surname and first name", "last name first name"),
    ),
    FIRST: ("voornaam", "prenom", "first name", "firstname", "given name"),
    LAST: ("achternaam", "familienaam", "nom de famille", "last name", "lastname", "surname", "family name"),
    CLUB: ("club", "clubnaam", "naam club", "vereniging", "kring", "nom du club", "cercle", "club name"),
    NUMBER: (
        "nummer",
        "nr",
        "spelersnummer",
        "numero",
        "no",
        "n",
        "num",
        "numero de joueur",
        "number",
        "player number",
    ),
    LANGUAGE: ("taal", "langue", "language"),
    ROLE: ("rol", "role", "functie", "fonction"),
    INITIALS: ("initialen", "enkel initialen", "initiales", "initiales seulement", "initials", "initials only"),
    FAMILY: ("familie", "gezin", "famille", "menage", "family"),
    WRITES: (
        *("schrijft", "schrijver", "kapitein", "tafelkapitein", "ecrit", "marque", "marqueur", "capitaine"),
        *("capitaine de table", "writes", "captain"),
    ),
    LICENCE: (
        *("licentie", "licentienummer", "lidnummer", "lidnr", "bondsnummer", "aansluitingsnummer"),
        *("licence", "no de licence", "n de licence", "numero de licence", "no de membre", "numero de membre"),
        *("licence number", "license", "membership number", "member number"),
    ),
}
# Every list of players has at least one of these.
NAMES = frozenset({NAME, TURNED, LAST})
MEANING = {heading: field for field, headings in HEADINGS.items() for heading in headings}
# A list may have a title or two above its headings.
LINES_LOOKED_AT = 15


@dataclass(frozen=True, slots=True)
class Heading:
    """The line with the headings: its number, the column index of each field, and the headings we do not know.

    The number is 0 if the list has no headings: then the columns were `guessed`, or chosen by a person.
    """

    number: int
    column_of: Mapping[str, int]
    unknown: tuple[str, ...]
    guessed: bool = False

    def fields(self, line: ListLine) -> dict[str, str]:
        """The cell of each known field in a line; "" if the line is too short."""
        return {field: line.cells[at] if at < len(line.cells) else "" for field, at in self.column_of.items()}

    def has_formula(self, line: ListLine) -> bool:
        """Whether a line has a formula in a column that we read."""
        return not line.formulas.isdisjoint(self.column_of.values())


def heading(lines: Sequence[ListLine]) -> Heading | None:
    """The line near the top that names the most columns, including one with names; None if there is none.

    The most, because a title above it may look like a heading too, as in *Spelers*.
    """
    heads = [_heading(line) for line in lines[:LINES_LOOKED_AT]]
    named = [head for head in heads if not head.column_of.keys().isdisjoint(NAMES)]
    return max(named, key=lambda head: len(head.column_of), default=None)


def chosen_headings(head: Heading, lines: Sequence[ListLine], fields: Mapping[int, str]) -> Heading:
    """The headings as chosen by a person: the field of each column by index, "" for a column that is not read.

    Raises UserError if two columns have the same field or none holds names.
    """
    chosen = {field: at for at, field in fields.items() if field in HEADINGS}
    if len(chosen) < sum(field in HEADINGS for field in fields.values()):
        raise UserError(_("Two columns are read as the same."), 422)
    if chosen.keys().isdisjoint(NAMES):
        raise UserError(_("Choose which column contains the names."), 422)
    titles = column_titles(head, lines)
    left = [title for at, title in enumerate(titles) if title and at not in chosen.values()]
    return replace(head, column_of=chosen, unknown=tuple(left))


def leaving_out(head: Heading, lines: Sequence[ListLine], fields: Collection[str]) -> Heading:
    """The headings without these fields: their columns are not read, and are named among those that are ignored."""
    titles = column_titles(head, lines)
    left = [titles[at] for field, at in head.column_of.items() if field in fields]
    columns = {field: at for field, at in head.column_of.items() if field not in fields}
    return replace(head, column_of=columns, unknown=(*head.unknown, *left))


def column_titles(head: Heading, lines: Sequence[ListLine]) -> list[str]:
    """The title of each column: its heading, or else "column 3"; "" for an empty column."""
    named = next((line.cells for line in lines if line.number == head.number), ())
    below = [line for line in lines if line.number > head.number]
    titles = []
    for at in range(max((len(line.cells) for line in lines), default=0)):
        used = any(at < len(line.cells) and line.cells[at] for line in below)
        heading = named[at] if at < len(named) else ""
        titles.append(heading or (str(_("column %(number)s") % {"number": at + 1}) if used else ""))
    return titles


def _heading(line: ListLine) -> Heading:
    columns: dict[str, int] = {}
    unknown: list[str] = []
    for at, cell in enumerate(line.cells):
        field = MEANING.get(_plain(cell))
        if field and field not in columns:
            columns[field] = at
        elif cell:
            unknown.append(cell)
    return Heading(line.number, columns, tuple(unknown))


def _plain(heading: str) -> str:
    """The heading without punctuation: "N°:" is "n", "Nom / Prénom" is "nom prenom"."""
    return " ".join(_words(folded(heading)))


def _words(text: str) -> Iterable[str]:
    return "".join(sign if sign.isalnum() and sign.isascii() else " " for sign in text).split()
