"""Plays the hall and prints what happened in it: python -m tests.chaos [--seed 12345] [--postgres]"""

import argparse
import secrets
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.chaos.hall import Hall, Size
from tests.support.servers import postgres


def main() -> int:
    """Prints the seed first, then the table; the exit status is 1 if anything was lost, doubled or changed."""
    asked = _asked()
    size = Size(asked.tables, asked.rounds, asked.deals, asked.kills)
    print(f"seed {asked.seed}: {size.rounds} rounds of {size.deals} deals at {size.tables} tables", flush=True)
    begun = time.monotonic()
    with ExitStack() as around:
        folder = Path(around.enter_context(tempfile.TemporaryDirectory(prefix="troel-chaos-")))
        database = around.enter_context(postgres.running()).create("chaos") if asked.postgres else ""
        hall = Hall(folder, asked.seed, size, database)
        try:
            hall.play()
        except AssertionError as fault:
            print(f"\nNot proven: {fault}\nThe same again: make chaos SEED={asked.seed}", file=sys.stderr)
            return 1
    show(hall, time.monotonic() - begun)
    return 0


def show(hall: Hall, seconds: float) -> None:
    """What was played, what the network did, and what came of it."""
    for title, counted in (("what was told", hall.told), ("what the network did", hall.met)):
        print(f"\n{title}")
        for what, times in counted.most_common():
            print(f"  {what:24}{times:8,}")
    flight = f"{hall.kills} kills, at which {hall.in_flight} acts were done and their phones not told"
    print(f"\n{hall.posts:,} posts in {seconds:.0f} s; {flight}")
    print(f"{hall.deals:,} deals stand: 0 lost, 0 doubled, 0 changed; every seal holds")


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=(__doc__ or "").splitlines()[0])
    usual = Size()
    parser.add_argument("--seed", default="", help="plays the same again; default: another one each time")
    for name in ("tables", "rounds", "deals", "kills"):
        told = "kills of the server in each round" if name == "kills" else name
        parser.add_argument(f"--{name}", type=int, default=getattr(usual, name), help=f"{told}; default %(default)s")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")
    asked = parser.parse_args()
    asked.seed = asked.seed or str(secrets.randbelow(10**6))
    return asked


if __name__ == "__main__":
    sys.exit(main())
