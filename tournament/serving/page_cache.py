"""The last edition of pages that are the same for everybody, answered at once and without a thread.

A page with an edition (`views.shared.prerendered`) is stored here as bytes. A request for it within half a second gets
the same bytes; so does, for some seconds more, a request that would otherwise have to wait, as long as the logbook
says that nothing happened since but play at the tables: what was hidden meanwhile is not shown again. A season is of
many events, whose logbooks nobody looks through: its pages are given for half a second only.
"""

import time
from dataclasses import dataclass, replace
from types import SimpleNamespace

from django.http.cookie import parse_cookie
from django.utils.translation import get_language_from_request

from tournament.serving.bodies import Scope
from tournament.serving.wsgi_adapter import Answer
from tournament.views.outside.cookieless import is_outside, language_in
from tournament.views.shared.compressed import takes_gzip

# isort: split
# The bridge has set Django up, which the models need.
from tournament.reading.logbook import recent_lines
from tournament.reading.logbook.recent_lines import Depends

# The maximum age (s) of an edition for everybody, and for requests that would otherwise have to wait.
FRESH = 0.5
MAX_SECONDS = 10.0
MAX_PAGES = 200
OF_PAGES = ("/e/", "/o/", "/api/", "/embed/")
# RFC 9110, 15.4.5: headers that a 304 does not repeat.
OF_THE_BODY = ("content-length", "content-type", "content-encoding")

# Host, path, language, and whether it is compressed.
Key = tuple[str, str, str, bool]


@dataclass(frozen=True, slots=True)
class CachedPage:
    """What was answered last: the page, the answer that it has not changed, when work on it began (s), and on what."""

    version: str
    begun: float
    depends: Depends
    answer: Answer | None
    unchanged: Answer | None


_pages: dict[Key, CachedPage] = {}
# Work that began before this (monotonic seconds) may show what was hidden since.
_forgotten = 0.0


def last_edition(scope: Scope, *, waits: bool) -> Answer | None:
    """The answer that others got to the same request a moment ago; None if there is none."""
    cached = _cached(scope)
    if cached is None or time.monotonic() - cached.begun > (MAX_SECONDS if waits else FRESH):
        return None
    if is_late(cached.begun) and may_hide(cached.depends):
        return None
    version = scope["query_string"].removeprefix(b"v=")
    if version and version == cached.version.encode():
        return cached.unchanged
    if cached.answer is None or (scope["query_string"] and version == scope["query_string"]):
        return None
    return _not_modified(cached.answer) if _has_it(scope, cached.answer) else cached.answer


def older_edition(scope: Scope) -> Depends | None:
    """What the stored edition of a page depends on; None if there is none, or a new enough one."""
    cached = _cached(scope)
    return cached.depends if cached and is_late(cached.begun) else None


def is_late(begun: float) -> bool:
    """Whether something may have been hidden too long ago for a page on which work began then (monotonic seconds)."""
    return time.monotonic() - begun > FRESH


def may_hide(depends: Depends) -> bool:
    """Whether more than play happened since an edition, or nobody has just looked (`recent_lines.read`)."""
    lines = recent_lines.recent(depends.event)
    return lines is None or lines.hide(depends)


def keep(scope: Scope, answer: Answer, begun: float) -> None:
    """Stores an answer that has an edition, for the requests that follow; never one that began before what is there."""
    key = _key(scope) if answer.edition else None
    if key is None or answer.depends is None or begun < max(_forgotten, _pages[key].begun if key in _pages else 0.0):
        return
    before = _pages.pop(key, None)
    same = before if before and before.version == answer.edition else None
    again = replace(answer, edition="", depends=None)  # so that what comes from here never counts as new
    unchanged = same.unchanged if same else None
    cached = CachedPage(answer.edition, begun, answer.depends, same.answer if same else None, unchanged)
    if answer.status == 200 and _is_for(key, answer):
        cached = replace(cached, answer=again)
    elif answer.status == 204:
        cached = replace(cached, unchanged=again)
    _pages[key] = cached
    while len(_pages) > MAX_PAGES:
        del _pages[next(iter(_pages))]


def clear_cache() -> None:
    """Drops all editions: what the staff has just changed or hidden is not given any more."""
    global _forgotten
    _forgotten = time.monotonic()
    _pages.clear()


def _cached(scope: Scope) -> CachedPage | None:
    key = _key(scope)
    return _pages.get(key) if key else None


def _key(scope: Scope) -> Key | None:
    """The key under which a page is stored; None if it cannot be."""
    if scope["method"] != "GET" or not scope["path"].startswith(OF_PAGES):
        return None
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    path = scope["path"]
    asker = SimpleNamespace(
        META={"HTTP_ACCEPT_LANGUAGE": language_in(path) or headers.get(b"accept-language", "")},
        COOKIES={} if is_outside(path) else parse_cookie(headers.get(b"cookie", "")),
    )
    language = get_language_from_request(asker)  # type: ignore[arg-type]
    return headers.get(b"host", ""), path, language, takes_gzip(headers.get(b"accept-encoding", ""))


def _is_for(key: Key, answer: Answer) -> bool:
    """Whether a page is what its key says: Django may read a repeated header differently than we do."""
    headers = {name.lower(): value for name, value in answer.headers}
    return (headers.get("content-language"), "content-encoding" in headers) == key[2:] and "set-cookie" not in headers


def _has_it(scope: Scope, answer: Answer) -> bool:
    """Whether the browser already has this page."""
    etag = next((value for name, value in answer.headers if name.lower() == "etag"), "")
    known = dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1")
    return bool(etag) and etag in (tag.strip() for tag in known.split(","))


def _not_modified(answer: Answer) -> Answer:
    return Answer(304, [(name, value) for name, value in answer.headers if name.lower() not in OF_THE_BODY])
