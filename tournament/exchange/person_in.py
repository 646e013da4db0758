"""The person in a line of a list: what each column says, made into what is known of a player."""

from collections.abc import Mapping

from tournament.acts.registration import Person
from tournament.exchange import headings
from tournament.models import Entry
from tournament.naming import folded

MOST_NUMBER = 1_000_000
LANGUAGES = {
    **dict.fromkeys(("nl", "n", "nederlands", "neerlandais", "dutch", "vlaams", "flamand"), "nl"),
    **dict.fromkeys(("fr", "f", "frans", "francais", "french"), "fr"),
    **dict.fromkeys(("en", "e", "engels", "anglais", "english"), "en"),
}
YES = frozenset({"ja", "j", "oui", "o", "yes", "y", "x", "1", "true", "waar", "vrai"})


def person_of(said: Mapping[str, str]) -> Person:
    """The person of a line's fields; a number that cannot be one is left out."""
    number = said.get(headings.NUMBER, "")
    return Person(
        name=_name(said),
        club=said.get(headings.CLUB, ""),
        language=LANGUAGES.get(folded(said.get(headings.LANGUAGE, "")), ""),
        role=Entry.Role.JOKER if folded(said.get(headings.ROLE, "")) == "joker" else Entry.Role.COMPETITOR,
        initials_only=folded(said.get(headings.INITIALS, "")) in YES,
        number=int(number) if _is_number(number) else None,
    )


def _name(said: Mapping[str, str]) -> str:
    """The whole name. Beside a column of first names, "nom" or "naam" holds the family names."""
    last = said.get(headings.LAST, "") or said.get(headings.NAME, "")
    return " ".join(f"{said.get(headings.FIRST, '')} {last}".split())


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST_NUMBER


def twin_key(name: str) -> str:
    """What two spellings of one name have in common: no accents, hyphens or doubled letters, words in any order."""
    words = "".join(sign if sign.isalnum() or sign == " " else "" for sign in folded(name.replace("-", " "))).split()
    return " ".join(sorted(_without_doubles(word) for word in words))


def _without_doubles(word: str) -> str:
    return "".join(sign for at, sign in enumerate(word) if at == 0 or sign != word[at - 1])
