"""An explanation as a sentence: "Prop & cop 9, 10 tricks: 10 + 1 overtrick × 3 = 13"."""

from collections.abc import Mapping, Sequence

from scoring import catalogue as texts
from scoring.game.contracts import CONTRACTS
from scoring.game.results import LOST
from scoring.points.amounts import number
from scoring.points.explain import ExplainedStep, Explanation
from scoring.rules.rulesets import RuleSet

_DOUBLINGS = ("double_all13", "double", "doubles")
_SHARED = ("shared",)
_SETTLING = ("pays", "gets")
# The names of the players by seat, as far as they are known.
Names = Mapping[int, str]
_NOUNS = {"over": "step.over", "under": "step.under", "opp_under": "step.under"}


def explanation(
    expl: Explanation,
    lang: str,
    ruleset: RuleSet | None = None,
    seat: int | None = None,
    player_names: Names | None = None,
) -> str:
    """The result of `explain` as one sentence; with `seat`, what that seat got and why.

    The rule set, if given, supplies its own name for the contract; `names` are the players' names by seat.
    """
    if expl["line"] == "points":
        return _entered(expl, lang, seat)
    contract_name = _contract_name(expl["line"], lang, ruleset)
    if expl["steps"][0]["code"] == "annulled":
        return _step_text(expl, lang, contract_name, texts.text("told.annulled", lang))
    if seat is None:
        return _deal(expl, lang, contract_name, player_names or {})
    return _seat(expl, lang, contract_name, seat)


def _contract_name(key: str, lang: str, ruleset: RuleSet | None) -> str:
    own = ruleset.lines[key].names if ruleset and key in ruleset.lines else {}
    return own.get(lang) or own.get(texts.FALLBACK) or texts.contract(key, lang)


def _entered(expl: Explanation, lang: str, seat: int | None) -> str:
    points = [number(step["points"]) for step in expl["steps"] if seat is None or seat in step["seats"]]
    return texts.text("told.entered", lang, points=" / ".join(points))


def _step_text(expl: Explanation, lang: str, contract_name: str, sum_text: str) -> str:
    tricks = expl["tricks"]
    if not isinstance(tricks, Mapping):
        return texts.text(
            "told.one_side", lang, contract=contract_name, tricks=tricks_in_words(tricks, lang), sum=sum_text
        )
    if len(tricks) == 1:
        (own_tricks,) = tricks.values()
        return texts.text(
            "told.one_side", lang, contract=contract_name, tricks=tricks_in_words(own_tricks, lang), sum=sum_text
        )
    return texts.text("told.several", lang, contract=contract_name, parts=sum_text)


def tricks_in_words(number: object, lang: str) -> str:
    """A number of tricks in words, or that the contract was lost."""
    if number == LOST:
        return texts.text("tricks.lost", lang)
    return texts.counted("tricks", int(str(number)), lang)


def _deal(expl: Explanation, lang: str, contract_name: str, player_names: Names) -> str:
    """The points of all declarers, and of each opponent if they get or pay something."""
    parts = [_group(expl, steps, lang, player_names) for steps in _groups(expl["steps"])]
    if expl["opponents"]:
        parts.append(texts.text("told.opponents", lang, sum=_sum(expl["opponents"], lang)))
    return _step_text(expl, lang, contract_name, texts.text("list.then", lang).join(parts))


def _groups(steps: Sequence[ExplainedStep]) -> list[list[ExplainedStep]]:
    """The steps by group of seats; a seat belongs to one group only."""
    groups: dict[tuple[int, ...], list[ExplainedStep]] = {}
    for step in steps:
        groups.setdefault(tuple(step["seats"]), []).append(step)
    return list(groups.values())


def _group(expl: Explanation, steps: Sequence[ExplainedStep], lang: str, player_names: Names) -> str:
    """What a group of declarers got; in a personal contract also who they are and their tricks."""
    tricks = expl["tricks"]
    if not isinstance(tricks, Mapping) or len(tricks) == 1:
        return _sum(steps, lang) + _cap_text(expl, steps, lang)
    who = [_player(seat, tricks[str(seat)], lang, player_names) for seat in steps[0]["seats"]]
    return texts.text("told.group", lang, who=", ".join(who), sum=_sum(steps, lang))


