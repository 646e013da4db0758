"""A walk through the site as one visitor: along every link, and with every form sent empty, filled in and as nonsense.

What a form would change is taken back at once, so that every page is met in the state the walk began with.
"""

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, resolve

from tournament.ranking import live
from tournament.reading.logbook import recent_lines
from tournament.reading.season import results, seasons
from tournament.views.hall.screen import HALL
from tournament.views.outside.boards import EVENTS, SEASONS
from tournament.views.public.boards import SEATING
from tournament.views.public.ranking_board import RANKING
from tournament.views.public.season import SEASON
from tournament.views.public.statistics import STATISTICS

# How many addresses of one page are looked at, besides those that were asked for.
ADDRESSES = 2
# The ways of sending a form that may well be accepted; those are tried both as a browser sends a form and as htmx does.
ANSWERED = ("untouched", "filled in")
BROWSERS: tuple[dict[str, str], ...] = ({}, {"HX-Request": "true"})
# The same, where only what may well be accepted is sent; and what that is, where it is not just "1".
OFFERED = 3
LIKELY = {"contract": "S6", "tricks": "6", "number": "9"}
FILLED = "⟦Zz⟧"
NUMBERS = re.compile(r"\d+")
NONSENSE = "☠" * 700
# What is in a file that is sent: a list of players, of which the second line is doubtful and the third refused.
HEADED = ("Naam", "Nr")
LISTED = f"{';'.join(HEADED)};{FILLED}\n{FILLED};;\n{FILLED};;\n{FILLED};{FILLED};\n"
# A way out, and the choice of language: walking them would end the walk.
NOT_WALKED = ("sign-out", "language")
LEFT_AS_IS = ("hidden",)
CHOSEN = ("radio", "checkbox", "select")
TYPED = ("text", "textarea", "search", "password")

Look = Callable[[str, Any], None]


@dataclass
class Field:
    """A control of a form: its name and type, the values it may send, and those it sends when nobody touches it.

    `accept` is what kinds of files it takes.
    """

    name: str
    type: str
    values: list[str] = field(default_factory=list)
    untouched: list[str] = field(default_factory=list)
    accept: str = ""


@dataclass
class Form:
    """A form as it is in a page; `buttons` are its named ones, as (name, value); `sends` if it has any."""

    action: str
    method: str
    fields: dict[str, Field] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    sends: bool = False


def named_pages() -> set[str]:
    """The names of all addresses of the site, with their namespaces."""
    return set(_names(get_resolver().url_patterns, ""))


def walk(client: Client, starts: Iterable[str], look: Look, *, send: bool = True) -> set[str]:
    """Looks at `starts` and at every page that they lead to, refusals too; the names of all that was met.

    Without `send` no form is sent; where it leads to counts as met all the same.
    """
    met: Counter[tuple[str, ...]] = Counter()
    tried: Counter[tuple[str, ...]] = Counter()
    asked = list(starts)
    waiting = deque(asked)
    looked: set[str] = set()
    forget()
    while waiting:
        address = waiting.popleft()
        page = _key(address)
        if page is None or page[0] in NOT_WALKED or address in looked:
            continue
        if address not in asked and met[page] >= ADDRESSES:
            continue
        looked.add(address)
        met[page] += address not in asked
        response = client.get(address, follow=True)
        look(address, response)
        links, forms = _parsed(response)
        waiting.extend(links)
        while forms:
            form = forms.pop()
            kind = _kind(form)
            if kind and send and not tried[kind]:
                forms += _try(client, form, look)
            tried[kind] += 1
    return {page[0] for page in {*met, *tried} if page}


def offered(client: Client, start: str) -> Iterator[tuple[str, Any]]:
    """Every page under an address, and every form offered there as somebody would send it, each with its answer."""
    met: Counter[tuple[str, ...]] = Counter()
    waiting, looked = deque([start]), {start}
    while waiting:
        address = waiting.popleft()
        page = _key(address)
        # Papers are made by processes of their own, whatever the state of an event.
        if page is None or not address.startswith(start) or "/papers/" in address or met[page] >= OFFERED:
            continue
        met[page] += 1
        response = client.get(address)
        yield address, response
        links, forms = _parsed(response)
        links += [f"{form.action}?{urlencode(_likely(form), True)}" for form in forms if form.method == "get"]
        waiting.extend(link for link in links if link not in looked)
        looked.update(links)
        for form in forms:
            for name, value in (form.buttons or [("", "")]) if form.method == "post" and form.sends else ():
                with taken_back():
                    yield f"{address} → {form.action} {name}", client.post(form.action, _likely(form) | {name: value})


def _likely(form: Form) -> dict[str, Any]:
    """What somebody would send: what is there already, and otherwise something that may well be accepted."""
    return {
        field.name: [value for value in field.untouched if value] or field.values[-1:] or [LIKELY.get(field.name, "1")]
        for field in form.fields.values()
    }


def _try(client: Client, form: Form, look: Look) -> list[Form]:
    """Sends a form in every way; the forms that its answers held, such as a second step."""
    answered = []
    sent = client.get if form.method == "get" else client.post
    for way, data in _ways(form):
        for headers in BROWSERS if way in ANSWERED else BROWSERS[:1]:
            with taken_back():
                response = sent(form.action, data, follow=True, headers=headers)
                look(f"{form.method} {form.action} ({way})", response)
                answered += _parsed(response)[1]
    return answered


