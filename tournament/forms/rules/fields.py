"""A form for the rules prepared for its template: each field beside the original figure, with its faults."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring import words
from scoring.catalogue import sentence
from scoring.errors import RuleSetFault
from scoring.game.contracts import CONTRACTS
from scoring.points.amounts import players
from scoring.reworded import reworded
from scoring.rules.penalties import MAX_PENALTIES
from tournament.forms.rules import penalties, sheet
from tournament.forms.rules.cells import Control, NamedFault, RuleCell, RuleRow, RulesFormView
from tournament.forms.rules.form import RulesForm, texts_of
from tournament.forms.rules.labels import choices, heading, label

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
# Amounts are compared by their digits: "+7" is 7, and "4/5/7" is "4 / 5 / 7".
_DIGITS = re.compile(r"\d+", re.ASCII)
# A field shows at most this many faults; the first ones are enough.
_MOST_FAULTS = 3


class Reader:
    """Makes the cells of a form: what was typed, what the origin has, what is wrong."""

    def __init__(self, form: RulesForm) -> None:
        self.form = form
        self.lang = form.lang
        self.origin = texts_of(form.origin, form.lang)

    def cell(
        self, name: str, column: str, *, compared: bool = True, control: Control = "whole", fresh: bool = False
    ) -> RuleCell:
        """The field with this name; not `compared` if the origin has no such line."""
        control = _CONTROLS.get(column, control)
        text, was = self.form.texts.get(name, ""), self.origin.get(name, "")
        options = tuple(self._options(name, text, was)) if control == "choice" else ()
        return RuleCell(
            name=name,
            label=label(column, self.lang),
            control=control,
            text=text or (options[0][0] if options else ""),
            origin=was if compared else None,
            was=self._told(control, was, options),
            differs=compared and bool(was or text) and _plain(control, text) != _plain(control, was),
            faults=tuple(self._sentences(name)),
            options=options,
            fresh=fresh,
        )

    def contract(self, key: str, columns: Sequence[str]) -> RuleRow:
        """The row of a contract in these columns."""
        contract = CONTRACTS[key]
        asked = sheet.asked(contract)
        name = words.contract(key, self.lang, self.form.start)
        known = key in self.form.origin.lines
        cells = {
            column: self.cell(f"lines.{key}.{column}", column, compared=known or column == "place")
            for column in columns
            if column in asked
        }
        fixed = players(contract.declarers)
        return RuleRow(key, name, tuple((column, cells.get(column)) for column in columns), fixed)

    def penalty(self, key: str) -> RuleRow:
        """The row of a penalty: the amounts of a preset, everything of a house rule."""
        known = {penalty.key: penalty for penalty in self.form.start.penalties}.get(key)
        compared = any(penalty.key == key for penalty in self.form.origin.penalties)
        fields = penalties.asked(known) if known else penalties.HOUSE_RULE[:-1]
        fresh = f"penalties.{key}.name" not in self.form.texts
        cells = tuple(
            (field, self.cell(f"penalties.{key}.{field}", field, compared=compared, fresh=fresh and field == "name"))
            for field in fields
        )
        if known is None:
            return RuleRow(key, _("A new house rule"), cells)
        name, note = (reworded(said.get(self.lang) or said["en"]) for said in (known.names, known.notes))
        if fields == penalties.AMOUNTS and known.to == "opponents":
            cells = tuple(
                (field, replace(cell, label=_("each opponent gets")) if field == "others" else cell)
                for field, cell in cells
            )
        return RuleRow(key, name, cells, known.article, note)

    def faults(self) -> Iterator[NamedFault]:
        """Everything that is wrong, in the order of the form's fields as far as they were read."""
        for name in self.form.faults_by_field:
            place = self._place(name)
            yield from (NamedFault(name, place, said) for said in self._sentences(name))

    def _place(self, name: str) -> str:
        """What a field is called away from its row: "Prop & cop 9, made"."""
        table, _dot, column = name.rpartition(".")
        kind, _dot, key = table.partition(".")
        if kind == "lines" and key:
            return f"{words.contract(key, self.lang, self.form.start)}, {label(column, self.lang)}"
        if kind == "penalties":
            return f"{self.penalty(key).name}, {label(column, self.lang)}"
        return label(name, self.lang) if name else ""

    def _sentences(self, name: str) -> list[str]:
        said = (self._sentence(name, fault) for fault in self.form.faults_by_field.get(name, ()))
        return list(dict.fromkeys(said))[:_MOST_FAULTS]

    def _sentence(self, name: str, fault: RuleSetFault) -> str:
        """What is wrong; for a choice, with its options as the form calls them."""
        details = dict(fault.details)
        if fault.code == "not_choice":
            details["options"] = [told for _one, told in choices(name, self.lang)]
        return sentence(f"fault.{fault.code}", details, self.lang)

    def _options(self, name: str, text: str, was: str) -> list[tuple[str, str]]:
        """The options; for declarers also the present and the original value, however unusual."""
        unusual = [(one, one) for one in (text, was) if one] if name.endswith(".declarers") else []
        return list(dict.fromkeys([*choices(name, self.lang), *unusual]))

    def _told(self, control: Control, was: str, options: Sequence[tuple[str, str]]) -> str:
        """What the origin has, as shown in small print beside a field."""
        if control == "tick":
            return _("ticked") if was else _("not ticked")
        return dict(options).get(was, was) or "–"


def _plain(control: Control, text: str) -> object:
    """A text as it is compared: an amount by its digits alone."""
    if control in ("whole", "list"):
        return [int(digits) for digits in _DIGITS.findall(text)]
    return bool(text) if control == "tick" else text.strip()


def reading(form: RulesForm, *, with_empty: bool = False) -> RulesFormView:
    """The form for its template; `with_empty` adds an empty row for one more house rule."""
    read = Reader(form)
    start = form.start
    grid = not start.points_only
    played = [key for rank in start.ladder for key in rank]
    others = [key for key in CONTRACTS if key not in played]
    house = list(form.house)
    if with_empty and len(house) < MAX_PENALTIES:
        house.append(penalties.next_key(house))
    return RulesFormView(
        origin=words.ruleset_name(form.origin, form.lang),
        head=tuple((column, heading(column, form.lang)) for column in GRID),
        words=tuple(read.cell(name, name, control="text") for name in ("name", "source")),
        settling=tuple(_settling(read, name) for name in sheet.SETTLING if grid),
        played=tuple(read.contract(key, GRID) for key in played),
        others=tuple(read.contract(key, GRID) for key in others if grid),
        rare=tuple(read.contract(key, RARE) for key in (*played, *others) if grid),
        presets=tuple(read.penalty(penalty.key) for penalty in start.penalties if penalty.key not in house),
        house=tuple(read.penalty(key) for key in house),
        faults=tuple(read.faults()),
    )


def _settling(read: Reader, name: str) -> RuleCell:
    if name == "doubles":
        return read.cell(name, "doubles_told", control="tick")
    return read.cell(name, name, control="choice" if name != "all13.points" else "whole")
