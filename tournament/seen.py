"""Marks: what a person was looking at as a short hash that a form sends back; anything different has another mark."""

import hashlib


def mark_of(*told: object) -> str:
    """The mark of plain values (numbers, texts, lists of them) that describe a state."""
    return hashlib.sha256(repr(told).encode(errors="surrogatepass")).hexdigest()[:32]
