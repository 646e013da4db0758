"""The cast: people and a championship for tests, made by the acts themselves.

    event = cast.event(players=8)                       in rehearsal, everyone present, nobody seated
    event = cast.playing(players=8, deals=4)            live, with a seated and published first round
    page = cast.client(cast.organiser(event)).get(…)    a browser signed in as a member

Every function that gives a member makes the account and the role at its first call and finds them at the next.
"""

import base64
import html
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.utils import timezone

from scoring import load
from tests.support.events.laid_again import laid_again
from tournament import access, links
from tournament.acts.event import events, members
from tournament.acts.event.events import EventPlan
from tournament.acts.jury import rulings
from tournament.acts.kernel import logbook
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import draws, rounds
from tournament.acts.table import deals as deal_acts
from tournament.draw.drawing import DrawRequest
from tournament.errors import UserError
from tournament.models import Deal, Decision, Entry, Event, LogEntry, Membership, RegisterLine, Round, Table
from tournament.ranking.contest import deals_of
from tournament.site import pictures
from tournament.views.shared.identity import PROVED

Role = Membership.Role

FIRST = ("Annelies", "Bertrand", "Cécile", "Dirk", "Els", "Fabienne", "Gérard", "Hilde", "Ivo", "Joëlle", "Koen")
LAST = ("Vandenbroucke", "Dubois", "Desmet", "Lefèvre", "Peeters", "Maréchal", "Claes", "Wauters", "Delvaux", "Roels")
CLUBS = ("De Troefkaart", "Les Quatre As", "Hartenaas", "")
PASSWORD = "vier azen en een joker"


# --- People ----------------------------------------------------------------------------------------------------


@laid_again
def user(name: str, *, founder: bool = False) -> User:
    """The account of a name, with PASSWORD; a `founder` may make events."""
    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(name, password=PASSWORD, is_staff=founder)


def founder() -> User:
    """Who may make events on this installation, and has none yet."""
    return user("odette", founder=True)


@laid_again
def member(event: Event, role: str, name: str = "") -> User:
    """A user who has this role in the event."""
    who = user(name or f"{role}-of-{event.slug}")
    if not Membership.objects.filter(event=event, user=who, role=role).exists():
        members.grant_role(event, "system", who, role)
    return who


def organiser(event: Event) -> User:
    """The event's organiser."""
    return member(event, Role.ORGANISER)


def desk(event: Event) -> User:
    """Who registers players and types paper sheets."""
    return member(event, Role.DESK)


def juror(event: Event) -> User:
    """A member of the jury: may rule, may not cancel."""
    return member(event, Role.JURY)


def head_juror(event: Event) -> User:
    """The head of the jury: may also cancel decisions."""
    return member(event, Role.HEAD_JURY)


def auditor(event: Event) -> User:
    """Who may read everything and change nothing."""
    return member(event, Role.AUDITOR)


def outsider() -> User:
    """Somebody with an account and no role anywhere."""
    return user("passer-by")


def client(who: User | None = None, language: str = "en") -> Client:
    """A browser that speaks `language`, signed in as `who`. CSRF tokens are not asked of it."""
    browser = Client(headers={"accept-language": language})
    if who:
        browser.cookies[settings.SESSION_COOKIE_NAME] = _session(who)
    return browser


