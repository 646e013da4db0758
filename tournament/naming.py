"""Names as people compare them: an accent, a capital or a space more makes no other person."""

import unicodedata

# Control characters, and halves of characters that only a broken encoder leaves alone.
UNKEPT = ("Cc", "Cs")
# Embedding, overriding and isolating a direction (Unicode Standard Annex 9): Hebrew and Arabic names need none of them.
TURNING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))


def folded(text: str) -> str:
    """A name as it is compared: small letters without accents, single spaces ("  José  PÉREZ" is "jose perez")."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(sign for sign in apart if not unicodedata.combining(sign)).split())


def holds(text: str, wanted: str) -> bool:
    """Whether every word of `wanted` occurs in `text`, accents and capitals aside."""
    there = folded(text)
    return all(word in there for word in folded(wanted).split())


def keepable(text: str, *, lines: bool = False) -> bool:
    """Whether a text can be kept, shown beside others and printed.

    No sign in it steers a machine (NUL, escape), is half a character, or turns the text after it round; with `lines`
    it may have several of them.
    """
    allowed = "\t\r\n" if lines else ""
    return not any(unicodedata.category(sign) in UNKEPT or sign in TURNING for sign in text if sign not in allowed)
