"""A table's pages as its captain's phone sees them, without a cookie and without scripts."""

from typing import Any

from django.test import Client

from tests.support.events import cast
from tests.support.pages.no_script import Visit
from tournament.models import Table

PC9: dict[str, Any] = {
    "contract": "PC9",
    "who": ["1", "3"],
    "tricks": "10",
    "seen": '{"contract":"PC9","declarers":[1,3],"tricks":10}',
    "version": "0",
}
# Pages of a table whose first deal is written, to be looked at.
LOOKS = ("", "deal/2/", "deal/2/?contract=PC9&who=1&who=3&tricks=10", "deal/2/pass/", "deal/2/misdeal/", "undo/")


def path(table: Table, rest: str = "") -> str:
    """The address of a page behind the table's link."""
    return f"/t/{cast.token(table)}/{rest}"


def opened(table: Table, rest: str = "", language: str = "en") -> Visit:
    """A page of the table, as a phone that was never here opens it: full CSRF checks, no cookie."""
    return Visit(Client(enforce_csrf_checks=True, headers={"accept-language": language}), path(table, rest))


def posted(table: Table, rest: str, **data: Any) -> Any:
    """The answer to what a phone sends."""
    return cast.client().post(path(table, rest), data)
