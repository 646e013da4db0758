"""An outsider's recount of a troel/1 file: the second scorer and plain sums, nothing of Troel itself."""

from collections import Counter
from typing import Any

from tests.second_scorer import points


def recount(document: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Per ranked entry its points per round and its adjustments, from the deals and decisions of the file alone."""
    event = document["event"]
    ranked = [
        entry["number"]
        for entry in document["entries"]
        if entry["status"] not in ("withdrawn", "excluded")
        and (entry["role"] == "competitor" or event["ranks_jokers"])
        and took_part(document, entry["number"])
    ]
    rounds = [round_points(round, event["ruleset"]["key"]) for round in document["rounds"] if round["published"]]
    check_refusals(document)
    adjusted: Counter[int] = Counter()
    for decision in document["decisions"]:
        if not decision["cancelled"]:
            adjusted.update({int(number): given for number, given in decision["adjustments"].items()})
    return {
        number: {"rounds": [round[number] for round in rounds], "adjustments": adjusted[number]} for number in ranked
    }


def check_refusals(document: dict[str, Any]) -> None:
    """No deal gives points by a contract that the jury refused to one of its declarers, by its last word about it."""
    said: dict[tuple[Any, ...], dict[str, Any]] = {}
    for decision in document["decisions"]:
        where = tuple(decision[name] for name in ("round", "table", "deal"))
        if not decision["cancelled"] and decision.get("ruling") in ("result", "annulled"):
            said = {key: one for key, one in said.items() if key[:3] != where}
        elif not decision["cancelled"] and decision.get("about"):
            said |= {(*where, seat, decision["contract"]): decision for seat in decision["about"]}
    for round in document["rounds"]:
        for table in round["tables"]:
            for deal in table["deals"]:
                for seat in deal["result"].get("declarers", ()):
                    where = (round["number"], table["number"], deal["number"])
                    last = said.get((*where, seat, deal["result"]["contract"]))
                    assert last is None or last["ruling"] != "refused", deal


def round_points(round: dict[str, Any], key: str) -> Counter[int]:
    """What each entry got in a round, deal by deal."""
    total: Counter[int] = Counter()
    for table in round["tables"]:
        for deal in table["deals"]:
            seats = points(key, deal["result"])
            if deal.get("annulled"):
                seats = dict.fromkeys(seats, 0)
            given = {sitting(table, seat, deal["number"]): won for seat, won in seats.items()}
            assert given == {int(number): won for number, won in deal["points"].items()}, deal
            total.update(given)
    return total


def sitting(table: dict[str, Any], seat: int, deal: int) -> int:
    """Who sat at a seat at a deal."""
    late = [change for change in table.get("substitutes", ()) if change["seat"] == seat and change["from_deal"] <= deal]
    number: int = max(late, key=lambda change: change["from_deal"])["entry"] if late else table["seats"][str(seat)]
    return number


def took_part(document: dict[str, Any], number: int) -> bool:
    """Whether an entry has a seat in a published round, from its first deal or a later one, or rests in it."""
    return any(
        number in round.get("sit_out", ())
        or number in table["seats"].values()
        or number in [change["entry"] for change in table.get("substitutes", ())]
        for round in document["rounds"]
        if round["published"]
        for table in round["tables"]
    )
