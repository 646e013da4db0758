"""The outbox's own sums, without page and network, in Node: what an answer means, pauses, a table with what waits."""

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.support.servers.in_node import NODE, needs_node
from tests.support.servers.waiting import PATIENCE

pytestmark = needs_node
SCRIPTS = Path(__file__).resolve().parents[2] / "tournament" / "static" / "troel" / "captain"
DEAL = {"version": 0, "passes": 0, "settled": False, "entered": False, "announced": "", "recorded": ""}
STATE = {
    "revision": 5,
    "totals": {"1": 3, "2": -3},
    "deals": [{**DEAL, "number": number, "before": {"1": 3, "2": -3}} for number in (1, 2, 3)],
}


def told(module: str, expression: str, *given: Any) -> Any:
    """What an expression gives that uses a module of the outbox as `it` and what is given as `given`."""
    source = (SCRIPTS / module).read_text()
    code = f"""
    const it = await import("data:text/javascript," + encodeURIComponent({json.dumps(source)}));
    const given = {json.dumps(given)};
    console.log(JSON.stringify({expression}) ?? "null");
    """
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", code], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


MEANINGS: list[tuple[int, dict[str, str] | None, str]] = [
    (200, {"done": "written"}, "received"),
    (200, None, "again"),  # the page on which one signs in to a hall's network
    (302, None, "again"),
    (404, None, "again"),
    (408, None, "again"),
    (429, {"sentence": "Wait."}, "again"),
    (500, None, "again"),
    (503, {"sentence": "Full."}, "again"),
    (409, {"sentence": "No."}, "refused"),
    (422, {"sentence": "No."}, "refused"),
    (400, None, "refused"),
]


def test_what_an_answer_means() -> None:
    answers = [(status, answer) for status, answer, _means in MEANINGS]
    said = told("sending.js", "given.map(([status, answer]) => it.meaning(status, answer)[0])", *answers)
    assert said == [means for _status, _answer, means in MEANINGS]


def test_pauses_grow_up_to_a_ceiling() -> None:
    pauses = told("sending.js", "Array.from({ length: 12 }, (_, tries) => it.pause(tries + 1, 0.5))")
    assert pauses == sorted(pauses) and (pauses[0], pauses[-1], pauses[-2]) == (1000, 30000, 30000)


def waiting(kind: str, number: int = 0, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "number": number, **more}


def test_a_table_with_what_waits_is_as_it_will_be() -> None:
    items = [waiting("take"), waiting("pass", 1), waiting("deal", 1, gives={"1": 7, "2": -7}), waiting("deal", 2)]
    state = told("pending.js", "it.withWaiting(...given)", STATE, [*items, waiting("deal", 3, refused={"status": 409})])
    assert (state["revision"], state["totals"]) == (9, {"1": 10, "2": -10})
    first, second, third = state["deals"]
    assert (first["version"], first["passes"], first["entered"], first["settled"]) == (2, 1, True, True)
    assert (second["before"], second["version"]) == ({"1": 10, "2": -10}, 1)
    assert third == {**DEAL, "number": 3, "before": {"1": 10, "2": -10}}
    assert told("pending.js", "it.nextDeal(given[0]).number", state) == 3


def test_a_kept_sheet_learns_what_was_received_unless_it_is_newer() -> None:
    sheet, item = json.dumps(STATE), waiting("deal", 1, gives={"1": 7, "2": -7}, body="contract=S6")
    state = json.loads(told("pending.js", "it.received(...given)", sheet, item, 6))
    assert (state["revision"], state["totals"], state["deals"][0]["entered"]) == (6, {"1": 10, "2": -10}, True)
    assert told("pending.js", "it.received(...given)", sheet, item, 5) == sheet


def test_an_announcement_that_waits_is_known_until_the_deal_is_another() -> None:
    items = [waiting("announce", 1, body="contract=S6&who=1")]
    for more, announced in ([], "contract=S6&who=1"), ([waiting("pass", 1)], ""), ([waiting("misdeal", 1)], ""):
        (first, *_rest) = told("pending.js", "it.withWaiting(...given)", STATE, [*items, *more])["deals"]
        assert first["announced"] == announced


