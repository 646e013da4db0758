"""The command line's commands about rule sets: `write` and `differences`."""

from pathlib import Path

import pytest

from scoring import RuleSet, load
from scoring.presets import read_file
from tests.scoring_cli import run


@pytest.mark.parametrize("key", ["interclub-2025", "flanders", "points-only"])
def test_written_and_read_again(key: str, tmp_path: Path) -> None:
    status, text, told = run("write", key)
    assert (status, told) == (0, "")
    file = tmp_path / "rules.toml"
    file.write_text(text, "utf-8")
    assert RuleSet.from_dict(read_file(file)) == load(key)
    assert run("write", file) == (0, text, "")
    assert run("check", file)[0] == 0
    assert run("differences", key, file) == (0, "The rules and figures are the same.\n", "")


@pytest.mark.parametrize(
    ("lang", "first", "last"),
    [
        (
            "nl",
            "Kleine miserie op tafel: nieuw – spelers 1–3, gemaakt +27",
            "Contracten waarvoor de jury geroepen moet worden: ook ",
        ),
        (
            "fr",
            "Petite misère étalée\N{NO-BREAK SPACE}: nouveau – joueurs 1–3",
            "Contrats qui demandent le jury\N{NO-BREAK SPACE}:",
        ),
        ("en", "Petite misère on the table: new – players 1–3, made +27", "Contracts for the jury: also "),
    ],
)
def test_differences_in_each_language(lang: str, first: str, last: str) -> None:
    status, text, told = run("differences", "world-2018", "interclub-2025", "--lang", lang)
    lines = text.splitlines()
    assert (status, told) == (0, "") and len(lines) == 15
    assert lines[0].startswith(first) and lines[-1].startswith(last)


def test_one_figure_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(run("write", "wallonia")[1].replace("PC9  = { made = 11", "PC9  = { made = 12"), "utf-8")
    assert run("differences", "wallonia", file) == (0, "Prop & cop 9, made: +11 → +12\n", "")


@pytest.mark.parametrize(
    "arguments", [("write",), ("write", "nowhere"), ("write", "nowhere.toml"), ("differences", "wallonia"),
                  ("differences", "wallonia", "nowhere")],
)  # fmt: skip
def test_what_cannot_be_used(arguments: tuple[str, ...]) -> None:
    status, text, told = run(*arguments)
    assert status == 2 and text == "" and told.startswith("python3 -m scoring") and len(told.splitlines()) == 1


def test_a_faulty_file_is_told_by_its_first_fault(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(run("write", "wallonia")[1].replace("made = 11", 'made = "x"'), "utf-8")
    status, text, told = run("differences", "wallonia", file, "--lang", "nl")
    assert status == 2 and text == "" and "lines.PC9.made: moet een geheel getal zijn" in told
