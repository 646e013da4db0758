"""The package stands alone: the standard library and nothing else; and odd input never breaks it."""

import ast
import json
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from scoring import Result, ResultError, RuleSet, RuleSetError, keys, load
from scoring.jsonlines import parse
from scoring.rules.tomltext import parse as parse_toml

PACKAGE = Path(scoring.__file__).parent

# What Python loads with the package, in a process that sees nothing but the standard library.
LOADED = """
import sys
before = set(sys.modules)
import scoring, scoring.__main__
for key in scoring.keys():
    scoring.compile_table(scoring.load(key))
print(*sorted({name.split(".")[0] for name in set(sys.modules) - before}))
"""


def test_imports_only_the_standard_library() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] in {*sys.stdlib_module_names, "scoring"}, f"{path.name}: {name}"
        assert "importlib" not in path.read_text("utf-8")


def test_runs_with_a_bare_python() -> None:
    done = subprocess.run(
        [sys.executable, "-E", "-S", "-c", LOADED], cwd=PACKAGE.parent, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) <= {*sys.stdlib_module_names, "scoring"}


def test_runs_from_a_folder_of_its_own(tmp_path: Path) -> None:
    """Copied away from everything else of the project, it still scores."""
    copied = tmp_path / "scoring"
    for path in PACKAGE.rglob("*"):
        if path.suffix in (".py", ".toml"):
            target = copied / path.relative_to(PACKAGE)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    done = subprocess.run(
        [sys.executable, "-E", "-S", "-m", "scoring", "score", "--rules", "wallonia", "--explain", "--lang", "fr"],
        input='{"contract": "S6", "declarers": [1], "tricks": 8}',
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["points"] == {"1": 21, "2": -7, "3": -7, "4": -7}


# --- Odd input: whatever comes, the answer is a result or a refusal with a sentence.

scalars: st.SearchStrategy[object] = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 15), st.integers(), st.floats(), st.text(max_size=5)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("12345") | st.text(max_size=3), inner),
    max_leaves=8,
)
seats = st.lists(st.integers(0, 6), max_size=5)
results = st.fixed_dictionaries(
    {},
    optional={
        "contract": st.sampled_from(["PC8", "S6", "PM", "PIC", "GMT", "S13", "TR8", "A9", "P2"]) | values,
        "declarers": seats | values,
        "tricks": st.integers(-1, 14) | st.dictionaries(st.sampled_from("12345"), st.integers(-1, 14)) | values,
        "trump": st.sampled_from(["H", "NT", "X"]) | values,
        "jury": st.sampled_from(["allowed", "refused", "not_called"]) | values,
        "doubles": st.integers(-1, 10) | values,
        "seats": seats | values,
        "points": st.dictionaries(st.sampled_from("12345"), st.integers()) | values,
        "other": values,
    },
)


@pytest.mark.long
@given(data=results, key=st.sampled_from(keys()))
@settings(max_examples=400)
def test_any_data_is_read_or_refused(data: Any, key: str) -> None:
    ruleset = load(key)
    try:
        result = Result.read(data, ruleset)
    except ResultError as error:
        for language in ("nl", "fr", "en"):
            assert error.sentence(language).encode("utf-8")
        json.dumps({"details": error.details})
    else:
        assert sorted(scoring.score(result, ruleset)) == list(result.seats)
        assert Result.read(json.loads(json.dumps(result.to_dict())), ruleset) == result


@pytest.mark.long
@given(line=st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
@settings(max_examples=300)
def test_any_line_is_read_or_refused(line: bytes) -> None:
    try:
        assert isinstance(parse(line), dict)
    except ResultError as error:
        assert str(error)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a nest of dictionaries and lists."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return (
        [path, *(place for key, value in inner for place in places(value, (*path, key)))]
        if path
        else [place for key, value in inner for place in places(value, (key,))]
    )


def replaced(data: Any, path: tuple[Any, ...], value: object) -> Any:
    """A copy with another value in one place."""
    if not path:
        return value
    copy = data.copy()
    copy[path[0]] = replaced(data[path[0]], path[1:], value)
    return copy


@pytest.mark.long
@pytest.mark.parametrize("key", ["interclub-2025", "jeux-de-cartes", "points-only"])
@pytest.mark.parametrize("value", [None, True, -1, 10**30, 1.5, "", "x", [], [[]], {}, {"x": 1}, "\ud800"])
def test_any_damage_to_a_rule_set_is_a_fault_or_harmless(key: str, value: object) -> None:
    data = load(key).to_dict()
    for place in places(data):
        try:
            ruleset = RuleSet.from_dict(replaced(data, place, value))
        except RuleSetError as error:
            assert str(error).encode("utf-8")
        else:
            assert RuleSet.from_dict(ruleset.to_dict()) == ruleset
            for result in islice(scoring.possible(ruleset), 0, 2000, 100):
                scoring.score(result, ruleset)


@given(content=st.binary(max_size=80) | st.text(max_size=80).map(lambda text: text.encode("utf-8", "surrogatepass")))
@settings(max_examples=100)
def test_any_file_is_toml_or_refused(content: bytes) -> None:
    try:
        assert isinstance(parse_toml(content), dict)
    except RuleSetError as error:
        assert str(error)
