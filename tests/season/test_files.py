"""A season of forty evenings of 24, counted again from its files by two programs; a planted fault is found by both."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.season import long_season
from tournament.acts.register import seasons
from tournament.exchange.season_files import season_files
from tournament.models import Series

pytestmark = [pytest.mark.django_db, pytest.mark.long]
SECOND = Path("tests/season/second_season.py")
DOUBLE = {"2026-11-05": 2, "2026-10-22": 3}
HALVES = [{"ends_on": "2026-10-08", "best": 4}, {"ends_on": "2026-12-31", "best": 3}]

# By what is planted: the rules of the season, and those by which a faulty program counts it.
FAULTS: Mapping[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "best n": ({"best": 6, "meal": 8}, {"best": 5, "meal": 8}),
    "absence": ({"absence": "average"}, {"absence": "nothing"}),
    "fixed absence": ({"absence": "fixed", "absence_points": -5}, {"absence": "fixed", "absence_points": 5}),
    "joker": ({"jokers": "out"}, {"jokers": "in"}),
    "tie": (
        {"score": "table", "table": [3, 2, 1], "ties": ["wins", "presences"]},
        {"score": "table", "table": [3, 2, 1]},
    ),
    "period": ({"periods": HALVES}, {"periods": [{**HALVES[0], "ends_on": "2026-09-24"}, HALVES[1]]}),
    "numbered period": ({"periods": [{"evenings": 7, "best": 4}]}, {"periods": [{"evenings": 8, "best": 4}]}),
    "place points": ({"score": "places", "best": 9}, {"score": "table", "table": [1000] * 24, "best": 9}),
    "weight": ({"weights": DOUBLE}, {}),
    "mean": ({"score": "mean", "least": 8}, {"score": "mean", "least": 9}),
}


def written(series: Series, folder: Path) -> Path:
    """A folder with the files of a series, as the command writes them."""
    call_command("export-season", series.organisation.slug, series.slug, str(folder), verbosity=0)
    return folder


def outsiders(folder: Path, season: str = "season.json") -> str:
    """What the outsiders' program, run by itself, says is wrong with a season; "" where it agrees."""
    exports = sorted(folder.glob("*-*.json"))
    text = run(Path("tools/verify.py"), folder / "register.log", *exports, "--season", folder / season).stdout
    return text.partition("DIFFERENCE: ")[2].partition("\n")[0]


def complaints(folder: Path, season: str = "season.json") -> dict[str, str]:
    """What each program says is wrong with a season."""
    files = folder / "register.log", folder / season, *sorted(folder.glob("*-*.json"))
    return {"outsiders": outsiders(folder, season), "second": run(SECOND, *files).stderr.partition("\n")[0]}


def run(program: Path, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    """A program without anything of ours to import. It ends with a sentence, and never with a traceback."""
    done = subprocess.run([sys.executable, "-I", program, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1, 3) and "Traceback" not in done.stderr, done.stderr
    return done


def recount(series: Series, rules: Mapping[str, Any]) -> dict[str, str]:
    """The files of a series by name, once its season is counted by these rules."""
    seasons.change_season(series, long_season.BY, rules)
    return dict(season_files(series))


def test_a_season_of_forty_evenings_is_counted_again_from_its_files(tmp_path: Path) -> None:
    series = long_season.play(weeks=40)
    seasons.change_season(series, long_season.BY, {"best": 18, "meal": 15, "ties": ["wins", "best_evening"]})
    folder = written(series, tmp_path)
    season = json.loads((folder / "season.json").read_text("utf-8"))
    assert len(season["evenings"]) == 39 and len(season["standings"]) > 50 and len(season["withdrawn"]) > 20
    assert complaints(folder) == {"outsiders": "", "second": ""}


def test_a_planted_fault_in_any_option_is_found_by_both_programs(tmp_path: Path) -> None:
    series = long_season.play(weeks=14)
    folder = written(series, tmp_path)
    for fault, (rules, wrong_rules) in FAULTS.items():
        files, wrong = recount(series, rules), json.loads(recount(series, wrong_rules)["season.json"])
        for name in ("register.log", "season.json"):
            (folder / name).write_text(files[name], "utf-8")
        assert complaints(folder) == {"outsiders": "", "second": ""}, fault
        planted = json.dumps({**wrong, "options": json.loads(files["season.json"])["options"]}, indent=1) + "\n"
        (folder / "planted.txt").write_text(planted, "utf-8")
        said = complaints(folder, "planted.txt")
        assert planted != files["season.json"] and all(said.values()), fault
        assert "options" not in said["outsiders"] and "other rules" not in said["second"], fault


def test_what_does_not_fit_a_season_is_named(tmp_path: Path) -> None:
    series = long_season.play(weeks=3)
    folder = written(series, tmp_path)
    season = json.loads((folder / "season.json").read_text("utf-8"))
    for change, sentence in (
        ({"options": {"best": 1}}, "The season: options: the register says nothing, the season {'best': 1}."),
        ({"format": "troel-season/2"}, "The season is not in the format troel-season/1."),
        ({"series": 2}, "The season: the register has no series 2."),
        ({"evenings": season["evenings"][1:]}, "The season: evenings 1, date: expected"),
    ):
        (folder / "planted.txt").write_text(json.dumps({**season, **change}, indent=1) + "\n", "utf-8")
        said = complaints(folder, "planted.txt")
        assert said["outsiders"].startswith(sentence) and said["second"]
    next(iter(folder.glob("*-*.json"))).unlink()
    assert "is missing" in outsiders(folder)
    with pytest.raises(CommandError, match=r"There are: de-vier-azen donderdag\."):
        call_command("export-season", "de-vier-azen", "dinsdag", str(folder))
