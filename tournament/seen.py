"""Marks: what a person was looking at as a short hash that a form sends back; anything different has another mark."""

import hashlib

from django.utils.translation import gettext_lazy as _

from tournament.refusal import Refusal


class Stale(Refusal):
    """An act was refused because something else stands now than what the form was filled in for."""


def mark_of(*told: object) -> str:
    """The mark of plain values (numbers, texts, lists of them) that describe a state."""
    return hashlib.sha256(repr(told).encode(errors="surrogatepass")).hexdigest()[:32]


def require_unchanged(seen: str | None, now: str) -> None:
    """Raises Stale unless the mark that was seen is the present one; None, from a program, means nothing was seen."""
    if seen is not None and seen != now:
        raise Stale(_("Somebody has changed this in the meantime. Check it before you continue."))
