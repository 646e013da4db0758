"""An outsider's recount of stages, bonus and cuts in a troel/1 file: plain sums over lists, nothing of Troel itself."""

from typing import Any

from tests.recount import round_points, sitting, took_part

Document = dict[str, Any]


def recount_format(document: Document) -> dict[int, Document]:
    """Per ranked entry the components of its points, as the standings of a file list them."""
    event = document["event"]
    form = event.get("format", {})
    played = [round for round in document["rounds"] if round["published"]]
    deals = [round_points(round, event["ruleset"]["key"]) for round in played]
    stage_of = [at for at, stage in enumerate(form.get("stages", []), 1) for _round in range(stage["rounds"])]
    given = [given_in(form, stage_of, at) for at in range(len(played))]
    bonus = [round_bonus(round, gives, event["ruleset"]["key"]) for round, gives in zip(played, given, strict=True)]
    blocks = [[at for at in range(len(played)) if block_of(document, stage_of, at) == k] for k in range(10)]
    return {
        entry["number"]: one(entry["number"], document, played, deals, bonus, blocks)
        for entry in document["entries"]
        if entry["status"] not in ("withdrawn", "excluded")
        and (entry["role"] == "competitor" or event["ranks_jokers"])
        and took_part(document, entry["number"])
    }


def given_in(form: Document, stage_of: list[int], at: int) -> list[int]:
    """The bonus of a round: that of its stage where it has one."""
    own = form["stages"][stage_of[min(at, len(stage_of) - 1)] - 1] if stage_of else {}
    amounts: list[int] = own["bonus"] if "bonus" in own else form.get("bonus", [])
    return amounts


def block_of(document: Document, stage_of: list[int], at: int) -> int:
    """How many cuts come before a round; one whose final has no deal yet is none."""
    stage = stage_of[min(at, len(stage_of) - 1)] if stage_of else 1
    begun = {
        stage_of[min(number, len(stage_of) - 1)]
        for number, round in enumerate(document["rounds"])
        if stage_of and any(table["deals"] for table in round["tables"])
    }
    return sum(cut["stage"] <= stage and cut["stage"] in begun for cut in document.get("cuts", []))


def one(
    number: int, document: Document, played: list[Document], deals: list[Any], bonus: list[Any], blocks: list[list[int]]
) -> Document:
    """The components of one entry, block by block until the cut it did not survive."""
    form, cuts = document["event"].get("format", {}), document.get("cuts", [])
    carried, last = 0, 0
    while True:
        mine = [at for at in blocks[last] if sat(played[at], number)]
        rounds = [deals[at][number] if at in mine else 0 for at in range(len(played))]
        extra = sum(bonus[at].get(number, 0) for at in mine)
        if form.get("sit_out") == "average" and mine:
            for at in blocks[last]:
                if number in played[at].get("sit_out", []):
                    rounds[at] = (sum(rounds[n] for n in mine) + extra) // len(mine)
        decided = sum(
            given
            for decision in document["decisions"]
            for who, given in decision["adjustments"].items()
            if int(who) == number and not decision["cancelled"] and belongs(decision, number, last, document, blocks)
        )
        if last == len(cuts) or not blocks[last + 1] or number not in cuts[last]["finalists"]:
            return {"rounds": rounds, "adjustments": decided, "bonus": extra, "carried": carried}
        from_zero = form["stages"][cuts[last]["stage"] - 1]["points"] == "zero"
        carried = 0 if from_zero else sum(rounds) + extra + decided + carried
        last += 1


def belongs(decision: Document, number: int, block: int, document: Document, blocks: list[list[int]]) -> bool:
    """Whether a decision counts in a block: by its round, or by when it was taken."""
    if decision["round"] is not None:
        return any(at + 1 == decision["round"] for at in blocks[block])
    cuts = [cut for at, cut in enumerate(document.get("cuts", [])) if blocks[at + 1]]
    reached = next((at for at, cut in enumerate(cuts) if number not in cut["finalists"]), len(cuts))
    return block == min(reached, sum(decision["number"] > cut["decisions"] for cut in cuts))


def sat(round: Document, number: int) -> bool:
    """Whether an entry played a deal of a round."""
    return any(str(number) in deal["points"] for table in round["tables"] for deal in table["deals"])


def round_bonus(round: Document, bonus: list[int], key: str) -> dict[int, int]:
    """What the places at the tables of a round give, by entry."""
    found: dict[int, int] = {}
    for table in round["tables"]:
        planned = table.get("deals_planned", round["deals"])
        if not bonus or not table["deals"] or (len(table["deals"]) < planned and not round["closed"]):
            continue
        seats = {int(seat): 0 for seat in table["seats"]}
        by_hand: dict[int, list[int]] = {seat: [] for seat in seats}
        for deal in table["deals"]:
            for seat in seats:
                who = sitting(table, seat, deal["number"])
                if str(who) in deal["points"]:
                    seats[seat] += deal["points"][str(who)]
                    by_hand[seat].append(who)
        for seat, total in seats.items():
            above = sum(other > total for other in seats.values())
            ties = sum(other == total for other in seats.values())
            prize = sum((bonus + [0] * 9)[above : above + ties]) // ties
            for who in set(by_hand[seat]):
                found[who] = prize * by_hand[seat].count(who) // len(by_hand[seat])
    return found