@laid_again
def _session(who: User) -> str:
    """The key of a session of theirs, who just typed their password: in two queries instead of six."""
    session = SessionStore()
    session[SESSION_KEY] = str(who.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = who.get_session_auth_hash()
    session[PROVED] = time.time()
    session.create()
    return str(session.session_key)


# --- The championship ------------------------------------------------------------------------------------------


def plan(rules: str = "iwwa-2025", **changes: Any) -> EventPlan:
    """A plan of two rounds of four deals, unless it is changed."""
    usual: dict[str, Any] = {
        "name": "Kampioenschap van Ledegem",
        "place": "Zaal De Kring",
        "starts_on": date(2026, 3, 14),
        "planned_rounds": 2,
        "deals_per_round": 4,
    }
    return EventPlan(rules=load(rules).to_dict(), **{**usual, **changes})


def people(count: int) -> list[Entrant]:
    """Invented players, each with a name of their own, in clubs of about equal size."""
    return [
        Entrant(
            name=f"{FIRST[i % len(FIRST)]} {LAST[i % len(LAST)]}" + (f" {i // 110 + 1}" if i >= 110 else ""),
            club=CLUBS[i % len(CLUBS)],
            language=("nl", "fr")[i % 2],
        )
        for i in range(count)
    ]


@laid_again
def event(players: int = 8, slug: str = "ledegem", *, present: bool = True, **changes: Any) -> Event:
    """An event in rehearsal with players, all of them checked in, and an organiser."""
    made = events.make_event("system", slug, plan(**changes))
    organiser(made)
    entries = registration.add_entries(made, "system", people(players)) if players else []
    for entry in entries if present else ():
        entry.event = made  # read already
        registration.check_in(entry, "system", True)
    return fresh(made)


@laid_again
def playing(players: int = 8, slug: str = "ledegem", *, deals: int = 4, **changes: Any) -> Event:
    """A live event whose first round is seated by a fixed seed and published."""
    made = event(players, slug, deals_per_round=deals, **changes)
    events.change_state(made, "system", Event.State.LIVE)
    next_round(made)
    return fresh(made)


@laid_again
def played(players: int = 8, **changes: Any) -> Event:
    """The same, with every deal of the first round written and no table closed."""
    made = playing(players, **changes)
    play_round(made)
    return fresh(made)


@laid_again
def closed(players: int = 8) -> Event:
    """The same, and the round closed."""
    made = played(players)
    rounds.close_round(round_of(made), "system")
    return fresh(made)


@laid_again
def next_round(event: Event, *, publish: bool = True) -> Round:
    """Seats the next round by a fixed seed, and publishes it."""
    drawn = draws.draw_rounds(event, "system", DrawRequest(), secret="cast", anyway=True, reason="Agreed.")
    if publish:
        rounds.publish_round(round_of(event, drawn.first), "system")
    return round_of(event, drawn.first)


@laid_again
def given_round(
    event: Event,
    tables: Sequence[Sequence[int]],
    *,
    deals: int | None = None,
    stage: str = "preliminary",
    sit_out: Sequence[int] = (),
) -> Round:
    """The next round with a given seating, not published: the entry numbers of each table in seat order.

    It writes the line `seat_round`, which no act writes any more and old logbooks hold.
    """
    number = Round.objects.filter(event=event).count() + 1
    with logbook.locked_event(event) as event:
        facts = {
            "round": number,
            "stage": stage,
            "deals": deals_of(event, number) if deals is None else deals,
            "draw": "given",
            "tables": [{"number": i, "seats": list(seats)} for i, seats in enumerate(tables, 1)],
            **({"sit_out": sorted(sit_out)} if sit_out else {}),
        }
        logbook.write(event, "system", "seat_round", facts)
    return round_of(event, number)


def let_pass(event: Event, round: int = 1) -> None:
    """The hour of a round has passed: the line is sealed now as it was before, because tests do not wait."""
    with logbook.locked_event(event) as event:
        until = timezone.now() - timedelta(minutes=1)
        logbook.write(event, "system", "set_clock", {"round": round, "until": until.isoformat()})


def by(who: User) -> str:
    """A member as the logbook names them."""
    return access.actor(who)


def fresh(event: Event) -> Event:
    """The event as the database has it now."""
    return Event.objects.get(pk=event.pk)


def entry(event: Event, number: int) -> Entry:
    """The entry of a number."""
    return Entry.objects.select_related("player", "event").get(event=event, number=number)


def round_of(event: Event, number: int = 1) -> Round:
    """A round of the event."""
    return Round.objects.select_related("event").get(event=event, number=number)


def table(event: Event, number: int = 1, round: int = 1) -> Table:
    """A table as the database has it now."""
    return Table.objects.select_related("round__event").get(round__event=event, round__number=round, number=number)


def seated(table: Table) -> dict[int, int]:
    """The entry number at each position of a table."""
    return dict(table.seats.filter(from_deal=1).values_list("position", "entry__number"))


def token(table: Table) -> str:
    """What opens the captain's page of a table: /t/<token>/."""
    return links.table_token(table)


def captain(table: Table) -> str:
    """The captain as the logbook names them."""
    return access.captain(token(table))[1]


# --- What is played --------------------------------------------------------------------------------------------


def result(contract: str = "PC8", declarers: tuple[int, ...] = (1, 3), tricks: Any = 9, **more: Any) -> dict[str, Any]:
    """A result as it is handed in; without arguments prop & cop 8 by seats 1 and 3, nine tricks (+10)."""
    return {"contract": contract, "declarers": list(declarers), "tricks": tricks, **more}


@laid_again
def write(table: Table, number: int, given: Mapping[str, Any] | None = None, *, key: str = "") -> None:
    """The captain writes a deal."""
    deal_acts.record_deal(table, captain(table), number, result() if given is None else given, key=key)


@laid_again
def play(table: Table) -> None:
    """The captain writes every deal of a table: the seats take turns in making eight tricks of solo 6 or 7."""
    for number in range(1, table.deals_planned + 1):
        write(table, number, result("S6" if number % 2 else "S7", ((number - 1) % 4 + 1,), 8))


@laid_again
def play_round(event: Event, number: int = 1) -> None:
    """Every table of a round writes every deal."""
    for row in Table.objects.filter(round__event=event, round__number=number).select_related("round__event"):
        play(row)


def stored(table: Table, number: int) -> Any:
    """The result of a deal as the database has it."""
    return Deal.objects.get(table=table, number=number).result


@laid_again
def penalty(
    event: Event, number: int, points: int = -3, reason: str = "Suit not followed, twice.", *, offence: str = ""
) -> Decision:
    """A penalty of the jury on one entry."""
    return rulings.penalise(
        event, "system", "card-by-mistake", {number: points}, reason, offence=offence, article="2.1"
    )


def given(decision: Decision) -> dict[int, int]:
    """What a decision gives, by entry number."""
    return dict(decision.adjustments.values_list("entry__number", "points"))


# --- What is seen ------------------------------------------------------------------------------------------------


def shown(answer: Any) -> str:
    """What a page says: its text without tags, on one line."""
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode())))


