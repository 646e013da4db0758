"""The environment variables, read and checked: each function takes the text of one variable.

A value that cannot be used raises ImproperlyConfigured with one sentence that names the variable; `manage.py` shows
that sentence. An empty text counts as not set. Where they say nothing, what the first organiser chose may.
"""

import contextlib
import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured

from tournament.site.addresses import bracketed

POSTGRES, POSTGRES_PORT = "tournament.site.postgresql", "5432"

# Without IMMEDIATE every second POST fails under load with "database is locked": a transaction that begins by reading
# cannot wait for its turn to write. WAL lets readers go on while it does; FULL survives a power cut.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON;"
    ),
}

# What DATABASE_URL may say after its question mark, and how. Troel writes, so it wants no standby.
POSTGRES_OPTIONS = {
    "target_session_attrs": "any|read-write|primary",
    "sslmode": "disable|allow|prefer|require|verify-ca|verify-full",
    "connect_timeout": "[2-9]|[1-5][0-9]",
    "application_name": "[ -~]{1,63}",
}
# A machine that is gone is noticed by the network: keepalives while nothing is asked (s), the time-out while something
# is (ms). One that is frozen is not; that is what the deadline is for.
POSTGRES_DEFAULTS = {
    "connect_timeout": "3",
    "application_name": "troel",
    "tcp_user_timeout": 5000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
}
# What pages get besides, never a command, which may work for long: the database gives up what takes longer, and a
# database that says nothing for the deadline (s) is given up. A transaction that nobody ends is ended.
PAGE_LIMITS = {
    "deadline": 5.0,
    "options": "-c lock_timeout=4s -c statement_timeout=4500ms -c idle_in_transaction_session_timeout=30s",
}
# A phone sends its deal again by itself: it is better told so than left waiting behind a command that writes for long.
SQLITE_PAGE_LIMITS = {"timeout": 5}
# What makes a file for a page has minutes, but a database that says nothing for so long (s) is given up.
CHILD_LIMITS = {"deadline": 60.0}
ONE_HOST = re.compile(r"(?P<host>\[[0-9a-fA-F:.%]+\]|[^\[\]:@,]*)(:(?P<port>[0-9]{1,5}))?")


# A file in VAR_DIR, and no row: the settings need it before there is a database, and another machine that goes on from
# a backup has other addresses. Servers that share a database say it in their environment.
CHOICES_FILE = "choices.json"


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


def metrics_token(text: str) -> str:
    """METRICS_TOKEN, with which somebody elsewhere reads the figures; "" if it is not set."""
    if text and not re.fullmatch(r"[!-~]{20,200}", text):
        raise ImproperlyConfigured("METRICS_TOKEN cannot be guarded; use 20 letters and digits or more, and no spaces.")
    return text


def log_format(text: str) -> str:
    """How LOG says that lines of the log are written: `text` (also if it is not set) or `json`."""
    if text not in ("", "text", "json"):
        raise ImproperlyConfigured(f"LOG is {text!r}; use text or json.")
    return text or "text"


def zone(name: str, text: str) -> str:
    """A time zone; "" if the variable is not set."""
    try:
        return ZoneInfo(text).key if text else ""
    except (ValueError, OSError, ZoneInfoNotFoundError) as fault:
        raise ImproperlyConfigured(f"{name} is {text!r}; use a time zone such as Europe/Brussels.") from fault


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


DEMO, DEMO_FILE = "demo", "demo.sqlite3"


def database(text: str, default: Path) -> dict[str, Any]:
    """Django's settings for the database of DATABASE_URL: `sqlite:////path`, or `postgres://user:word@host:port/name`.

    The latter may have several hosts, with commas between, and the options of POSTGRES_OPTIONS. `demo` is the file of
    the demo, beside the default one.
    """
    if text in ("", DEMO):
        return _sqlite(default.with_name(DEMO_FILE) if text else default)
    fault = ImproperlyConfigured(
        "DATABASE_URL cannot be read; use sqlite:////path/to/file or postgres://user@host/name."
    )
    try:
        # Newer Pythons take brackets around the whole host alone; of several here, each may have them.
        parts = urlsplit(text.replace("[", "%5B").replace("]", "%5D"))
        options = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    except ValueError as error:
        raise fault from error
    name = unquote(parts.path.removeprefix("/"))
    # libpq reads nothing after a NUL: it would take another server than the one that is named.
    if not name or parts.fragment or "\0" in unquote(text):
        raise fault
    if parts.scheme == "sqlite" and not parts.netloc and not options:
        return _sqlite(Path(name).resolve())
    if parts.scheme in ("postgres", "postgresql"):
        return _postgres(name, parts.netloc, options, fault)
    raise fault


