"""What a deal comes to after rulings on it, by the second scorer: plain lists, nothing of `tools/verify.py`."""

from typing import Any

from tests.support.second.second_scorer import points

Json = dict[str, Any]
JURY = ("GMT", "S12", "S13")  # the contracts of world-2018 for which the jury is called


def counted(decisions: list[Json]) -> list[Json]:
    """Those that are neither cancelled nor ended by one that is not cancelled, in the order of their numbers."""
    standing = [one for one in decisions if not one.get("cancelled")]
    over = [number for one in standing for number in one.get("ends", [])]
    return sorted((one for one in standing if one["number"] not in over), key=lambda one: int(one["number"]))


def outcome(key: str, entered: Json, decisions: list[Json]) -> dict[int, int]:
    """What each position gets from a deal that was entered, with results as ruled, annulments and adjustments."""
    seats = entered.get("seats", [1, 2, 3, 4])
    won, extra = deal_points(key, entered, decisions), adjusted(decisions)
    return {seat: won.get(seat, 0) + extra.get(seat, 0) for seat in seats}


def adjusted(decisions: list[Json]) -> dict[int, int]:
    """What the rulings that count gave each position that they name."""
    extra: dict[int, int] = {}
    for one in counted(decisions):
        for position, given in one.get("points", {}).items():
            extra[int(position)] = extra.get(int(position), 0) + given
    return extra


def deal_points(key: str, entered: Json | None, decisions: list[Json]) -> dict[int, int]:
    """What each position gets from the deal itself; nothing while there is no result, or one that waits."""
    result, annulled, told = told_by(entered, counted(decisions))
    words = [told.get(seat) for seat in (result or {}).get("declarers", [])]
    if "refused" in words:
        return {}
    if annulled:
        return dict.fromkeys((result or {}).get("seats", [1, 2, 3, 4]), 0)
    if result is None or result.get("contract") not in JURY:
        return points(key, result) if result else {}
    if "not_called" in words:
        return points(key, {**result, "jury": "not_called"})
    return {} if None in words else points(key, {**result, "jury": "allowed"})


def told_by(entered: Json | None, decisions: list[Json]) -> tuple[Json | None, bool, dict[int, str]]:
    """The result that these leave, whether they annul the deal, and the jury's answer to each position."""
    result, annulled = entered, False
    told: dict[int, str] = said(entered)
    for one in decisions:
        if one["ruling"] == "annulled":
            annulled, told = True, {seat: word for seat, word in told.items() if word != "refused"}
        elif one["ruling"] == "result":
            result, annulled, told = one["result"], False, said(one["result"])
        elif result and one["contract"] == result.get("contract"):
            told |= dict.fromkeys(one["about"], str(one["ruling"]))
    return result, annulled, told


def said(result: Json | None) -> dict[int, str]:
    """What a result itself says of the jury, by declarer."""
    return dict.fromkeys(result["declarers"], str(result["jury"])) if result and "jury" in result else {}
