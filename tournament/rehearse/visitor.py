"""A browser without scripts: pages, their forms filled in and sent, cookies, and how long each answer took."""

import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from lxml import html

from tournament.rehearse.wire import connection_to

MOST_REDIRECTS = 5


class RehearsalError(Exception):
    """A page was not what it should be: the rehearsal ends with this sentence."""


@dataclass
class Form:
    """A form of a page: where it is sent, and what it sends when nobody touches it."""

    action: str
    method: str = "get"
    fields: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Page:
    """A page that was answered."""

    address: str
    status: int
    text: str
    seconds: float
    forms: list[Form] = field(default_factory=list)
    links: list[str] = field(default_factory=list)

    def form(self, part: str = "") -> Form:
        """The first form to be posted to an address with this in it. Raises RehearsalError if there is none."""
        form = next((form for form in self.forms if form.method == "post" and part in form.action), None)
        if form is None:
            raise RehearsalError(f"{self.address} ({self.status}) has no form for {part or 'anything'}.")
        return form


class Visitor:
    """Somebody with a browser. It keeps its connection open, so it belongs to one thread.

    With `scripts` it asks for the changed part of a page only, as htmx does.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.scripts = False
        self.cookies: dict[str, str] = {}
        self._line: HTTPConnection | None = None

    def get(self, address: str) -> Page:
        """A page, followed to where it leads. Raises RehearsalError if it is not there."""
        page = self._ask("GET", address)
        if page.status >= 400:
            raise RehearsalError(f"{address} was answered {page.status}.")
        return page

    def send(self, form: Form, **typed: Any) -> Page:
        """Sends a form with something typed into it; a list is sent as several values, None leaves a field out."""
        values = [(name, value) for name, value in form.fields if name not in typed]
        for name, value in typed.items():
            values += [(name, item) for item in (value if isinstance(value, list) else [value]) if item is not None]
        return self._ask("POST", form.action, urlencode(values).encode())

    def done(self, form: Form, **typed: Any) -> Page:
        """Sends a form that must be accepted. Raises RehearsalError if it is not."""
        page = self.send(form, **typed)
        if page.status >= 400:
            raise RehearsalError(f"{form.action} was answered {page.status}: {error_on(page.text)}")
        return page

    def with_this(self) -> "Visitor":
        """The same person in another window."""
        other = Visitor(self.url)
        other.cookies = self.cookies
        return other

    def _ask(self, method: str, address: str, body: bytes | None = None) -> Page:
        begun = time.monotonic()
        for _redirect in range(MOST_REDIRECTS):
            status, headers, text = self._answer(method, address, body)
            if status not in (301, 302, 303):
                return _read(address, status, text, time.monotonic() - begun)
            address, method, body = urljoin(address, headers), "GET", None
        raise RehearsalError(f"{address} leads round in circles.")

    def _answer(self, method: str, address: str, body: bytes | None) -> tuple[int, str, str]:
        parts = urlsplit(address)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers |= {"Referer": f"{self.url}{path}", "Accept-Language": "en"}
        if self.scripts:
            headers["HX-Request"] = "true"
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        for again in (True, False):
            line = self._line = self._line or connection_to(self.url)
            try:
                line.request(method, path, body, headers)
                answer = line.getresponse()
                text = answer.read().decode(errors="replace")
                break
            except (OSError, HTTPException) as fault:
                line.close()
                self._line = None
                # A server closes a connection that was idle; what is posted may have arrived, and our forms may be
                # sent again.
                if not again:
                    raise RehearsalError(f"{address} was not answered: {fault!r}") from fault
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.headers.get("Location", ""), text


def error_on(text: str) -> str:
    """What a page says, as far as a sentence can hold it."""
    return " ".join(html.fromstring(text or "-").xpath("string(//main)").split())[:300]


def _read(address: str, status: int, text: str, seconds: float) -> Page:
    page = Page(address, status, text, seconds)
    if text.lstrip()[:1] == "<":
        root = html.fromstring(text)
        root.make_links_absolute(address)
        page.links = root.xpath("//a/@href")
        # A browser sends an empty field too.
        for empty in root.xpath("//input[not(@value)][not(@type='checkbox' or @type='radio')]"):
            empty.set("value", "")
        for area in root.iter("textarea"):
            area.text = (area.text or "").removeprefix("\n")
        page.forms = [Form(form.action or address, form.method.lower(), form.form_values()) for form in root.forms]
    return page