@contextmanager
def taken_back() -> Iterator[None]:
    """What is written inside is undone, and nothing that was computed from it is remembered."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    forget()


def forget() -> None:
    """Drops what the site keeps computed: another database may stand in its place by now."""
    live.clear_cache()
    recent_lines.clear_cache()
    RANKING.clear_cache()
    for board in (*SEATING.values(), *EVENTS.values(), *SEASONS.values()):
        board.clear_cache()
    HALL.clear_cache()
    SEASON.clear_cache()
    STATISTICS.clear_cache()
    results.clear_cache()
    seasons.clear_cache()


def _ways(form: Form) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, value in form.buttons or [("", "")]:
        button = {name: value} if name else {}
        yield ANSWERED[0], _data(form, lambda field: field.untouched) | button
        yield ANSWERED[1], _data(form, _filled) | button
    if any(field.type not in LEFT_AS_IS for field in form.fields.values()):
        yield "empty", _data(form, _empty)
        yield "nonsense", _data(form, _nonsense)


def _data(form: Form, fill: Callable[[Field], list[Any]]) -> dict[str, Any]:
    return {field.name: values for field in form.fields.values() if (values := fill(field))}


def _filled(field: Field) -> list[Any]:
    if field.type in TYPED:
        return [FILLED]
    if ".csv" in field.accept:
        return [SimpleUploadedFile("list.csv", LISTED.encode())]
    if field.type == "number":
        return field.untouched or ["3"]
    return field.values[-1:] if field.type in CHOSEN else field.untouched


def _empty(field: Field) -> list[str]:
    if field.type in LEFT_AS_IS:
        return field.untouched
    return [] if field.type in CHOSEN else [""]


def _nonsense(field: Field) -> list[str]:
    return field.untouched if field.type in LEFT_AS_IS else [NONSENSE]


def _key(address: str) -> tuple[str, ...] | None:
    """What tells one page from another: its name and what its address asks; None for what is no page of ours."""
    parts = urlsplit(address)
    if parts.scheme == "data" or parts.netloc not in ("", "testserver") or parts.path.startswith("/static/"):
        return None
    asked = sorted({name for name, _value in parse_qsl(parts.query)})
    return (resolve(parts.path).view_name, *asked)


def _kind(form: Form) -> tuple[str, ...]:
    """What tells one form from another: where it leads to, how, and what it asks; () for one that is not walked.

    The second of a kind of field asks nothing new: a form to which one adds lines would never end.
    """
    page = _key(form.action)
    asked = {NUMBERS.sub("#", name) for name in form.fields}
    return (page[0], form.method, *sorted(asked)) if page and page[0] not in NOT_WALKED else ()


def _names(patterns: Iterable[Any], prefix: str) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield f"{prefix}{pattern.name}"
        else:
            yield from _names(pattern.url_patterns, f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix)


def _parsed(response: Any) -> tuple[list[str], list[Form]]:
    """The addresses a page leads to, and its forms."""
    if not response.headers.get("Content-Type", "").startswith("text/html"):
        return [], []
    request = response.request
    asked = f"?{request['QUERY_STRING']}" if request.get("QUERY_STRING") else ""
    parser = _Doors(request["PATH_INFO"] + asked)
    parser.feed(response.content.decode())
    return parser.links, parser.forms


class _Doors(HTMLParser):
    """The ways on from a page: links, images, what htmx fetches, forms."""

    def __init__(self, here: str) -> None:
        super().__init__()
        self.here = here
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag != "link":
            self.links += [self._address(given[name]) for name in ("href", "src", "hx-get") if given.get(name)]
        if tag == "form":
            self._form = Form(self._address(given.get("action", "")), given.get("method", "get").lower())
            self.forms.append(self._form)
        elif self._form and (tag == "button" or given.get("type") == "submit"):
            self._form.sends = True
            self._button(self._form, given)
        elif self._form and tag in ("input", "select", "textarea") and given.get("name"):
            self._control(self._form, tag, given)
        elif self._select and tag == "option":
            _offer(self._select, given.get("value", ""), "selected" in given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select" and self._select:
            self._select.untouched = self._select.untouched or self._select.values[:1]
            self._select = None

    def _button(self, form: Form, given: dict[str, str]) -> None:
        """A button; one that sends the form elsewhere, or otherwise, makes it another form."""
        button = (given["name"], given.get("value", "")) if given.get("name") else None
        if "formaction" in given or "formmethod" in given:
            action = self._address(given["formaction"]) if "formaction" in given else form.action
            form = Form(action, given.get("formmethod", form.method).lower(), form.fields)
            self.forms.append(form)
        if button:
            form.buttons.append(button)

    def _control(self, form: Form, tag: str, given: dict[str, str]) -> None:
        type = given.get("type", "text") if tag == "input" else tag
        control = form.fields.setdefault(given["name"], Field(given["name"], type, accept=given.get("accept", "")))
        if tag == "select":
            self._select = control
        elif "value" in given:
            _offer(control, given["value"], "checked" in given or type not in CHOSEN)

    def _address(self, address: str) -> str:
        return urljoin(self.here, address).partition("#")[0]


def _offer(control: Field, value: str, untouched: bool) -> None:
    control.values.append(value)
    if untouched:
        control.untouched.append(value)
