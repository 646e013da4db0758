"""What the columns of a list of players are called, in Dutch, French and English, as federations and clubs write it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.exchange.sheet_lines import Line
from tournament.naming import folded

NAME, FIRST, LAST, CLUB, NUMBER, LANGUAGE, ROLE, INITIALS, FAMILY, WRITES = (
    "name",
    "first",
    "last",
    "club",
    "number",
    "language",
    "role",
    "initials",
    "family",
    "writes",
)
HEADINGS: Mapping[str, tuple[str, ...]] = {
    NAME: (
        *("naam", "volledige naam", "naam en voornaam", "voornaam en naam", "naam speler", "speler", "deelnemer"),
        *("nom", "nom complet", "nom et prenom", "prenom et nom", "nom prenom", "nom du joueur", "joueur"),
        *("participant", "name", "full name", "player", "player name"),
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
    WRITES: ("schrijft", "kapitein", "tafelkapitein", "ecrit", "capitaine", "capitaine de table", "writes", "captain"),
}
MEANING = {heading: field for field, headings in HEADINGS.items() for heading in headings}
# A list may have a title or two above its headings.
LINES_LOOKED_AT = 15


@dataclass(frozen=True, slots=True)
class Heading:
    """The line with the headings: its number, the column of each field, and the headings that mean nothing to us."""

    number: int
    columns: Mapping[str, int]
    unknown: tuple[str, ...]

    def fields(self, line: Line) -> dict[str, str]:
        """What a line says in each known column, "" where it ends before."""
        return {field: line.cells[at] if at < len(line.cells) else "" for field, at in self.columns.items()}

    def has_formula(self, line: Line) -> bool:
        """Whether a line calculates something in a column we read."""
        return not line.formulas.isdisjoint(self.columns.values())


def heading(lines: Sequence[Line]) -> Heading | None:
    """The first line that names a column with names; None where there is none near the top."""
    for line in lines[:LINES_LOOKED_AT]:
        found = _heading(line)
        if NAME in found.columns or LAST in found.columns:
            return found
    return None


def _heading(line: Line) -> Heading:
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
    """Without the signs people write around it: "N°:" is "n", "Nom / Prénom" is "nom prenom"."""
    return " ".join(_words(folded(heading)))


def _words(text: str) -> Iterable[str]:
    return "".join(sign if sign.isalnum() and sign.isascii() else " " for sign in text).split()