def files_database(main: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Django's settings for `files`: on SQLite a file beside the main one, called after it; none on PostgreSQL."""
    if "sqlite3" not in main["ENGINE"]:
        return {}
    path = Path(main["NAME"])
    return {"files": _sqlite(path.with_name(f"files{path.name.removeprefix('troel')}"))}


def database_url(database: Mapping[str, Any]) -> str:
    """The DATABASE_URL from which `database` makes these settings, so that a child process finds the same rows."""
    name = quote(str(database["NAME"]))
    if "sqlite3" in database["ENGINE"]:
        return f"sqlite:///{name}"
    user, word = (quote(str(database.get(key, "")), safe="") for key in ("USER", "PASSWORD"))
    hosts, ports = (str(database.get(key, "")).split(",") for key in ("HOST", "PORT"))
    places = ",".join(
        f"{bracketed(quote(host, safe=':'))}{port and ':'}{port}" for host, port in zip(hosts, ports, strict=True)
    )
    options = {key: value for key, value in database.get("OPTIONS", {}).items() if key in POSTGRES_OPTIONS}
    query = urlencode(options, quote_via=quote)
    return f"postgres://{user}{':' if word else ''}{word}@{places}/{name}{query and '?'}{query}"


def limit_pages(databases: Iterable[dict[str, Any]]) -> None:
    """Bounds what this process asks of its databases from now on, as one that answers pages."""
    for database in databases:
        database["OPTIONS"] |= PAGE_LIMITS if database["ENGINE"] == POSTGRES else SQLITE_PAGE_LIMITS


def limit_child(databases: Iterable[dict[str, Any]]) -> None:
    """Bounds how long this process, which nobody watches, waits for a database that is silent."""
    for database in databases:
        if database["ENGINE"] == POSTGRES:
            database["OPTIONS"] |= CHILD_LIMITS


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


def _postgres(
    name: str, netloc: str, options: Iterable[tuple[str, str]], fault: ImproperlyConfigured
) -> dict[str, Any]:
    if find_spec("psycopg") is None:
        raise ImproperlyConfigured("DATABASE_URL names PostgreSQL, whose driver is missing: make setup POSTGRES=1")
    account, _, hosts = netloc.rpartition("@")
    hosts = hosts.replace("%5B", "[").replace("%5D", "]")
    user, _, word = account.partition(":")
    places = [ONE_HOST.fullmatch(host) for host in hosts.split(",")]
    ports = [place["port"] or "" if place else "0" for place in places]
    if any(port and not 0 < int(port) < 65536 for port in ports) or (len(places) > 1 and "" in hosts.split(",")):
        raise fault
    if len(ports) > 1:
        ports = [port or POSTGRES_PORT for port in ports]
    return {
        "ENGINE": POSTGRES,
        "NAME": name,
        "USER": unquote(user),
        "PASSWORD": unquote(word),
        "HOST": ",".join(unquote(place["host"].strip("[]")) for place in places if place),
        "PORT": ",".join(ports),
        "OPTIONS": _postgres_options(options, several=len(places) > 1),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "ATOMIC_REQUESTS": False,
    }


def _postgres_options(options: Iterable[tuple[str, str]], *, several: bool) -> dict[str, Any]:
    chosen: dict[str, str] = {}
    for name, value in options:
        if name in chosen or not re.fullmatch(POSTGRES_OPTIONS.get(name, "(?!)"), value):
            # What is not known may be a password, which no log is to have.
            stated = f"{name}={value!r}" if name in POSTGRES_OPTIONS else name
            raise ImproperlyConfigured(
                f"DATABASE_URL says {stated}; its options are {', '.join(POSTGRES_OPTIONS)}, each once, as in "
                "docs/running.md."
            )
        chosen[name] = value
    writable = {"target_session_attrs": "read-write"} if several else {}
    return {**POSTGRES_DEFAULTS, **writable, **chosen}


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


@dataclass(frozen=True)
class MachineChoices:
    """The address of this machine that links lead to, and its time zone; "" where nobody chose."""

    host: str = ""
    zone: str = ""


def read_choices(folder: Path) -> MachineChoices:
    """What is stored in a folder; what cannot be read, or is no zone of this system, counts as not chosen."""
    try:
        stored = json.loads((folder / CHOICES_FILE).read_text())
        choices = MachineChoices(str(stored.get("host", "")), str(stored.get("zone", "")))
        ZoneInfo(choices.zone or "UTC")
    except (OSError, ValueError, AttributeError, ZoneInfoNotFoundError):
        return MachineChoices()
    return choices


def store_choices(folder: Path, choices: MachineChoices) -> None:
    """Stores them, whole or not at all. Raises OSError."""
    draft = folder / f"{CHOICES_FILE}.{os.getpid()}"
    draft.write_text(json.dumps(asdict(choices)))
    draft.replace(folder / CHOICES_FILE)
