"""How many acts at tables a server on PostgreSQL takes, by its threads for them and by how many events are played.

    make setup POSTGRES=1 && .venv/bin/python benchmarks/events.py --postgres [--seconds 4] [--rounds 3]

One event is written in order, so more threads than events are of no use. Every number of threads serves every number
of events in turn, as fast as phones send, and that several times; the table has the medians, and what they are times
one thread. Phones, server and PostgreSQL share the cores of this machine.
"""

import argparse
import os
import sys
from itertools import count
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place

# isort: split
# The place has set Django up, which all of these need.
from benchmarks.support.posting import hall, posted
from benchmarks.support.posts import PostTimings, p99, refused, times
from tournament import guards
from tournament.management.commands.serve import server_call

THREADS, EVENTS = (1, 2, 4, 8), (1, 2, 8)
TABLES, PROCESSES = 128, 8
WARM_UP = 1.0

Case = tuple[int, int]


def main() -> int:
    """Prints the table; the exit status is 1 when a post was refused."""
    settings = _settings()
    guards.lay()
    measured: dict[Case, list[PostTimings]] = {(threads, events): [] for events in EVENTS for threads in THREADS}
    slugs = (f"event-{number}" for number in count())
    for _round in range(settings.rounds):
        for threads in THREADS:
            os.environ["WRITERS"] = str(threads)
            call = [*server_call("127.0.0.1", place.PORT)[1:-1], "benchmarks.support.writers:application"]
            with place.serving(*call) as port:
                for events in EVENTS:
                    first, *beside = [hall(next(slugs), TABLES // events) for _event in range(events)]
                    url = f"http://127.0.0.1:{port}"
                    posted(first, url, WARM_UP, beside=beside, processes=PROCESSES)
                    first, *beside = [hall(next(slugs), TABLES // events) for _event in range(events)]
                    timings = posted(first, url, settings.seconds, beside=beside, processes=PROCESSES)
                    measured[threads, events].append(timings)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, medians of {settings.rounds}")
    print(f"{'events':>8}{'threads':>9}{'a second':>10}{'p99 ms':>10}{'times one':>11}")
    for (threads, events), rounds in measured.items():
        rate = median(map(times, rounds))
        ratio = rate / median(map(times, measured[1, events]))
        print(f"{events:8}{threads:9}{rate:10.0f}{median(map(p99, rounds)):10.1f}{ratio:11.2f}")
    return int(any(refused(*rounds) for rounds in measured.values()))


def _settings() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--postgres", action="store_true", required=True, help="on a PostgreSQL cluster of its own")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each part takes; default %(default)s")
    parser.add_argument("--rounds", type=int, default=3, help="how often all is measured; default %(default)s")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
