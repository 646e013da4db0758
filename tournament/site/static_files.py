"""Static files under names that hold their hash, with what a file takes in as a whole already in it.

The scripts of a captain's page are one file, which is made of its modules when static files are collected.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import dirname, join, normpath
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]  # it ships no types

_IMPORT = r'(?P<matched>import (?P<names>[^"]+) from "(?P<url>\./[^"]+)";)'
# Each would be a request more, which waits for the one before. A script in brackets keeps its names to itself.
_SHEET, _SCRIPT = "%(text)s", "{\n%(text)s}"
_TAKES_IN = {
    _SHEET: r'(?P<matched>@import "(?P<url>\.{1,2}/[^"]+)";)',
    _SCRIPT: r'(?P<matched>import "(?P<url>\./[^"]+)";)',
}
STATIC = Path(__file__).parents[1] / "static"
# Each bundle with the module that a page begins with.
BUNDLES = {"troel/bundle/captain.js": "troel/captain/outbox.js"}
_IMPORTED = re.compile(r'^import (?:\{ (?P<names>[^}]+) \} from )?"(?P<path>\.[^"]+)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
# A licence begins with an exclamation mark.
_REMARK = r"/\*(?!!)[\s\S]*?\*/\n?"
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (?P<name>\w+))", re.MULTILINE)


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Whitenoise's storage, which also gives the imports between our own modules their hashed names.

    Django can do that for every script, but one that a package ships imports a file that it does not bring along. What
    a style sheet imports, and a script for its effects alone, is put in its place.
    """

    patterns = (
        ("troel/*.css", ((_TAKES_IN[_SHEET], _SHEET), (_REMARK, ""))),
        *CompressedManifestStaticFilesStorage.patterns,
        ("troel/*.js", ((_TAKES_IN[_SCRIPT], _SCRIPT), (_IMPORT, 'import %(names)s from "%(url)s";'))),
    )

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        """What becomes of a line that names another file: its hashed name, or all of it; and of a remark, nothing."""
        if template == "":
            return lambda remark: ""
        if template not in _TAKES_IN:
            convert: Callable[[re.Match[str]], str] = super().url_converter(name, hashed_files, template)
            return convert

        def taken_in(taking: re.Match[str]) -> str:
            found = finders.find(normpath(join(dirname(name), taking["url"])))
            if not isinstance(found, str):
                raise FileNotFoundError(f"{name} takes in {taking['url']}, which is not there")
            return template % {"text": Path(found).read_text("utf-8")}

        return taken_in

    def url(self, name: str, force: bool = False) -> str:
        """The address of a file: looked up once, as the names of an installation change with a new start only."""
        return super().url(name, force) if settings.DEBUG else self._address(name, force)

    @cache  # noqa: B019 - there is one storage
    def _address(self, name: str, force: bool) -> str:
        address: str = super().url(name, force)
        return address


def bundle(module: str, folder: Path = STATIC) -> str:
    """The script in which a module below `folder` and all that it imports are run, each once.

    A phone on a bad line waits for every file. Only what our own modules use is understood: `import { … } from "./…"`
    on one line, `import "./…"`, and `export` before a declaration.

    Raises ValueError where modules import each other in a circle, or use a form that is not understood.
    """
    return "".join(_scopes(PurePosixPath(module), folder, {}, ()))


def _scopes(
    module: PurePosixPath, folder: Path, names: dict[PurePosixPath, str], importers: tuple[PurePosixPath, ...]
) -> Iterator[str]:
    """A scope for each module that has none in `names` yet; what a module imports comes before it."""
    if module in importers:
        raise ValueError(f"{module} imports itself, by way of {importers[-1]}")
    if module in names:
        return
    text = (folder / module).read_text()
    paths = [match["path"] for match in _IMPORTED.finditer(text)]
    imported = {path: PurePosixPath(normpath(join(module.parent, path))) for path in paths}
    for other in imported.values():
        yield from _scopes(other, folder, names, (*importers, module))
    names[module] = f"$module{len(names)}"

    def binding(match: re.Match[str]) -> str:
        source = names[imported[match["path"]]]
        return f"const {{ {match['names'].replace(' as ', ': ')} }} = {source};\n" if match["names"] else ""

    exports = ", ".join(match["name"] for match in _EXPORT.finditer(text))
    body = _COMMENT.sub("", _EXPORT.sub("", _IMPORTED.sub(binding, text)))
    if left := re.search(r"^(import|export)\b.*", body, re.MULTILINE):
        raise ValueError(f"{module}: {left[0]}")
    yield f"const {names[module]} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


class BundleFinder(finders.BaseFinder):
    """Gives the bundles to `collectstatic`."""

    def find(self, path: str, find_all: bool = False) -> Any:
        """Nothing: a bundle is not a file of the source."""
        return []

    def list(self, ignore_patterns: object) -> Iterator[tuple[str, InMemoryStorage]]:
        """Each bundle, and where it can be read."""
        storage = InMemoryStorage()
        for name, module in BUNDLES.items():
            storage.save(name, ContentFile(bundle(module)))
            yield name, storage
