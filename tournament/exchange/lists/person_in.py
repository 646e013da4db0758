"""The person in a line of a list, from the text of each column."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournament.acts.people.registration import Entrant, with_surname
from tournament.exchange.lists import headings
from tournament.models import Entry
from tournament.naming import (
    FIRST_PARTICLES,
    PARTICLES,
    begins_surname,
    folded,
    is_joined,
    loud_surname,
    particle,
    raised,
    surname_of,
    without,
)

MOST_NUMBER = 1_000_000
# A spreadsheet may write a whole number as 12.0 or 12,00, and a list as "12.".
NUMBER = re.compile(r"([0-9]{1,9})(?:[.,]0{1,9}|[.)])?")
# The content of a cell that could not be calculated, in any language: #N/A, #VERW!, #NOM?
NO_VALUE = re.compile(r"#[^\W\d_]+(/[^\W\d_]|/0)?[!?]?")
# What Excel makes of a club called 3-5: a date, and how it shows one in Dutch, French and English.
MONTHS = "jan|feb|mrt|mar|apr|mei|may|jun|jul|aug|sep|okt|oct|nov|dec|janv|févr|mars|avr|mai|juin|juil|août|sept|déc"
DAY = re.compile(
    rf"[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}( .*)?|[0-9]{{1,2}}[/-]([0-9]{{1,2}}[/-][0-9]{{4}}|({MONTHS})\.?)", re.IGNORECASE
)
LANGUAGES = {
    **dict.fromkeys(("nl", "n", "nederlands", "neerlandais", "dutch", "vlaams", "flamand"), "nl"),
    **dict.fromkeys(("fr", "f", "frans", "francais", "french"), "fr"),
    **dict.fromkeys(("en", "e", "engels", "anglais", "english"), "en"),
}
YES = frozenset({"ja", "j", "oui", "o", "yes", "y", "x", "1", "true", "waar", "vrai"})


def person_of(texts: Mapping[str, str]) -> Entrant:
    """The person described by a line's fields; an invalid number is left out."""
    name, surname = _name(texts)
    person = Entrant(
        name=name,
        club=" ".join(texts.get(headings.CLUB, "").split()),
        language=LANGUAGES.get(folded(texts.get(headings.LANGUAGE, "")), ""),
        role=Entry.PlayerRole.JOKER if folded(texts.get(headings.ROLE, "")) == "joker" else Entry.PlayerRole.COMPETITOR,
        initials_only=folded(texts.get(headings.INITIALS, "")) in YES,
        number=_number(texts.get(headings.NUMBER, "")),
        family=" ".join(texts.get(headings.FAMILY, "").split()),
        writes=folded(texts.get(headings.WRITES, "")) in YES,
        licence=" ".join(texts.get(headings.LICENCE, "").split()),
    )
    return with_surname(person, surname)


def turned_round(person: Entrant) -> Entrant:
    """The person with what was taken for the surname as first name, and the other way round."""
    surname = person.surname or surname_of(person.name)
    first, words = without(person.name, surname), person.name.split()
    if len(words) < 2:
        return person
    if not first:
        surname, first = words[-1], " ".join(words[:-1])
    return with_surname(replace(person, name=f"{surname} {first}"), first)


def spoilt(texts: Mapping[str, str]) -> str:
    """A name, club or family that a spreadsheet turned into a date or an error; "" if there is none."""
    fields = (*headings.NAMES, headings.FIRST, headings.CLUB, headings.FAMILY)
    cells = (texts.get(field, "") for field in fields)
    return next((text for text in cells if DAY.fullmatch(text) or NO_VALUE.fullmatch(text)), "")


def _name(texts: Mapping[str, str]) -> tuple[str, str]:
    """The full name, and the surname in it; "" if the list does not give it separately.

    Next to a column of first names, "nom" or "naam" holds surnames; next to only a column of surnames, full names.
    """
    fields = (headings.FIRST, headings.LAST, headings.NAME)
    first, last, name = (" ".join(texts.get(field, "").split()) for field in fields)
    if not first and last and name and without(name, last) is not None:
        return name, last
    if headings.TURNED in texts:
        return _turned(" ".join(texts[headings.TURNED].split()))
    if name and not (first or last):
        return _mixed(name)
    last = last or (name if first else "")
    last = raised(last) if last.isupper() and not first.isupper() else last
    return f"{first} {last}".strip(), last


def _mixed(name: str) -> tuple[str, str]:
    """Full name and surname of a name in a column of mixed ones: a comma, capitals or a particle tell the surname."""
    words = name.split()
    if "," in name or begins_surname(words[0]):
        return _turned(name)
    return _split_at_capitals(name, 3) or (name, "")


def _split_at_capitals(name: str, least: int) -> tuple[str, str] | None:
    loud = loud_surname(name, least)
    return None if loud is None else (f"{without(name, loud)} {raised(loud)}", raised(loud))


def _turned(name: str) -> tuple[str, str]:
    """Full name and surname of a name that begins with the surname: with a comma, in capitals, or with particles."""
    last, comma, first = (part.strip() for part in name.partition(","))
    if comma:
        last = raised(last) if last.isupper() and not first.isupper() else last
        return f"{first} {last}".strip(), last
    if names := _split_at_capitals(name, 2):
        return names
    words = name.split()
    at = _length(words)
    if at == len(words) > 2 and not begins_surname(words[0]):
        # Nothing is left for a first name: *An Van den Broeck* begins with it all the same.
        return name, ""
    return " ".join((*words[at:], *words[:at])), " ".join(words[:at])


def _length(words: Sequence[str]) -> int:
    """How many words certainly belong to the surname, in a name that begins with it; the last word is a first name.

    After a first surname, only a particle shows that there is another: *Peeters-Van Damme An*, *Peeters De Smet An*. In
    *De Smet Janssens An* nothing shows it: the user can correct it.
    """
    plain = (at for at, word in enumerate(words) if particle(word) not in PARTICLES and not is_joined(word))
    for at in plain:
        follows = words[at + 1 : -1]
        if not follows or not (is_joined(follows[0]) or particle(follows[0]) in FIRST_PARTICLES):
            return at + 1
    return len(words)


def _number(text: str) -> int | None:
    match = NUMBER.fullmatch(text)
    return int(match[1]) if match and 1 <= int(match[1]) <= MOST_NUMBER else None