def test_what_was_taken_back_is_to_be_written_again() -> None:
    items = [waiting("deal", 1), waiting("undo-deal", 1), waiting("pass", 1), waiting("undo-pass", 1)]
    (first, *_rest) = told("pending.js", "it.withWaiting(...given)", STATE, items)["deals"]
    assert first == {**STATE["deals"][0], "version": 4}  # type: ignore[index]


def test_items_are_told_from_their_addresses_and_kept_in_order() -> None:
    addresses = ["deal/12/", "deal/1/correct/", "deal/1/misdeal/undo/", "close/", "deal/1/elsewhere/"]
    kinds = told("pending.js", "given.map(it.kindOf)", *addresses)
    assert kinds == [["deal", 12], ["correct", 1], ["undo-misdeal", 1], ["close", 0], ["other", 0]]
    items = [{"table": "1", "seq": 2}, {"table": "2", "seq": 1}, {"table": "1", "seq": 1.5}]
    assert [item["seq"] for item in told("pending.js", "it.inOrder(...given)", items, "1")] == [1.5, 2]


def test_taking_back_names_the_version_that_the_form_leads_to() -> None:
    item = {"kind": "deal", "number": 2, "rest": "deal/2/", "body": "version=3&key=k"}
    assert told("pending.js", "it.undoing(...given)", item) == ["deal/2/undo/", {"version": 4}]
    assert told("pending.js", "it.undoing(...given)", {**item, "kind": "close"}) is None
    assert told("pending.js", "it.undoing(...given)", {**item, "kind": "correct"}) is None


def test_what_waits_can_be_put_right_too() -> None:
    items = [
        waiting("deal", 1, gives={"1": 7, "2": -7}, body="contract=S6"),
        waiting("correct", 1, gives={"1": 2, "2": -2}, body="contract=S7"),
    ]
    state = told("pending.js", "it.withWaiting(...given)", STATE, items)
    assert (state["deals"][0]["recorded"], state["deals"][0]["version"]) == ("contract=S7", 2)
    assert state["totals"] == state["deals"][1]["before"] == {"1": 12, "2": -12}
    undone = waiting("undo-deal", 1, gives={"1": -9, "2": 9})
    state = told("pending.js", "it.withWaiting(...given)", STATE, [*items, undone])
    assert (state["deals"][0]["recorded"], state["deals"][0]["entered"]) == ("", False)
    assert state["totals"] == STATE["totals"]


def test_what_waits_says_its_points_and_the_total_after_it() -> None:
    names = [[1, "An"], [2, "Bea"]]
    state = {**STATE, "totals": {"1": 12, "2": -12}}
    state["deals"] = [{**deal, "plays": names} for deal in STATE["deals"]]  # type: ignore[attr-defined]
    items = [
        waiting("deal", 1, seq=1, gives={"1": 7, "2": -7}),
        waiting("pass", 2, seq=2),
        waiting("deal", 2, seq=3, gives={"1": 9, "2": -9}, refused={"status": 409}),
        waiting("deal", 2, seq=4, gives={"1": 2, "2": -2}),
    ]
    sums = told("pending.js", "it.running(...given)", state, items)
    assert sums == {"1": [["An", 7, 10], ["Bea", -7, -10]], "4": [["An", 2, 12], ["Bea", -2, -12]]}


def test_a_call_and_a_take_pass_what_is_refused_and_deals_wait_for_it() -> None:
    refused, deal = waiting("deal", 5, seq=2, refused={"status": 409}), waiting("deal", 6, seq=3)
    call, take, called = (waiting(kind, seq=4) for kind in ("call", "take", "call"))
    called["refused"] = {"status": 409}
    cases: list[tuple[list[dict[str, Any]], int | None]] = [
        ([deal, call], 3),
        ([refused, deal], None),
        ([refused, deal, call], 4),
        ([refused, deal, take], 4),
        ([refused, deal, called], None),
        ([{**called, "seq": 1}, deal], 3),
    ]
    assert told("pending.js", "given.map((items) => it.due(items)?.seq)", *(items for items, _due in cases)) == [
        due for _items, due in cases
    ]
    holds = "given.map((items) => it.holdsUp(items[0], items))"
    assert told("pending.js", holds, [refused, deal], [refused, call], [deal, call], [called, deal]) == [
        True,
        False,
        False,
        False,
    ]
