"""Files that somebody changed: whatever is in them, the answer is a sentence, soon, and never a traceback."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tournament.seating.__main__ import main
from tournament.seating.constraints import Wish
from tournament.seating.rounds.whole import draw

Change = Callable[[dict[str, Any]], Any]
HUGE = 10**9


@pytest.fixture(scope="module")
def plain() -> str:
    """A draw of sixteen as a file holds it."""
    return json.dumps(draw(Wish(16, 3, "s", clubs={1: "a", 2: "a"})))


def put(path: str, value: Any) -> Change:
    """Puts a value at a place such as "trace/wish/players"."""

    def change(document: dict[str, Any]) -> None:
        *way, last = [int(key) if key.isdecimal() else key for key in path.split("/")]
        there: Any = document
        for key in way:
            there = there[key]
        there[last] = value

    return change


def columns(depth: int) -> dict[str, Any]:
    """A design of columns within columns, each four times as wide as the one within."""
    inner: dict[str, Any] = {
        "name": "inner",
        "points": 4,
        "rounds": 1,
        "parts": [{"kind": "listed", "rounds": [[0, 1, 2, 3]]}],
    }
    return (
        inner
        if not depth
        else {"name": "outer", "points": 16, "rounds": 3, "parts": [{"kind": "columns", "design": columns(depth - 1)}]}
    )


REDRAWN = {"step": "redraw", "after": 1, "absent": [], "arrive": 0, "mode": "open"}
CHANGES = [
    put("players", True),
    put("players", HUGE),
    put("players", "16"),
    put("rounds", [[[1, 2, 3, 4] * 1000]]),
    put("rounds/0/0/0", 10**30),
    put("rounds/0/0/0", True),
    put("rounds/0/0", 4),
    put("resting", 7),
    put("resting", [[1]]),
    put("resting", [[1, 1], [], []]),
    put("resting", [[], [17], []]),
    put("trace", "none"),
    put("trace", {"design": {}}),
    put("trace/before", [[["a"]]]),
    put("trace/rested", [3]),
    put("trace/wish", []),
    put("trace/wish/players", 15),
    put("trace/wish/rounds", 2),
    put("trace/wish/seed", None),
    put("trace/wish/seed", "\ud800"),
    put("trace/wish/clubs", {"9" * 5000: "a"}),
    put("trace/wish/clubs", {"99": "a"}),
    put("trace/wish/priority", ["repeats"]),
    put("trace/wish/rest", []),
    put("trace/wish/languages", {"1": 3}),
    put("trace/wish/apart", [[1]]),
    put("trace/steps", {"step": "ranked"}),
    put("trace/steps", [{"step": "ranked", "order": [1, 2, 3, 4]}]),
    put("trace/steps", [{"step": "ranked", "order": [1, 2, 3, 4], "snake": True, "strict": True}]),
    put("trace/steps", [REDRAWN | {"arrive": HUGE}]),
    put("trace/steps", [REDRAWN | {"absent": "1"}]),
    put("trace/steps", [REDRAWN | {"mode": "luck"}]),
    put("trace/snake", "no"),
    put("trace/design/points", HUGE),
    put("trace/design/rounds", HUGE),
    put("trace/design/parts", [3]),
    put("trace/design/parts", [{"kind": "luck"}]),
    put("trace/design/parts", [{"kind": "shifts", "moduli": [HUGE], "shifts": [[0, 1, 2, 3, 0]]}]),
    put("trace/design/parts", [{"kind": "developed", "moduli": [HUGE], "orbits": 1, "base": []}]),
    put("trace/design", columns(40)),
    put("trace/design", columns(200)),
    put("trace/design/points", 0),
    put("trace/design/parts", [{"kind": "shifts", "moduli": [0], "shifts": [[0, 0, 0, 0, 0]]}]),
    put("trace/design/parts", [{"kind": "developed", "moduli": [0], "orbits": 1, "base": [[0, 1, 2, 3]]}]),
    put("trace/design/parts", [{"kind": "listed", "rounds": [[0, 1, 2, 16]]}]),
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(
    "command",
    [("audit", "--rerun"), ("redraw", "--after", "1", "--absent", "3", "--mode", "published")],
    ids=("audit", "redraw"),
)
def test_a_draw_that_was_changed_is_refused_with_a_sentence(
    command: tuple[str, ...], change: Change, plain: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(plain)
    change(document)
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    status = main([command[0], str(path), *command[1:]])
    answer = json.loads(capsys.readouterr().out)
    assert (status, answer.keys()) == (1, {"error", "possible", "why"})


@pytest.mark.parametrize("content", ["[" * 100_000, '{"players": ' + "9" * 5000 + "}", '"\\ud800"'])
def test_a_file_that_is_no_json_is_refused_with_a_sentence(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "draw.json"
    path.write_text(content, encoding="utf-8")
    assert main(["audit", str(path)]) == 1
    assert json.loads(capsys.readouterr().out)["error"] == f"{path} cannot be read."


def test_nobody_goes_on_with_a_draw_in_which_somebody_sits_twice(
    plain: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(plain)
    table = document["rounds"][2][0]
    table[0] = table[1]
    path = tmp_path / "draw.json"
    traces: list[dict[str, Any]] = [document["trace"], {}]
    for trace in traces:
        path.write_text(json.dumps(document | {"trace": trace}), encoding="utf-8")
        assert main(["audit", str(path)]) == 1
        assert f"Round 3: player {table[1]} sits 2 times." in json.loads(capsys.readouterr().out)["problems"]
        assert main(["ranked", str(path), "--order", "1,2,3,4"]) == 1
        assert json.loads(capsys.readouterr().out)["why"] == f"Round 3: player {table[1]} sits 2 times."
