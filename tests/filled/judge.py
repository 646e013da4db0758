"""Holds what the reader saw against what was meant: a row is accepted, asked, or accepted wrongly.

The row is accepted if nothing in it is in doubt that has room beside its marks, and these make one result that the
rules know, as whoever enters results would want it; anything else is asked.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring import RuleSet
from tests.filled.hand import Filled, Meant
from tournament.scan.layout import Layout


@dataclass
class Tally:
    """Rows of one kind: those that were clear, and of them asked; those nobody could be sure of; and the wrong ones."""

    sheets: int = 0
    refused: int = 0
    clear: int = 0
    asked: int = 0
    unclear: int = 0
    unclear_asked: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __iadd__(self, other: "Tally") -> "Tally":
        self.sheets, self.refused = self.sheets + other.sheets, self.refused + other.refused
        self.clear, self.asked = self.clear + other.clear, self.asked + other.asked
        self.unclear, self.unclear_asked = self.unclear + other.unclear, self.unclear_asked + other.unclear_asked
        self.wrong, self.seconds = self.wrong + other.wrong, self.seconds + other.seconds
        return self

    def __str__(self) -> str:
        share = 100 * self.asked / max(1, self.clear)
        return (
            f"{self.sheets:5}{self.refused:8}{self.clear + self.unclear:7}{self.clear:7}{self.asked:7} ({share:4.1f} %)"
            f"{self.unclear:8}{self.unclear_asked:7}{len(self.wrong):7}{self.seconds / max(1, self.sheets):8.2f} s"
        )


HEADS = " sheets refused   rows  clear  asked         unclear  asked  wrong  a sheet"


def judged(answer: Mapping[str, Any], filled: Filled, shape: Layout, rules: RuleSet, name: str) -> Tally:
    """What became of the rows of a sheet."""
    tally = Tally(1, int(bool(answer["refused"])), seconds=answer["seconds"])
    if not answer["refused"] and answer["payload"] != filled.text:
        tally.wrong.append(f"{name}: read as {answer['payload']}")
    seen: dict[int, set[tuple[str, str]]] = {}
    for deal, kind, value in answer["marked"]:
        seen.setdefault(deal, set()).add((kind, value))
    doubts: dict[int, list[tuple[tuple[str, str], bool]]] = {}
    for deal, kind, value, _fill, unlikely in answer["doubtful"]:
        doubts.setdefault(deal, []).append(((kind, value), unlikely))
    for deal in shape.deals:
        marked = frozenset(seen.get(deal, ()))
        # What is hardly a mark is none where the others are what was played, without room for it.
        in_doubt = [
            mark
            for mark, unlikely in doubts.get(deal, ())
            if not unlikely
            or marked == {("pass", "")}
            or mark[0] in ("pass", "misdeal")
            or one_result(marked | {mark}, rules, shape)
        ]
        asked = bool(answer["refused"] or in_doubt) or not one_result(marked, rules, shape)
        _count(tally, filled, deal, asked)
        if not asked and marked != filled.meant[deal]:
            why = filled.unclear.get(deal, "clear")
            tally.wrong.append(f"{name} {deal} ({why}): {sorted(marked ^ filled.meant[deal])}")
    return tally


def _count(tally: Tally, filled: Filled, deal: int, asked: bool) -> None:
    if deal in filled.unclear:
        tally.unclear, tally.unclear_asked = tally.unclear + 1, tally.unclear_asked + asked
    else:
        tally.clear, tally.asked = tally.clear + 1, tally.asked + asked


def one_result(marked: Meant, rules: RuleSet, shape: Layout) -> bool:
    """Whether these marks of a row are just those of one result under the rules."""
    count = Counter(kind for kind, _value in marked)
    if marked == {("pass", "")}:
        return True
    if count["contract"] != 1 or count["pass"] or count["misdeal"]:
        return False
    key = next(value for kind, value in marked if kind == "contract")
    line = rules.lines[key]
    team = line.contract.kind == "team"
    trump = line.trump != "none" and any(column.kind == "trump" for column in shape.columns)
    declares, made, lost = (_values(marked, kind) for kind in ("declares", "made", "lost"))
    if any(column.kind == "made" for column in shape.columns):
        reached = team and any(line.contract.made_with(int(count)) for count in _values(marked, "tricks"))
        fits = not (made & lost or (lost and reached))
    else:
        fits = lost <= declares and not (lost and team)
    return (
        fits
        and len(declares | made | lost) in line.declarers
        and count["tricks"] == team
        and count["trump"] == trump
        and not (count["jury"] and key not in rules.jury)
    )


def _values(marked: Meant, wanted: str) -> set[str]:
    return {value for kind, value in marked if kind == wanted}


def table(found: Iterable[tuple[str, Tally]]) -> list[str]:
    """A line per kind of spoiling, and one for all."""
    by: dict[str, Tally] = {}
    for name, tally in found:
        kind = by.setdefault(name, Tally())
        kind += tally
    whole = Tally()
    for one in by.values():
        whole += one
    return [f"{'':38}{HEADS}", *(f"{name:38}{one}" for name, one in by.items()), f"{'all':38}{whole}"]
