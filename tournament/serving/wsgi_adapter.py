"""From a received request to Django's answer: WSGI in (PEP 3333), status, headers and bytes out."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any
from wsgiref.util import FileWrapper

from django.db import connection, connections
from django.db.backends.signals import connection_created

from tournament.serving.bodies import Scope
from tournament.site import log, outages
from tournament.site.proxies import client_address
from tournament.wsgi import application as django

# isort: split
# The bridge has set Django up, which the models need.
from tournament.reading.logbook.recent_lines import Depends
from tournament.serving import clock

PIECE = 64 * 1024

connection_created.connect(outages.opened)

Headers = list[tuple[str, str]]
Environ = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its body and, if that is only the beginning of a file, the rest of it.

    `edition` is set for a page that is the same for everybody: the version of what is shown. `depends` is set for such
    a page, and where a page was told that nothing has changed. `view` is the name of the page that answered.
    """

    status: int
    headers: Headers
    body: bytes = b""
    rest: FileWrapper | None = None
    edition: str = ""
    view: str = ""
    depends: Depends | None = None


def answer(scope: Scope, body: IO[bytes], event: int | None = None) -> Answer:
    """Django's answer to a complete request; before something is written, what was due is done: in the event with this
    key, or in all.
    """
    log.request_id.set(scope.get("request_id", ""))
    if scope["method"] not in ("GET", "HEAD"):
        clock.look(event)
    started: list[tuple[int, Headers]] = []

    def start(status: str, headers: Headers, _fault: object = None) -> Callable[[bytes], object]:
        started.append((int(status.split(" ", 1)[0]), headers))
        return _no_write

    response = django(_environ(scope, body), start)
    if outages.lately() and connection.vendor == "sqlite":
        connections.close_all()
    if isinstance(response, FileWrapper):
        return _file_answer(*started[-1], response, is_head=scope["method"] == "HEAD")
    try:
        content = b"".join(response)
    finally:
        response.close()
    edition, depends = getattr(response, "edition", ""), getattr(response, "depends", None)
    view = getattr(response, "view", "")
    return Answer(*started[-1], content, edition=edition, view=view, depends=depends)


def _file_answer(status: int, headers: Headers, wrapper: FileWrapper, *, is_head: bool) -> Answer:
    """An answer that is a file: a small one, as most files of a page are, is read at once."""
    beginning = b"" if is_head else wrapper.filelike.read(PIECE)
    if len(beginning) == PIECE:
        return Answer(status, headers, beginning, wrapper)
    wrapper.close()
    return Answer(status, headers, beginning)


def _no_write(_data: bytes) -> None:
    raise RuntimeError("Django writes nothing beside its answer.")


def _environ(scope: Scope, body: IO[bytes]) -> Environ:
    """The request in WSGI's form: strings hold bytes as Latin-1."""
    host, port = scope["server"]
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.file_wrapper": FileWrapper,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        _add_header(environ, name.decode("latin-1"), value.decode("latin-1"))
    environ["REMOTE_ADDR"] = client_address(scope["client"][0], environ.get("HTTP_X_FORWARDED_FOR", ""))
    return environ


def _add_header(environ: Environ, name: str, value: str) -> None:
    """Adds a header; repeated headers are joined into a list."""
    if "_" in name:  # would be taken for the same name with a hyphen, which a proxy may vouch for
        return
    key = name.upper().replace("-", "_")
    if key not in ("CONTENT_LENGTH", "CONTENT_TYPE"):
        key = f"HTTP_{key}"
    between = "; " if key == "HTTP_COOKIE" else ","
    environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
