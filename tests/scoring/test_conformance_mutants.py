"""A hundred faults planted in the scorer, one at a time: the cases of `conformance/` catch each of them and name it.

`mutants.txt` has one per line: the module, a line of its source, and what that line becomes, with tabs between them.
"""

import shutil
import sys
from pathlib import Path

import pytest

import scoring
from conformance import run
from tests.support.servers.nightly import by_day

PACKAGE = Path(scoring.__file__).parent
MUTANTS = [line.split("\t") for line in Path(__file__).with_name("mutants.txt").read_text("utf-8").splitlines()]
# Every tenth comes first, so that a day has some of each part.
SPREAD = sorted(MUTANTS, key=lambda mutant: MUTANTS.index(mutant) % 10)
CASES = [case for kind in run.KINDS for case in run.cases(kind)]
# In a process that says nothing where it breaks, and that cannot find the package as it is.
PROGRAM = "import sys; sys.stderr = None; sys.path.insert(0, {!r}); from scoring.__main__ import main; main(['answer'])"


def place_of(package: Path, module: str, line: str) -> tuple[Path, list[str], int]:
    """The file of a module, its lines, and which of them is this one."""
    (file,) = package.rglob(f"{module}.py")
    lines = file.read_text("utf-8").splitlines()
    places = [place for place, text in enumerate(lines) if text.strip() == line]
    assert len(places) == 1, f"{module}.py no longer has this line once; choose another mutant: {line}"
    return file, lines, places[0]


def planted(folder: Path, module: str, line: str, instead: str) -> list[str]:
    """The command of a copy of the package with one other line."""
    shutil.copytree(PACKAGE, folder / "scoring", ignore=shutil.ignore_patterns("__pycache__"))
    file, lines, place = place_of(folder / "scoring", module, line)
    lines[place] = lines[place].replace(line, instead)
    file.write_text("\n".join([*lines, ""]), "utf-8")
    return [sys.executable, "-E", "-S", "-c", PROGRAM.format(str(folder))]


def first_failure(command: list[str]) -> str:
    """The name of the first case that fails; "" if all pass."""
    return next((outcome.case.id for outcome in run.run(command, CASES) if outcome.verdict == "failed"), "")


def test_there_are_a_hundred_of_them_in_every_part_of_the_scorer() -> None:
    assert len({tuple(mutant) for mutant in MUTANTS}) == 100
    assert {mutant[0] for mutant in MUTANTS} >= {
        "grid",
        "results",
        "rulesets",
        "lines",
        "ranking",
        "score",
        "contracts",
    }


def test_the_line_of_each_is_in_its_module() -> None:
    for module, line, _instead in MUTANTS:
        place_of(PACKAGE, module, line)


@pytest.mark.long
def test_the_package_as_it_is_passes(tmp_path: Path) -> None:
    line = 'SUITS = ("H", "D", "C", "S")'
    assert first_failure(planted(tmp_path, "contracts", line, line)) == ""


@pytest.mark.long
@pytest.mark.parametrize("mutant", by_day(SPREAD, count=10), ids=lambda mutant: f"{mutant[0]}: {mutant[2]}")
def test_a_planted_fault_is_caught_and_named(mutant: list[str], tmp_path: Path) -> None:
    caught = first_failure(planted(tmp_path, *mutant))
    assert caught, mutant
    sys.stdout.write(f"{mutant[0]}: {mutant[1]} -> {mutant[2]}: {caught}\n")
