"""Makes `conformance/cases/draft/traps/`: a small championship, and changes to its files that a checker must find.

python -m tests.support.second.conformance_traps FOLDER
"""

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

Trap = dict[str, Any]
PLAYERS = ("Ann Aerts", "Ben Blanc", "Cas Claes", "Dina Dubois")


def championship() -> tuple[str, str]:
    """The logbook and the export of one table that plays four deals, with a penalty and a ruling."""
    from scoring import load
    from tests.support.events import cast
    from tournament.acts.event import events
    from tournament.acts.jury import rulings
    from tournament.acts.people import registration
    from tournament.acts.people.registration import Entrant
    from tournament.acts.rounds import rounds
    from tournament.acts.table import deals
    from tournament.exchange.logbook import logbook_file
    from tournament.exchange.troel1 import exporting

    rules: Any = load("iwwa-2025").to_dict()
    rules.pop("bidding")
    texts = dict.fromkeys(("nl", "fr", "en"), "Misdeal")
    short = {"names": texts, "notes": texts}
    rules |= {"why": texts, "source": "public", "penalties": {"misdeal": {**rules["penalties"]["misdeal"], **short}}}
    plan = replace(cast.plan(name="Small championship", place="Hall", planned_rounds=1), rules=rules)
    event = events.make_event("system", "small", plan)
    for entry in registration.add_entries(event, "system", [Entrant(name=name) for name in PLAYERS]):
        registration.check_in(entry, "system", True)
    events.change_state(event, "system", event.State.LIVE)
    cast.next_round(event)
    table = cast.table(event)
    cast.write(table, 1, cast.result("PC8", (1, 3), 9))
    cast.write(table, 2, cast.result("S6", (2,), 5))
    cast.write(table, 3, cast.result("PM", (1, 4), {"1": 0, "4": "lost"}))
    cast.write(table, 4, cast.result("A9", (3,), 9))
    deals.correct_deal(table, "system", 2, cast.result("S6", (2,), 6), replaces=1, reason="Mistyped.")
    rulings.penalise(event, "system", "", {1: -5}, "Spoke during play.", article="2.1")
    rulings.rule(table, "system", 4, "annulled", "Marked cards.")
    deals.close_table(table, cast.captain(table))
    rounds.close_round(cast.round_of(event), "system")
    event = cast.fresh(event)
    return "".join(f"{line}\n" for line in logbook_file.lines(event)), exporting.text(event)


def traps(logbook: str, export: str) -> Iterator[Trap]:
    """The changes, each with the verdict that follows from what was changed."""
    yield {"id": "trap-none", "change": {}, "answer": {"fits": True}}
    lines = logbook.splitlines(keepends=True)
    starts = [sum(map(len, lines[:at])) for at in range(len(lines))]
    sealed = 1 + sum(line.startswith('{"line"') for line in lines)
    for at in (2, 3, sealed // 2, sealed):  # sealed lines; line 1 is the head, which says how many there are
        yield trap("logbook", "line", at, "missing", 1 if at == sealed else at)
        yield trap("logbook", "line", at, "doubled", at + 1)
        if at < sealed:
            yield trap("logbook", "line", at, "swapped", at)
        for how in ("flipped", "missing", "doubled", "swapped"):
            inside = starts[at - 1] + uneven(lines[at - 1], len(lines[at - 1]) // 3)
            yield trap("logbook", "byte", inside + 1, how, at)
    digest = json.loads(lines[sealed])["digest"]
    named = next(at for at, line in enumerate(lines, 1) if digest in line)
    yield trap("logbook", "line", sealed + 1, "missing", named)
    for at in (sealed + 2, len(lines)):  # texts of the appendix
        yield trap("logbook", "line", at, "doubled", at + 1)
        yield trap("logbook", "byte", starts[at - 1] + lines[at - 1].index('"text": "') + 10, "flipped", at)
    for name in ('"points": {', '"rank": ', '"tricks": '):
        yield trap("export", "byte", next_digit(export, export.index(name)) + 1, "flipped", None, "export")
    for text in ("Ann Aerts", "Spoke during play.", "Hall"):
        yield trap("export", "byte", export.index(text) + 2, "flipped", None, "both")
    for how in ("missing", "doubled", "swapped"):
        at = export.index('"standings"')
        yield trap("export", "line", export.count("\n", 0, at) + 2, how, None, "export")
        yield trap("export", "byte", at + 3, how, None, "export")


def next_digit(text: str, at: int) -> int:
    return next(place for place in range(at, len(text)) if text[place].isdigit())


def uneven(line: str, at: int) -> int:
    """The first place from here on where a character differs from the next, so that swapping them is a change."""
    return next(place for place in range(at, len(line)) if line[place] != line[place + 1])


def trap(file: str, unit: str, at: int, how: str, line: int | None, part: str = "logbook") -> Trap:
    answer = {"fits": False, "part": part, **({"line": line} if line else {})}
    change = {"file": file, "unit": unit, "at": at, "how": how}
    return {"id": f"trap-{file}-{unit}-{at}-{how}", "change": change, "answer": answer}


def write(folder: Path) -> None:
    logbook, export = championship()
    assert logbook.isascii() and export.isascii()
    rows = "".join(f"{json.dumps(row)}\n" for row in traps(logbook, export))
    for name, text in (("logbook", logbook), ("export", export), ("traps.jsonl", rows)):
        (folder / name).write_text(text, "utf-8", newline="")


def main(folder: Path) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from tournament.memory import empty_database

    with empty_database():
        write(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
