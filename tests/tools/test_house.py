"""Names and folders keep the rules of docs/vocabulary.md, and docs/modules.md lists every module."""

from pathlib import Path

import pytest

from tools import house

# Each breaks one rule; the sentence begins with the words that follow.
BROKEN = {
    "def find(found: int) -> None: ...": "scoring/broken.py:1: `found` names a moment",
    "class Told: ...": "scoring/broken.py:1: `told` names a moment",
    "class Card:\n    shown: bool": "scoring/broken.py:2: `shown` names a moment",
    "class Deal: ...\nclass Deal: ...": "class `Deal` is defined 2 times",
    "title = f\"{_('Seal')} 1\"": "scoring/broken.py:1: a message in an f-string",
    "title = f\"{pgettext('x', 'Seal')} 1\"": "scoring/broken.py:1: a message in an f-string",
    "def f(a: int): ...\ndef g(a: str): ...\ndef h(a: bool): ...\ndef i(a: bytes): ...\ndef j(a: list[int]): ...": (
        "`a` has 5 types"
    ),
}
# The same type under other names, a container of the same things, and what may be anything.
SAME = """
Number = int
def f(a: Number | None): ...
def g(a: "list[Number]"): ...
def h(a: dict[str, int]): ...
def i(a: tuple[int, ...]): ...
def j(a: dict[str, Any]): ...
"""


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of modules in a project that has no others."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scoring").mkdir()
    return tmp_path / "scoring"


@pytest.mark.long  # `make check` says the same
def test_the_project_keeps_the_rules() -> None:
    assert list(house.violations(house.parse())) == []


@pytest.mark.parametrize(("text", "sentence"), BROKEN.items())
def test_a_broken_rule_is_named_with_its_place(room: Path, text: str, sentence: str) -> None:
    (room / "broken.py").write_text(text)
    (violation,) = house.violations(house.parse())
    assert violation.startswith(sentence)


def test_a_folder_can_be_too_full(room: Path) -> None:
    for number in range(house.MAX_FILES + 1):
        (room / f"part{number}.py").touch()
    assert list(house.violations(house.parse())) == ["scoring holds 21 files"]


def test_an_alias_a_container_and_what_may_be_anything_are_no_further_types(room: Path) -> None:
    (room / "same.py").write_text(SAME)
    assert set(house.name_types(house.parse())["a"]) == {"int", "Sequence[int]"}


def test_the_list_of_modules_is_up_to_date() -> None:
    assert Path("docs/modules.md").read_text("utf-8") == house.module_list(house.parse()), "run `make modules`"
