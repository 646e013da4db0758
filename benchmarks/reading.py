"""How well score sheets are read that a second program filled and spoiled (tests/spoiled), through the real command.

    make tools READING=1 && .venv/bin/python benchmarks/reading.py [--first 1000] [--rows 5000] [--keep FOLDER]

Silent: accepted as something else than was meant, be it as not played. Asked: of the rows that are clear by the
filler's own record, those with an open question. Refused: the rows of pages that were not read, apart. Substitutes at
the foot are counted by sheets. With `--keep` the sheets stay in the folder, and those that are there already are not
drawn again; `--pairs` lists every pair of a hand and a way of spoiling. Intervals are of 95 %.
`reading_filled.py` measures the first filler, and seconds and memory.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.spoiled.place import open_place

if TYPE_CHECKING:
    from tests.spoiled import judge

ROWS, BATCH = 5_000, 50
VERDICTS = ("right", "asked", "silent", "refused")
SORTS = {
    "scan": "grey or colour, 150 dpi and more",
    "photo": "photos",
    "bw": "black-and-white",
    "low": "below 150 dpi",
}
# Of the clear rows, so many may be asked; and of all rows, so many may be on pages that are refused.
MOST_ASKED = {"scan": 0.05, "photo": 0.05, "bw": 0.15}


def main() -> int:
    """Prints the tables; the exit status is 1 when a row is silent, or too many are asked or refused."""
    parser = argparse.ArgumentParser(description="How well sheets are read that a second program filled and spoiled.")
    parser.add_argument("--first", type=int, default=1_000, help="the number of the first sheet")
    parser.add_argument("--rows", type=int, default=ROWS, help="how many rows to judge")
    parser.add_argument("--keep", type=Path, help="a folder in which the sheets stay")
    parser.add_argument("--pairs", action="store_true", help="every pair of a hand and a way of spoiling")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="troel-spoiled-") as aside:
        return _measure(options.keep or Path(aside), options.first, options.rows, options.pairs)


def _measure(folder: Path, first: int, rows: int, pairs: bool) -> int:
    open_place(folder / "var")
    # Both need Django, which is set up in that folder.
    from tests.spoiled import judge
    from tests.spoiled.write import write

    judging, outcomes, begun = judge.Judge(), list[judge.Outcome](), time.monotonic()
    while sum(outcome.kind != "foot" for outcome in outcomes) < rows:
        numbers = range(first, first + BATCH)
        sheets = [sheet for sheet in write(folder, list(numbers)) if sheet["number"] in numbers]
        for sheet, reading in judge.read_files(folder, sheets):
            outcomes += judging.judge(sheet, reading)
            for outcome in outcomes[-len(sheet["rows"]) - 1 :]:
                if outcome.verdict == "silent":
                    print(f"silent: {outcome}", flush=True)
        first += BATCH
        print(f"{first}: {len(outcomes)} rows, {time.monotonic() - begun:.0f} s", file=sys.stderr)
    return _report(outcomes, pairs, judge.interval)


def _report(outcomes: "list[judge.Outcome]", pairs: bool, interval: Callable[[int, int], tuple[float, float]]) -> int:
    pages = {(outcome.sheet["number"], outcome.answer) for outcome in outcomes if outcome.verdict == "refused"}
    for number, sentence in sorted(pages):
        print(f"refused: sheet {number}: {sentence}")
    tables: list[tuple[str, Callable[[judge.Outcome], Iterable[str]]]] = [
        ("hand", lambda outcome: [outcome.hand]),
        ("spoiled by", lambda outcome: [outcome.device]),
        ("in its way", lambda outcome: set(outcome.row["why"]) or ["nothing"]),
        ("event", lambda outcome: [outcome.sheet["event"]]),
    ]
    if pairs:
        tables.append(("hand × spoiled by", lambda outcome: [f"{outcome.hand} × {outcome.device}"]))
    tables.append(("class", lambda outcome: [SORTS[outcome.sheet["sort"]], "all"]))
    rows, feet = ([outcome for outcome in outcomes if (outcome.kind == "foot") is foot] for foot in (False, True))
    for heading, names in tables:
        _table(heading, rows, names, interval)
    wrong, asked = (sum(outcome.verdict == verdict for outcome in feet) for verdict in ("silent", "asked"))
    print(f"\nsubstitutes: {len(feet)} sheets, {_share(wrong, len(feet), interval)} wrong, {asked} asked")
    return 0 if _is_good(outcomes) else 1


def _table(
    heading: str,
    outcomes: "list[judge.Outcome]",
    names: "Callable[[judge.Outcome], Iterable[str]]",
    interval: Callable[[int, int], tuple[float, float]],
) -> None:
    print(
        f"\n{heading:50} {'rows':>5} {'silent':>24} {'clear':>6} {'asked':>26}"
        f" {'unclear':>12} {'empty':>10} {'refused':>7}"
    )
    for name, count in sorted(_counts(outcomes, names).items()):
        rows = sum(count[verdict] for verdict in VERDICTS) - count["refused"]
        clear = count["clear"] - count["clear refused"]
        silent, asked = _share(count["silent"], rows, interval), _share(count["clear asked"], clear, interval)
        unclear, empty = (f"{count[f'{kind} asked']} of {count[kind]}" for kind in ("unclear", "empty"))
        print(f"{name:50} {rows:5} {silent:>24} {clear:6} {asked:>26} {unclear:>12} {empty:>10} {count['refused']:7}")


def _counts(
    outcomes: "list[judge.Outcome]", names: "Callable[[judge.Outcome], Iterable[str]]"
) -> dict[str, Counter[str]]:
    """By name, how many outcomes there are of each verdict, of each kind, and of both."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for outcome in outcomes:
        for name in names(outcome):
            counts[name] += Counter((outcome.verdict, f"{outcome.kind} {outcome.verdict}", outcome.kind))
    return counts


def _share(count: int, of: int, interval: Callable[[int, int], tuple[float, float]]) -> str:
    low, high = interval(count, of)
    return f"{count} = {100 * count / max(1, of):.1f} % ({100 * low:.2f}-{100 * high:.2f})"


def _is_good(outcomes: "list[judge.Outcome]") -> bool:
    counts = _counts(outcomes, lambda outcome: [outcome.sheet["sort"]])
    return not any(count["silent"] for count in counts.values()) and all(
        counts[sort]["clear asked"] <= most * (counts[sort]["clear"] - counts[sort]["clear refused"])
        and counts[sort]["refused"] <= most * sum(counts[sort][verdict] for verdict in VERDICTS)
        for sort, most in MOST_ASKED.items()
    )


if __name__ == "__main__":
    sys.exit(main())
