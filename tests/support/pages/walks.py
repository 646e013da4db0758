"""Walks through the pages of a site that speaks a language nobody speaks: what is said in plain words was forgotten."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.http import HttpResponse

from tests.support.events import cast
from tests.support.pages import pseudo, tour
from tests.support.pages.untranslated import UNTRANSLATED, typed_in


class Listener:
    """Looks at pages, and keeps what was said on them in plain words."""

    def __init__(self, *data: str) -> None:
        self.data = [*UNTRANSLATED, *data]
        self.faults: dict[str, str] = {}

    def look(self, address: str, response: HttpResponse) -> None:
        """Judges one page."""
        assert response.status_code < 500, address
        if response.headers.get("Content-Type", "").startswith("text/html"):
            for text in pseudo.plain_words(response.content.decode(), self.data):
                self.faults.setdefault(text, address)


def walked(who: User | None, starts: Iterable[str], *, send: bool = True) -> set[str]:
    """Walks from these addresses as a visitor and fails on plain words; the names of the pages that were met."""
    listener = Listener(*typed_in())
    met = tour.walk(cast.client(who, pseudo.LANGUAGE), starts, listener.look, send=send)
    plain = "\n".join(f"{text!r}: {where}" for text, where in listener.faults.items())
    assert not plain, plain
    return met
