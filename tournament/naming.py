"""Names as people compare them: an accent, a capital or a space more makes no other person."""

import re
import unicodedata

# Control characters, and halves of characters that only a broken encoder leaves alone.
UNKEPT = ("Cc", "Cs")
# Embedding, overriding and isolating a direction (Unicode Standard Annex 9): Hebrew and Arabic names need none of them.
TURNING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
# Small words with which a surname begins, as they are folded and without apostrophes.
PARTICLES = frozenset(
    (
        *("van", "vande", "vanden", "vander", "de", "den", "der", "des", "d", "t", "ten", "ter", "te", "du", "le"),
        *("la", "les", "l", "von", "el", "al", "ben", "ibn", "di", "da", "do", "dos", "del", "della"),
    )
)
# Of these, the ones that are no first names too: a name that begins with one of them begins with the surname.
FIRST_PARTICLES = PARTICLES - {"ben", "al", "el", "di", "da", "do", "te", "l"}
HYPHENS = re.compile("[-\u2010\u2011\u2013]")
APOSTROPHES = "'’‘ʼ`´"
ELIDED = re.compile(f"[{APOSTROPHES}]")
# What clubs of whist players put before their name, or leave out: W.C., KWC, Whistclub, Wiezers Club.
WHIST_CLUB = re.compile(r"\b(?:k\W*)?w\W*c\b|\b(?:whist|wiezers?|wiezen|wies)\W*club\b")
# Longer than any sorting name that a name of eighty characters has.
SORTING_LENGTH = 200


# Letters that no accent makes, and that databases sort each in a place of its own.
STROKED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "þ": "th", "æ": "ae", "œ": "oe"})


def folded(text: str) -> str:
    """A name as it is compared: small letters without accents, single spaces ("  José  PÉREZ" is "jose perez")."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(sign for sign in apart if not unicodedata.combining(sign)).split())


def holds(text: str, wanted: str) -> bool:
    """Whether every word of `wanted` occurs in `text`, accents and capitals aside."""
    there = folded(text)
    return all(word in there for word in folded(wanted).split())


def surname_of(name: str) -> str:
    """The surname in a name as it is mostly written: from the first particle on, or else all after the first word.

    *An Van den Broeck* gives "Van den Broeck", *An Peeters* "Peeters", *Cher* "Cher". A name that begins with a
    particle or half of a double surname ("Peeters-Van Damme An"), or has no letter after its first word ("Team 11"), is
    all surname; so is one in another script than ours: we do not know where the surname stands in it.
    """
    words = name.split()
    if len(words) < 2 or begins_surname(words[0]) or not _latin(name):
        return " ".join(words)
    at = next((at for at, word in enumerate(words[:-1]) if at and particle(word) in PARTICLES), 1)
    while at and joined(words[at - 1]):
        at -= 1 if any(map(str.isalpha, words[at - 1])) else 2
    at = max(at, 0)
    found = " ".join(words[at:])
    return found if any(map(str.isalpha, found)) else " ".join(words)


def begins_surname(word: str) -> bool:
    """Whether no name begins with this word but one that begins with the surname: "Van", "D'Hondt", "Peeters-Van"."""
    return particle(word) in FIRST_PARTICLES or joined(word)


def joined(word: str) -> bool:
    """Whether the second half of a double surname follows on a word: "Peeters-Van", "Peeters-", "-"."""
    *before, last = HYPHENS.split(folded(word))
    return bool(before) and (not last or last in FIRST_PARTICLES)


def without(name: str, surname: str) -> str | None:
    """What a name holds besides a surname: the first names. None when the surname does not stand in it."""
    words, wanted = name.split(), surname.split()
    plain, sought = [folded(word) for word in words], [folded(word) for word in wanted]
    # From the end: in *Jan Jan* the last one is the surname.
    for at in range(len(words) - len(wanted), -1, -1):
        if plain[at : at + len(wanted)] == sought:
            return " ".join(words[:at] + words[at + len(wanted) :])
    return None


def by_surname(name: str, surname: str = "") -> str:
    """A name as lists show it, the surname first: "De Smet An". Without a `surname`, as `surname_of` finds it."""
    surname, first = _parted(name, surname)
    return f"{surname} {first}".strip()


def sorting(name: str, surname: str = "") -> str:
    """What lists are sorted by: "desmet0an". Accents, capitals, apostrophes and spaces in a surname count for nothing.

    All is letters and figures, so that every database sorts it alike; the 0 puts *De Smet Wim* before *De Smetser An*.
    """
    surname, first = _parted(name, surname)
    return f"{squeezed(surname)}0{squeezed(first)}"[:SORTING_LENGTH] if surname else ""


def squeezed(text: str) -> str:
    """Only the letters and figures of a text, folded: "’t Jonck" is "tjonck", "Łukasz" is "lukasz"."""
    return "".join(filter(str.isalnum, folded(text).translate(STROKED)))


def _parted(name: str, surname: str) -> tuple[str, str]:
    """Surname and first names; a surname that does not stand in the name (any more) is as good as none."""
    first = without(name, surname) if surname else None
    if first is None:
        surname = surname_of(name)
        first = without(name, surname) or ""
    return surname, first


def _latin(name: str) -> bool:
    """Whether all letters of a name are Latin ones."""
    return all(unicodedata.name(sign, "").startswith("LATIN") for sign in folded(name) if sign.isalpha())


def particle(word: str) -> str:
    """The particle that a word is or begins with: "van" of "Van", "d" of "D'Hondt"; "" where it is another word."""
    start, *_rest = ELIDED.split(folded(word).lstrip(APOSTROPHES), maxsplit=1)
    return start


def club_key(name: str) -> str:
    """The same for all spellings of one club: without capitals, accents, spaces, and signs, and without *W.C.*."""
    text = WHIST_CLUB.sub(" wc ", folded(ELIDED.sub("", name)))
    words = "".join(sign if sign.isalnum() else " " for sign in text).split()
    kept = [word for word in words if word != "wc"]
    return "".join(kept or words)


def keepable(text: str, *, lines: bool = False) -> bool:
    """Whether a text can be kept, shown beside others and printed.

    No sign in it steers a machine (NUL, escape), is half a character, or turns the text after it round; with `lines`
    it may have several of them.
    """
    allowed = "\t\r\n" if lines else ""
    return not any(unicodedata.category(sign) in UNKEPT or sign in TURNING for sign in text if sign not in allowed)
