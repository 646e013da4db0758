"""What is written for people who work on Troel names files that are there, and decisions by their numbers."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from tournament.site.environment import POSTGRES_OPTIONS
from tournament.site.keys import FILES

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    "deploy",
    "scoring",
    "tournament",
    "templates",
    "tests",
    "tools",
    "benchmarks",
    "conformance",
    "docs",
    "fixtures",
    "bin",
)
# docs/roles.md names addresses of pages, and is made by the test that checks it.
DOCS = [page for page in sorted((ROOT / "docs").glob("*.md")) if page.name != "roles.md"]
PAGES = [*DOCS, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
ENDINGS = ("py", "js", "css", "html", "md", "toml", "po", "txt", "/")
CODE_BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
# A path from the root or from a folder below it. One with a name to fill in, an address or an option is none.
PATH = re.compile(r"[\w.{*][\w./{},*-]*")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
MADE_LATER = ("var/", ".venv")
# A module below `tournament` in a layer with rooms, or what is in it.
LAYERS = "acts|reading|forms|views|exchange|printing|serving|progress"
MODULE = re.compile(rf"(?<![\w./])((?:{LAYERS})(?:\.(?!md\b)\w+)+)(?![\w(/])")
COMMENT = re.compile(r"{% comment %}.*?{% endcomment %}|{#.*?#}", re.DOTALL)
QUOTED = re.compile(r"`([^`\n]+)`")
DECISION = re.compile(r"^(?:\* (\d+) · ([\d-]+) · \*\*|\| (\d+) \| ([\d-]+) \| )", re.MULTILINE)


@cache
def house() -> str:
    """The paths of all files and folders of the house, each between a slash and the end of a line."""
    below = [path for room in ROOMS for path in [ROOT / room, *(ROOT / room).rglob("*")]]
    return "".join(f"/{path.relative_to(ROOT)}\n" for path in [*below, *ROOT.iterdir()])


def paths_in(text: str) -> Iterator[str]:
    """The paths in backticks, those with alternatives in braces as several."""
    for quoted in QUOTED.findall(CODE_BLOCK.sub("", text)):
        in_room = "/" in quoted and is_there(quoted.split("/")[0])
        if PATH.fullmatch(quoted) and (in_room or quoted.endswith(ENDINGS)) and not quoted.startswith(MADE_LATER):
            parts = [part.split(",") for part in re.split(r"[{}]", quoted)]
            yield from map("".join, product(*parts))


def is_there(path: str) -> bool:
    """Whether a file or folder has this path, from the root or from a folder below it."""
    return re.search(rf"/{re.escape(path.rstrip('/'))}\n".replace(r"\*", "[^/\n]*"), house()) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_on_a_page_is_there(page: Path) -> None:
    text = page.read_text()
    assert [path for path in paths_in(text) if not is_there(path)] == []
    assert [target for target in LINK.findall(text) if not (page.parent / target).exists()] == []


def test_pages_name_paths() -> None:
    assert len([path for page in PAGES for path in paths_in(page.read_text())]) > 150
    assert is_there("acts/event/") and is_there("test_docs.py") and is_there("locale/*/LC_MESSAGES/django.po")
    assert not is_there("acts/event.py") and not is_there("docs.py")
    assert list(paths_in("`a/{nl,fr}.po` `acts/<subject>/`\n```\n`b/c.py`\n```\n`/e/…/seal/` `a b.py`")) == [
        "a/nl.po",
        "a/fr.po",
    ]


def test_decisions_are_numbered_and_dated() -> None:
    text = (ROOT / "docs" / "decisions.md").read_text()
    decisions = [(a or b, day or other) for a, day, b, other in DECISION.findall(text)]
    assert sorted(int(number) for number, _day in decisions) == list(range(1, len(decisions) + 1))
    assert all(date.fromisoformat(day).year >= 2026 for _number, day in decisions)
    assert len(decisions) == len(re.findall(r"^(?:\* |\| \d)", text, re.MULTILINE))


def test_comments_name_modules_that_are_there() -> None:
    """In the comments of templates, and in backticks anywhere: `acts.table.deals`, `acts.table.deals.record_deal`."""
    templates = {path: "\n".join(COMMENT.findall(path.read_text())) for path in (ROOT / "templates").rglob("*.html")}
    quoted = {
        path: "\n".join(QUOTED.findall(path.read_text())) for path in [*PAGES, *(ROOT / "tournament").rglob("*.py")]
    }
    named = [(path, name) for path, text in (templates | quoted).items() for name in MODULE.findall(text)]
    assert len(named) > 80
    assert (
        is_named("acts.table.deals.record_deal") and not is_named("acts.deals") and not is_named("acts.table.deals.x")
    )
    assert [f"{path}: {name}" for path, name in named if not is_named(name)] == []


def test_settings_are_listed_once() -> None:
    """Each variable that the settings read has one row in README; the keeper's guide has the options of the address."""
    code = (ROOT / "tournament" / "settings.py").read_text()
    variables = {*re.findall(r'environ(?:\.get\(|\[)"([A-Z_]+)', code), *FILES, *(f"{name}_FILE" for name in FILES)}
    assert {"DATABASE_URL", "LISTEN", "LINK_KEY_FILE"} <= variables
    rows = re.findall(r"^\| (`[A-Z_`, ]+`) \|", (ROOT / "README.md").read_text(), re.MULTILINE)
    listed = [name for row in rows for name in QUOTED.findall(row)]
    assert [name for name in variables if listed.count(name) != 1] == []
    guide = (ROOT / "docs" / "running.md").read_text()
    assert [name for name in POSTGRES_OPTIONS if f"`{name}`" not in guide] == []


def is_named(name: str) -> bool:
    """Whether a name below `tournament` is a module or package, or something in one."""
    path, *inside = name.split(".")
    where = ROOT / "tournament" / path
    while inside and ((where / inside[0]).is_dir() or (where / f"{inside[0]}.py").is_file()):
        where /= inside.pop(0)
    if not inside:
        return True
    file = where.with_suffix(".py")
    return file.is_file() and re.search(rf"\b{inside[0]}\b", file.read_text()) is not None
