"""The draw on the command line: with a bare Python, the same everywhere, and never a hang."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.second import seating_count as count
from tests.support.servers.waiting import PATIENCE
from tournament.seating.__main__ import main

ROOT = Path(__file__).resolve().parents[2]


def bare(*arguments: str, **environment: str) -> str:
    """What the command prints with no installed package and another environment."""
    done = subprocess.run(
        [sys.executable, "-S", "-m", "tournament.seating", *arguments],
        cwd=ROOT,
        env={"PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert done.stderr == ""
    return done.stdout


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    status = main(arguments)
    return status, json.loads(capsys.readouterr().out)


@pytest.fixture
def drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    _, answer = run(capsys, "draw", "--players", "40", "--rounds", "6", "--seed", "s")
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(answer), encoding="utf-8")
    return path


@pytest.mark.long
def test_one_seed_gives_one_draw_in_every_process(tmp_path: Path) -> None:
    clubs = tmp_path / "clubs.json"
    clubs.write_text(json.dumps({str(player): f"club {player % 7}" for player in range(1, 67)}), encoding="utf-8")
    wish = ("draw", "--players", "66", "--rounds", "10", "--seed", "één ♠", "--clubs", str(clubs))
    first = bare(*wish, PYTHONHASHSEED="1", PYTHONUTF8="1")
    # A terminal that is said to know ASCII alone.
    assert first == bare(*wish, PYTHONHASHSEED="2", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", LC_ALL="C")
    assert json.loads(first)["trace"]["wish"]["seed"] == "één ♠"
    assert first != bare(*wish[:6], "t", *wish[7:])


def test_draw_tells_players_rounds_audit_and_trace(capsys: pytest.CaptureFixture[str]) -> None:
    status, answer = run(capsys, "draw", "--players", "38", "--rounds", "3", "--seed", "s")
    assert status == 0
    assert list(answer) == ["players", "rounds", "audit", "trace"]
    assert answer["players"] == 38
    assert {"repeats", "lower_bound", "club_meetings", "seat_imbalance", "table_revisits"} <= answer["audit"].keys()
    assert {"engine", "wish", "design", "order", "points", "swaps", "numbers", "seats", "steps"} == answer[
        "trace"
    ].keys()
    assert count.each_sits_once(answer["rounds"], 38)


def test_priority_takes_one_kind_or_several(capsys: pytest.CaptureFixture[str]) -> None:
    for given, first in (("clubs", "clubs"), ("repeats", "repeats"), ("families,clubs", "families")):
        _, answer = run(capsys, "draw", "--players", "16", "--rounds", "1", "--seed", "s", "--priority", given)
        assert answer["trace"]["wish"]["priority"][0] == first


def test_every_wish_has_its_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = {}
    for name, value in (("families", {"1": "a", "2": "a"}), ("languages", {"3": "nl", "4": ["nl", "fr"]})):
        names[name] = str(tmp_path / f"{name}.json")
        Path(names[name]).write_text(json.dumps(value), encoding="utf-8")
    told = ("--apart", "3-4,5-6", "--stay", "7:2", "--captains", "1,2,3,4")
    files = ("--families", names["families"], "--languages", names["languages"])
    _, answer = run(capsys, "draw", "--players", "16", "--rounds", "2", "--seed", "s", *told, *files)
    wish = answer["trace"]["wish"]
    assert (wish["apart"], wish["stays"], wish["captains"]) == ([[3, 4], [5, 6]], {"7": 2}, [1, 2, 3, 4])
    assert (wish["families"], wish["languages"]) == ({"1": "a", "2": "a"}, {"3": ["nl"], "4": ["nl", "fr"]})
    assert all(7 in tables[1] for tables in answer["rounds"])


def test_audit_counts_and_makes_again(drawn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, answer = run(capsys, "audit", str(drawn), "--rerun")
    assert (status, answer["problems"], answer["rerun"]) == (0, [], "the same")


@pytest.mark.parametrize(("engine", "release"), [(None, "0.1.0"), ("9.1.0", "9.1.0")])
def test_what_another_engine_drew_is_counted_and_not_made_again(
    drawn: Path, engine: str | None, release: str, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(drawn.read_text(encoding="utf-8"))
    others = document["trace"] | {"engine": engine}
    if engine is None:
        del others["engine"]
    drawn.write_text(json.dumps(document | {"trace": others}), encoding="utf-8")
    assert run(capsys, "audit", str(drawn))[0] == 0
    status, answer = run(capsys, "audit", str(drawn), "--rerun")
    assert status == 1 and f"The engine of release {release} made it" in answer["why"]
    assert f"release {release}" in answer["possible"]


def test_a_draw_that_another_engine_went_on_with_is_not_made_again(
    drawn: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = ("--after", "2", "--absent", "3", "--mode", "open")
    document = run(capsys, "redraw", str(drawn), *wanted)[1]
    document["trace"]["steps"][0]["engine"] = "9.1.0"
    drawn.write_text(json.dumps(document), encoding="utf-8")
    assert "release 9.1.0" in run(capsys, "audit", str(drawn), "--rerun")[1]["why"]
    document["trace"]["steps"][0]["engine"] = 9
    drawn.write_text(json.dumps(document), encoding="utf-8")
    assert run(capsys, "audit", str(drawn))[1]["why"] == "Of its trace this cannot be read: steps."


def test_audit_sees_a_draw_that_was_changed(drawn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(drawn.read_text(encoding="utf-8"))
    a, b = document["rounds"][0][:2]
    a[0], b[0] = b[0], a[0]
    drawn.write_text(json.dumps(document), encoding="utf-8")
    status, answer = run(capsys, "audit", str(drawn), "--rerun")
    assert (status, answer["rerun"]) == (1, "different")
    assert any("is not what its rounds give" in problem for problem in answer["problems"])


def test_audit_sees_moves_and_rests_that_were_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "changed.json"
    for rest, changed in (("vacancies", "moves"), ("sit-outs", "resting")):
        wish = ("draw", "--players", "22", "--rounds", "3", "--seed", "s", "--rest", rest)
        path.write_text(json.dumps(run(capsys, *wish)[1]), encoding="utf-8")
        wanted = ("--after", "2", "--absent", "1,2,3,4", "--mode", "published")
        answer = run(capsys, "redraw", str(path), *wanted)[1]
        path.write_text(json.dumps(answer), encoding="utf-8")
        assert run(capsys, "audit", str(path), "--rerun")[1]["rerun"] == "the same"
        forged = {**answer, changed: answer[changed][::-1]}
        assert forged != answer
        path.write_text(json.dumps(forged), encoding="utf-8")
        status, audited = run(capsys, "audit", str(path), "--rerun")
        assert (status, audited["rerun"]) == (1, "different")


def test_audit_sees_a_trace_that_was_changed(drawn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(drawn.read_text(encoding="utf-8"))
    for key, wrong in (
        ("order", document["trace"]["order"][::-1]),
        ("swaps", [[9, 1, 2]]),
        ("seats", ["nonsense"] * 6),
    ):
        forged = {**document, "trace": {**document["trace"], key: wrong}}
        drawn.write_text(json.dumps(forged), encoding="utf-8")
        status, answer = run(capsys, "audit", str(drawn))
        assert (status, answer["problems"]) == (1, ["The rounds do not follow from the seed and the trace."])
    forged = {**document, "trace": {**document["trace"], "wish": {"players": 40}}}
    drawn.write_text(json.dumps(forged), encoding="utf-8")
    assert run(capsys, "audit", str(drawn), "--rerun")[1]["why"] == "Of its trace this cannot be read: wish."


def test_redraw_and_ranked_go_on_from_a_file(drawn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for mode in ("published", "open"):
        wanted = ("--after", "2", "--absent", "3,17", "--arrive", "1", "--mode", mode)
        status, answer = run(capsys, "redraw", str(drawn), *wanted)
        assert (status, answer["players"]) == (0, 41)
        assert all(move.keys() == {"round", "player", "from", "to"} for move in answer["moves"])
    status, answer = run(capsys, "ranked", str(drawn), "--order", ",".join(str(n) for n in range(40, 0, -1)))
    assert (status, len(answer["rounds"])) == (0, 7)


def test_a_file_without_a_trace_can_be_counted_and_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "plain.json"
    rounds = [[[4 * table + seat for seat in range(1, 5)] for table in range(4)]]
    path.write_text(json.dumps({"players": 16, "rounds": rounds}), encoding="utf-8")
    assert run(capsys, "audit", str(path))[0] == 0
    _, answer = run(capsys, "ranked", str(path), "--order", ",".join(str(n) for n in range(1, 17)))
    assert answer["audit"]["repeats"] == 0
    status, answer = run(capsys, "audit", str(path), "--rerun")
    assert (status, answer["why"]) == (1, "The file has no trace.")


@pytest.mark.parametrize(
    "arguments",
    [
        ("draw", "--players", "5", "--rounds", "3", "--seed", "s"),
        ("draw", "--players", "16", "--rounds", "0", "--seed", "s"),
        ("draw", "--players", "2000", "--rounds", "5000", "--seed", "s"),
        ("draw", "--players", "16", "--rounds", "2", "--seed", "s", "--clubs", "/nowhere.json"),
        ("draw", "--players", "16", "--rounds", "2", "--seed", "s", "--clubs", ""),
        ("draw", "--players", "16", "--rounds", "2", "--seed", "s", "--stay", "1:9"),
        ("draw", "--players", "16", "--rounds", "1", "--seed", "s", "--stay", "1:2,3:2"),
        ("audit", "/nowhere.json"),
    ],
)
def test_an_impossible_wish_is_an_answer(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    status, answer = run(capsys, *arguments)
    assert status == 1
    assert answer.keys() == {"error", "possible", "why"}


@pytest.mark.parametrize(
    "content", ["[]", "{}", "3", "nonsense", '{"players": 16}', '{"players": 4, "rounds": [[["a"]]]}']
)
def test_a_file_that_is_no_draw_is_refused(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(content, encoding="utf-8")
    assert run(capsys, "audit", str(path))[0] == 1


@pytest.mark.parametrize("content", ["[]", '{"first": "a"}', '{"17": "a"}'])
def test_a_club_file_that_names_nobody_is_refused(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "clubs.json"
    path.write_text(content, encoding="utf-8")
    told = ("draw", "--players", "16", "--rounds", "2", "--seed", "s", "--clubs", str(path))
    assert run(capsys, *told)[0] == 1


@pytest.mark.parametrize("content", ['{"1": 5}', '{"1": ["nl", 5]}', '{"1": {"nl": 1}}'])
def test_a_language_file_without_languages_is_refused(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "languages.json"
    path.write_text(content, encoding="utf-8")
    told = ("draw", "--players", "16", "--rounds", "2", "--seed", "s", "--languages", str(path))
    status, answer = run(capsys, *told)
    assert (status, answer["possible"]) == (1, '{"1": ["nl", "fr"], ...}')


def test_a_file_that_an_editor_began_with_a_mark_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "clubs.json"
    path.write_text('{"1": "a", "2": "a"}', encoding="utf-8-sig")
    told = ("draw", "--players", "16", "--rounds", "2", "--seed", "s", "--clubs", str(path))
    assert run(capsys, *told)[1]["trace"]["wish"]["clubs"] == {"1": "a", "2": "a"}


@pytest.mark.parametrize(
    "wrong",
    [
        ("--priority", "luck"),
        ("--apart", "3"),
        ("--stay", "x:y"),
        ("--stay", "1:2,1:3"),
        ("--seed", "\udcff"),
        ("--captains", "one"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["draw", "--players", "16", "--rounds", "1", "--seed", "s", *wrong])
    assert leaving.value.code == 2
    assert "_" not in capsys.readouterr().err
