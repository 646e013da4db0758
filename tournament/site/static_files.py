"""Static files under names that hold their hash."""

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
