"""What a template shows of the rule form: rows of cells, each beside the figure of the rule set it came from."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import words
from scoring.catalogue import sentence
from scoring.contracts import CONTRACTS, Contract
from scoring.errors import Fault
from tournament.forms import rules_figures, rules_penalties, rules_sheet
from tournament.forms.rules import RulesForm, texts_of

Control = Literal["whole", "list", "tick", "choice", "text", "long"]

GRID = ("place", "declarers", "made", "over", "over_to", "all13", "lost", "under", "opp", "opp_under", "jury")
RARE = ("doubles", "trump")
_CONTROLS: Mapping[str, Control] = {
    "place": "list",
    "declarers": "choice",
    "made": "list",
    "opp": "list",
    "all13": "tick",
    "jury": "tick",
    "trump": "choice",
    "name": "text",
    "note": "long",
    "article": "text",
    "effect": "choice",
    "to": "choice",
    "remove": "tick",
}
# Digits alone tell one amount from another: "+7" is 7, and "4/5/7" is "4 / 5 / 7".
_DIGITS = re.compile(r"\d+", re.ASCII)
# A fault is shown in its field up to so many; the first ones say it all.
_MOST_FAULTS = 3


@dataclass(frozen=True, slots=True)
class Cell:
    """One field.

    `origin` is what stands there in the rule set it came from, None where that has no such field at all, and `was` the
    same as a person reads it; `fresh` says that one begins to type here.
    """

    name: str
    label: str
    control: Control
    text: str
    origin: str | None
    was: str
    differs: bool
    faults: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """The fields of a contract or a penalty by column, None where nothing is asked of it.

    `fixed` is what cannot be typed: how many declare a contract, the article of a preset; `note` the preset's own.
    """

    key: str
    name: str
    cells: tuple[tuple[str, Cell | None], ...]
    fixed: str = ""
    note: str = ""

    @property
    def faulty(self) -> list[Cell]:
        """The fields in which something is wrong."""
        return [cell for _column, cell in self.cells if cell and cell.faults]

    @property
    def touched(self) -> bool:
        """Whether an amount stands in it, or a fault."""
        amounts = any(cell and cell.text and cell.control in ("whole", "list") for _column, cell in self.cells)
        return amounts or bool(self.faulty)


@dataclass(frozen=True, slots=True)
class NamedFault:
    """What is wrong in one field: the field and its name, and the sentence."""

    field: str
    place: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The whole form: what the organiser reads from top to bottom."""

    origin: str
    head: tuple[tuple[str, str], ...]
    words: tuple[Cell, ...]
    settling: tuple[Cell, ...]
    played: tuple[Row, ...]
    others: tuple[Row, ...]
    rare: tuple[Row, ...]
    presets: tuple[Row, ...]
    house: tuple[Row, ...]
    faults: tuple[NamedFault, ...]

    @property
    def open_others(self) -> bool:
        """Whether something was typed of a contract that is not played."""
        return any(row.touched for row in self.others)

    @property
    def open_rare(self) -> bool:
        """Whether something is wrong in what is rarely needed."""
        return any(row.faulty for row in self.rare)

    @property
    def full(self) -> bool:
        """Whether there are as many house rules as there may be."""
        return len(self.house) >= rules_penalties.MOST_HOUSE_RULES


def label(column: str, lang: str) -> str:
    """What a column, or a field of a penalty, is called."""
    own = {
        "place": _("place in the order"),
        "mildest": _("loses at least"),
        "heaviest": _("loses at most"),
        "name": _("Name"),
        "source": _("Where the figures stand"),
        "note": _("What it is for"),
        "remove": _("take this rule away"),
        "effect": _("What becomes of the deal"),
        "others": _("each of the others gets"),
        "all13.mode": _("All 13 tricks"),
        "all13.points": _("Points for all 13 tricks"),
    }
    told = {"all13": "table.all13", "jury": "table.jury", "doubles_told": "field.doubles_told"}
    return own.get(column) or words.text(told.get(column, f"field.{column}"), lang)


def _heading(column: str, lang: str) -> str:
    """What stands above a column, as short as on paper: the columns beside it tell the rest."""
    own = {"place": _("place"), "over_to": pgettext("overtricks are counted up to so many tricks", "up to")}
    return own.get(column) or words.text(f"table.{column}", lang)


