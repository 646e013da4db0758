"""Signing as tests do it: a player signs what is shown to them, or disputes it; and what must be refused."""

from typing import Any

from tests.support.events import cast
from tournament import guards
from tournament.acts.table import deals, signatures
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
