"""How many results a second `score` turns into points on one core, beside the bare look-up that cannot be beaten.

    python3 benchmarks/scoring.py

From ready-made results of a rule set, points only.  The look-up finds points that were computed before, in a
dictionary, by the number of the result: what is left when nothing is computed at all.
"""

import platform
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scoring import Result, keys, load, possible, score

COUNT = 20_000
RUNS = 25
WANTED = 300_000


def best(run: Callable[[], None]) -> float:
    """Times per second, of the best of some runs: the others were disturbed."""
    took = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        run()
        took.append(time.perf_counter() - begun)
    return COUNT / min(took)


def measure(key: str) -> tuple[float, float]:
    """Scores and bare look-ups a second for a rule set."""
    ruleset = load(key)
    results = random.Random(1).choices(list(possible(ruleset)) or [entered()], k=COUNT)
    known = {number: score(result, ruleset) for number, result in enumerate(results)}

    def scoring() -> None:
        for result in results:
            score(result, ruleset)

    def looking_up() -> None:
        for number in range(COUNT):
            known[number]

    return best(scoring), best(looking_up)


def entered() -> Result:
    """A result where points alone are entered."""
    return Result.read({"points": {"1": 5, "2": -5, "3": 0, "4": 0}}, load("points-only"))


def main() -> int:
    """Prints a line per rule set; the exit status is 1 when one of them is slower than wanted."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {processor()}")
    print(f"{COUNT:,} results, best of {RUNS} runs, one core; wanted: {WANTED:,} scores/s")
    slowest = float("inf")
    for key in keys():
        scores, lookups = measure(key)
        slowest = min(slowest, scores)
        print(f"{key:16}{scores:14,.0f} scores/s{lookups:16,.0f} look-ups/s{lookups / scores:8.1f} ×")
    return 0 if slowest >= WANTED else 1


def processor() -> str:
    """What Linux says about the processor, or what Python knows."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    return next((line.split(": ")[1] for line in lines if line.startswith("model name")), "unknown processor")


if __name__ == "__main__":
    sys.exit(main())
