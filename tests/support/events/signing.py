"""Signing as tests do it: a player signs what is shown to them, or disputes it; and what must be refused."""

from typing import Any

import pytest

from tests.support.events import cast
from tournament import guards
from tournament.acts.table import deals, signatures
from tournament.errors import UserError
from tournament.exchange.logbook import proof
from tournament.models import Event, Signature, Table
from tournament.progress.signing import Signing, signing

Policy = Event.Confirmation
PHONE, PIN, PAPER = Signature.How


def seated(policy: str = Policy.PLAYERS) -> Event:
    """Two tables that begin, at which every player will sign, or each deal is confirmed."""
    return cast.playing(players=8, deals=4, confirmation=policy)


def now(table: Table) -> Signing:
    return signing(cast.table(table.round.event, table.number))


def proved(event: Event) -> bool:
    """Whether every row follows from the lines."""
    guards.lay()
    return proof.prove(cast.fresh(event)) > 0


def players(table: Table) -> list[int]:
    return [cast.seated(table)[seat] for seat in (1, 2, 3, 4)]


def sign(table: Table, number: int, deal: int | None = None, **more: Any) -> None:
    """A player signs what is shown to them."""
    seen = now(table).version_token(number, deal)
    signatures.sign(table, f"entry:{number}", number, **{"deal": deal, "seen": seen, **more})


def dispute(table: Table, number: int, deal: int = 2, text: str = "I made nine.", **more: Any) -> None:
    signatures.dispute(table, f"entry:{number}", number, deal, text, **more)


def correct(table: Table, number: int = 2, tricks: int = 6, reason: str = "Miscounted.") -> None:
    version = table.deals.get(number=number).version
    given = cast.result("S7", (2,), tricks)
    deals.correct_deal(table, "user:1", number, given, replaces=version, reason=reason)


def refused(sentence: str, status: int = 409) -> Any:
    return _Refused(sentence, status)


class _Refused:
    """An act is refused with this sentence and status, and nothing is written."""

    def __init__(self, sentence: str, status: int) -> None:
        self._raises, self._nothing, self._status = (
            pytest.raises(UserError, match=sentence),
            cast.nothing_written(),
            status,
        )

    def __enter__(self) -> None:
        self._nothing.__enter__()
        self._info = self._raises.__enter__()

    def __exit__(self, *fault: Any) -> bool | None:
        caught = self._raises.__exit__(*fault)
        self._nothing.__exit__(None, None, None)
        assert self._info.value.status == self._status
        return caught
