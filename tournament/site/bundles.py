"""The scripts of a page in one file: each module and what it imports, made when static files are collected.

A phone on a bad line waits for every file once. Only what our own modules use is understood: `import { … } from "./…"`
on one line, `import "./…"`, and `export` before a declaration.
"""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage

STATIC = Path(__file__).parents[1] / "static"
# Each bundle with the module that a page begins with.
BUNDLES = {"troel/bundle/captain.js": "troel/captain/outbox.js", "troel/bundle/page.js": "troel/app.js"}
_IMPORT = re.compile(r'^import (?:\{ (?P<names>[^}]+) \} from )?"(?P<path>\.[^"]+)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (?P<name>\w+))", re.MULTILINE)


def bundle(first: str, folder: Path = STATIC) -> str:
    """The script in which the module `first`, below `folder`, and all that it imports are run, each once.

    Raises ValueError where modules import each other in a circle, or use a form that is not understood.
    """
    return "".join(_scopes(PurePosixPath(first), folder, {}, ()))


def _scopes(
    module: PurePosixPath, folder: Path, names: dict[PurePosixPath, str], importers: tuple[PurePosixPath, ...]
) -> Iterator[str]:
    """A scope for each module that has none in `names` yet; what a module imports comes before it."""
    if module in importers:
        raise ValueError(f"{module} imports itself, by way of {importers[-1]}")
    if module in names:
        return
    text = (folder / module).read_text()
    imported = {found["path"]: _resolved(module, found["path"]) for found in _IMPORT.finditer(text)}
    for other in imported.values():
        yield from _scopes(other, folder, names, (*importers, module))
    names[module] = f"$module{len(names)}"

    def binding(found: re.Match[str]) -> str:
        source = names[imported[found["path"]]]
        return f"const {{ {found['names'].replace(' as ', ': ')} }} = {source};\n" if found["names"] else ""

    exports = ", ".join(found["name"] for found in _EXPORT.finditer(text))
    body = _COMMENT.sub("", _EXPORT.sub("", _IMPORT.sub(binding, text)))
    if left := re.search(r"^(import|export)\b.*", body, re.MULTILINE):
        raise ValueError(f"{module}: {left[0]}")
    yield f"const {names[module]} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _resolved(module: PurePosixPath, path: str) -> PurePosixPath:
    parts: list[str] = []
    for part in (module.parent / path).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return PurePosixPath(*parts)


class BundleFinder(BaseFinder):
    """Gives the bundles to `collectstatic`."""

    def find(self, path: str, find_all: bool = False, **_options: object) -> list[str]:
        """Nothing: a bundle is not a file of the source."""
        return []

    def list(self, ignore_patterns: object) -> Iterator[tuple[str, InMemoryStorage]]:
        """Each bundle, and where it can be read."""
        storage = InMemoryStorage()
        for name, first in BUNDLES.items():
            storage.save(name, ContentFile(bundle(first)))
            yield name, storage
