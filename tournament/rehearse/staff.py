"""What organiser, desk and jury do in a rehearsal, each on the pages and with the forms that everybody has."""

import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from tournament.rehearse.hall import Hall, mistyped
from tournament.rehearse.visitor import Page, RehearsalError, Visitor

TOKEN = re.compile(r"/t/([0-9]+-[a-z0-9]+)/")
NUMBER = re.compile(r"/players/(\d+)/$")
LOOK_AGAIN = 0.2
MAKING_SECONDS = 180


@dataclass
class Staff:
    """Somebody of the staff who is signed in, and the event they work for."""

    visitor: Visitor
    slug: str
    hall: Hall

    def at(self, rest: str = "") -> str:
        """An address of the event's staff pages."""
        return f"{self.visitor.url}/staff/{self.slug}/{rest}"

    def window(self) -> "Staff":
        """The same person at another machine."""
        return Staff(self.visitor.with_this(), self.slug, self.hall)

    # --- Before the first round ---------------------------------------------------------------------------------

    def make_event(self, name: str, rules: str, rounds: int, deals: int, final: int) -> None:
        """Makes the event, which stays in rehearsal, and plans its final."""
        page = self.visitor.get(f"{self.visitor.url}/staff/new_event/")
        plan = {"name": name, "slug": self.slug, "rules": rules, "planned_rounds": rounds, "deals_per_round": deals}
        self.visitor.done(page.form("new_event"), **plan, confirmation="captain", listed=None)
        if final:
            stages = {"stage_1_kind": "preliminary", "stage_1_rounds": rounds, "stage_2_kind": "final"}
            cut = {"stage_2_rounds": 1, "stage_2_cut": final, "stage_2_points": "carried"}
            self.visitor.done(self.visitor.get(self.at("format/")).form("format"), **stages, **cut)

    def set_prizes(self, prizes: Sequence[str]) -> None:
        """Gives the event prizes for the first places."""
        page = self.visitor.get(self.at("prizes/change/"))
        self.visitor.done(page.form("/prizes/"), of_0="ranking", prizes_0="\n".join(prizes))

    def register(self, lines: Sequence[str]) -> int:
        """Pastes the list of players, looks at what it would do, and enters it; how many there are."""
        page = self.visitor.get(self.at("players/list/"))
        looked = self.visitor.done(page.form("players/list"), lines="\n".join(lines))
        self.visitor.done(looked.form("list/enter"))
        return len(self.numbers())

    def numbers(self) -> list[int]:
        """The number of everybody on the list."""
        numbers: set[int] = set()
        for page in range(1, 100):
            links = self.visitor.get(self.at(f"players/?page={page}")).links
            new = {int(match[1]) for link in links if (match := NUMBER.search(link))} - numbers
            if not new:
                break
            numbers |= new
        return sorted(numbers)

    def check_in(self, numbers: Sequence[int]) -> None:
        """Two desks at once mark everybody present; each taps one name twice by mistake and puts it right."""
        with ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(self.window()._mark, numbers[desk::2]) for desk in (0, 1)]:
                done.result()

    def _mark(self, numbers: Sequence[int]) -> None:
        form = self.visitor.get(self.at("attendance/")).form()
        self.visitor.scripts = True
        for at, number in enumerate(numbers):
            form.action = self.at(f"attendance/{number}/")
            for present in ("1", "0", "1") if at == 0 else ("1",):
                with self.hall.times.of("door"):
                    self.visitor.done(form, present=present)

    # --- A round ------------------------------------------------------------------------------------------------

    def draw(self, round: int) -> None:
        """Draws the next round alone, and publishes it."""
        page = self.visitor.get(self.at("rounds/seat/"))
        form = next(candidate for candidate in page.forms if any(name == "round" for name, _ in candidate.fields))
        drawn = self.visitor.done(form, rounds="1")
        if f"/rounds/{round}/" not in drawn.address:
            raise RehearsalError(f"Round {round} was not drawn: {drawn.address}")
        self.visitor.done(drawn.form("/publish/"))

    def tokens(self, round: int) -> dict[int, str]:
        """The link of each table of a round, from the page that is printed."""
        tokens: dict[int, str] = {}
        for page in range(1, 100):
            links = self.visitor.get(self.at(f"rounds/{round}/tables/links/?page={page}")).links
            new = [match[1] for link in links if (match := TOKEN.search(link)) and match[1] not in tokens.values()]
            if not new:
                break
            tokens |= {len(tokens) + at: token for at, token in enumerate(new, 1)}
        return tokens

    def type_sheets(self, round: int, deals: int, tables: Sequence[int]) -> None:
        """Types the sheets of some tables; the first deal of each wrongly, which is found and put right."""
        for table in tables:
            self.type_sheet(round, table, deals)

    def type_sheet(self, round: int, table: int, deals: int) -> None:
        """Types one sheet, deal by deal, as a volunteer does who has it beside the keyboard."""
        path = f"rounds/{round}/tables/{table}/"
        page: Page = self.visitor.get(self.at(path))
        for deal in range(1, deals + 1):
            outcome = self.hall.stands[round, table, deal]
            with self.hall.times.of("desk"):
                typed = as_typed(mistyped(outcome) if deal == 1 else outcome)
                page = self.visitor.done(page.form("/type/"), deal=str(deal), **typed)
            self.hall.count("deals typed from paper")
        self._put_right(f"{path}deals/1/", as_typed(self.hall.stands[round, table, 1]))
        self.visitor.done(self.visitor.get(self.at(f"{path}close/")).form("/close/"))

    def _put_right(self, rest: str, typed: dict[str, str]) -> None:
        form = self.visitor.get(self.at(rest)).form("/correct/")
        page = self.visitor.done(form, **typed, reason="Typed wrongly.")
        if "/correct/" in page.address and any("/correct/" in form.action for form in page.forms):
            # What it changes was shown, and is confirmed.
            self.visitor.done(page.form("/correct/"), **typed, reason="Typed wrongly.")
        self.hall.count("typing errors put right at the desk")

    def close(self, round: int) -> None:
        """Closes a round in which nothing is missing."""
        page = self.visitor.get(self.at(f"rounds/{round}/close/"))
        self.visitor.done(page.form("/close/"))

    def announce(self, text: str) -> None:
        """Puts a text on every phone and screen."""
        self.visitor.done(self.visitor.get(self.at("notices/")).form("/notices/"), text=text)
        self.hall.count("announcements to phones and screens")

    def time(self, round: int, do: str, **more: int) -> None:
        """Starts (with `minutes`), pauses or resumes the timer of a round."""
        self.visitor.done(self.visitor.get(self.at(f"rounds/{round}/")).form("/timer/"), do=do, **more)
        self.hall.count("changes of the timer")

    def cut(self, stage: int) -> None:
        """Makes the cut as the ranking proposes it."""
        page = self.visitor.get(self.at(f"format/cut/{stage}/"))
        self.visitor.done(page.form("/cut/"), reason="Rehearsal. / Oefening. / Répétition.")

    # --- Jury, papers, files ------------------------------------------------------------------------------------

    def penalise(self, player: int) -> None:
        """A penalty by its usual amounts, at the player's table."""
        page = self.visitor.get(self.at(f"decisions/penalty/misdeal/?players={player}"))
        self.visitor.done(page.form("/penalty/"), reason="Rehearsal: a card too many. / Oefening. / Répétition.")
        self.hall.count("decisions of the jury")

    def annul(self, round: int, table: int, deal: int) -> None:
        """A deal is annulled, once its effect was looked at."""
        page = self.visitor.get(self.at(f"decisions/ruling/{round}/{table}/{deal}/annulled/"))
        self.visitor.done(page.form("/ruling/"), reason="Rehearsal: a marked card. / Oefening. / Répétition.")
        self.hall.count("decisions of the jury")

    def awards(self) -> int:
        """How many prizes have a winner, on the page that is read aloud."""
        return self.visitor.get(self.at("prizes/")).text.count('class="award"')

    def make_papers(self, kind: str, round: int) -> float:
        """Has papers made and waits for the file, or until it would have been stopped; in how many seconds."""
        page = self.visitor.get(self.at("papers/"))
        form, begun = page.form("/papers/"), time.monotonic()
        form.action = self.at(f"papers/{kind}/make/")
        address = self.visitor.done(form, round=str(round)).address
        while not any(link.endswith("/file/") for link in self.visitor.get(address).links):
            if time.monotonic() - begun > MAKING_SECONDS:
                self.hall.count("papers that were not made in time")
                break
            time.sleep(LOOK_AGAIN)
        self.hall.times.papers.append((begun, time.monotonic()))
        return time.monotonic() - begun

    def file(self, name: str) -> str:
        """One of the two files that are kept."""
        return self.visitor.get(self.at(f"logbook/{name}")).text


def as_typed(outcome: dict[str, Any]) -> dict[str, str]:
    """A result as one types it at the desk."""
    tricks = outcome["tricks"]
    own = [str(tricks[seat]) for seat in sorted(tricks)] if isinstance(tricks, dict) else [str(tricks)]
    return {"contract": outcome["contract"], "who": "".join(map(str, outcome["declarers"])), "tricks": " ".join(own)}
