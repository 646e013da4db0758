"""The hall: a real server that is killed and started again, the phones at its tables, and the proof at the end."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from tests.browser.support.server import Server, environment_for, free_port, manage, serving
from tests.chaos.phone import Phone
from tests.chaos.plan import played
from tests.support.second.played import Played
from tests.support.servers.captains import Captain

LOOK_SECONDS = 0.005
# How many things a phone may have under way without having been told of the first: see `Phone.overtaken`.
UNDER_WAY = 2


@dataclass(frozen=True)
class Size:
    """How much is played: rounds of so many tables and deals, with so many kills in each."""

    tables: int = 40
    rounds: int = 16
    deals: int = 16
    kills: int = 1


@dataclass
class Hall:
    """An installation in a folder, its phones round by round, and what stands at each table at the end."""

    folder: Path
    seed: str
    size: Size
    database: str = ""
    port: int = field(default_factory=free_port)
    phones: list[list[Phone]] = field(default_factory=list)
    stands: list[list[Played]] = field(default_factory=list)
    in_flight: int = 0
    kills: int = 0
    _server: Server | None = None
    _life: ExitStack = field(default_factory=ExitStack)

    def play(self) -> None:
        """Plays all rounds, killing the server on the way. Fails at the first thing lost, doubled or changed."""
        self.start()
        try:
            self.organise(f"begin({self.size.tables}, {self.size.rounds}, {self.size.deals})")
            for number in range(1, self.size.rounds + 1):
                self.seat(number)
                self.play_round(number)
            self.organise("end_round()")
            self.resend()
            self.prove()
        finally:
            self._life.close()

    # --- The server -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Starts the server where it was."""
        self._life = ExitStack()
        self._server = self._life.enter_context(serving(self.folder, self.port, self.database))

    def kill(self) -> None:
        """Ends the server in the midst of whatever it does."""
        assert self._server
        self._server.kill()
        self._life.close()
        self.kills += 1

    def manage(self, *arguments: str) -> str:
        """What a management command prints."""
        return manage(environment_for(self.folder, self.port, self.database), *arguments)

    def organise(self, call: str) -> str:
        """What the organiser prints."""
        return self.manage("shell", "--no-imports", "--command", f"from tests.chaos import organiser; organiser.{call}")

    # --- A round --------------------------------------------------------------------------------------------------

    def seat(self, number: int) -> None:
        """Opens a round: each table gets a phone, which knows what it will tell."""
        phones, stands = [], []
        tables: list[Any] = json.loads(self.organise(f"next_round({f'{self.seed}/{number}'!r})"))
        for table, (token, seats, revision) in enumerate(tables, 1):
            seed = f"{self.seed}/{number}/{table}"
            actions, stand = played(seed, self.size.deals, revision)
            captain = Captain(f"http://127.0.0.1:{self.port}", token, seats, script=bool(table % 2))
            phones.append(Phone(captain, actions, Random(f"{seed}/network")))
            stands.append(stand)
        self.phones.append(phones)
        self.stands.append(stands)

    def play_round(self, number: int) -> None:
        """All phones at once; the server is killed after as many answers as the seed says."""
        phones = self.phones[-1]
        total, chance = sum(len(phone.actions) for phone in phones), Random(f"{self.seed}/{number}/kills")
        moments = sorted(chance.randrange(total // 20, total * 19 // 20) for _ in range(self.size.kills))
        with ThreadPoolExecutor(len(phones)) as pool:
            work = [pool.submit(phone.play) for phone in phones]
            for moment in moments:
                if self.wait_for_answers(moment, work):
                    self.kill()
                    self.check()
                    self.start()
            for done in wait(work, return_when=FIRST_EXCEPTION).done:
                done.result()

    def wait_for_answers(self, moment: int, work: list[Future[None]]) -> bool:
        """Waits until the phones were told so much; False if they have ended."""
        while sum(len(phone.told) for phone in self.phones[-1]) < moment:
            if wait(work, LOOK_SECONDS, FIRST_EXCEPTION).not_done == set():
                return False
            if any(done.done() and done.exception() for done in work):
                return False
        return True

    def resend(self) -> None:
        """Each phone of the last round sends something once more, to a link that died with the round."""
        for phone in self.phones[-1]:
            phone.after_the_round()

    # --- The proof ------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Every table's lines are what its phone sent, in order: all it was told of, at most what was under way."""
        lines = self.lines()
        for phone, number, table in self.tables():
            told, sent = len(phone.told), [action.sealed for action in phone.actions]
            here = lines[number, table]
            assert here == sent[: len(here)], difference(here, sent, f"table {number}/{table}")
            assert told <= len(here) <= told + UNDER_WAY, f"table {number}/{table}: {told} told, {len(here)} there"
            self.in_flight += len(here) - told

    def prove(self) -> None:
        """At the end everything is there once, the rows are what was played, and the logbook makes the same again."""
        self.check()
        document = json.loads(self.manage("export", "chaos"))
        for round, stands in zip(document["rounds"], self.stands, strict=True):
            for table, stand in zip(round["tables"], stands, strict=True):
                assert rows(table) == expected(stand), f"round {round['number']}, table {table['number']}"
                assert table["closed"]
        assert "every seal holds" in self.manage("verify", "chaos")

    def tables(self) -> Iterator[tuple[Phone, int, int]]:
        """Each phone with the number of its round and of its table."""
        for number, phones in zip(count(1), self.phones, strict=False):
            for table, phone in enumerate(phones, 1):
                yield phone, number, table

    def lines(self) -> dict[tuple[int, int], list[tuple[object, ...]]]:
        """The logbook's lines per round and table, as `Action.sealed` tells them."""
        found: dict[tuple[int, int], list[tuple[object, ...]]] = defaultdict(list)
        for text in self.manage("export", "chaos", "--format", "logbook").splitlines():
            line = json.loads(json.loads(text).get("line", "{}"))
            if line.get("by", "").startswith("table:"):
                facts = line["facts"]
                said = facts.get("result", facts.get("announced"))
                told = (line["act"], facts["key"], facts.get("number"), facts.get("version"), said)
                found[facts["round"], facts["table"]].append(told)
        return found

    @property
    def told(self) -> Counter[str]:
        """How much was done, by name."""
        return Counter(action.what for phones in self.phones for phone in phones for action in phone.actions)

    @property
    def met(self) -> Counter[str]:
        """What the network did, by name."""
        return sum((phone.met for phones in self.phones for phone in phones), Counter[str]())

    @property
    def posts(self) -> int:
        """How many forms were sent, whole or in part."""
        return sum(phone.posts for phones in self.phones for phone in phones)

    @property
    def deals(self) -> int:
        """How many deals stand."""
        return sum(len(stand.results) for stands in self.stands for stand in stands)


def rows(table: dict[str, Any]) -> dict[int, tuple[Any, int, int]]:
    """Result, passes and misdeals of each deal of a table, as its event is exported."""
    deals = table["deals"]
    return {deal["number"]: (deal["result"], deal.get("passes", 0), deal.get("misdeals", 0)) for deal in deals}


def expected(stand: Played) -> dict[int, tuple[Any, int, int]]:
    """The same as it was played."""
    return {
        number: (result, stand.passes.get(number, 0), len(stand.misdeals.get(number, ())))
        for number, result in stand.results.items()
    }


def difference(here: list[Any], sent: list[Any], where: str) -> str:
    """Where the lines of a table differ from what was sent."""
    at = next((at for at, (one, other) in enumerate(zip(here, sent, strict=False)) if one != other), len(sent))
    return f"{where}, line {at + 1}: {here[at]} instead of {sent[at] if at < len(sent) else 'nothing'}"
