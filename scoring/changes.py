"""A change to a rule set in words: "Prop & cop 9, made: +10 → +11"."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import chain
from typing import Any

from scoring.contracts import CONTRACTS
from scoring.parts import LADDER, PENALTIES, SETTLE, part_name
from scoring.reworded import reworded
from scoring.values import Voice, equals, fields, ladder, written

# If more contracts moved than this, we show the whole new order instead of the moves.
_MOST_MOVES = 4

_WHOLE = ("change.contract_new", "change.contract_gone")
_WHOLE_PENALTY = ("change.penalty_new", "change.penalty_gone")

Ladder = Sequence[Sequence[str]]


def change(part: str, field: str, was: Any, now: Any, voice: Voice) -> str:
    """A short sentence without its full stop for the four fields of a `Difference`."""
    if part == LADDER:
        return voice.text("change.ladder", moves=_moves(was, now, voice))
    if field == "contracts":
        return _inventory(part, was, now, voice)
    if part == PENALTIES:
        return _penalty(field, was, now, voice)
    name = part_name(part, voice.ruleset, voice.lang)
    if not field:
        return _whole(part, name, now, voice)
    return _field("" if part == SETTLE else name, part, field, was, now, voice)


def _field(name: str, part: str, field: str, was: Any, now: Any, voice: Voice) -> str:
    """A field and its two values; `name` is empty if the field needs no context."""
    return voice.text(
        "change.named" if name else "change.field",
        name=name,
        field=voice.text(f"field.{field}"),
        was=written(part, field, was, voice),
        now=written(part, field, now, voice),
    )


def _penalty(field: str, was: Any, now: Any, voice: Voice) -> str:
    key, _, field = field.partition(".")
    whole = now or was if not field else None
    name = _penalty_name(key, whole, voice)
    return _field(name, PENALTIES, field, was, now, voice) if field else _whole(PENALTIES, name, now, voice)


def _penalty_name(key: str, values: Mapping[str, Any] | None, voice: Voice) -> str:
    """The name in its values, else that of the rule set's penalty with this key, else the key."""
    own = {penalty.key: penalty.names for penalty in voice.ruleset.penalties} if voice.ruleset else {}
    names = values["names"] if values else own.get(key)
    return reworded(str(names.get(voice.lang, names["en"]))) if names else key


def _whole(part: str, name: str, now: Mapping[str, Any] | None, voice: Voice) -> str:
    """A contract or penalty that is new, with its figures, or that was removed."""
    new, gone = _WHOLE if part in CONTRACTS else _WHOLE_PENALTY
    if now is None:
        return voice.text(gone, name=name)
    return voice.text(new, name=name, figures=", ".join(_figures(part, now, voice)))


def _figures(part: str, values: Mapping[str, Any], voice: Voice) -> Iterator[str]:
    """The fields that are not empty or at their usual value."""
    usual = _usual(part)
    for field in fields(part):
        value = values.get(field)
        if field != "names" and value not in (None, 0, [], [0, 0], usual.get(field)):
            yield f"{voice.text(f'field.{field}')} {written(part, field, value, voice)}"


def _usual(part: str) -> dict[str, object]:
    """The usual values, which are not shown."""
    if part in CONTRACTS:
        return {"declarers": list(CONTRACTS[part].declarers), "trump": CONTRACTS[part].trump}
    return {"to": "others", "effect": "none"}


def _inventory(part: str, was: Sequence[str], now: Sequence[str], voice: Voice) -> str:
    """The contracts that were added to a list and those that were removed."""
    phrases = {
        "change.also": [key for key in now if key not in was],
        "change.no_longer": [key for key in was if key not in now],
    }
    told = [voice.text(code, contracts=_listed(keys, voice)) for code, keys in phrases.items() if keys]
    return voice.text(
        "change.inventory", name=part_name(part, None, voice.lang), said=voice.text("list.then").join(told)
    )


def _listed(keys: Sequence[str], voice: Voice) -> str:
    return ", ".join(map(voice.contract, keys))


def _moves(was: Ladder, now: Ladder, voice: Voice) -> str:
    """The new places of the contracts that moved, or the whole order if there are many."""
    moved = _moved(was, now)
    places = [at for at, rank in enumerate(now) if moved & set(rank)]
    if len(places) > _MOST_MOVES:
        return ladder(now, voice)
    told = [_place(now, at, voice) for at in places]
    if gone := [key for key in chain(*was) if key not in chain(*now)]:
        told.append(voice.text("change.without", contracts=_listed(gone, voice)))
    return voice.text("list.then").join(told)


def _place(now: Ladder, at: int, voice: Voice) -> str:
    if at == 0:
        return voice.text("change.lowest", contracts=equals(now[0], voice))
    return voice.text("change.above", contracts=equals(now[at], voice), below=equals(now[at - 1], voice))


def _moved(was: Ladder, now: Ladder) -> set[str]:
    """A minimal set of contracts that moved, plus the new ones and those that have other equals than before."""
    kept = set(chain(*was)) & set(chain(*now))
    before, after = ([key for key in chain(*ranks) if key in kept] for ranks in (was, now))
    stayed = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    still = {key for block in stayed for key in after[block.b : block.b + block.size]}
    same = _equals(was, kept)
    return {key for key, others in _equals(now, kept).items() if key not in still or others != same[key]} | (
        set(chain(*now)) - kept
    )


def _equals(ranks: Ladder, kept: set[str]) -> dict[str, set[str]]:
    return {key: set(rank) & kept for rank in ranks for key in rank if key in kept}
