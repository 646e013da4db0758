"""The keys of this process and those of the database: servers with other keys would print links that nobody can open.

The database keeps a digest of both keys. Only an installation without digests makes keys that are missing.
"""

import hashlib
import hmac
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from tournament.models import Event, Installation
from tournament.site import keys

SECRET, LINK = "SECRET_KEY", "LINK_KEY"
FIELDS = {SECRET: "secret_digest", LINK: "link_digest"}


def read_key(name: str) -> str:
    """The key of this process; "" if it has none."""
    return keys.read_key(name, Path(settings.VAR_DIR))


def require_key(name: str) -> str:
    """The key of this process, made now if the database knows no keys yet. Raises ImproperlyConfigured if it does."""
    key = read_key(name)
    if not key and _has_digests():
        raise ImproperlyConfigured(_missing(name))
    return key or keys.make_key(name, Path(settings.VAR_DIR))


def write_keys(folder: Path) -> None:
    """Writes both keys into a folder, as VAR_DIR has them, each for its owner alone."""
    for name, file in keys.FILES.items():
        (folder / file).touch(0o600)
        (folder / file).write_text(require_key(name))


def other_keys() -> list[str]:
    """The names of the keys that are not those of the database: missing, or different."""
    row = Installation.objects.first()
    digests = {name: getattr(row, field) for name, field in FIELDS.items() if row}
    return [name for name, digest in digests.items() if digest and digest != _digest(name)]


def settle_keys() -> None:
    """Compares the keys with the database's digests, which it makes (and keys that are missing) if there are none.

    One process at a time (`site.schema`). Raises ImproperlyConfigured if a key is missing or another.
    """
    if not _has_digests():
        if not read_key(LINK) and Event.objects.exists():
            raise ImproperlyConfigured(_missing(LINK))
        for name in FIELDS:
            require_key(name)
        Installation.objects.update_or_create(pk=1, defaults={field: _digest(name) for name, field in FIELDS.items()})
    for name in other_keys():
        if not read_key(name):
            raise ImproperlyConfigured(_missing(name))
        raise ImproperlyConfigured(
            f"{name} is not that of the other servers on this database: use theirs, from the environment or "
            f"{settings.VAR_DIR}/{keys.FILES[name]}; serve --accept-keys takes this one from now on."
        )
    settings.SECRET_KEY = read_key(SECRET)


def forget_keys() -> None:
    """From now on the database knows no keys: the next start brings its own."""
    if _has_digests():
        Installation.objects.update(**dict.fromkeys(FIELDS.values(), ""))


def _has_digests() -> bool:
    """Whether the database has digests; an older release's has no table for them."""
    tables = connection.introspection.table_names()
    return Installation._meta.db_table in tables and Installation.objects.exclude(link_digest="").exists()


def _digest(name: str) -> str:
    return hmac.digest(read_key(name).encode(), f"troel installation\0{name}".encode(), hashlib.sha256).hex()


def _missing(name: str) -> str:
    return (
        f"{name} is missing: this database is in use with another one. Give it in the environment ({name} or "
        f"{name}_FILE), or put {keys.FILES[name]} of the other servers, or of a backup, into {settings.VAR_DIR}."
    )