class Reader:
    """Makes the cells of a form: what was typed, what the origin has, what is wrong."""

    def __init__(self, form: RulesForm) -> None:
        self.form = form
        self.lang = form.lang
        self.origin = texts_of(form.origin, form.lang)

    def cell(
        self, name: str, column: str, *, compared: bool = True, control: Control = "whole", fresh: bool = False
    ) -> Cell:
        """The field of this name; not `compared` where the origin has no such line at all."""
        control = _CONTROLS.get(column, control)
        text, was = self.form.texts.get(name, ""), self.origin.get(name, "")
        options = tuple(self._options(column, name, text, was)) if control == "choice" else ()
        return Cell(
            name=name,
            label=label(column, self.lang),
            control=control,
            text=text or (options[0][0] if options else ""),
            origin=was if compared else None,
            was=self._told(control, was, options),
            differs=compared and bool(was or text) and _plain(control, text) != _plain(control, was),
            faults=tuple(self._sentences(self.form.faults.get(name, ()))),
            options=options,
            fresh=fresh,
        )

    def contract(self, key: str, columns: Sequence[str]) -> Row:
        """The row of a contract in these columns."""
        contract = CONTRACTS[key]
        asked = rules_sheet.asked(contract)
        name = words.contract(key, self.lang, self.form.start)
        known = key in self.form.origin.lines
        cells = {
            column: self.cell(f"lines.{key}.{column}", column, compared=known or column == "place")
            for column in columns
            if column in asked
        }
        fixed = rules_figures.shown_declarers(contract.declarers)
        return Row(key, name, tuple((column, cells.get(column)) for column in columns), fixed)

    def penalty(self, key: str) -> Row:
        """The row of a penalty: the amounts of a preset, everything of a house rule."""
        known = {penalty.key: penalty for penalty in self.form.start.penalties}.get(key)
        compared = any(penalty.key == key for penalty in self.form.origin.penalties)
        fields = rules_penalties.asked(known) if known else rules_penalties.HOUSE_RULE
        fresh = f"penalties.{key}.name" not in self.form.texts
        cells = tuple(
            (field, self.cell(f"penalties.{key}.{field}", field, compared=compared, fresh=fresh and field == "name"))
            for field in fields
        )
        if known is None:
            return Row(key, _("A new house rule"), cells)
        name, note = (said.get(self.lang) or said["en"] for said in (known.names, known.notes))
        if fields == rules_penalties.AMOUNTS and known.to == "opponents":
            cells = tuple(
                (field, replace(cell, label=_("each opponent gets")) if field == "others" else cell)
                for field, cell in cells
            )
        return Row(key, name, cells, known.article, note)

    def faults(self) -> Iterator[NamedFault]:
        """Everything that is wrong, in the order of the form's fields as far as they were read."""
        for name, found in self.form.faults.items():
            place = self._place(name)
            yield from (NamedFault(name, place, said) for said in self._sentences(found))

    def _place(self, name: str) -> str:
        """What a field is called where it does not stand beside its name: "Prop & cop 9, made"."""
        table, _dot, column = name.rpartition(".")
        kind, _dot, key = table.partition(".")
        if kind == "lines" and key:
            return f"{words.contract(key, self.lang, self.form.start)}, {label(column, self.lang)}"
        if kind == "penalties":
            return f"{self.penalty(key).name}, {label(column, self.lang)}"
        return label(name, self.lang) if name else ""

    def _sentences(self, faults: Iterable[Fault]) -> list[str]:
        said = (sentence(f"fault.{fault.code}", fault.details, self.lang) for fault in faults)
        return list(dict.fromkeys(said))[:_MOST_FAULTS]

    def _options(self, column: str, name: str, text: str, was: str) -> Iterator[tuple[str, str]]:
        if column == "declarers":
            usual = _usual_declarers(CONTRACTS[name.split(".")[1]])
            yield from ((one, one) for one in dict.fromkeys([*usual, *filter(None, (text, was))]))
        else:
            field = column.rpartition(".")[2]
            told = {"effect.none": _("nothing: points alone")}
            for one in _CHOICES[column](name):
                yield one, told.get(f"{field}.{one}") or words.text(f"value.{field}.{one}", self.lang)

    def _told(self, control: Control, was: str, options: Sequence[tuple[str, str]]) -> str:
        """What the origin has, as it stands small beside a field."""
        if control == "tick":
            return _("ticked") if was else _("not ticked")
        return dict(options).get(was, was) or "–"


def _usual_trump(name: str) -> tuple[str, ...]:
    usual = CONTRACTS[name.split(".")[1]].trump
    return tuple(dict.fromkeys((usual, "suit", "any", "none")))


_CHOICES: Mapping[str, Callable[[str], Sequence[str]]] = {
    "trump": _usual_trump,
    "settle": lambda name: ("table", "shared"),
    "together": lambda name: ("each", "together"),
    "all13.mode": lambda name: ("none", "flat", "double"),
    "effect": lambda name: rules_penalties.EFFECTS,
    "to": lambda name: rules_penalties.RECEIVERS,
}


def _usual_declarers(contract: Contract) -> Iterator[str]:
    """How many may play it, the usual number first; then one, up to two, up to three, …"""
    yield rules_figures.shown_declarers(contract.declarers)
    for most in contract.allowed:
        yield rules_figures.shown_declarers(tuple(range(1, most + 1)))


def _plain(control: Control, text: str) -> object:
    """A text as it is compared: an amount by its digits alone."""
    if control in ("whole", "list"):
        return [int(digits) for digits in _DIGITS.findall(text)]
    return bool(text) if control == "tick" else text.strip()


def reading(form: RulesForm, *, more: bool = False) -> Shown:
    """The form for its template; with `more`, an empty row for one more house rule."""
    read = Reader(form)
    start = form.start
    grid = not start.points_only
    played = [key for rank in start.ladder for key in rank]
    others = [key for key in CONTRACTS if key not in played]
    house = list(form.house)
    if more and len(house) < rules_penalties.MOST_HOUSE_RULES:
        house.append(rules_penalties.next_key(house))
    return Shown(
        origin=words.ruleset_name(form.origin, form.lang),
        head=tuple((column, _heading(column, form.lang)) for column in GRID),
        words=tuple(read.cell(name, name, control="text") for name in ("name", "source")),
        settling=tuple(_settling(read, name) for name in rules_sheet.SETTLING if grid),
        played=tuple(read.contract(key, GRID) for key in played),
        others=tuple(read.contract(key, GRID) for key in others if grid),
        rare=tuple(read.contract(key, RARE) for key in (*played, *others) if grid),
        presets=tuple(read.penalty(penalty.key) for penalty in start.penalties if penalty.key not in house),
        house=tuple(read.penalty(key) for key in house),
        faults=tuple(read.faults()),
    )


def _settling(read: Reader, name: str) -> Cell:
    if name == "doubles":
        return read.cell(name, "doubles_told", control="tick")
    return read.cell(name, name, control="choice" if name != "all13.points" else "whole")
