"""Whether captains wait for viewers: 20 deals a second while 1,000 people have the ranking open, and while nobody has.

    make setup && .venv/bin/python benchmarks/viewers.py [--seconds 20] [--viewers 1000] [--rate 20]

Twice the same round at 250 tables on one real server: first nobody looks, then a process of viewers does, each of whom
asks every 5 s for the rows of the ranking, as its page does. Wanted: 1 captain in 100 waits at most twice as long as
without them. Phones, viewers and server share the cores of this machine, so only figures of one run compare.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place

# isort: split
# The place has set Django up, which all of these need.
from benchmarks.support.posting import hall, posted
from benchmarks.support.posts import HEAD, p99, show
from tournament import guards

TABLES = 250
WARM_UP = 3.0
TWICE = 2.0


def main() -> int:
    """Prints the table; the exit status is 1 when captains wait more than twice as long, or one was refused."""
    settings = _asked()
    guards.lay()
    events = [hall(slug, TABLES) for slug in ("warm", "quiet", "watched")]
    print(HEAD)
    with place.serving() as port:
        url = f"http://127.0.0.1:{port}"
        posted(events[0], url, WARM_UP, settings.rate)
        quiet = posted(events[1], url, settings.seconds, settings.rate)
        show("deals while nobody looks", quiet)
        viewers = crowd(url, "/e/watched/", settings.seconds + 2, settings.viewers)
        watched = posted(events[2], url, settings.seconds, settings.rate)
        show(f"deals while {settings.viewers:,} look", watched)
        seen = json.loads(viewers.communicate()[0])
    _tell(seen)
    refused = sum(len(each) for timings in (quiet, watched) for each in timings.refused) + seen["failed"]
    ratio = p99(watched) / p99(quiet)
    print(f"\n{ratio:.1f} times as long (p99; wanted: at most {TWICE:.0f}); {refused} refused or failed")
    return 1 if refused or ratio > TWICE else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each part takes; default %(default)s")
    parser.add_argument("--viewers", type=int, default=1000, help="how many look; default %(default)s")
    parser.add_argument("--rate", type=float, default=20.0, help="deals a second; default %(default)s")
    return parser.parse_args()


def crowd(url: str, path: str, seconds: float, viewers: int) -> "subprocess.Popen[bytes]":
    """The process of viewers, which has begun to look when this returns, and looks for so many seconds."""
    call = [sys.executable, "-m", "benchmarks.support.crowd", url, path, str(seconds), str(viewers)]
    process = subprocess.Popen(call, cwd=place.ROOT, stdout=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()
    return process


def _tell(seen: dict[str, list[float]]) -> None:
    took = seen["took"]
    print(f"{'rankings seen in that time':44}{len(took) / seen['seconds']:10.0f}", end="")  # type: ignore[operator]
    print(f"{median(took):10.2f}{quantiles(took, n=100)[98]:10.2f}")


if __name__ == "__main__":
    sys.exit(main())
