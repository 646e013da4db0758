"""Plays the rows and prints each figure beside its limit: python -m tests.failover [--seed 12345] [NAME …]"""

import argparse
import os
import secrets
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from tests.failover import chooser, files, pages, primary, servers
from tests.failover.row import Figure, Place, Row, Size
from tests.support.servers import postgres

ROWS = (
    Row("start", "three servers started at once on an empty database", pages.start),
    Row("seen", "a deal on A, seen on B", pages.seen),
    Row("hidden", "a round hidden on A while visitors read B", pages.hidden),
    Row("papers", "a paper asked for on A, fetched on B, made again when A is killed", files.papers),
    Row("pictures", "a picture kept on A, names removed on B", files.pictures),
    Row("pins", "wrong PINs over A and B, and from many addresses", files.pins),
    Row("killed", "the primary killed in mid-write, posts through both servers", primary.killed),
    Row("frozen", "the primary frozen, its standby promoted, then thawed", primary.frozen),
    Row("unfenced", "the same with fencing switched off must fail", primary.unfenced),
    Row("standbys", "one of two standbys stopped, then both", primary.standbys),
    Row("proxied", "a server killed among posts behind HAProxy", servers.proxied, needs="haproxy"),
    Row("upgrade", "the release before on these tables; phones write through an upgrade and back", servers.upgrade),
    Row("chooser", "Patroni's primary killed with its machine", chooser.chooser, needs="patroni"),
)


def main() -> int:
    """Prints the table; the exit status is 1 if a limit is missed or a row could not be played."""
    asked = _asked()
    size = Size(**{field.name: getattr(asked, field.name) for field in fields(Size)})
    rows = [row for row in ROWS if row.name in asked.rows or not asked.rows]
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"seed {asked.seed}; PostgreSQL {postgres.programs()}; {os.cpu_count()} cores, load {load}", flush=True)
    begun = time.monotonic()
    missed = [row.name for row in rows if not played(row, size, asked.seed, asked.rows)]
    print(f"\n{len(rows)} rows in {time.monotonic() - begun:.0f} s; missed: {', '.join(missed) or 'none'}")
    if missed:
        print(f'The same again: make failover SEED={asked.seed} ROWS="{" ".join(missed)}"', file=sys.stderr)
    return 1 if missed else 0


def played(row: Row, size: Size, seed: str, named: Sequence[str]) -> bool:
    """Plays a row and prints its figures; whether all hold. What is not installed is missed where it is `named`."""
    begun, holds = time.monotonic(), True
    print(f"\n{row.name}: {row.title}", flush=True)
    if row.needs and not chooser.found(row.needs):
        print(f"  not played: {row.needs} is not installed", flush=True)
        return row.name not in named
    with tempfile.TemporaryDirectory(prefix=f"troel-failover-{row.name}-") as folder:
        try:
            for figure in row.play(Place(Path(folder), size, f"{seed}/{row.name}")):
                print(figure.line, flush=True)
                holds = holds and figure.holds
        except Exception as fault:  # a row that breaks off is missed, and the others are still played
            traceback.print_exc()
            print(Figure("broken off", type(fault).__name__, "", False).line, flush=True)
            holds = False
    print(f"  {time.monotonic() - begun:.0f} s", flush=True)
    return holds


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.failover", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"of {', '.join(row.name for row in ROWS)}")
    parser.add_argument("--seed", default="", help="plays the same again; default: another one each time")
    for field in fields(Size):
        kind = type(field.default)
        parser.add_argument(f"--{field.name}", type=kind, default=field.default, help="default %(default)s")
    asked = parser.parse_args()
    if unknown := set(asked.rows) - {row.name for row in ROWS}:
        parser.error(f"no row is called {', '.join(sorted(unknown))}")
    asked.seed = asked.seed or str(secrets.randbelow(10**6))
    return asked


if __name__ == "__main__":
    sys.exit(main())
