"""The judge: what phones were told is recorded, beside what stands in the exports of their events."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tests.failover.installation import Node
from tests.failover.phones import CONTRACT, Phone, require_no_fault
from tests.failover.row import Figure, exactly


def judged(node: Node, phones: Mapping[str, Sequence[Phone]]) -> Iterator[Figure]:
    """Every confirmed deal stands once, as it was sent; nothing else stands but what was sent; every chain is good."""
    require_no_fault([phone for tables in phones.values() for phone in tables])
    lost = doubled = strange = 0
    for slug, tables in phones.items():
        document = json.loads(node.manage("export", slug))
        lines = recorded(node.manage("export", slug, "--format", "logbook"))
        for number, phone in enumerate(tables, 1):
            row = document["rounds"][0]["tables"][number - 1]
            stands = {deal["number"]: deal["result"] for deal in row["deals"]}
            lost += sum(stands.get(deal) != result(tricks) for deal, tricks in phone.confirmed.items())
            strange += sum(deal not in phone.sent or what != result(phone.sent[deal]) for deal, what in stands.items())
            doubled += sum(lines[number, deal] > 1 for deal in phone.sent)
    confirmed = sum(len(phone.confirmed) for tables in phones.values() for phone in tables)
    yield exactly(f"confirmed deals lost, of {confirmed:,}", lost, 0)
    yield exactly("deals doubled", doubled, 0)
    yield exactly("deals that nobody sent so", strange, 0)
    yield exactly("every seal holds (verify)", "every seal holds" in node.manage("verify"), True)


def result(tricks: int) -> dict[str, object]:
    """The result of a deal as an export has it."""
    return {"contract": CONTRACT, "declarers": [1, 3], "tricks": tricks}


def recorded(logbook: str) -> Counter[tuple[int, int]]:
    """How many lines of an event's logbook record each deal, by table and deal."""
    found: Counter[tuple[int, int]] = Counter()
    for text in logbook.splitlines():
        line = json.loads(json.loads(text).get("line", "{}"))
        if line.get("act") == "record_deal":
            found[line["facts"]["table"], line["facts"]["number"]] += 1
    return found
