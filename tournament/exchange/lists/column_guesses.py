"""Guesses the columns of a list without headings from their content; the user may choose otherwise."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.exchange.lists import headings
from tournament.exchange.lists.headings import Heading, column_titles
from tournament.exchange.lists.list_lines import ListLine
from tournament.exchange.lists.person_in import LANGUAGES
from tournament.naming import PARTICLES, begins_surname, folded, is_club, is_joined, particle

T = TypeVar("T")
# What a line among the players begins with that is not one of them: "Club De Linde", "Tafel 3", "Totaal: 48".
TITLE_WORDS = frozenset(
    (
        *("club", "kring", "cercle", "ploeg", "equipe", "team", "tafel", "table", "groep", "groupe", "group"),
        *("reeks", "serie", "spelers", "joueurs", "players", "leden", "membres", "members", "totaal", "total"),
    )
)
MOST_DIGITS = 6
# A cell with more words than this is a sentence.
MOST_WORDS = 6
ROLES = frozenset({"joker", "speler", "joueur", "player"})


def heading(lines: Sequence[ListLine]) -> Heading:
    """The guessed columns of a list without headings; raises UserError if no column can hold names."""
    columns = [_cells(lines, at) for at in range(max(len(line.cells) for line in lines))]
    named: dict[str, int] = {}
    words: list[int] = []
    for at, cells in enumerate(columns):
        field = _plain_field(cells)
        if field is None and _mostly(cells, _is_text):
            words.append(at)
        elif field and field not in named:
            named[field] = at
    if not words:
        raise UserError(_("No column of this list contains names."), 422)
    for field, at in zip(_name_fields([columns[at] for at in words]), words, strict=False):
        named[field] = at
    head = Heading(0, named, (), guessed=True)
    titles = column_titles(head, lines)
    left = [title for at, title in enumerate(titles) if title and at not in named.values()]
    return Heading(0, named, tuple(left), guessed=True)


def in_order(head: Heading, lines: Sequence[ListLine]) -> Heading:
    """The headings, with a plain *Naam* read as surname first if the names below it show that."""
    at = head.column_of.get(headings.NAME)
    if at is None or head.guessed or len(column_titles(head, lines)[at].split()) > 1:
        return head
    below = _cells([line for line in lines if line.number > head.number], at)
    if not head.column_of.keys().isdisjoint({headings.TURNED, headings.FIRST, headings.LAST}) or not _turned(below):
        return head
    others = {field: column for field, column in head.column_of.items() if field != headings.NAME}
    return replace(head, column_of={**others, headings.TURNED: at})


def titles(lines: Sequence[ListLine], head: Heading) -> frozenset[int]:
    """The numbers of the lines that look like titles rather than players; most of a list never does."""
    names = {line.number: _name(line, head) for line in lines}
    title_lines = frozenset(number for number, name in names.items() if _is_title(name))
    title_lines = frozenset() if 3 * len(title_lines) >= 2 * len(lines) else title_lines
    return title_lines | _guessed_titles(lines, names) if head.guessed else title_lines


def _is_title(name: str) -> bool:
    """Whether this cannot be a name: only digits, begins with a number or a word such as "Tafel", ends in a colon."""
    first, *_others = folded(name).split() or [""]
    return first[:1].isdigit() or name.endswith(":") or first.strip(":.,-") in TITLE_WORDS or is_club(name)


def _guessed_titles(lines: Sequence[ListLine], names: Mapping[int, str]) -> frozenset[int]:
    """Those of a list without headings: before its first full line, with a colon, a figure or too many words."""
    full = [line.number for line in lines if sum(map(bool, line.cells)) > 1]
    begin = full[0] if 3 * len(full) >= 2 * len(lines) else 0
    figures = not _mostly(list(names.values()), _has_figure)
    return frozenset(
        number
        for number, name in names.items()
        if number < begin or ":" in name or len(name.split()) > MOST_WORDS or (figures and _has_figure(name))
    )


def _name(line: ListLine, head: Heading) -> str:
    return " ".join(text for field, text in head.fields(line).items() if field in (*headings.NAMES, headings.FIRST))


def _has_figure(text: str) -> bool:
    return any(map(str.isdigit, text))


def _plain_field(cells: Sequence[str]) -> str | None:
    """The field of a column that is not names or clubs: "" if it is not read; None if it may hold names or clubs."""
    if _mostly(cells, lambda cell: cell.rstrip(".)").isdigit()):
        return headings.NUMBER if _mostly(cells, _may_be_given) and len(set(cells)) == len(cells) else ""
    if _mostly(cells, lambda cell: folded(cell) in LANGUAGES):
        return headings.LANGUAGE
    if _mostly(cells, lambda cell: folded(cell) in ROLES):
        return headings.ROLE
    return None


def _may_be_given(cell: str) -> bool:
    """Whether this may be a player's number: not a telephone number, and not a line number such as "1."."""
    return cell.isdigit() and len(cell) <= MOST_DIGITS and not cell.startswith("0")


def _name_fields(word_columns: Sequence[Sequence[str]]) -> list[str]:
    """The fields of the columns with words, from the left."""
    if (
        len(word_columns) > 1
        and all(_mostly(cells, _is_part) for cells in word_columns[:2])
        and not _repeats(word_columns[1])
    ):
        surnames_second = _surnames(word_columns[1]) > _surnames(word_columns[0])
        names = [headings.FIRST, headings.LAST] if surnames_second else [headings.LAST, headings.FIRST]
        return [*names, headings.CLUB]
    return [headings.TURNED if _turned(word_columns[0]) else headings.NAME, headings.CLUB]


def _repeats(cells: Sequence[str]) -> bool:
    """Whether a column repeats values so often that it must hold clubs."""
    return 2 * len(set(cells)) <= len(cells)


def _turned(names: Sequence[str]) -> bool:
    """Whether names begin with the surname: followed by a comma, in capitals, or beginning with a particle."""
    if _mostly(names, lambda name: "," in name) or _mostly(names, _loud):
        return True
    # A name with a comma says nothing of the others.
    words = [name.split() for name in names if name.split() and "," not in name]
    first = [begins_surname(name[0]) for name in words]
    later = [any(particle(word) in PARTICLES for word in name[1:-1]) for name in words]
    return sum(first) > sum(there and not turned for there, turned in zip(later, first, strict=True))


def _loud(name: str) -> bool:
    """Whether only the first word is in capitals: *PEETERS Jan*."""
    first, *others = name.split() or [""]
    return len(first) > 1 and first.isupper() and bool(others) and not name.isupper()


def _is_part(cell: str) -> bool:
    """Whether this may be a first name or a surname on its own."""
    words = cell.split()
    return len(words) == 1 or (len(words) <= 4 and (particle(words[0]) in PARTICLES or any(map(is_joined, words))))


def _surnames(cells: Iterable[str]) -> int:
    """How many of these can only be surnames."""
    return sum(begins_surname(cell.split()[0]) or (len(cell) > 1 and cell.isupper()) for cell in cells)


def _is_text(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and "@" not in cell


def _cells(lines: Iterable[ListLine], at: int) -> list[str]:
    """The non-empty cells of a column."""
    return [line.cells[at] for line in lines if at < len(line.cells) and line.cells[at]]


def _mostly(things: Sequence[T], fits: Callable[[T], bool]) -> bool:
    """Whether at least two thirds of these fit."""
    return 3 * sum(map(fits, things)) >= 2 * max(len(things), 1)
