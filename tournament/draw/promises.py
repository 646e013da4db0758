"""The secrets of draws: derived from the key in `var/`, never stored before they are revealed.

A secret is HMAC-SHA256(link key, "draw" ‖ nonce). The nonce is in the sealed line of its promise or draw and reveals
nothing without the key. So a secret survives a restart and a restored backup, cannot change, and is in no export and no
logbook before the draw is published. An installation with another key cannot compute it.
"""

import hashlib
import hmac
from secrets import token_hex

from tournament import links
from tournament.models import Draw, Event, Promise
from tournament.seating.proof import promise


def fresh_nonce() -> str:
    """A nonce for a new secret."""
    return token_hex(16)


def secret_of(nonce: str) -> str:
    """The secret of a nonce on this installation: 64 hexadecimal digits."""
    return hmac.digest(links.link_key(), f"draw\0{nonce}".encode(), hashlib.sha256).hex()


def commitment_of(nonce: str) -> str:
    """What is published before the draw: SHA-256 of the secret, as hexadecimal digits."""
    return promise.commitment(secret_of(nonce))


def can_keep(promised: Promise) -> bool:
    """Whether this installation has the key with which a promise can be kept."""
    return hmac.compare_digest(commitment_of(promised.nonce), promised.commitment)


def secret(draw: Draw) -> str:
    """The secret of a draw, revealed or not; "" if it was made under another key."""
    if draw.secret:
        return draw.secret
    computed = secret_of(draw.nonce)
    return computed if hmac.compare_digest(promise.commitment(computed), draw.commitment) else ""


def seed_of(draw: Draw, secret: str) -> str:
    """The seed that follows from the secret, the entries and the words of a draw."""
    return promise.seed(secret, draw.entries, draw.words)


def open_promise(event: Event, secret: str = "") -> Promise | None:
    """The promise that the next draw must keep: the last one, if it is neither kept nor spent and can be kept here.

    It can be kept with this installation's key, or by a draw with this public `secret`.
    """
    last = Promise.objects.filter(event=event).order_by("number").last()
    if last is None or last.spent or last.drawn.exclude(secret="").exists():
        return None
    fits = promise.commitment(secret) == last.commitment if secret else can_keep(last)
    return last if fits else None
