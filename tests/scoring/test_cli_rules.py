"""The command line's commands about rule sets: `rules`, `table`, `check`, `write` and `differences`."""

from pathlib import Path

import pytest

from scoring import RuleSet, keys, load, words
from scoring.rules.presets import read_file
from tests.support.servers.scoring_cli import PC9, run, score


def test_rules() -> None:
    status, output, _ = run("rules")
    assert status == 0
    assert [line.split()[0] for line in output.splitlines()] == list(keys())
    assert all("not verified" in line for line in output.splitlines())


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("key", keys())
def test_table(key: str, language: str) -> None:
    status, output, told = run("table", key, "--lang", language)
    assert (status, told) == (0, "")
    assert {"nl": "NIET NAGEKEKEN", "fr": "NON VÉRIFIÉ", "en": "NOT VERIFIED"}[language] in output
    assert max(map(len, output.split("\n\n")[1].splitlines())) <= 140


def test_the_table_reads_like_the_paper() -> None:
    _, output, _ = run("table", "wallonia")
    rows = {" ".join(cells[1:-6]): cells for line in output.splitlines() if len(cells := line.split()) > 6}
    assert output.splitlines()[0] == "Wallonia"
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert "1 Prop & cop 8 2 +8 +3 +26 −8 −3" in lines
    assert "3 Solo 6 1 +4 / +5 / +7 – – −4 −1" in lines
    assert "7 Petite misère 1–4 +6 – – −6 –" in lines
    assert "16 Troel 9 2 +16 – +26 0 –" in lines
    assert len([line for line in lines if line[:1].isdigit()]) == 19 and rows


HOME = """
extends = "wallonia"
key = "home"
source = "our own"
verified = true
sums = 0
names = { nl = "Thuis", fr = "Chez nous", en = "Home" }
why = { nl = "Zo.", fr = "Voilà.", en = "So." }
[lines]
PC8 = { made = 9 }
"""


def test_check_and_use_a_home_made_rule_set(tmp_path: Path) -> None:
    file = tmp_path / "home.toml"
    file.write_text(HOME, "utf-8")
    assert run("check", file)[:2] == (0, f"{file}: no faults.\n")
    status, found = score(b'{"contract": "PC8", "declarers": [1, 2], "tricks": 8}', rules=str(file))
    assert (status, found) == (0, [{"points": {"1": 9, "2": 9, "3": -9, "4": -9}}])
    assert run("table", file)[1].startswith("Home\n")


def test_check_names_every_fault(tmp_path: Path) -> None:
    file = tmp_path / "home.toml"
    file.write_text(HOME.replace("made = 9", 'made = "9", under = 1.5').replace('"our own"', "3"), "utf-8")
    status, output, told = run("check", file)
    assert (status, told) == (1, "")
    assert output.splitlines() == [
        "lines.PC8.made: must be a whole number, not “9”",
        "lines.PC8.under: must be a whole number, not “1.5”",
        "source: must be text, not “3”",
    ]
    status, output, told = run("score", "--rules", file, given=PC9)
    assert (status, output, told.count("\n")) == (2, "", 1) and "3 faults" in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HOME.replace("sums = 0", "sums = [-5, 0]"), "sums: is -5, 0, but the possible results add up to 0"),
        (HOME.replace('"wallonia"', '"nowhere"'), "extends: there is no rule set “nowhere” to build on"),
        (HOME + "PC8 = {\n", "This is not valid TOML: line"),
        ("a = [", "This is not valid TOML: line 1, column"),
        ("a = " + "[" * 9000, "This TOML cannot be read"),
        ("", "key: is missing"),
    ],
)
def test_check_says_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "home.toml"
    file.write_text(text, "utf-8")
    status, output, _ = run("check", file)
    assert status == 1 and said in output


def test_check_reads_no_more_than_a_grid_can_need(tmp_path: Path) -> None:
    file = tmp_path / "home.toml"
    file.write_text(HOME + "#" * 300_000, "utf-8")
    status, output, told = run("check", file)
    assert (status, output) == (2, "") and "too large" in told


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
