"""What really happens at a table, kept beside the program in the simplest way, and what its captain's phone sends."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.rehearse.wire import result_form

MOST = 9  # misdeals or passes of one deal (tournament.acts.table.redeals.MOST)
RESULTS: tuple[dict[str, Any], ...] = (
    {"contract": "PC8", "declarers": [1, 3], "tricks": 9},
    {"contract": "S6", "declarers": [2], "tricks": 7},
    {"contract": "GM", "declarers": [4], "tricks": {"4": 0}},
    {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 0, "2": 3}},
)
ANNOUNCED = tuple({"contract": one["contract"], "declarers": one["declarers"]} for one in RESULTS)
# The address of what is sent about a deal, after `deal/<number>/`.
RESTS = {
    "announce": "announce/",
    "record": "",
    "correct": "correct/",
    "pass": "pass/",
    "misdeal": "misdeal/",
    "undo": "undo/",
    "undo pass": "pass/undo/",
    "undo misdeal": "misdeal/undo/",
}


@dataclass
class Played:
    """A table of so many deals: what stands, and how often anything was done."""

    deals: int
    results: dict[int, Any] = field(default_factory=dict)
    passes: dict[int, int] = field(default_factory=dict)
    misdeals: dict[int, list[bool]] = field(default_factory=dict)
    announced: dict[int, Any] = field(default_factory=dict)
    closed: bool = False
    # What was done at each deal, and at the table (0) in all: whoever saw less tells what was told already.
    told: Counter[int] = field(default_factory=Counter)

    @property
    def now(self) -> int:
        """The deal that is being played; one too many when all are."""
        return len(self.results) + 1

    def does(self, what: str, chance: random.Random) -> dict[str, Any] | None:
        """Something that happens at the table now, as a form would say it; None where it cannot happen."""
        here, last = self.now, self.now - 1
        playing = here <= self.deals and not self.closed
        told: dict[str, Callable[[], dict[str, Any] | None]] = {
            "announce": lambda: (
                {"number": here, "announced": self._another(ANNOUNCED, here, chance)} if playing else None
            ),
            "correct": lambda: self._corrects(chance) if last and not self.closed else None,
            "record": lambda: {"number": here, "result": chance.choice(RESULTS)} if playing else None,
            "pass": lambda: {"number": here} if playing and self.passes.get(here, 0) < MOST else None,
            "misdeal": lambda: (
                {"number": here, "waived": chance.random() < 0.5}
                if playing and len(self.misdeals.get(here, ())) < MOST
                else None
            ),
            "undo": lambda: {"number": last} if last and not self.closed else None,
            "undo pass": lambda: {"number": here} if playing and self.passes.get(here) else None,
            "undo misdeal": lambda: {"number": here} if playing and self.misdeals.get(here) else None,
            "close": lambda: {} if not playing and not self.closed else None,
            "reopen": lambda: {} if self.closed else None,
        }
        return told[what]()

    def _another(self, all: Sequence[Any], number: int, chance: random.Random) -> Any:
        """One that does not stand there already."""
        there = self.results.get(number, self.announced.get(number))
        return chance.choice([one for one in all if one != there])

    def _corrects(self, chance: random.Random) -> dict[str, Any]:
        """A deal that is written is put right: the last one without a reason, or with one as any other."""
        number = chance.randint(1, len(self.results))
        reason = "Miscounted." if number < len(self.results) or chance.random() < 0.5 else ""
        return {"number": number, "result": self._another(RESULTS, number, chance), "reason": reason}

    def note(self, what: str, number: int = 0, **told: Any) -> None:
        """It happened."""
        self.told.update({0, number})
        if what in ("announce", "record", "pass", "misdeal"):
            self.announced[number] = told.get("announced")
        if what in ("record", "correct"):
            self.results[number] = told["result"]
        elif what == "undo":
            del self.results[number]
        elif what in ("pass", "undo pass"):
            self.passes[number] = self.passes.get(number, 0) + (1 if what == "pass" else -1)
        elif what == "misdeal":
            self.misdeals.setdefault(number, []).append(told["waived"])
        elif what == "undo misdeal":
            self.misdeals[number].pop()
        elif what in ("close", "reopen"):
            self.closed = what == "close"


def form_for(what: str, told: dict[str, Any], seen: int, key: str) -> tuple[str, dict[str, Any]]:
    """What the captain's page sends: its address behind the table's link, and the form. `seen` is what it looked at."""
    if what == "close":
        return "close/", {"key": key, "of": seen}
    form: dict[str, Any] = {"key": key, "version": seen}
    if what == "misdeal":
        form["waived"] = "1" if told["waived"] else "0"
    if what == "announce":
        form |= {"contract": told["announced"]["contract"], "who": told["announced"]["declarers"]}
    elif "result" in told:
        form |= {**result_form(told["result"]), "reason": told.get("reason", "")}
    return f"deal/{told['number']}/{RESTS[what]}", form
