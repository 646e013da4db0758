"""The promise before a draw: a secret is chosen and its hash shown, before anybody knows who will play.

The seed is made of the secret, of the entries as checked in, and of words said in public, so that neither the
organiser nor the players can choose it alone.
"""

import hashlib
from collections.abc import Iterable


def commitment(secret: str) -> str:
    """What is published before the desk closes: SHA-256 of the secret, as hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed(secret: str, entries: Iterable[int], words: str) -> str:
    """The seed of the draw: SHA-256 over three lines, as hexadecimal digits.

    The secret; the numbers of the entries checked in, ascending, with commas between; and the public words (four dice,
    say), with the white space around them left out. No words are an empty line.
    """
    numbers = ",".join(str(number) for number in sorted(entries))
    return hashlib.sha256(f"{secret}\n{numbers}\n{words.strip()}".encode()).hexdigest()
