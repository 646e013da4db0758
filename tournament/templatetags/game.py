"""Filters for points, contracts, and the lines of a score sheet."""

from django import template

from tournament import wording
from tournament.reading.table.sheet_lines import SheetLine
from tournament.reading.table.sheets import Sheet
from tournament.wording import language, own_tricks, played_text, tricks_text

register = template.Library()
for written in (
    wording.points,
    wording.plain,
    wording.decimal,
    wording.sign,
    wording.suit,
    wording.contract,
    wording.contract_full,
    wording.contract_short,
    wording.money,
):
    register.filter(written)


@register.filter
def why(line: SheetLine, sheet: Sheet) -> str:
    """Why a deal gave what it gave, as a sentence in the visitor's language, with the players' names."""
    return line.explanation(language(), names=sheet.names(line.number))


def played(line: SheetLine, sheet: Sheet) -> str:
    """Who played it and what they made: "An + Bea · 10 tricks", or "An 0, Bea 1" where each counts alone."""
    return played_text(line.result, sheet.names(line.number)) if line.result else ""


def announced_by(line: SheetLine, sheet: Sheet) -> str:
    """Who plays what was announced, by name: "An + Bea"."""
    names = sheet.names(line.number)
    return " + ".join(names[position] for position in line.announced["declarers"]) if line.announced else ""


def made(line: SheetLine, sheet: Sheet) -> str:
    """The tricks, to show beside marked players: "10 tricks", or "An 0, Bea 1" where each counts alone."""
    alone = line.result and not isinstance(line.result.tricks, int)
    return played(line, sheet) if alone else tricks(line)


@register.filter
def tricks(line: SheetLine) -> str:
    """What was made, without names: "10 tricks", or "0, 1" in the order of the seats where each counts alone."""
    if line.result is None:
        return ""
    made = line.result.tricks
    return tricks_text(made) if isinstance(made, int) else ", ".join(map(own_tricks, made))
