"""Public pages as they are read: their words without the markup, the ranking cell by cell."""

import html
import re
from typing import Any

from tests.support.events import cast
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.models import Event, LogEntry


def read(address: str, language: str = "en", status: int = 200) -> str:
    """The words of a page, tags taken out; every page answers without a cookie and without writing."""
    before = LogEntry.objects.count()
    answer = cast.client(language=language).get(address)
    assert answer.status_code == status, answer.status_code
    assert not answer.cookies
    assert LogEntry.objects.count() == before
    return text_of(answer.content.decode())


def text_of(page: str) -> str:
    """What is read of a page from the content on."""
    return words_in(page[page.index("<main") :])


def words_in(markup: str) -> str:
    """What is read of a piece of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def row_of(page: str, number: int) -> dict[str, str]:
    """One line of the ranking, by cell: rank, name, round (all of them, with the adjustments), sum, tie-break."""
    found = re.search(rf'<tr id="n{number}">(.*?)</tr>', page, re.S)
    assert found
    cells: dict[str, str] = {"tie-break": ""}
    for kind, markup in re.findall(r'<t[dh] class="(\w+)"[^>]*>(.*?)</t[dh]>', found[1], re.S):
        cells[kind] = f"{cells[kind]} {words_in(markup)}" if kind in cells else words_in(markup)
    for kind, markup in re.findall(r'<small class="([\w-]+)">(.*?)</small>', found[1]):
        cells[kind] = words_in(markup)
    cells["name"] = words_in(re.findall(r"<a [^>]*>(.*?)</a>", found[1])[0])
    return cells


def ranking(event: Event, language: str = "en") -> str:
    return cast.client(language=language).get(event.get_absolute_url()).content.decode()


def rename(event: Event, number: int, name: str, **more: Any) -> None:
    registration.change_entry(cast.entry(event, number), "system", Entrant(name=name, **more))
