"""Static files under names that hold their hash, with what a file takes in as a whole already in it."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django.conf import settings
from django.contrib.staticfiles import finders
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]  # it ships no types

_IMPORT = r'(?P<matched>import (?P<names>[^"]+) from "(?P<url>\./[^"]+)";)'
# Each would be a request more, which waits for the one before. A script in brackets keeps its names to itself.
_SHEET, _SCRIPT = "%(text)s", "{\n%(text)s}"
_TAKES_IN = {
    _SHEET: r'(?P<matched>@import "(?P<url>\.{1,2}/[^"]+)";)',
    _SCRIPT: r'(?P<matched>import "(?P<url>\./[^"]+)";)',
}


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Whitenoise's storage, which also gives the imports between our own modules their hashed names.

    Django can do that for every script, but one that a package ships imports a file that it does not bring along. What
    a style sheet imports, and a script for its effects alone, is put in its place.
    """

    patterns = (
        ("troel/*.css", ((_TAKES_IN[_SHEET], _SHEET),)),
        *CompressedManifestStaticFilesStorage.patterns,
        ("troel/*.js", ((_TAKES_IN[_SCRIPT], _SCRIPT), (_IMPORT, 'import %(names)s from "%(url)s";'))),
    )

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        """What becomes of a line that names another file: its hashed name, or all of it."""
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