def _cap_text(expl: Explanation, steps: Sequence[ExplainedStep], lang: str) -> str:
    """The limit on overtricks, if there were more: a solo 7 with 9 tricks may count 1 overtrick; else empty."""
    tricks = expl["tricks"]
    counted = [CONTRACTS[expl["line"]].target + step["count"] for step in steps if step["code"] == "over"]
    if not counted or not isinstance(tricks, int) or tricks <= counted[0]:
        return ""
    return texts.text("told.capped", lang, tricks=tricks_in_words(counted[0], lang))


def _player(seat: int, tricks: object, lang: str, player_names: Names) -> str:
    """A declarer of a personal contract, by name if it is known, with their tricks."""
    tricks_text = tricks_in_words(tricks, lang)
    if seat in player_names:
        return texts.text(
            "told.named_lost" if tricks == LOST else "told.named", lang, name=player_names[seat], tricks=tricks_text
        )
    return texts.text("told.alone_lost" if tricks == LOST else "told.alone", lang, seat=seat, tricks=tricks_text)


def _seat(expl: Explanation, lang: str, contract_name: str, seat: int) -> str:
    """What one seat got; of a personal contract only that declarer's tricks, as it is about nobody else."""
    declared = [step for step in expl["steps"] if seat in step["seats"]]
    if declared:
        tricks = expl["tricks"]
        own_tricks = tricks[str(seat)] if isinstance(tricks, Mapping) else tricks
        sum_text = _sum(declared, lang) + _cap_text(expl, declared, lang)
        return texts.text(
            "told.one_side", lang, contract=contract_name, tricks=tricks_in_words(own_tricks, lang), sum=sum_text
        )
    own = [step for step in expl["opponents"] if seat in step["seats"]]
    return _step_text(expl, lang, contract_name, texts.text("told.opponent", lang, sum=_sum(own, lang)))


def doublings(count: int, lang: str) -> str:
    """A number of doubles, in words."""
    return texts.counted("step.doubles", count, lang)


def _sum(steps: Sequence[ExplainedStep], lang: str) -> str:
    """The steps as a sum with its total: (2 + 4 overtricks × 1) × 3 (all 13 tricks, …) = 18."""
    doublings, shared, settling = (_of(steps, codes) for codes in (_DOUBLINGS, _SHARED, _SETTLING))
    value = [step for step in steps if step["code"] not in (*_DOUBLINGS, *_SHARED, *_SETTLING)]
    text = _add_terms("", value, lang)
    if doublings:
        text = f"({text})" if len(value) > 1 else text
        text = _times(text, doublings, [_cause(step, lang) for step in doublings])
    if shared:
        text = f"({text})" if len(value) > 1 and not doublings else text
        text = _times(text, shared, [texts.text("step.shared", lang)])
    text = _add_terms(text, settling, lang)
    if len(steps) == 1 and steps[0]["count"] == 1:
        return text
    total = number(sum(step["points"] for step in steps))
    return f"{text} = {total}" if text else total


def _of(steps: Sequence[ExplainedStep], codes: Sequence[str]) -> list[ExplainedStep]:
    return [step for step in steps if step["code"] in codes]


def _times(text: str, steps: Sequence[ExplainedStep], causes: Sequence[str]) -> str:
    """Steps that add the value again a number of times, written as a multiplication."""
    return f"{text} × {1 + sum(step['count'] for step in steps)} ({', '.join(causes)})"


def _add_terms(text: str, steps: Sequence[ExplainedStep], lang: str) -> str:
    for step in steps:
        sign = "−" if step["each"] < 0 else "+"
        amount = _amount(step, lang)
        if text:
            text += f" {sign} {amount}"
        else:
            text = f"−{amount}" if sign == "−" else amount
    return text


def _cause(step: ExplainedStep, lang: str) -> str:
    if step["code"] == "doubles":
        return doublings(step["count"], lang)
    return texts.text(f"step.{step['code']}", lang)


def _amount(step: ExplainedStep, lang: str) -> str:
    """One step without its sign: 10, or 2 overtricks × 3."""
    count, each = step["count"], abs(step["each"])
    if step["code"] in _NOUNS:
        singular = count == 1
        return texts.text(f"{_NOUNS[step['code']]}.{'one' if singular else 'many'}", lang, count=count, each=each)
    if step["code"] == "all13":
        return texts.text("step.all13", lang, each=each)
    return str(each) if count == 1 else f"{count} × {each}"
