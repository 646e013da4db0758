"""Names as people compare them: an accent, a capital or a space more makes no other person."""

import unicodedata


def folded(text: str) -> str:
    """A name as it is compared: small letters without accents, single spaces ("  José  PÉREZ" is "jose perez")."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(sign for sign in apart if not unicodedata.combining(sign)).split())


def holds(text: str, wanted: str) -> bool:
    """Whether every word of `wanted` occurs in `text`, accents and capitals aside."""
    there = folded(text)
    return all(word in there for word in folded(wanted).split())
