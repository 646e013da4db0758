"""The environment variables, read and checked: each function takes the text of one variable.

A value that cannot be used raises ImproperlyConfigured with one sentence that names the variable; `manage.py` shows
that sentence. An empty text counts as not set.
"""

import contextlib
from collections.abc import Mapping
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import SplitResult, quote, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from tournament.site.addresses import bracketed

# Without IMMEDIATE every second POST fails under load with "database is locked": a transaction that begins by reading
# cannot wait for its turn to write. WAL lets readers go on while it does; FULL survives a power cut.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}


class Listen(NamedTuple):
    """Where the server listens; `host` is a name or an address, without brackets."""

    host: str
    port: int

    @property
    def everywhere(self) -> bool:
        """Whether it listens on all addresses of this machine."""
        return self.host in ("0.0.0.0", "::")  # noqa: S104 - asked, not bound


def flag(name: str, text: str) -> bool:
    """Whether a yes-or-no variable says yes; not set means no."""
    word = text.strip().lower()
    if word in ("1", "true", "yes", "on"):
        return True
    if word in ("", "0", "false", "no", "off"):
        return False
    raise ImproperlyConfigured(f"{name} is {text!r}; use 1 or 0.")


def listen(text: str) -> Listen:
    """`HOST:PORT` of LISTEN; 127.0.0.1:8000 if not set."""
    fault = ImproperlyConfigured(f"LISTEN is {text!r}; use HOST:PORT, such as 127.0.0.1:8000.")
    parts = _split(f"//{text or '127.0.0.1:8000'}", fault)
    if not parts.port or parts.path or parts.query or parts.username is not None:
        raise fault
    return Listen(_hostname(parts, fault), parts.port)


def base_url(text: str) -> str:
    """The address people use, as scheme://host[:port] without a trailing slash."""
    fault = ImproperlyConfigured(f"BASE_URL is {text!r}; use an address such as https://troel.example.be.")
    parts = _split(text, fault)
    extras = parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None
    if parts.scheme not in ("http", "https") or extras:
        raise fault
    _hostname(parts, fault)
    return f"{parts.scheme}://{parts.netloc.lower()}"


def networks(name: str, text: str) -> list[IPv4Network | IPv6Network]:
    """The addresses and networks (`10.0.0.0/8`) in a comma-separated variable; [] if it is not set."""
    try:
        return [ip_network(part.strip()) for part in text.split(",") if part.strip()]
    except ValueError as fault:
        raise ImproperlyConfigured(
            f"{name} is {text!r}; use addresses such as 127.0.0.1, with commas between."
        ) from fault


def host_of(address: str) -> str:
    """The host of a URL as ALLOWED_HOSTS takes it: without port, IPv6 in brackets."""
    return bracketed(urlsplit(address).hostname or "")


def folder(name: str, text: str, default: Path) -> Path:
    """The folder that a variable names, created if missing."""
    path = Path(text).resolve() if text else default
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise ImproperlyConfigured(f"{name} names {path}, which cannot be a folder: {fault.strerror}.") from fault
    return path


def narrow(folder: Path) -> None:
    """Makes databases and keys in a folder readable by their owner only: earlier releases left some of them open."""
    for file in (*folder.glob("*.sqlite3*"), *folder.glob("*.key")):
        # Files of other owners are theirs to close, and a journal may disappear at any moment.
        with contextlib.suppress(OSError):
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)


def database(text: str, default: Path) -> dict[str, Any]:
    """Django's settings for the database of DATABASE_URL: `sqlite:////path` or `postgres://user:word@host/name`."""
    if not text:
        return _sqlite(default)
    fault = ImproperlyConfigured(
        "DATABASE_URL cannot be read; use sqlite:////path/to/file or postgres://user@host/name."
    )
    parts = _split(text, fault)
    name = unquote(parts.path.removeprefix("/"))
    if not name or parts.query or parts.fragment:
        raise fault
    if parts.scheme == "sqlite" and not parts.netloc:
        return _sqlite(Path(name).resolve())
    if parts.scheme in ("postgres", "postgresql"):
        return _postgres(name, parts)
    raise fault


def database_url(database: Mapping[str, Any]) -> str:
    """The DATABASE_URL from which `database` makes these settings, so that a child process finds the same rows."""
    name = quote(str(database["NAME"]))
    if "sqlite3" in database["ENGINE"]:
        return f"sqlite:///{name}"
    user, word = (quote(str(database.get(key, "")), safe="") for key in ("USER", "PASSWORD"))
    port = f":{database['PORT']}" if database.get("PORT") else ""
    host = bracketed(quote(str(database.get("HOST", "")), safe=":"))
    return f"postgres://{user}{':' if word else ''}{word}@{host}{port}/{name}"


def _sqlite(path: Path) -> dict[str, Any]:
    if path.is_dir() or not path.parent.is_dir():
        raise ImproperlyConfigured(f"DATABASE_URL names {path}, where no file can be.")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": dict(SQLITE_OPTIONS),
        "CONN_MAX_AGE": None,
        "ATOMIC_REQUESTS": False,
    }


def _postgres(name: str, url: SplitResult) -> dict[str, Any]:
    if find_spec("psycopg") is None:
        raise ImproperlyConfigured("DATABASE_URL names PostgreSQL, whose driver is missing: make setup POSTGRES=1")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": unquote(url.hostname or ""),
        "PORT": str(url.port or ""),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "ATOMIC_REQUESTS": False,
    }


def _split(text: str, fault: ImproperlyConfigured) -> SplitResult:
    try:
        parts = urlsplit(text)
        _ = parts.port, parts.hostname  # both are parsed lazily, and raise only then
    except ValueError as error:
        raise fault from error
    return parts


def _hostname(url: SplitResult, fault: ImproperlyConfigured) -> str:
    host = url.hostname or ""
    if not host or any(letter.isspace() or letter in ",*\\" for letter in host):
        raise fault
    return host
