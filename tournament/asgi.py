"""The application the server calls: `tournament.asgi:application`.

A request is received here without a thread, so that a phone whose line breaks off in the midst of a form keeps nobody
waiting: threads that wait for such phones are soon all there are. Whole requests are answered by Django, a few at a
time and in the order in which they came: SQLite lets one writer in, and of many that knock at random some would wait
long.
"""

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from tempfile import SpooledTemporaryFile
from threading import Thread
from typing import IO, Any
from wsgiref.util import FileWrapper

from django.conf import settings

from tournament.wsgi import application as django

# The second answers others while the first is busy with a long page.
AT_WORK = 2
# Between two pieces of one request.
PATIENCE_SECONDS = 10.0
KEPT_IN_MEMORY = 256 * 1024
PIECE = 64 * 1024
LATE = "Not received whole: send it again. / Niet volledig ontvangen: verstuur opnieuw. / Reçu incomplet : renvoyez."

Scope = Mapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Environ = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its body, and where that is only the beginning of a file, the rest of it."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes = b""
    rest: FileWrapper | None = None


class LineBroken(Exception):
    """The rest of the request will not come."""


_at_work = ThreadPoolExecutor(AT_WORK, "at-work")


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Receives one request, has it answered, and sends the answer."""
    with SpooledTemporaryFile(KEPT_IN_MEMORY) as body:
        try:
            await _receive(scope, receive, body)
        except TimeoutError:
            await _send(send, Answer(408, [("Content-Type", "text/plain; charset=utf-8")], LATE.encode()))
        except LineBroken:
            return
        else:
            await _send(send, await asyncio.get_running_loop().run_in_executor(_at_work, _answer, scope, body))


async def _receive(scope: Scope, receive: Receive, body: IO[bytes]) -> None:
    """Fills `body` with what the request announces; TimeoutError when nothing more comes for a while.

    What announces more than may be uploaded is not received at all: Django refuses it by its length.
    """
    if not 0 < _length(scope) <= settings.UPLOAD_MAX_BYTES:
        return
    more = True
    while more:
        message = await asyncio.wait_for(receive(), PATIENCE_SECONDS)
        if message["type"] != "http.request":
            raise LineBroken
        body.write(message.get("body", b""))
        more = message.get("more_body", False)
    body.seek(0)


async def _send(send: Send, answer: Answer) -> None:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": answer.rest is not None})
    if answer.rest:
        await _send_rest(send, answer.rest)


async def _send_rest(send: Send, rest: FileWrapper) -> None:
    """Sends a file piece by piece, as fast as it is taken: a slow line holds up neither memory nor another's answer."""
    read = asyncio.get_running_loop().run_in_executor
    try:
        while piece := await read(None, rest.filelike.read, PIECE):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        rest.close()


def _answer(scope: Scope, body: IO[bytes]) -> Answer:
    """Django's answer to a whole request."""
    told: list[Answer] = []

    def start(status: str, headers: list[tuple[str, str]], _fault: object = None) -> Callable[[bytes], object]:
        told.append(Answer(int(status.split(" ", 1)[0]), headers))
        return _no_write

    response = django(_environ(scope, body), start)
    if isinstance(response, FileWrapper):
        return _file_answer(told[-1], response, head=scope["method"] == "HEAD")
    try:
        content = b"".join(response)
    finally:
        response.close()
    return Answer(told[-1].status, told[-1].headers, content)


def _file_answer(begun: Answer, file: FileWrapper, *, head: bool) -> Answer:
    """The answer that is a file: a small one is read at once, as are most that a page is made of."""
    beginning = b"" if head else file.filelike.read(PIECE)
    if len(beginning) == PIECE:
        return Answer(begun.status, begun.headers, beginning, file)
    file.close()
    return Answer(begun.status, begun.headers, beginning)


def _no_write(_data: bytes) -> None:
    raise RuntimeError("Django writes nothing beside its answer.")


def _environ(scope: Scope, body: IO[bytes]) -> Environ:
    """The request as WSGI tells it (PEP 3333): texts hold bytes as Latin-1."""
    host, port = scope["server"]
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0],
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
    return environ


def _add_header(environ: Environ, name: str, value: str) -> None:
    """Adds a header; given more than once it is one list."""
    if "_" in name:  # would pass for the same name with a hyphen, which a proxy may vouch for
        return
    key = name.upper().replace("-", "_")
    if key not in ("CONTENT_LENGTH", "CONTENT_TYPE"):
        key = f"HTTP_{key}"
    between = "; " if key == "HTTP_COOKIE" else ","
    environ[key] = f"{environ[key]}{between}{value}" if key in environ else value


def _length(scope: Scope) -> int:
    """How many bytes of body the request announces; none where it does not say."""
    announced = dict(scope["headers"]).get(b"content-length", b"0")
    return int(announced) if announced.isdigit() else 0


def _end_with(server: BaseProcess) -> None:
    """Waits until the server's own process is gone, and stops this one as that would have done."""
    server.join()
    os.kill(os.getpid(), signal.SIGTERM)


# A server that is killed outright cannot stop its worker, which would hold the port against the next start.
_server = multiprocessing.parent_process()
if _server:
    Thread(target=_end_with, args=[_server], name="end-with-server", daemon=True).start()
