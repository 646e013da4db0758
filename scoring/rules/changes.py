"""A change to a rule set in words: "Prop & cop 9, made: +10 → +11"."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import chain
from typing import Any

from scoring.game.contracts import CONTRACTS
from scoring.reworded import reworded
from scoring.rules.parts import LADDER, PENALTIES, SETTLE, part_name
from scoring.rules.values import RuleSetLanguage, equals, fields, ladder, written

# If more contracts moved than this, we show the whole new order instead of the moves.
_MAX_MOVES = 4

_WHOLE = ("change.contract_new", "change.contract_gone")
_WHOLE_PENALTY = ("change.penalty_new", "change.penalty_gone")

Ladder = Sequence[Sequence[str]]


def change(part: str, field: str, old: Any, new: Any, language: RuleSetLanguage) -> str:
    """A short sentence without its full stop for the four fields of a `RuleSetDifference`."""
    if part == LADDER:
        return language.text("change.ladder", moves=_moves(old, new, language))
    if field == "contracts":
        return _inventory(part, old, new, language)
    if part == PENALTIES:
        return _penalty(field, old, new, language)
    name = part_name(part, language.ruleset, language.lang)
    if not field:
        return _whole(part, name, new, language)
    return _field("" if part == SETTLE else name, part, field, old, new, language)


def _field(name: str, part: str, field: str, old: Any, new: Any, language: RuleSetLanguage) -> str:
    """A field and its two values; `name` is empty if the field needs no context."""
    return language.text(
        "change.named" if name else "change.field",
        name=name,
        field=language.text(f"field.{field}"),
        was=written(part, field, old, language),
        now=written(part, field, new, language),
    )


def _penalty(field: str, old: Any, new: Any, language: RuleSetLanguage) -> str:
    key, _, field = field.partition(".")
    whole = new or old if not field else None
    name = _penalty_name(key, whole, language)
    return _field(name, PENALTIES, field, old, new, language) if field else _whole(PENALTIES, name, new, language)


def _penalty_name(key: str, penalty: Mapping[str, Any] | None, language: RuleSetLanguage) -> str:
    """The name in its values, else that of the rule set's penalty with this key, else the key."""
    own = {penalty.key: penalty.names for penalty in language.ruleset.penalties} if language.ruleset else {}
    names = penalty["names"] if penalty else own.get(key)
    return reworded(str(names.get(language.lang, names["en"]))) if names else key


def _whole(part: str, name: str, content: Mapping[str, Any] | None, language: RuleSetLanguage) -> str:
    """A contract or penalty that is new, with its figures, or that was removed."""
    new, gone = _WHOLE if part in CONTRACTS else _WHOLE_PENALTY
    if content is None:
        return language.text(gone, name=name)
    return language.text(new, name=name, figures=", ".join(_figures(part, content, language)))


def _figures(part: str, content: Mapping[str, Any], language: RuleSetLanguage) -> Iterator[str]:
    """The fields that are not empty or at their usual value."""
    usual = _usual(part)
    for field in fields(part):
        value = content.get(field)
        if field != "names" and value not in (None, 0, [], [0, 0], usual.get(field)):
            yield f"{language.text(f'field.{field}')} {written(part, field, value, language)}"


def _usual(part: str) -> dict[str, object]:
    """The usual values, which are not shown."""
    if part in CONTRACTS:
        return {"declarers": list(CONTRACTS[part].declarers), "trump": CONTRACTS[part].trump}
    return {"to": "others", "effect": "none"}


def _inventory(part: str, old_keys: Sequence[str], new_keys: Sequence[str], language: RuleSetLanguage) -> str:
    """The contracts that were added to a list and those that were removed."""
    phrases = {
        "change.also": [key for key in new_keys if key not in old_keys],
        "change.no_longer": [key for key in old_keys if key not in new_keys],
    }
    changes = [language.text(code, contracts=_list_contracts(keys, language)) for code, keys in phrases.items() if keys]
    return language.text(
        "change.inventory", name=part_name(part, None, language.lang), said=language.text("list.then").join(changes)
    )


def _list_contracts(keys: Sequence[str], language: RuleSetLanguage) -> str:
    return ", ".join(map(language.contract, keys))


def _moves(old_ladder: Ladder, new_ladder: Ladder, language: RuleSetLanguage) -> str:
    """The new places of the contracts that moved, or the whole order if there are many."""
    moved = _moved_contracts(old_ladder, new_ladder)
    places = [at for at, rank in enumerate(new_ladder) if moved & set(rank)]
    if len(places) > _MAX_MOVES:
        return ladder(new_ladder, language)
    sentences = [_place_phrase(new_ladder, at, language) for at in places]
    if gone := [key for key in chain(*old_ladder) if key not in chain(*new_ladder)]:
        sentences.append(language.text("change.without", contracts=_list_contracts(gone, language)))
    return language.text("list.then").join(sentences)


def _place_phrase(new_ladder: Ladder, at: int, language: RuleSetLanguage) -> str:
    if at == 0:
        return language.text("change.lowest", contracts=equals(new_ladder[0], language))
    return language.text(
        "change.above", contracts=equals(new_ladder[at], language), below=equals(new_ladder[at - 1], language)
    )


def _moved_contracts(old_ladder: Ladder, new_ladder: Ladder) -> set[str]:
    """A minimal set of contracts that moved, plus the new ones and those that have other equals than before."""
    common = set(chain(*old_ladder)) & set(chain(*new_ladder))
    old_order, new_order = ([key for key in chain(*ranks) if key in common] for ranks in (old_ladder, new_ladder))
    stayed = SequenceMatcher(None, old_order, new_order, autojunk=False).get_matching_blocks()
    still = {key for block in stayed for key in new_order[block.b : block.b + block.size]}
    same = _equals(old_ladder, common)
    return {key for key, others in _equals(new_ladder, common).items() if key not in still or others != same[key]} | (
        set(chain(*new_ladder)) - common
    )


def _equals(ranks: Ladder, common: set[str]) -> dict[str, set[str]]:
    return {key: set(rank) & common for rank in ranks for key in rank if key in common}
