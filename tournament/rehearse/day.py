"""The day of a rehearsal: registration, rounds, a final, and the proof that everything played is in the export."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any

import scoring
from tournament.demo.names import people
from tournament.rehearse import hall as halls
from tournament.rehearse.hall import Hall
from tournament.rehearse.staff import Staff
from tournament.rehearse.visitor import RehearsalError, Visitor
from tournament.seating.rng import Chance

VERIFIER = Path(__file__).resolve().parents[2] / "tools" / "verify.py"
# Its exit status where everything fits, and no seal was given.
UNWITNESSED = 3
# One table in so many plays on paper, or is late; so many viewers look, each so often (s, by the clock on the wall).
PAPER, LATE, VIEWERS, LOOKS_EVERY = 10, 20, 20, 2.0
# When in a round papers are made and the network dies, in deals; and how long it is dead (s of the day).
PAPERS_AT, DEAD_AT, DEAD_SECONDS = 0.3, 0.6, 600.0
USUAL_DEAL = sum(halls.DEAL_SECONDS) / 2
# What the first three places win.
PRIZES = ("Beker / Coupe", "Fles / Bouteille", "Bloemen / Fleurs")


@dataclass(frozen=True)
class RehearsalPlan:
    """What is played: `players` and `final` are multiples of 4; `speed` is how much faster than in a hall."""

    players: int = 320
    rounds: int = 3
    deals: int = 16
    final: int = 16
    speed: float = 60.0
    rules: str = "iwwa-2025"
    seed: str = "rehearsal"


@dataclass
class RehearsalDay:
    """A rehearsal: who organises it, what is played, where its files go, and to whom it is told."""

    staff: Staff
    plan: RehearsalPlan
    folder: Path
    say: Callable[[str], None]
    begun: float = field(default_factory=time.monotonic)
    seated_after: list[float] = field(default_factory=list)
    last_sheet: float = 0.0

    @property
    def hall(self) -> Hall:
        """The tables."""
        return self.staff.hall

    def play(self) -> None:
        """The whole day. Raises RehearsalError, a sentence, at the first thing that is not as it should be."""
        self.gather()
        with self.watched():
            for round in range(1, self.plan.rounds + 1):
                self.round(round, self.tell_seating(round))
            if self.plan.final:
                self.staff.cut(2)
                self.tell(f"The cut is made: {self.plan.final} players go on to the final.")
                self.round(self.plan.rounds + 1, self.tell_seating(self.plan.rounds + 1))
        self.award()
        self.prove()
        self.report()

    def gather(self) -> None:
        """From the list of players to everybody being present."""
        plan = self.plan
        self.staff.make_event("Rehearsal · Oefening · Répétition", plan.rules, plan.rounds, plan.deals, plan.final)
        self.tell(f"The event {self.staff.slug} is made, in rehearsal: {self.staff.at()}")
        listed = [f"{name};{club}" for name, club in people(plan.players, Chance(plan.seed))]
        count = self.staff.register(["Naam;Club", *listed])
        if count != plan.players:
            raise RehearsalError(f"{count} players are on the list instead of {plan.players}.")
        self.tell(f"{count} players are entered from a list.")
        self.staff.check_in(self.staff.numbers())
        self.staff.set_prizes(PRIZES)
        self.tell(f"Two desks checked everybody in; one tap: {self.hall.times.quantiles('door')}.")

    def tell_seating(self, round: int) -> dict[int, str]:
        """Draws and publishes a round, and tells how long after the last sheet that was."""
        begun = time.monotonic()
        self.staff.draw(round)
        if round == 1:
            self.tell(f"Round 1 is drawn and published, in {time.monotonic() - begun:.1f} s.")
            self.staff.announce("Rehearsal: play begins. / Oefening: we beginnen. / Répétition : on commence.")
        else:
            self.seated_after.append(time.monotonic() - self.last_sheet)
            self.tell(f"Round {round} is published {self.seated_after[-1]:.1f} s after the last sheet.")
        return self.staff.tokens(round)

    def round(self, round: int, tokens: dict[int, str]) -> None:
        """Plays a round, with papers made and the network dead for a while; types the sheets; closes it."""
        paper = list(tokens)[PAPER - 1 :: PAPER] or list(tokens)[-1:]
        late = list(tokens)[::LATE]
        self.tell(f"Round {round}: {len(tokens)} tables, {len(paper)} on paper, {len(late)} late.")
        self.staff.time(round, "start", minutes=max(1, int(self.plan.deals * USUAL_DEAL / 60)))
        _together(
            lambda: halls.play(self.hall, round, self.plan.deals, tokens, paper=paper, late=late),
            lambda: self._papers(round),
            lambda: self._jury(round),
            lambda: self._network(round),
        )
        self.tell(f"All captains are done: {self.hall.times.quantiles('captain')}.")
        self._type(round, paper)
        self.last_sheet = time.monotonic()
        self.staff.close(round)
        self.tell(f"Round {round} is closed.")

    def _type(self, round: int, paper: list[int]) -> None:
        """Two volunteers type the sheets."""
        begun, desks = time.monotonic(), (self.staff.window(), self.staff.window())
        _together(
            lambda: desks[0].type_sheets(round, self.plan.deals, paper[::2]),
            lambda: desks[1].type_sheets(round, self.plan.deals, paper[1::2]),
        )
        seconds = time.monotonic() - begun
        self.tell(f"{len(paper)} sheets typed in {seconds:.1f} s; a deal: {self.hall.times.quantiles('desk')}.")

    def _papers(self, round: int) -> None:
        self.hall.rest(PAPERS_AT * self.plan.deals * USUAL_DEAL)
        seconds = self.staff.window().make_papers("sheets", round)
        self.tell(f"Papers of round {round} made beside the play, in {seconds:.1f} s.")

    def _network(self, round: int) -> None:
        """Phones wait, and the timer with them."""
        self.hall.rest(DEAD_AT * self.plan.deals * USUAL_DEAL)
        seconds = DEAD_SECONDS / self.plan.speed
        self.hall.network.dead_until = time.monotonic() + seconds
        self.tell(f"The network is dead for {DEAD_SECONDS / 60:.0f} minutes of the day ({seconds:.1f} s): phones wait.")
        desk = self.staff.window()
        desk.time(round, "pause")
        self.hall.rest(DEAD_SECONDS)
        desk.time(round, "resume")

    def _jury(self, round: int) -> None:
        self.hall.rest((PAPERS_AT + DEAD_AT) / 2 * self.plan.deals * USUAL_DEAL)
        jury = self.staff.window()
        jury.penalise(jury.numbers()[round])
        jury.annul(round, 1, 1)
        self.tell("The jury gave a penalty and annulled a deal.")

    def award(self) -> None:
        """Every prize has a winner, and the list to read aloud is made."""
        if (won := self.staff.awards()) != len(PRIZES):
            raise RehearsalError(f"{won} prizes have a winner instead of {len(PRIZES)}.")
        seconds = self.staff.make_papers("prizes-aloud", 1)
        self.tell(f"The list of {won} prizes to read aloud is made, in {seconds:.1f} s.")

    @contextmanager
    def watched(self) -> Iterator[None]:
        """People look at the ranking all the time."""
        over = Event()
        viewers = [Thread(target=self._view, args=[over], daemon=True) for _viewer in range(VIEWERS)]
        for viewer in viewers:
            viewer.start()
        try:
            yield
        finally:
            over.set()
            for viewer in viewers:
                viewer.join()

    def _view(self, over: Event) -> None:
        visitor = Visitor(self.hall.url)
        while not over.wait(LOOKS_EVERY):
            try:
                with self.hall.times.of("viewer"):
                    visitor.get(f"{self.hall.url}/e/{self.staff.slug}/")
            except RehearsalError:
                self.hall.count("viewers without an answer")

    def prove(self) -> None:
        """Everything that was played is in the export once; an outsider's program finds the same points and ranking."""
        files = {name: self.folder / name for name in ("logbook.jsonl", "event.json")}
        for name, file in files.items():
            file.write_text(self.staff.file(name))
        exported = {
            (round["number"], table["number"], deal["number"]): deal["result"]
            for round in json.loads(files["event.json"].read_text())["rounds"]
            for table in round["tables"]
            for deal in table["deals"]
        }
        _compare(self.hall.stands, exported)
        self.tell(f"{len(exported):,} deals stand as they were played: none lost, doubled or changed.")
        call = [sys.executable, str(VERIFIER), *map(str, files.values())]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        for line in done.stdout.splitlines():
            self.tell(f"tools/verify.py: {line}")
        if done.returncode not in (0, UNWITNESSED):
            raise RehearsalError(
                f"The files do not prove the ranking: {done.stdout.strip().splitlines()[-1:]} {done.stderr}"
            )

    def report(self) -> None:
        """The figures."""
        times = self.hall.times
        self.say(f"\nAt {self.plan.speed:g} times the pace of a hall ({USUAL_DEAL:.0f} s a deal):")
        self.say(f"  captains' posts                 {times.quantiles('captain', beside_papers=False)}")
        self.say(f"  the same while papers are made  {times.quantiles('captain', beside_papers=True)}")
        self.say(f"  a deal typed at the desk        {times.quantiles('desk')}")
        self.say(f"  the public ranking              {times.quantiles('viewer')}")
        if self.seated_after:
            slowest = max(self.seated_after)
            self.say(f"  new seating published           at most {slowest:.1f} s after the last sheet")
        for what, count in sorted(self.hall.met.items()):
            self.say(f"  {what:40}{count}")

    def tell(self, sentence: str) -> None:
        """Says what was done, with the time of the day since it began."""
        seconds = int(time.monotonic() - self.begun)
        self.say(f"{seconds // 60:3}:{seconds % 60:02}  {sentence}")


def _together(*works: Callable[[], object]) -> None:
    """Does everything at once, and waits for all of it. Raises what the first of them raised."""
    with ThreadPoolExecutor(len(works)) as pool:
        for done in [pool.submit(work) for work in works]:
            done.result()


def _compare(played: dict[halls.Place, dict[str, Any]], exported: dict[halls.Place, dict[str, Any]]) -> None:
    for place in sorted({*played, *exported}):
        stored = exported.get(place)
        if stored is None or place not in played or stored != played[place]:
            words = "round {}, table {}, deal {}".format(*place)
            raise RehearsalError(f"{words}: {stored} instead of {played.get(place)}")


def staff_in(url: str, slug: str, username: str, password: str, plan: RehearsalPlan) -> Staff:
    """Somebody of the staff, once they signed in. Raises RehearsalError if they may not."""
    visitor = Visitor(url)
    page = visitor.get(f"{url}/sign-in/")
    if visitor.send(page.form("/sign-in/"), username=username, password=password).status >= 400:
        raise RehearsalError("The server does not know this name with this password.")
    return Staff(visitor, slug, Hall(url, scoring.load(plan.rules), plan.speed, plan.seed))
