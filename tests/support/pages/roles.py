"""Who is admitted where: every page as each visitor meets it, and the matrix of docs/roles.md."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from tests.support.events import cast, stages
from tests.support.pages import tour
from tournament import access, links
from tournament.access import Permission
from tournament.models import Entry, Event, Membership

ROLES = tuple(Membership.Role)
# Those who sign in nowhere.
CAPTAIN, PLAYER, PUBLIC = "captain", "player", "public"
EVERYBODY = (*ROLES, CAPTAIN, PLAYER, PUBLIC)
# What each permission lets its holders do.
MEANS = {
    "look": "see players, rounds, tables, ranking, rules, decisions, calls, papers",
    "plan": "plan the event: format, rules, members, papers’ logo, start, close, bin",
    "register": "enter players, change and delete them",
    "admit": "check in at the door, close the desk, let people leave and come back",
    "seat": "draw, publish, exchange, close rounds, say until when they are provisional",
    "write deals": "type deals, close tables on paper, hand out the links to write",
    "correct deals": "correct and take back deals, reopen a table, empty a sheet",
    "rule": "penalise, rule on a deal",
    "settle disputes": "say how what a player disputed was resolved",
    "cancel decisions": "cancel a decision of the jury",
    "put right": "reopen a round, put swapped seats right, declare the ranking final and take that back",
    "announce": "announce something to phones and screens, keep the time of a round",
    "record appeals": "record the appeal of a player",
    "see the plan": "see plan, format, cuts and who works for the event",
    "see fees": "see who paid, who owes, and the totals",
    "see rulings": "see the rulings at a table, and what tables said of the jury themselves",
    "see what is open": "see what still stands in the way of a final ranking",
    "read logbook": "read the logbook and take it along",
    "check draws": "see a draw with the names, before its secret is revealed",
}
FOUNDER = "make events"
ADMINISTRATOR = "administer"
SIGNED_IN = "sign in"


@dataclass(frozen=True)
class Link:
    """A kind of link: what it is called here, what it lets its holders do, the gate of `access` that it opens."""

    name: str
    means: str
    gate: str
    holders: frozenset[str]


# By how the addresses behind them begin.
LINKS = {
    "t/": Link("write a table", "write its deals, call the jury, sign there", "captain", frozenset({CAPTAIN})),
    "p/": Link("own page", "read one’s seats, deals, decisions; sign, dispute, appeal", "player", frozenset({PLAYER})),
    "r/": Link("look on at a table", "read its sheet, write on with a PIN", "reader", frozenset({CAPTAIN, PLAYER})),
}
READ = Link("public pages", "read ranking, seating, rules, draws; register where that is open", "public", frozenset())
TOKEN = "TOKEN"
# What these show depends on whether the visitor signed in.
ACCOUNT = ("/sign-in/", "/password/", "/devices/", "/devices/revoke/", "/sign-out/", "/style/")


@dataclass(frozen=True)
class Page:
    """One address with one method, as a link to an event that exists; behind a link with a `TOKEN` to be put in."""

    name: str
    route: str
    address: str
    method: str

    def ask(self, client: Client) -> Any:
        """The answer to somebody; what it writes is taken back."""
        with tour.taken_back():
            # Whether the dealer pays for a misdeal is read before the link is.
            sent = {"waived": "1"} if self.method == "post" and self.route.startswith("t/") else {}
            return getattr(client, self.method)(self.address, sent)

    def behind(self, token: str) -> "Page":
        """The same page, as whoever has this token asks for it."""
        return replace(self, address=self.address.replace(TOKEN, token))


def playing() -> Event:
    """A championship in which every address below leads somewhere."""
    return stages.midway()


def pages(event: Event) -> list[Page]:
    """Every page of the staff in this event, once for each method it takes."""
    founder = cast.client(cast.member(event, ROLES[0], cast.founder().username))
    found = [(name, route, _address(name, event, names)) for name, route, names in _routes()]
    both = [Page(*one, method) for one in found for method in ("get", "post")]
    return [page for page in both if page.ask(founder).status_code != 405]


def asked(page: Page, client: Client, monkeypatch: pytest.MonkeyPatch) -> str:
    """The permission that a page asks for when an organiser opens it: a `Permission`, or one of ours."""
    heard: list[str] = []

    def overheard(gate: Callable[..., Any], permission: Callable[[tuple[Any, ...]], str]) -> Callable[..., Any]:
        def asking(*given: Any, **more: Any) -> Any:
            heard.append(permission(given))
            return gate(*given, **more)

        return asking

    with monkeypatch.context() as patch:
        patch.setattr(access, "staff", overheard(access.staff, lambda given: str(given[2])))
        patch.setattr(access, "steward", overheard(access.steward, lambda given: str(given[2])))
        patch.setattr(access, "founder", overheard(access.founder, lambda given: FOUNDER))
        patch.setattr(access, "administrator", overheard(access.administrator, lambda given: ADMINISTRATOR))
        patch.setattr(access, "member", overheard(access.member, lambda given: SIGNED_IN))
        page.ask(client)
    return heard[0]


def tokens(event: Event, who: str) -> dict[str, str]:
    """The tokens of the links that somebody holds in an event, by how the addresses behind them begin."""
    table, entry = cast.table(event), cast.entry(event, 1)
    made = {"t/": links.table_token(table), "p/": links.personal_token(entry), "r/": links.reading_token(table)}
    return {start: token for start, token in made.items() if who in LINKS[start].holders}


def linked_pages(event: Event) -> list[Page]:
    """Every page behind a link, once for each method it takes."""
    found = []
    for namespace in ("captain", "players"):
        for route, names in behind_links(namespace):
            address = f"/{filled(route, names, token=TOKEN)}"
            token = next(tokens(event, who)[route[:2]] for who in LINKS[route[:2]].holders)
            both = [Page("", route, address, method) for method in ("get", "post")]
            found += [page for page in both if page.behind(token).ask(cast.client()).status_code != 405]
    return found


def let_in(page: Page, client: Client, monkeypatch: pytest.MonkeyPatch) -> Event | None:
    """The event into which the gate of a page behind a link lets somebody; None if it does not."""
    gate, passed = LINKS[page.route[:2]].gate, list[Event]()
    opens = getattr(access, gate)

    def watched(token: str) -> Any:
        found = opens(token)
        behind = found[0] if isinstance(found, tuple) else found
        passed.append(behind.event if isinstance(behind, Entry) else behind.round.event)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(access, gate, watched)
        page.ask(client)
    return passed[0] if passed else None


def public_pages(event: Event) -> list[Page]:
    """Every page that needs neither a link nor an account, once for each method it takes."""
    routes = [one for one in _of(None, "/") if "token" not in one[2] and one[1] not in ACCOUNT]
    both = [
        Page(name, route, filled(route, names, slug=event.slug, who="jury", code="nl", language="nl"), method)
        for name, route, names in routes
        for method in ("get", "post")
    ]
    return [page for page in both if page.ask(cast.client()).status_code != 405]


def admitted(answer: Any) -> bool:
    """Whether a visitor was let in: not refused, and not sent to the sign-in."""
    return answer.status_code != 403 and "/sign-in/" not in answer.headers.get("Location", "")


def matrix(asks: Mapping[Page, str], clubs: str, linked: Collection[Page], public: Collection[Page]) -> str:
    """The text of docs/roles.md; `clubs` is the part about those."""
    where: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    methods = Counter(page.route for page in asks)
    for page, permission in asks.items():
        where[permission][page.route].append(page.method.upper())
    staff = [HEAD, *_roles(), PAGES, *_pages(where, methods)]
    return "\n".join([*staff, READ_ONLY, clubs, OTHERS, *_others(linked, public)])


HEAD = """\
# Who may do what

