"""Signatures in a file: they go out and come in as they were, and a file that tells nonsense of them is refused."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.events.full_day import a_full_day
from tournament import guards
from tournament.acts.table import signatures
from tournament.exchange.logbook import proof
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.models import Event, Signature
from tournament.progress.signing import open_disputes

pytestmark = pytest.mark.django_db


@pytest.fixture
def document() -> dict[str, Any]:
    """The file of an event in which players signed and disputed, on phones and on paper."""
    return deepcopy(exported(a_full_day().seal))


@cache
def exported(seal: str) -> dict[str, Any]:
    """The file of the event with this seal, which stands now."""
    return exporting.document(Event.objects.get(seal=seal))


def test_signatures_go_out_and_come_in(document: dict[str, Any]) -> None:
    hows = [(row["how"], row["accepted"]) for row in document["signatures"]]
    assert ("phone", False) in hows and ("pin", True) in hows and ("paper", True) in hows
    assert {"text", "resolution", "resolved_at", "resolved_by"} <= {*document["signatures"][0]}
    importing.judge(document)
    event = importing.load(document, "system", slug="elsewhere")
    again = exporting.document(event)
    assert again["signatures"] == document["signatures"] and again.get("unsigned") == document.get("unsigned")
    guards.lay()
    assert proof.prove(event) and Signature.objects.filter(table__round__event=event).count() == len(hows)


def test_why_a_table_was_closed_unsigned_comes_along_and_a_dispute_goes_on() -> None:
    event = cast.played(players=8, confirmation=Event.Confirmation.PLAYERS)
    table = cast.table(event)
    one, two = cast.seated(table)[1], cast.seated(table)[2]
    signatures.dispute(table, f"entry:{one}", one, 2, "I made nine.")
    signatures.close_unsigned(table, "user:1", "The train.")
    elsewhere = importing.load(exporting.document(event), "system", slug="elsewhere")
    there = cast.table(elsewhere)
    assert there.unsigned_because == "The train." and [row.text for row in open_disputes(elsewhere)] == ["I made nine."]
    signatures.resolve_dispute(there, "user:1", 1, "Eight.")
    other = cast.table(elsewhere, 2)
    signatures.sign(other, f"entry:{two}", cast.seated(other)[2])


WRONG: dict[str, Callable[[dict[str, Any]], object]] = {
    "a table that is not there": lambda row: row.update(table=99),
    "somebody who does not sit there": lambda row: row.update(entry=10**6),
    "disputes no deal": lambda row: (row.update(accepted=False), row.pop("deal", None)),
    "its time is not one": lambda row: row.update(at="2026-02-31T10:00:00Z"),
    "cannot be kept": lambda row: row.update(text="\0"),
    "shown": lambda row: row.update(shown={"deals": [[1]], "decided": 0, "total": 0}),
    "more": lambda row: row.update(more=1),
    "how": lambda row: row.update(how="by letter"),
    "by_whom": lambda row: row.update(resolved_by="nobody"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_nonsense_is_refused(document: dict[str, Any], wrong: str) -> None:
    WRONG[wrong](document["signatures"][0])
    with pytest.raises(EventFileError):
        importing.judge(document)


def test_a_number_given_twice_and_an_unsigned_table_of_nowhere_are_refused(document: dict[str, Any]) -> None:
    twice = {**document, "signatures": [*document["signatures"], document["signatures"][0]]}
    with pytest.raises(EventFileError, match="given twice"):
        importing.judge(twice)
    for nowhere in ({"round": 9, "table": 1, "reason": "x"}, {"round": 1, "table": 1, "reason": "\0"}):
        with pytest.raises(EventFileError, match="unsigned"):
            importing.judge({**document, "unsigned": [nowhere]})
