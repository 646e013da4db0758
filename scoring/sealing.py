"""The one form in which data are hashed, and the chain of hashes."""

import hashlib
import json

# What the first text of a chain follows.
GENESIS = "0" * 64


def canonical(value: object) -> str:
    """JSON in the one form that is hashed: keys sorted by code point, no spaces, ASCII; ValueError for NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def chained(previous: str, text: str) -> str:
    """SHA-256 (hex) of the previous hash followed by the text; "" where nothing comes before it."""
    return hashlib.sha256((previous + text).encode()).hexdigest()