Generated by `make roles` from `tournament/access.py` and from what every page asks; `tests/site/test_roles.py`
opens each of them as everybody below, in their own event and in another one.

A role holds in one event. One person may have several. Who *makes events* is an organiser of those they made: owners
and secretaries make those of their club, an administrator or whom one allowed it also others. *Administrators* make
clubs, appoint their owners, give rights on the installation and see its backups. Captains and players sign in nowhere:
a link opens one table or one player's page (`links.py`), to whoever holds it. The one to write is given to the captain
of a table, the one to look on lies at the table for all who sit there.
"""
PAGES = """
## The pages of each

Below `/staff/<slug>/`, written …; GET is looking, POST is doing. Where only one is named, the other asks for more.
"""
READ_ONLY = """\
## What an auditor does not open

An auditor reads all and changes nothing. Closed to them are only pages that show nothing which is not on another: those
that ask for confirmation of an act (publish, close, delete, withdraw, cancel, revoke …) or what it needs (a reason,
points, a name, a seat, a file), and the drafts of what was not done: a draw, a list, a ruling, rules before they are
kept. What they would change stands on the pages above, and in the logbook once it was done. Closed too are links and
codes that let somebody in (`members/<user>/`, `link/`, `link.svg`, `invitation.svg`): who held one could act as
somebody else. What is kept about one player (`kept.json`) is for that player; its facts are in `event.json`.
"""
OTHERS = """\
## The pages behind links, and those for everybody

