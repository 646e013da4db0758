"""How long captains wait while the organiser prints, beside how long they wait otherwise.

    make setup && .venv/bin/python benchmarks/jobs.py [--seconds 10] [--postgres]

Twice the same afternoon: four processes of phones send deals to a real server. The second time the organiser has three
PDFs made of the 600 tables, all asked for at once, and the pages ask how far they are. Phones, server and the children
that print share the cores of this machine.

Then a hall's pace of deals, three times in turn without and with a child that stores papers of 40 MB all the while; the
last line has the ratio of the medians of the p99.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from threading import Thread
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place

# isort: split
# The place has set Django up, which all of these need.
from django.contrib.auth.models import User
from django.test import Client

from benchmarks.support.posting import BY, hall, posted
from benchmarks.support.posts import HEAD, PROCESSES, PostTimings, p99, refused, show
from tournament import guards
from tournament.acts.event.members import grant_role
from tournament.models import Event, Membership

PAPERS = ("sheets", "slips", "seating-names")
SECRET = "a" * 32
# What a federation's hall writes a second, and how often each is measured.
RATE, TURNS, TABLES = 20.0, 3, 100
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def main() -> int:
    """Prints the table; the exit status is 1 when a deal was refused or a paper was not made."""
    seconds = _seconds()
    guards.lay()
    print(f"{PROCESSES} processes of phones, {os.cpu_count()} cores\n{HEAD}")
    quiet, printing = hall("quiet"), hall("printing")
    with place.serving() as port:
        url = f"http://127.0.0.1:{port}"
        calm = posted(quiet, url, seconds)
        show("posts while nobody prints", calm)
        organisers = [Organiser(printing, port, paper) for paper in PAPERS]
        for organiser in organisers:
            organiser.start()
        busy = posted(printing, url, seconds)
        for organiser in organisers:
            organiser.join()
        show("posts while three PDFs are made", busy)
        for organiser in organisers:
            print(f"{organiser.paper:20}{organiser.size // 1000:8,} kB after {organiser.took:5.1f} s")
        lost = _while_stored(url, seconds)
    print(f"{refused(calm, busy) + lost} deals refused")
    return 1 if refused(calm, busy) + lost or not all(organiser.size for organiser in organisers) else 0


def _while_stored(url: str, seconds: float) -> int:
    """Prints what deals wait while large papers are stored, beside what they wait else; how many were refused."""
    timings: dict[bool, list[PostTimings]] = {False: [], True: []}
    for turn in range(TURNS):
        for stored in timings:
            event = hall(f"{'stored' if stored else 'calm'}-{turn}", TABLES)
            with _large_papers() if stored else nullcontext():
                timings[stored].append(posted(event, url, seconds, RATE))
            show("posts while 40 MB are stored" if stored else "posts while nothing is stored", timings[stored][-1])
    quiet, busy = (median(p99(each) for each in timings[stored]) for stored in (False, True))
    print(f"p99 while 40 MB are stored ÷ p99 while nothing is: {busy / quiet:.2f}, load {os.getloadavg()[0]:.1f}")
    return refused(*timings[False], *timings[True])


@contextmanager
def _large_papers() -> Iterator[None]:
    child = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.support.large_papers"], cwd=place.ROOT, stdout=subprocess.PIPE
    )
    try:
        yield
    finally:
        child.kill()
        papers, _none = child.communicate()
        print(f"{len(papers)} papers of 40 MB were stored")


def _seconds() -> float:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="how long the phones send; default %(default)s")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL cluster of its own")
    seconds: float = parser.parse_args().seconds
    return seconds


class Organiser(Thread):
    """Somebody who asks for a paper and looks on, once a second, until it is there: its bytes, and the seconds."""

    def __init__(self, event: Event, port: int, paper: str) -> None:
        super().__init__()
        self.paper, self.size, self.took = paper, 0, 0.0
        self._line = HTTPConnection("127.0.0.1", port, timeout=60)
        self._cookie = {"Cookie": f"troel_csrf={SECRET}; troel_session={_session(event)}"}
        self._page = f"/staff/{event.slug}/papers/{paper}/make/"

    def run(self) -> None:
        """Asks, looks on, and takes the file."""
        begun = time.perf_counter()
        choice = urlencode({"round": 1, "language": "nl", "csrfmiddlewaretoken": SECRET})
        self._line.request("POST", self._page, choice, {**FORM, **self._cookie})
        answer = self._line.getresponse()
        answer.read()
        address = str(answer.headers["Location"])
        while b"download" not in self._got(address) and time.perf_counter() - begun < 100:
            time.sleep(1)
        self.took = time.perf_counter() - begun
        self.size = len(self._got(f"{address}file/"))

    def _got(self, path: str) -> bytes:
        self._line.request("GET", path, headers=self._cookie)
        return self._line.getresponse().read()


def _session(event: Event) -> str:
    """The cookie of an organiser who has signed in."""
    user, _ = User.objects.get_or_create(username="organiser")
    if not Membership.objects.filter(event=event, user=user).exists():
        grant_role(event, BY, user, Membership.Role.ORGANISER)
    browser = Client()
    browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return browser.cookies["troel_session"].value


if __name__ == "__main__":
    sys.exit(main())
