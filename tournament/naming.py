"""Names as people compare them: accents, capitals and extra spaces make no difference."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain, count, pairwise

from django.utils.text import slugify

# Control characters, and lone surrogates, which only a broken encoder produces.
UNKEPT = ("Cc", "Cs")
# Characters that embed, override or isolate a text direction (Unicode Standard Annex 9): Hebrew and Arabic names do not
# need them.
TURNING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
# Small words with which a surname begins, folded and without apostrophes.
PARTICLES = frozenset(
    (
        *("van", "vande", "vanden", "vander", "de", "den", "der", "des", "d", "t", "ten", "ter", "te", "du", "le"),
        *("la", "les", "l", "op", "von", "el", "al", "ben", "ibn", "di", "da", "do", "dos", "del", "della"),
    )
)
# Those of them that are not also first names: a name that begins with one of these begins with the surname.
FIRST_PARTICLES = PARTICLES - {"ben", "al", "el", "di", "da", "do", "te", "l"}
HYPHENS = re.compile("[-\u2010\u2011\u2013]")
# Where a line may end, and the most letters between two such places in a name of which particles are kept together.
BREAKS, TOGETHER, NO_BREAK = re.compile("[- \u2010\u2013]"), 16, "\u00a0"
APOSTROPHES = "'’‘ʼ`´"
ELIDED = re.compile(f"[{APOSTROPHES}]")
# What whist clubs put before their name, or leave out: W.C., KWC, Whistclub, Wiezers Club.
WHIST_CLUB = re.compile(r"\b(?:k\W*)?w\W*c\b|\b(?:whist|wiezers?|wiezen|wies)\W*club\b")
# A letter more or less makes another name of a shorter word: Jan and Jean, Maes and Maas.
LONG_WORD = 5
# Of so many letters a part of a name may be typed with a wrong one.
MIN_NEAR = 4
# Longer than the sorting key of any name of eighty characters.
SORTING_LENGTH = 200
# Of an address sixty signs are stored; a number that sets it apart needs some of them.
SLUG_LENGTH = 56


# Letters that do not decompose into a letter and an accent, and that databases sort each in their own way.
STROKED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "þ": "th", "æ": "ae", "œ": "oe"})


def folded(text: str) -> str:
    """A name as it is compared: no capitals, no accents, single spaces ("  José  PÉREZ" is "jose perez").

    Phones type other apostrophes than lists have: all are one.
    """
    apart = unicodedata.normalize("NFKD", ELIDED.sub("'", text.casefold()))
    return " ".join("".join(sign for sign in apart if not unicodedata.combining(sign)).split())


def holds(text: str, query: str) -> bool:
    """Whether every word of `query` occurs in `text`, accents and capitals aside."""
    plain = folded(text)
    return all(word in plain for word in folded(query).split())


def surname_of(name: str) -> str:
    """The surname in a name as usually written: from the first particle on, or else everything after the first word.

    *An Van den Broeck* gives "Van den Broeck", *An Peeters* "Peeters", *Cher* "Cher". A name is all surname if it
    begins with a particle or half a double surname ("Peeters-Van Damme An"), has no letter after its first word ("Team
    11"), or is in a script other than Latin: we do not know where the surname is in such a name.
    """
    words = name.split()
    if len(words) < 2 or begins_surname(words[0]) or not _latin(name):
        return " ".join(words)
    at = next((at for at, word in enumerate(words[:-1]) if at and particle(word) in PARTICLES), 1)
    while at and is_joined(words[at - 1]):
        at -= 1 if any(map(str.isalpha, words[at - 1])) else 2
    at = max(at, 0)
    surname = " ".join(words[at:])
    return surname if any(map(str.isalpha, surname)) else " ".join(words)


def begins_surname(word: str) -> bool:
    """Whether a name that begins with this word begins with the surname: "Van", "D'Hondt", "Peeters-Van"."""
    return particle(word) in FIRST_PARTICLES or is_joined(word)


def is_joined(word: str) -> bool:
    """Whether the second half of a double surname follows this word: "Peeters-Van", "Peeters-", "-"."""
    *before, last = HYPHENS.split(folded(word))
    return bool(before) and (not last or last in FIRST_PARTICLES)


def loud_surname(name: str, minimum: int = 3) -> str | None:
    """The surname that capitals tell, before or after the first names: "CLAES Marie", "Marie van den BROECK".

    None if they tell nothing: all is in capitals, or nothing, or too few letters, as initials are.
    """
    words = name.split()
    loud = [at for at, word in enumerate(words) if _loud(word)]
    if not loud or len(loud) == len(words) or sum(len(words[at]) for at in loud) < minimum:
        return None
    start, end = loud[0], loud[-1] + 1
    while start and particle(words[start - 1]) in FIRST_PARTICLES:
        start -= 1
    if any(not _loud(word) and particle(word) not in PARTICLES for word in words[start:end]):
        return None
    whole = start == 0 and end == len(words)
    return " ".join(words[start:end]) if not whole and (start == 0 or end == len(words)) else None


def _loud(word: str) -> bool:
    """Whether a word is in capitals, and not an initial."""
    return "." not in word and sum(map(str.isalpha, word)) > 1 and word == word.upper() != word.lower()


def raised(text: str) -> str:
    """A name with its capitals, whatever it was written in: "an van den broeck-d'hondt" is "An Van den Broeck-D'Hondt".

    A particle is small after another one, and where an apostrophe begins it.
    """
    before, words = "", []
    for word in text.lower().split():
        inner = {particle(word), particle(before)} <= PARTICLES and not ELIDED.search(word)
        words.append(word if inner else _capital(word))
        before = word
    return " ".join(words)


def _capital(word: str) -> str:
    if word[0] in APOSTROPHES:
        return word
    return re.sub(f"(^|[{APOSTROPHES}\\-\u2010\u2011\u2013])([^\\W\\d_])", lambda part: part[0].upper(), word)


def without(name: str, surname: str) -> str | None:
    """What a name contains besides a surname: the first names. None if it does not contain the surname."""
    words, parts = name.split(), surname.split()
    plain, sought = [folded(word) for word in words], [folded(word) for word in parts]
    # From the end: in *Jan Jan* the last one is the surname.
    for at in range(len(words) - len(parts), -1, -1):
        if plain[at : at + len(parts)] == sought:
            return " ".join(words[:at] + words[at + len(parts) :])
    return None


def by_surname(name: str, surname: str = "") -> str:
    """A name as in lists, surname first: "De Smet An". Without a given `surname`, the one that `surname_of` finds."""
    surname, first = _parted(name, surname)
    return f"{surname} {first}".strip()


def unbroken(name: str) -> str:
    """A name in which no line ends after a particle, "De" before "Backer", unless what it begins is long."""
    words = name.split(" ")
    text = words[0]
    for before, word in pairwise(words):
        joins = particle(before) in PARTICLES or is_joined(before)
        fits = len(BREAKS.split(text)[-1]) + 1 + len(BREAKS.split(word)[0]) <= TOGETHER
        text += (NO_BREAK if joins and fits else " ") + word
    return text


def sorting(name: str, surname: str = "") -> str:
    """The key that lists are sorted by: "desmet0an". Accents, capitals, apostrophes and spaces are ignored.

    It has only letters and digits, so that every database sorts it alike; the 0 puts *De Smet Wim* before *De Smetser
    An*.
    """
    surname, first = _parted(name, surname)
    return f"{squeezed(surname)}0{squeezed(first)}"[:SORTING_LENGTH] if surname else ""


def tell_apart(marked_names: Sequence[tuple[str, int | str]]) -> list[str]:
    """The names of people, each with a number or words that mark them, which stand behind a name that several have."""
    shared = Counter(squeezed(name) for name, _mark in marked_names)
    return [f"{name} ({mark})" if shared[squeezed(name)] > 1 else name for name, mark in marked_names]


def squeezed(text: str) -> str:
    """Only the letters and digits of a text, folded: "’t Jonck" is "tjonck", "Łukasz" is "lukasz"."""
    return "".join(filter(str.isalnum, folded(text).translate(STROKED)))


def _parted(name: str, surname: str) -> tuple[str, str]:
    """Surname and first names; a given surname that is not in the name (any more) is ignored."""
    first = without(name, surname) if surname else None
    if first is None:
        surname = surname_of(name)
        first = without(name, surname) or ""
    return surname, first


def _latin(name: str) -> bool:
    """Whether all letters of a name are Latin."""
    return all(unicodedata.name(sign, "").startswith("LATIN") for sign in folded(name) if sign.isalpha())


def particle(word: str) -> str:
    """The particle that a word is or begins with: "van" of "Van", "d" of "D'Hondt"; any other word is only folded."""
    start, *_rest = ELIDED.split(folded(word).lstrip(APOSTROPHES), maxsplit=1)
    return start


def club_key(name: str) -> str:
    """A key shared by all spellings of one club: without capitals, accents, spaces, signs and *W.C.*."""
    text = WHIST_CLUB.sub(" wc ", folded(ELIDED.sub("", name)))
    words = "".join(sign if sign.isalnum() else " " for sign in text).split()
    essential = [word for word in words if word != "wc"]
    return "".join(essential or words)


def clubs_agree(club: str, other_club: str) -> bool:
    """Whether two people may be of one club: not if both have one, and not the same."""
    return not club or not other_club or club_key(club) == club_key(other_club)


def is_club(name: str) -> bool:
    """Whether a name begins as only a club's does: "W.C. De Linde"."""
    return WHIST_CLUB.match(folded(name)) is not None


def twin_key(name: str) -> str:
    """The same key for spellings of one name: without accents, hyphens and doubled letters, words in any order."""
    return " ".join(sorted(_words(name)))


def near_keys(name: str) -> frozenset[tuple[str, ...]]:
    """Keys of which two names share one if they are equal but for one letter in one long word: *Clercq*, *Clerck*.

    Sharing keys finds such names among thousands without comparing each with each.
    """
    words = _words(name)
    keys: set[tuple[str, ...]] = set()
    for at, word in enumerate(words):
        if len(word) >= LONG_WORD and word.isalpha():
            others = sorted(words[:at] + words[at + 1 :])
            keys.update((*others, word[:cut] + word[cut + 1 :]) for cut in range(len(word)))
            keys.add((*others, word))
    return frozenset(keys)


def search_text(text: str) -> str:
    """A text as `searches` compares it with what is typed: its words, as in `twin_key`, in their order."""
    return " ".join(_words(text)).translate(STROKED)


def searches(search_texts: Sequence[str], query: str) -> list[int]:
    """Which of these search texts hold every word that is typed, whole or begun; if none does, those that nearly do.

    A word nearly begins as another does where one letter is missing, too many, wrong, or two are exchanged; a word of
    fewer than `MIN_NEAR` letters does not. Spaces in a name may be left out.
    """
    words = search_text(query).split()
    if not words:
        return []
    joined = "".join(words)
    hits = [
        at
        for at, text in enumerate(search_texts)
        if all(word in text for word in words) or joined in text.replace(" ", "")
    ]
    return hits or [
        at
        for at, text in enumerate(search_texts)
        if all(any(_nearly_begins(part, word) for part in text.split()) for word in words)
    ]


def _nearly_begins(text: str, typed: str) -> bool:
    """Whether a word begins as what is typed does, but for one letter."""
    same = next((at for at, (a, b) in enumerate(zip(text, typed, strict=False)) if a != b), min(len(text), len(typed)))
    ahead, rest = text[same:], typed[same:]
    if not rest:
        return True
    if len(typed) < MIN_NEAR:
        return False
    exchanged = ahead[:2] == rest[1::-1] and ahead[2:].startswith(rest[2:])
    return exchanged or ahead[1:].startswith((rest[1:], rest)) or ahead.startswith(rest[1:])


def _words(name: str) -> list[str]:
    """The words of a name without accents, hyphens and doubled letters; digits, as in "Ploeg 11", are kept."""
    plain = "".join(sign if sign.isalnum() or sign == " " else "" for sign in folded(name.replace("-", " ")))
    return [
        "".join(sign for at, sign in enumerate(word) if at == 0 or sign != word[at - 1] or sign.isdigit())
        for word in plain.split()
    ]


def is_storable(text: str, *, multiline: bool = False) -> bool:
    """Whether a text can be stored, shown beside others and printed.

    It must have no control characters (NUL, escape), lone surrogates, or characters that turn the direction of the text
    after them; with `multiline`, line breaks and tabs are allowed.
    """
    allowed = "\t\r\n" if multiline else ""
    return not any(unicodedata.category(sign) in UNKEPT or sign in TURNING for sign in text if sign not in allowed)


def short_slug(name: str, longest: int = SLUG_LENGTH) -> str:
    """A name as a part of an address, of so many signs at most, without its last words if it is longer."""
    slug = slugify(name)
    return slug if len(slug) <= longest else slug[: longest + 1].rpartition("-")[0] or slug[:longest]


def first_free(address: str, taken: Collection[str]) -> str:
    """An address, with the first number from 2 on that sets it apart where it is taken: "avond", "avond-2"."""
    return next(free for free in chain([address], (f"{address}-{more}" for more in count(2))) if free not in taken)
