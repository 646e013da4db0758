"""What a deal comes to after rulings on it, by the second scorer: plain lists, nothing of `tools/verify.py`."""

from typing import Any

from tests.second_scorer import points

Json = dict[str, Any]


def counted(decisions: list[Json]) -> list[Json]:
    """Those that are neither cancelled nor ended by one that is not cancelled, in the order of their numbers."""
    standing = [one for one in decisions if not one.get("cancelled")]
    over = [number for one in standing for number in one.get("ends", [])]
    return sorted((one for one in standing if one["number"] not in over), key=lambda one: int(one["number"]))


def outcome(key: str, entered: Json, decisions: list[Json]) -> dict[int, int]:
    """What each position gets from a deal that was entered, with results as ruled, annulments and adjustments."""
    result, annulled = entered, False
    extra = dict.fromkeys(entered.get("seats", [1, 2, 3, 4]), 0)
    for one in counted(decisions):
        if one["ruling"] == "annulled":
            annulled = True
        elif one["ruling"] == "result":
            result, annulled = one["result"], False
        for position, given in one.get("points", {}).items():
            extra[int(position)] += given
    return {seat: extra[seat] + (0 if annulled else won) for seat, won in points(key, result).items()}
