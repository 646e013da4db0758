"""A captain's phone on a bad network: it sends one thing after the other, each until it is told that it is recorded."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.chaos.plan import Action
from tests.support.second.played import result_form
from tests.support.servers.captains import Captain
from tests.support.servers.waiting import PATIENCE
from tournament.rehearse.wire import NoAnswerError, PhoneAnswer, answering, read_answer

REFUSED = 409
DEAD = 404
NO_SERVER = "no server there"
# The server asks to send it again: it was not received whole, or there is no room now.
AGAIN = (408, 503)
SHORTEST, LONGEST = 0.01, 0.5  # pauses (s) between tries
# No captain writes it (`RESULTS`): the same result again would be a success.
NOBODYS = {"contract": "S7", "declarers": [3], "tricks": 8}


@dataclass
class Phone:
    """The phone of one table, with all that it will send; `told` is what it was answered so far, in order."""

    captain: Captain
    actions: list[Action]
    chance: Random
    told: list[PhoneAnswer] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    posts: int = 0
    pause: float = SHORTEST
    since: float = 0.0

    def play(self) -> None:
        """Sends everything, in order."""
        self.since = time.monotonic()
        while len(self.told) < len(self.actions):
            (name,) = self.chance.choices(list(NETWORK), [weight for weight, _ in NETWORK.values()])
            try:
                NETWORK[name][1](self)
            except NoAnswerError as none:
                name = NO_SERVER if isinstance(none.__cause__, ConnectionRefusedError) else name
                self.wait()
            self.met[name] += 1

    def wait(self) -> None:
        """Before the next try; longer each time."""
        assert time.monotonic() - self.since < PATIENCE, f"no answer at {self.captain.token}"
        time.sleep(self.pause)
        self.pause = min(2 * self.pause, LONGEST)

    @property
    def now(self) -> Action:
        """What is to be sent next."""
        return self.actions[len(self.told)]

    def path(self, rest: str) -> str:
        """An address behind the link."""
        return f"/t/{self.captain.token}/{rest}"

    def ask(self, action: Action) -> PhoneAnswer:
        """Sends one thing and waits for the answer."""
        return self.post(action.rest, action.form)

    def post(self, rest: str, form: dict[str, Any]) -> PhoneAnswer:
        """Sends a form and waits for the answer."""
        answer = self.captain.ask(self.path(rest), form)
        self.posts += 1
        return understood(answer)

    def hear(self, answer: PhoneAnswer) -> None:
        """Notes that the next thing is recorded; fails if that is not what the answer says."""
        expect(answer, self.now)
        self.told.append(answer)
        self.since, self.pause = time.monotonic(), SHORTEST

    # --- What the network does with it ----------------------------------------------------------------------------

    def plainly(self) -> None:
        """It arrives, and so does the answer."""
        self.hear(self.ask(self.now))

    def late(self) -> None:
        """It takes its time."""
        time.sleep(self.chance.uniform(0, 0.1))
        self.plainly()

    def never_sent(self) -> None:
        """There is no network at all."""
        raise NoAnswerError

    def cut(self, share: float) -> None:
        """The line breaks when this share of the form was sent."""
        line = self.captain.line()
        with answering(line):
            self.captain.send(line, self.path(self.now.rest), self.now.form, share)
        self.posts += 1
        line.close()
        raise NoAnswerError

    def unheard(self) -> None:
        """It is recorded, and the answer is lost on its way back."""
        self.ask(self.now)
        raise NoAnswerError

    def twice(self) -> None:
        """It arrives twice, at the same time: both answers are the same."""
        first, second = self.both(self.now, self.now)
        expect(second, self.now)
        self.hear(first)

    def overtaken(self) -> None:
        """What comes after it arrives at the same time, or before it: only what is in order is recorded."""
        after = self.actions[min(len(self.told) + 1, len(self.actions) - 1)]
        if not after.follows(self.now):
            return self.plainly()
        early, answer = self.both(after, self.now)
        if early.status != REFUSED:
            expect(early, after)
        return self.hear(answer)

    def both(self, first: Action, second: Action) -> tuple[PhoneAnswer, PhoneAnswer]:
        """Sends two things over two lines, and then waits for both answers."""
        lines = (self.captain.line(), self.captain.line())
        with answering(*lines):
            for line, action in zip(lines, (first, second), strict=True):
                self.captain.send(line, self.path(action.rest), action.form)
                self.posts += 1
            answers = [read_answer(line) for line in lines]
        for line in lines:
            line.close()
        return understood(answers[0]), understood(answers[1])

    def old_again(self) -> None:
        """Something of long ago arrives once more: it is answered as it was then, and nothing is written."""
        if self.told:
            at = self.chance.randrange(len(self.told))
            assert same(self.ask(self.actions[at]), self.told[at]), f"answered otherwise: {self.actions[at]}"

    def another_phone(self) -> None:
        """Somebody with an old page writes something else for a deal that was told: refused."""
        deals = [action.number for action in self.actions[: len(self.told)] if action.number]
        if deals:
            key = f"other{self.chance.randrange(10**12)}"
            form = {**result_form(NOBODYS), "version": 0, "key": key}
            answer = self.post(f"deal/{self.chance.choice(deals)}/", form)
            assert answer.status == REFUSED, f"another phone was answered {answer}"

    def after_the_round(self) -> None:
        """The link is dead: a script that sends again is told that it was recorded, a page that the round is over."""
        at = self.chance.randrange(len(self.told))
        self.captain = self.captain.again(self.captain.url)  # the server has long closed the line
        answer = self.ask(self.actions[at])
        if self.captain.script:
            expect(answer, self.actions[at])
        else:
            assert answer.status == DEAD, f"a dead link answers {answer}"


# How often the network does what, while a phone has something to send.
NETWORK: dict[str, tuple[int, Callable[[Phone], None]]] = {
    "plainly": (60, Phone.plainly),
    "late": (5, Phone.late),
    "never sent": (3, Phone.never_sent),
    "cut in the head": (2, lambda phone: phone.cut(0.0)),
    "cut in the middle": (4, lambda phone: phone.cut(0.5)),
    "cut before the answer": (7, lambda phone: phone.cut(1.0)),
    "answer lost": (5, Phone.unheard),
    "sent twice": (4, Phone.twice),
    "overtaken": (5, Phone.overtaken),
    "old again": (6, Phone.old_again),
    "another phone": (2, Phone.another_phone),
}


def understood(answer: PhoneAnswer) -> PhoneAnswer:
    """An answer; NoAnswerError if it asks to send the same again."""
    if answer.status in AGAIN:
        raise NoAnswerError
    return answer


def expect(answer: PhoneAnswer, action: Action) -> None:
    """Fails unless an answer says that this action is recorded."""
    assert answer.written, f"{action} was answered {answer}"
    if answer.content:
        assert action.answers(answer.content["deal"], answer.content["version"]), f"{action} was answered {answer}"


def same(answer: PhoneAnswer, before: PhoneAnswer) -> bool:
    """Whether two answers say the same; the table's revision is what it is now."""
    return _lasting(answer) == _lasting(before)


def _lasting(answer: PhoneAnswer) -> tuple[object, ...]:
    said = {name: value for name, value in answer.content.items() if name != "revision"}
    return answer.status, answer.location, said
