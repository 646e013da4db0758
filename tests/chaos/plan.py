"""What is played at a table, drawn from a seed before anything is sent."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.support.second.played import Played, form_for

# How often each thing happens, where it can.
WHATS = {
    "record": 70,
    "correct": 12,
    "announce": 12,
    "pass": 8,
    "misdeal": 8,
    "undo": 6,
    "undo pass": 2,
    "undo misdeal": 3,
    "close": 20,
}
# The act of the logbook that each is sealed as.
ACTS = {
    "record": "record_deal",
    "announce": "announce",
    "correct": "correct_deal",
    "pass": "count_passes",
    "misdeal": "misdeal",
    "undo": "undo_deal",
    "undo pass": "count_passes",
    "undo misdeal": "undo_misdeal",
    "close": "close_table",
}
# What is only taken where nothing that comes before it is missing.
IN_TURN = ("record", "announce", "pass", "misdeal")


@dataclass(frozen=True)
class Action:
    """One thing that a captain tells: its address behind the link, its form, and how the logbook must tell it."""

    what: str
    number: int | None
    version: int | None
    rest: str
    form: dict[str, Any]
    said: dict[str, Any] | None = None

    @property
    def sealed(self) -> tuple[object, ...]:
        """What its line must hold: act, key, deal, version, and the result or what is announced."""
        return ACTS[self.what], self.form["key"], self.number, self.version, self.said

    def follows(self, before: "Action") -> bool:
        """Whether the server can tell that this comes after another one.

        It can where both are about one deal, at the closing, and where the deal before must be there first. What is
        taken back or put right at another deal can be done without the other, so a phone waits for the first answer.
        """
        first = before.what == "record" and self.what in IN_TURN
        return self is not before and (self.number == before.number or self.what == "close" or first)

    def answers(self, deal: object, version: object) -> bool:
        """Whether an answer about this deal and version is the one to this action."""
        return (deal or None, version) == (self.number, self.version)


def played(seed: str, deals: int, revision: int) -> tuple[list[Action], Played]:
    """Everything that a table tells until it is closed, in order, and what stands at the end.

    `revision` is that of the table before anything is told.
    """
    chance, table = Random(seed), Played(deals)
    return list(_actions(chance, table, revision)), table


def _actions(chance: Random, table: Played, revision: int) -> Iterator[Action]:
    while not table.closed:
        (what,) = chance.choices(list(WHATS), list(WHATS.values()))
        told = table.does(what, chance)
        if told is None:
            continue
        key = "".join(chance.choices("abcdefghijkmnopqrstuvwxyz23456789", k=16))
        number = told.get("number")
        seen = table.told[number] if number else revision + table.told[0]
        table.note(what, **told)
        rest, form = form_for(what, told, seen, key)
        yield Action(what, number, seen + 1 if number else None, rest, form, told.get("result", told.get("announced")))
