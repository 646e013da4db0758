"""Static files under names that hold their hash."""

from functools import cache

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]  # it ships no types

_IMPORT = r'(?P<matched>import (?P<names>[^"]+) from "(?P<url>\./[^"]+)";)'


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Whitenoise's storage, which also gives the imports between our own modules their hashed names.

    Django can do that for every script, but one that a package ships imports a file that it does not bring along.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("troel/*.js", ((_IMPORT, 'import %(names)s from "%(url)s";'),)),
    )

    def url(self, name: str, force: bool = False) -> str:
        """The address of a file: looked up once, as the names of an installation change with a new start only."""
        return super().url(name, force) if settings.DEBUG else self._address(name, force)

    @cache  # noqa: B019 - there is one storage
    def _address(self, name: str, force: bool) -> str:
        address: str = super().url(name, force)
        return address