def filled_in(answer: Any) -> dict[str, str]:
    """The named inputs of a page with their values; the last one where a name is there twice."""
    tags = re.findall(r"<input[^>]*>", answer.content.decode())
    found = [(re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)) for tag in tags]
    fields = {name[1]: value[1] for name, value in found if name and value}
    return {name: value for name, value in fields.items() if name != "csrfmiddlewaretoken"}


def sent_from(browser: Client, path: str, **typed: Any) -> Any:
    """The answer to a form: what was typed, sent with the marks (`of`, `seen`) of the page at this path."""
    marks = {name: value for name, value in filled_in(browser.get(path)).items() if name in ("of", "seen")}
    return browser.post(path, {"of": "", **marks, **typed})


# --- What must not happen --------------------------------------------------------------------------------------


@contextmanager
def nothing_written() -> Iterator[None]:
    """Fails when the logbook of any event or the register of any club grows inside it."""
    before = _lines()
    yield
    assert (after := _lines()) == before, f"{after - before} lines were written"


@contextmanager
def refused(sentence: str = "", status: int = 0) -> Iterator[None]:
    """Fails unless an act inside it is refused with such a sentence (and status, if named), and writes nothing."""
    with nothing_written():
        try:
            yield
        except UserError as refusal:
            assert re.search(sentence, str(refusal)), refusal
            assert status in (0, refusal.status), refusal.status
        else:
            raise AssertionError("It was not refused.")


def _lines() -> int:
    return LogEntry.objects.count() + RegisterLine.objects.count()


def moved_on(event: Event, act: str = "record_deal", **fields: Any) -> Event:
    """The event one line further, which is about its first table; `fields` are changed beside it."""
    event = fresh(event)
    line = logbook.sealed_line(event, timezone.now(), "system", act, 1, {"round": 1, "table": 1})
    line.save()
    Event.objects.filter(pk=event.pk).update(revision=line.sequence, seal=line.hash, **fields)
    return fresh(event)


# --- Pictures --------------------------------------------------------------------------------------------------

# One red dot, as it is handed in.
DOT = b"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"


def logo() -> str:
    """A logo of one dot, as an event keeps it."""
    return pictures.data_address(base64.b64decode(DOT))
