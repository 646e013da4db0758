"""Makes the cases of `conformance/cases/v1/` from the printed tables.

    python -m tests.support.second.conformance_maker FOLDER

Version 1 is frozen: this is how its files came about, and how those of a version 2 would. Every number is the same by
the package, by the second scorer where it knows the rule set, and by `tools/verify.py`, or the maker stops.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from scoring import RuleSet, load, possible
from scoring.requests import reply
from tests.scoring.test_second_scorer import WITH_A_TABLE, as_printed, example, place, place_of_row, printed
from tests.support.second import conformance_faults, conformance_rules
from tests.support.second.conformers import REFUSED, second_rank, second_seal, verified_score
from tests.support.second.second_results import GAMES, PERSONAL, Deal, some
from tests.support.second.second_scorer import every, points

Case = dict[str, Any]


def plain(rules: RuleSet) -> dict[str, Any]:
    """A rule set as version 1 describes it, without what no points depend on."""
    return {name: value for name, value in {**rules.to_dict(), "penalties": {}}.items() if name != "bidding"}


RULES: dict[str, Any] = {
    **{key: plain(load(key)) for key in GAMES},
    **{rules["key"]: RuleSet.from_dict(rules).to_dict() for rules in conformance_rules.ODD},
}


def scored(id: str, key: str, deal: Deal, expected: dict[int, int] | None = None) -> Case:
    """A case with the points that all scorers agree on."""
    request = {"op": "score", "ruleset": key, "result": deal}
    answer = reply({**request, "ruleset": RULES[key]})
    by = [verified_score({**request, "ruleset": RULES[key]})["points"]]
    by += [{str(seat): won for seat, won in points(key, deal).items()}] if key in GAMES else []
    by += [{str(seat): won for seat, won in expected.items()}] if expected else []
    assert all(found == answer["points"] for found in by), (id, by, answer)
    return {"id": id, "request": request, "answer": answer}


def score_cases() -> Iterator[Case]:
    """Every figure of the printed tables, each for other seats; their examples; and some deals of five seats."""
    for key in WITH_A_TABLE:
        chance, deals = Random(f"conformance {key}"), defaultdict(list)
        for deal in every(key):
            deals[place(deal)].append(deal)
        for row in printed(key):
            deal = chance.choice(deals[place_of_row(row)])
            yield scored("-".join(["score", key, *filter(None, place(deal))]), key, deal, as_printed(deal, row))
    for at, row in enumerate(printed("examples"), 1):
        told = {seat: int(row[f"seat{seat}"]) for seat in (1, 2, 3, 4)}
        yield scored(f"score-example-{at}", row["rules"], example(row), told)
    for key in GAMES:
        chance = Random(f"conformance {key}, five seats")
        yield from (scored(f"score-{key}-five-{at}", key, some(key, chance)) for at in range(1, 16))
    yield from (scored(f"score-{id}", key, deal) for id, key, deal in conformance_rules.FURTHER)


def refuse_cases() -> Iterator[Case]:
    for at, (code, key, deal) in enumerate(conformance_faults.RESULTS, 1):
        request = {"op": "score", "ruleset": key, "result": deal}
        assert verified_score({**request, "ruleset": RULES[key]}) == REFUSED
        yield {"id": f"refuse-{code}-{at}", "request": request, "answer": {"error": code}}


def request_cases() -> Iterator[Case]:
    for at, (code, request) in enumerate(conformance_faults.REQUESTS, 1):
        yield {"id": f"request-{code}-{at}", "request": request, "answer": {"error": code}}

    for at, (code, line) in enumerate(conformance_faults.LINES, 1):
        yield {"id": f"line-{code}-{at}", "raw": line, "answer": {"error": code}}


def rules_cases() -> Iterator[Case]:
    """Made-up rule sets with what no printed one has; the hashes of rule sets; and every fault of one."""
    for rules in conformance_rules.ODD:
        key = rules["key"]
        for deal in odd_deals(RuleSet.from_dict(rules)):
            yield scored("-".join(["rules", key, *filter(None, place(deal))]), key, deal)
    for key, rules in RULES.items():
        expected = second_seal({"after": "", "data": rules})["seal"]
        yield {"id": f"hash-{key}", "request": {"op": "check", "ruleset": key}, "answer": {"hash": expected}}
    for at, (rules, normal) in enumerate(conformance_rules.WAYS_TO_WRITE, 1):
        expected = second_seal({"after": "", "data": normal})["seal"]
        yield {"id": f"hash-same-{at}", "request": {"op": "check", "ruleset": rules}, "answer": {"hash": expected}}
    for at, (where, codes, rules) in enumerate(conformance_rules.faulty(), 1):
        answer = {"error": "faulty", "faults": [[where, code] for code in codes.split()]}
        yield {"id": f"faulty-{codes.split()[0]}-{at}", "request": {"op": "check", "ruleset": rules}, "answer": answer}


def odd_deals(rules: RuleSet) -> list[Deal]:
    """One deal for each outcome: all of a personal contract; of another the edges only."""
    chance, found = Random(rules.key), defaultdict(list)
    for result in possible(rules):
        deal: Deal = result.to_dict()
        if result.doubles in (0, 2) and (deal["contract"] in PERSONAL or edge(rules, deal)):
            found[place(deal)].append(deal)
    return [chance.choice(deals) for deals in found.values()]


def edge(rules: RuleSet, deal: Deal) -> bool:
    """Whether something may change at this number of tricks."""
    target = rules.lines[deal["contract"]].contract.target
    return deal["tricks"] in (0, target - 1, target, target + 1, target + 2, target + 3, 12, 13)


def rank_cases() -> Iterator[Case]:
    for at, request in enumerate(conformance_rules.rankings(), 1):
        answer = reply(request)
        assert second_rank(request) == json.loads(json.dumps(answer)), request
        yield {"id": f"rank-{at}", "request": request, "answer": answer}


def seal_cases() -> Iterator[Case]:
    after = "0" * 64
    for at, data in enumerate(conformance_rules.SEALED, 1):
        request = {"op": "seal", "after": after, "data": data}
        answer: Any = reply(request)
        assert second_seal(request) == answer, request
        yield {"id": f"seal-{at}", "request": request, "answer": answer}
        after = answer["seal"]


def text_of(cases: Iterable[Case]) -> str:
    rows = list(cases)
    assert len({row["id"] for row in rows}) == len(rows), [row["id"] for row in rows]
    return "".join(json.dumps(row, ensure_ascii=True) + "\n" for row in rows)


def files() -> Iterator[tuple[str, str]]:
    """The name and text of every file."""
    for key, rules in RULES.items():
        yield f"rulesets/{key}.json", json.dumps(rules, indent=1, ensure_ascii=False) + "\n"
    made = {"score": score_cases, "refuse": refuse_cases, "requests": request_cases, "rules": rules_cases}
    for kind, cases in {**made, "rank": rank_cases, "seal": seal_cases}.items():
        yield f"{kind}.jsonl", text_of(cases())


def main(folder: Path) -> None:
    for name, text in files():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as opened:  # what was published is never written over
            opened.write(text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