A link of one event opens nothing in another. Pages for everybody answer all visitors alike, whoever they are.
"""


def _roles() -> Iterator[str]:
    yield f"| | {' | '.join(str(role.label) for role in ROLES)} | {CAPTAIN} | {PLAYER} | {PUBLIC} |"
    yield f"|---|{':-:|' * len(EVERYBODY)}"
    rows: list[tuple[str, str, frozenset[str]]]
    rows = [(permission, MEANS[permission], permission.roles) for permission in Permission]
    rows += [(link.name, link.means, link.holders) for link in LINKS.values()]
    for name, means, who in [*rows, (READ.name, READ.means, frozenset(EVERYBODY))]:
        marks = " | ".join("●" if role in who else "" for role in EVERYBODY)
        yield f"| **{name}**: {means} | {marks} |"


def _pages(where: Mapping[str, Mapping[str, list[str]]], methods: Mapping[str, int]) -> Iterator[str]:
    for permission in (*Permission, FOUNDER, ADMINISTRATOR, SIGNED_IN):
        yield f"**{permission}**\n"
        for route, taken in sorted(where[permission].items()):
            yield f"* `{shortened(route)}`" + (f" ({taken[0]})" if len(taken) < methods[route] else "")
        yield ""


def _others(linked: Collection[Page], public: Collection[Page]) -> Iterator[str]:
    shown = {link.name: [page for page in linked if page.route.startswith(start)] for start, link in LINKS.items()}
    for name, pages in {**shown, READ.name: public}.items():
        methods: dict[str, list[str]] = defaultdict(list)
        for page in pages:
            methods[shortened(page.route)].append(page.method.upper())
        yield f"**{name}**\n"
        yield from (f"* `{route}` ({', '.join(taken)})" for route, taken in sorted(methods.items()))
        yield ""


def shortened(route: str) -> str:
    """A route as docs/roles.md has it."""
    return re.sub(r"<\w+:(\w+)>", r"<\1>", route).replace("/staff/<slug>/", "…/")


# What the parts of an address stand for in `playing`; those that are not named are numbered 1.
GIVEN = {"kind": "misdeal", "key": "ranking", "form": "csv", "state": "closed", "role": "desk"}
# Whom these let in depends on what was asked for: tests/printing/test_job_pages.py.
ELSEWHERE = ("staff:job", "staff:job-file")


def _routes() -> Iterator[tuple[str, str, list[str]]]:
    """Name, route and arguments of every address of the staff whose visitors do not depend on what was asked for."""
    return (one for space in ("staff", "installation") for one in _of(space, "/") if one[0] not in ELSEWHERE)


def club_routes() -> list[tuple[str, str, list[str]]]:
    """Name, route and arguments of every address of an organisation's stewards."""
    return list(_of("club", "/"))


def behind_links(namespace: str) -> Iterator[tuple[str, list[str]]]:
    """Route and arguments of every page that a link opens in this namespace, but for the app, the same for all."""
    return ((route, names) for name, route, names in _of(namespace, "") if "token" in names and name != "captain:app")


def filled(route: str, names: list[str], **known: str) -> str:
    """A route with these arguments; those that are not named are numbered 1."""
    for name in names:
        route = re.sub(rf"<\w+:{name}>", known.get(name, "1"), route)
    return route


def _of(namespace: str | None, start: str) -> Iterator[tuple[str, str, list[str]]]:
    for one in get_resolver().url_patterns:
        if getattr(one, "namespace", "") == namespace:
            yield from _below(one, start, [], f"{namespace}:")


def _below(one: Any, prefix: str, before: list[str], space: str) -> Iterator[tuple[str, str, list[str]]]:
    route, names = f"{prefix}{one.pattern}", [*before, *one.pattern.converters]
    if isinstance(one, URLPattern):
        yield f"{space}{one.name}", route, names
    else:
        for inner in one.url_patterns:
            yield from _below(inner, route, names, space)


def _address(name: str, event: Event, names: list[str]) -> str:
    member = event.memberships.filter(role=ROLES[0]).first()
    known = {**GIVEN, "slug": event.slug, "user": member.user_id if member else 0}
    return reverse(name, kwargs={one: known.get(one, 1) for one in names})
