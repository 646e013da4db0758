"""What the draw reaches and what it costs: repeats, seconds and megabytes beside the bound, the target and others.

    python3 benchmarks/seating.py [--seed WORDS] [--every] [--season]

Each line is one command in a process of its own, as an organiser would run it: the seconds include the start of Python.
They are seconds of the processor, which are the same on a busy machine.
`--every` takes every number of players instead of a choice. Ends with status 1 when a target is missed. `--season` only
writes the table of `docs/seating.md` on evenings that remember.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournament.seating.constraints import FIVES, VACANCIES, Wish
from tournament.seating.rounds.continued import draw_further

ROOT = Path(__file__).resolve().parent.parent

# Repeats and seconds of programs in use, as measured for the same fields on one core.
OTHERS = {
    "100 x 10": "good-enough-golfers 0 in 5.4 s, 0.9 GB; MahjongPantheon shuffle 105; npm social-golfer 158 in 50 s",
    "256 x 10": "good-enough-golfers 0 in 102 s, 1.4 GB",
    "500 x 5": "good-enough-golfers out of memory at 4 GB; MahjongPantheon shuffle 8 in 6.3 s",
    "64 x 8 ranked": "MahjongPantheon Swiss 17",
    "128 x 8 ranked": "MahjongPantheon Swiss 19",
    "256 x 8 ranked": "MahjongPantheon Swiss 15",
    "500 x 8 ranked": "MahjongPantheon Swiss 18",
}
MEGABYTES = 60

# How often each pair met; and an evening: what the audit says of its last draw, seconds, the meetings so far.
Meetings = Counter[tuple[int, int]]
Evening = tuple[Any, float, Meetings]


@dataclass(frozen=True)
class Case:
    """One field, what is asked of it, and what it may cost."""

    name: str
    command: tuple[str, ...]
    most_repeats: int
    seconds: float
    clubs: bool = False
    imbalance: int = 1


@dataclass(frozen=True)
class Cost:
    """What one command gave and took."""

    answer: dict[str, Any]
    seconds: float
    megabytes: int


def run(command: Sequence[str]) -> Cost:
    """Runs `python -m tournament.seating` with no installed package, and measures it."""
    with tempfile.TemporaryFile("w+") as output:
        child = subprocess.Popen([sys.executable, "-S", "-m", "tournament.seating", *command], cwd=ROOT, stdout=output)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = used.ru_utime + used.ru_stime
        output.seek(0)
        return Cost(json.load(output), seconds, used.ru_maxrss // 1024)


def wish(players: int, rounds: int, seed: str, *more: str) -> tuple[str, ...]:
    """The command that draws this many rounds."""
    return ("draw", "--players", str(players), "--rounds", str(rounds), "--seed", seed, *more)


def bounds_cases(seed: str, every: bool) -> Iterator[Case]:
    """Nobody meets twice: up to the bound on small fields, ten rounds on all, thirty on large ones."""
    for players in range(16, 65, 4):
        for rounds in range(1 if every else (players - 1) // 3, (players - 1) // 3 + 1):
            # Of 20 players, only five rounds can be clean.
            most = 6 if (players, rounds) == (20, 6) else 0
            yield Case(f"{players} x {rounds}", wish(players, rounds, seed), most, 0.7)
    for players in (72, 76, 80, 84, 88, 96, 100, 108, 112, 116, 120, 124, 128, 132):
        rounds = (players - 1) // 3
        yield Case(f"{players} x {rounds}", wish(players, rounds, seed), 0, 3)
    tens = range(36, 2001) if every else (36, 37, 50, 68, 75, 100, 101, 256, 333, 500, 1001, 2000)
    yield from (Case(f"{players} x 10", wish(players, 10, seed), 0, 1) for players in tens)
    yield Case("500 x 5", wish(500, 5, seed), 0, 1)
    thirties = range(128, 2001) if every else (128, 132, 136, 143, 152, 200, 500, 1000, 2000)
    yield from (Case(f"{players} x 30", wish(players, 30, seed), 0, 3) for players in thirties)


def past_cases(seed: str) -> Iterator[Case]:
    """Past the bound: as few repeats as can be."""
    repeats = {(16, 6): 24, (16, 8): 72, (16, 10): 120, (20, 8): 50, (20, 10): 110, (24, 8): 18, (24, 9): 48}
    repeats |= {(24, 10): 84, (28, 10): 42, (40, 14): 60, (40, 20): 420, (40, 26): 780}
    for (players, rounds), most in repeats.items():
        yield Case(f"{players} x {rounds} past the bound", wish(players, rounds, seed), most, 20)


def club_cases(seed: str, folder: Path) -> Iterator[Case]:
    """Clubs of 5 to 20 % of the field, and all of 20 %."""
    for players, rounds, seconds in ((64, 10, 2), (100, 10, 2), (160, 10, 2), (500, 10, 2), (2000, 10, 2)):
        yield from _clubs(players, rounds, seconds, seed, folder)
    for players, rounds, seconds in ((200, 30, 6), (300, 30, 6), (1000, 30, 6), (2000, 30, 6)):
        yield from _clubs(players, rounds, seconds, seed, folder)


def _clubs(players: int, rounds: int, seconds: float, seed: str, folder: Path) -> Iterator[Case]:
    for kind, least in (("5-20 %", -(-players // 20)), ("20 %", players // 5)):
        rng = random.Random(f"{players} {kind} {seed}")
        people = rng.sample(range(1, players + 1), players)
        clubs: dict[int, str] = {}
        while people:
            size = rng.randint(least, players // 5)
            clubs |= dict.fromkeys(people[:size], f"club {len(clubs)}")
            people = people[size:]
        path = folder / f"{players}-{least}.json"
        path.write_text(json.dumps(clubs), encoding="utf-8")
        more = ("--clubs", str(path))
        yield Case(f"{players} x {rounds}, clubs of {kind}", wish(players, rounds, seed, *more), 0, seconds, clubs=True)


def rest_cases(seed: str) -> Iterator[Case]:
    """Fields that fill no tables, with tables of five and with some who rest."""
    for rest, fields in (("fives", (65, 101, 202, 333, 2003)), ("sit-outs", (50, 65, 101, 333, 2001))):
        for players in fields:
            yield Case(f"{players} x 10, {rest}", wish(players, 10, seed, "--rest", rest), 0, 1)
    # Fives bring more people together than fours: in fields this small, nobody knows a draw without repeats.
    for players, most in ((37, 17), (41, 12), (45, 15)):
        yield Case(f"{players} x 10, fives", wish(players, 10, seed, "--rest", "fives"), most, 1)


def judged(case: Case, cost: Cost) -> bool:
    """Prints a line; whether the targets hold."""
    audit = cost.answer["audit"]
    holds = (
        audit["repeats"] <= case.most_repeats
        and cost.seconds <= case.seconds
        and cost.megabytes < MEGABYTES
        and not (case.clubs and audit["club_meetings"])
        and audit["seat_imbalance"] <= case.imbalance
    )
    counts = f"{audit['repeats']:>7} {audit['lower_bound']:>6} {audit['club_meetings']:>6} {audit['table_revisits']:>8}"
    counts += f" {audit['seat_imbalance']:>5}"
    print(
        f"{case.name:<32}{counts} {cost.seconds:>8.2f} {cost.megabytes:>4}  "
        f"{'' if holds else 'MISSED '}{OTHERS.get(case.name, '')}",
        flush=True,
    )
    return holds


def ranked(players: int, rounds: int, seed: str, folder: Path) -> bool:
    """Rounds by ranking, in which strength counts more and more; the seconds are those of the slowest round."""
    rng = random.Random(f"{players} {seed}")
    path = folder / "ranked.json"
    cost, slowest = run(wish(players, 1, seed)), 0.0
    points = dict.fromkeys(range(1, players + 1), 0.0)
    for _ in range(rounds - 1):
        path.write_text(json.dumps(cost.answer), encoding="utf-8")
        points = {player: total + player / players + rng.gauss(0, 1) for player, total in points.items()}
        order = sorted(points, key=lambda player: -points[player])
        cost = run(("ranked", str(path), "--order", ",".join(map(str, order))))
        slowest = max(slowest, cost.seconds)
    case = Case(f"{players} x {rounds} ranked", (), 0, 1)
    return judged(case, Cost(cost.answer, slowest, cost.megabytes))


def left(players: int, rounds: int, leaving: int, seed: str, folder: Path) -> bool:
    """People leave half-way: the moves, beside the fewest there can be."""
    path = folder / "left.json"
    drawn = run(wish(players, rounds, seed)).answer
    path.write_text(json.dumps(drawn), encoding="utf-8")
    absent = set(random.Random(f"{players} {seed}").sample(range(1, players + 1), leaving))
    least = 0
    for tables in drawn["rounds"][rounds // 2 :]:
        sizes = sorted(len(set(table) - absent - {None}) for table in tables)
        least += sum(sizes[: len(tables) + -sum(sizes) // 4])
    output = ("--after", str(rounds // 2), "--absent", ",".join(map(str, sorted(absent))), "--mode")
    cost = run(("redraw", str(path), *output, "published"))
    moves = len(cost.answer["moves"])
    again = run(("redraw", str(path), *output, "open"))
    # Few moves leave little choice of whom to meet: on small fields no number of repeats is promised.
    # Nor is it promised of everybody's seats, when so little of a round changes.
    holds = judged(
        Case(f"{players} x {rounds}, {leaving} leave", (), 0 if players >= 500 else 30, 2, imbalance=2), cost
    )
    holds &= judged(Case(f"{players} x {rounds}, {leaving} leave, open", (), 0, 2), again)
    print(f"{'':<32}{moves} moves, the least possible is {least}{'' if moves == least else '  MISSED'}")
    return holds and moves == least


def evenings(players: int, number: int, *, remembers: bool = True, at_once: bool = True) -> Iterator[Evening]:
    """The evenings of a series, three rounds each; `remembers`: with who met at those before."""
    met: Meetings = Counter()
    for evening in range(number):
        begin = time.process_time()
        wish = Wish(
            players,
            3 if at_once else 1,
            f"evening {evening}",
            season=dict(met) if remembers else {},
            rest=FIVES if players % 4 else VACANCIES,
        )
        rounds: list[Any] = []
        for number_of_round in range(1, 2 if at_once else 4):
            seed = wish.seed if at_once else f"{wish.seed} round {number_of_round}"
            drawn = draw_further(replace(wish, seed=seed), rounds)
            rounds = [*rounds, *drawn["rounds"]]
        seconds = time.process_time() - begin
        tables = [[person for person in table if person] for tables in rounds for table in tables]
        met.update(pair for table in tables for pair in combinations(sorted(table), 2))
        yield drawn["audit"], seconds, met


def remembering(players: int) -> bool:
    """The fourth evening of a series: three rounds that remember who met at the three before."""
    *_, (audit, seconds, _met) = evenings(players, 4)
    holds = seconds <= 0.5
    print(
        f"{f'{players} x 3, remembers':<32}{audit['repeats']:>7} {audit['lower_bound']:>6}"
        f" {audit['season_meetings']:>6} meetings of the season{seconds:>8.2f}{'' if holds else '  MISSED'}"
    )
    return holds


def tell_season() -> None:
    """The table of `docs/seating.md`: how many others everybody has met, and how often one pair did at most."""
    players, after = 24, (1, 2, 3, 4, 5, 10)
    print("| after evening |" + "".join(f" {evening} |" for evening in after) + " a pair at most |")
    print("|---|" + "---|" * (len(after) + 1))
    for name, at_once in (("three rounds at once", True), ("round by round", False)):
        for words, remembers in ((name, False), ("… that remembers", True)):
            counts = [
                (2 * len(met) / players, max(met.values()))
                for _audit, _seconds, met in evenings(players, 10, remembers=remembers, at_once=at_once)
            ]
            figures = [f" {counts[evening - 1][0]:.1f} |" for evening in after]
            print(f"| {words} |{''.join(figures)} {counts[-1][1]} |")


def main() -> int:
    """Runs everything; 1 when a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default="troel")
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--season", action="store_true")
    parsed = parser.parse_args()
    if parsed.season:
        tell_season()
        return 0
    print(f"{'':<32}{'repeats':>7} {'bound':>6} {'clubs':>6} {'returns':>8} {'seats':>5} {'seconds':>8} {'MB':>4}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cases = [*bounds_cases(parsed.seed, parsed.every), *past_cases(parsed.seed), *club_cases(parsed.seed, folder)]
        cases += rest_cases(parsed.seed)
        held = [judged(case, run(case.command)) for case in cases]
        held += [ranked(players, 8, parsed.seed, folder) for players in (64, 128, 256, 500)]
        held += [remembering(players) for players in (8, 9, 10, 12, 24, 100)]
        held.append(left(64, 8, 5, parsed.seed, folder))
        held.append(left(2000, 10, 60, parsed.seed, folder))
    print(f"{sum(held)} of {len(held)} hold")
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
