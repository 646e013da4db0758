"""The penalties in the form for the rules: the amounts of the presets, and the organiser's own house rules.

A preset is a penalty of one of the package's rule sets; only its amounts can be changed. Any other penalty is a house
rule, of which everything can be changed. What a player loses is typed without a sign, like everything in the form.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from scoring import RuleSet, keys, load
from scoring.catalogue import FALLBACK, LANGUAGES
from scoring.rules.penalties import MAX_PENALTIES, Penalty
from tournament.forms.rules import figures

Texts = dict[str, str]

AMOUNTS = ("mildest", "heaviest", "others")
# "remove" is only asked for a house rule that exists already.
HOUSE_RULE = ("name", "note", "article", "effect", *AMOUNTS, "to", "remove")
# If one of these is filled in, the empty row counts as typed.
TYPED = ("name", "note", "article", *AMOUNTS)
EFFECTS = ("none", "made", "lost", "annulled", "no_result")
RECEIVERS = ("others", "opponents")
# A file may bring as many as that, and all of them can be edited.

_NAMED = re.compile(r"penalties\.([a-z0-9-]{1,40})\.name")
_NUMBERED = re.compile(r"house-(\d{1,4})", re.ASCII)


@cache
def preset_keys() -> frozenset[str]:
    """The keys of all penalties that come with the package."""
    return frozenset(penalty.key for key in keys() for penalty in load(key).penalties)


def asked(penalty: Penalty) -> tuple[str, ...]:
    """The fields of an existing penalty that can be edited."""
    if penalty.key not in preset_keys():
        return HOUSE_RULE
    return AMOUNTS if penalty.kind == "adjustment" else ()


def house_rules(start: RuleSet, sent: Mapping[str, Any]) -> list[str]:
    """The keys of the house rules in a form: those of the rule set, then those added while typing."""
    own = [penalty.key for penalty in start.penalties if penalty.key not in preset_keys()]
    added = [found[1] for name in sent if (found := _NAMED.fullmatch(name)) and found[1] not in preset_keys()]
    return list(dict.fromkeys((*own, *added)))[:MAX_PENALTIES]


def next_key(taken: list[str]) -> str:
    """The key of one more house rule."""
    numbers = [int(found[1]) for key in taken if (found := _NUMBERED.fullmatch(key))]
    return f"house-{max(numbers, default=0) + 1}"


def names(start: RuleSet, house: Collection[str]) -> Iterator[str]:
    """The names of all fields of the penalties; `house` are the keys of the house rules."""
    presets = [(penalty.key, asked(penalty)) for penalty in start.penalties if penalty.key not in house]
    for key, fields in (*presets, *((key, HOUSE_RULE) for key in house)):
        yield from (f"penalties.{key}.{field}" for field in fields)


# --- Penalties as texts -----------------------------------------------------------------------------------------


def texts_of(ruleset: RuleSet, lang: str) -> Texts:
    """The texts that the form shows for the penalties of a rule set; empty ones are left out."""
    texts = {
        f"penalties.{penalty.key}.{field}": text
        for penalty in ruleset.penalties
        for field, text in _penalty_texts(penalty, lang).items()
        if field in asked(penalty)
    }
    return {name: text for name, text in texts.items() if text}


def _penalty_texts(penalty: Penalty, lang: str) -> Texts:
    return {
        "name": penalty.names.get(lang) or penalty.names[FALLBACK],
        "note": penalty.notes.get(lang) or penalty.notes[FALLBACK],
        "article": penalty.article,
        "effect": penalty.effect,
        "mildest": figures.shown(-penalty.most),
        "heaviest": figures.shown(-penalty.least),
        "others": figures.shown(penalty.others),
        "to": penalty.to,
    }


# --- Texts as the data of penalties -----------------------------------------------------------------------------


def data_of(texts: Mapping[str, str], start: RuleSet, house: Collection[str], lang: str) -> dict[str, dict[str, Any]]:
    """What was typed, as the data that `RuleSet.from_dict` reads; without empty or removed rows."""
    known = {penalty.key: penalty for penalty in start.penalties}
    data = {
        key: {**penalty.to_dict(), **(_amounts(key, texts) if asked(penalty) else {})}
        for key, penalty in known.items()
        if key not in house
    }
    for key in house:
        if _wanted(key, texts):
            data[key] = _house_rule(key, texts, known.get(key), lang)
    return data


def _wanted(key: str, texts: Mapping[str, str]) -> bool:
    typed = any(texts.get(f"penalties.{key}.{field}", "").strip() for field in TYPED)
    return typed and not texts.get(f"penalties.{key}.remove")


def _house_rule(key: str, texts: Mapping[str, str], original: Penalty | None, lang: str) -> dict[str, Any]:
    def typed(field: str) -> str:
        return texts.get(f"penalties.{key}.{field}", "").strip()

    effect = typed("effect") or "none"
    words = {
        "names": retold(original.names if original else {}, typed("name"), lang),
        "notes": retold(original.notes if original else {}, typed("note"), lang),
    }
    return {
        "kind": "adjustment" if effect == "none" else "ruling",
        "effect": effect,
        "article": typed("article") or _article(key),
        "to": typed("to") or RECEIVERS[0],
        "borrowed": original.borrowed if original else False,
        # They are not asked.
        **({"offences": original.offences} if original and effect == "none" else {}),
        **_amounts(key, texts),
        **{name: text for name, text in words.items() if text},
    }


def _article(key: str) -> str:
    """How a house rule without an article is cited: H1 is the first."""
    match = _NUMBERED.fullmatch(key)
    return f"H{match[1]}" if match else "H"


def _amounts(key: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """What the player gets and what others do; if only one of least and most loss is given, it is used for both."""
    mildest = figures.figure(texts.get(f"penalties.{key}.mildest", ""), "−")
    heaviest = figures.figure(texts.get(f"penalties.{key}.heaviest", ""), "−")
    bounds = [_lost(amount) for amount in (heaviest, mildest) if amount is not None]
    others = figures.figure(texts.get(f"penalties.{key}.others", ""))
    return {"player": bounds or 0, "others": 0 if others is None else others}


def _lost(amount: int | str) -> int | str:
    return -amount if isinstance(amount, int) else amount


def retold(texts: Mapping[str, str], typed: str, lang: str) -> dict[str, str]:
    """A text that was typed in one language; other languages that had the same text follow. {} for no text.

    So a name needs to be typed only once; where it was given in three languages, the other two are left alone.
    """
    if not typed:
        return {}
    lang = lang if lang in LANGUAGES else FALLBACK
    before = texts.get(lang, "")
    if typed == before.strip():
        return dict(texts)
    return {other: typed if other == lang or texts.get(other, "") == before else texts[other] for other in LANGUAGES}
