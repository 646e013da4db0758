"""Marks: what a person was looking at as a short hash that a form sends back; anything different has another mark."""

import hashlib

from django.utils.translation import gettext_lazy as _

from tournament.refusal import Refusal


class Stale(Refusal):
    """An act was refused because what the form was filled in for has changed since."""


def mark_of(*values: object) -> str:
    """The mark of plain values (numbers, texts, lists of them) that describe a state."""
    return hashlib.sha256(repr(values).encode(errors="surrogatepass")).hexdigest()[:32]


def require_unchanged(seen: str | None, current: str) -> None:
    """Raises Stale unless the mark that was seen is the present one.

    None, from a program, means that nothing was looked at. "", from a form without a mark, is refused with 422.
    """
    if seen == "":
        raise Refusal(_("This form does not say what it was filled in for. Open its page again."), 422)
    if seen is not None and seen != current:
        raise Stale(_("Somebody has changed this in the meantime. Check it before you continue."))
