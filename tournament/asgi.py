"""The application the server calls: `tournament.asgi:application`.

A request is received here without a thread, so that a phone whose connection breaks in the middle of a form keeps
nobody waiting: threads that wait for such phones would soon be all there are. Django answers complete requests, each in
its lane, a few at a time and in the order in which they came: SQLite admits one writer at a time, and if many tried at
random some would wait long.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import IO
from wsgiref.util import FileWrapper

from tournament.serving import health, lanes, metrics, page_cache, polls
from tournament.serving.bodies import (
    BudgetExceededError,
    LineBrokenError,
    Message,
    Receive,
    Scope,
    body_of,
    budget_of,
    header,
    receive_body,
    sender_gone,
)
from tournament.serving.events import event_of
from tournament.serving.senders import UnknownSenderError, sender_of
from tournament.serving.wsgi_adapter import PIECE, Answer, answer
from tournament.site import log, process, renderer
from tournament.site.outages import Outage, outage

# isort: split
# The bridge has set Django up, which the models need.
from tournament.reading.logbook import recent_lines
from tournament.reading.logbook.recent_lines import Depends

LATE = "Not received whole: send it again. / Niet volledig ontvangen: verstuur opnieuw. / Reçu incomplet : renvoyez."
BUSY = "Too busy: send it again soon. / Te druk: verstuur straks opnieuw. / Trop occupé : renvoyez bientôt."
FULL = "The server's disk is full. / De schijf van de server is vol. / Le disque du serveur est plein."

# So often a page is made at most, if something else may have been hidden each time meanwhile.
TIMES = 3

Send = Callable[[Message], Awaitable[None]]

process.tune()
if process.end_with_server():
    renderer.turn_on()
    # Models can be imported only now that Django is set up, by `bridge`.
    from tournament.backups import confirmed, watch
    from tournament.jobs import job_queue
    from tournament.serving import clock

    clock.turn_on()
    confirmed.turn_on()
    job_queue.turn_on()
    watch.turn_on()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Receives one request, has it answered, and sends the answer under the name of the request."""
    name = log.request_id_of(header(scope, b"x-request-id", b","))
    if scope["path"] in health.PATHS:
        await _send(send, await health.answer(scope), name)
    elif response := await _received({**scope, "request_id": name}, receive):
        await _send(send, response, name)


async def _received(scope: Scope, receive: Receive) -> Answer | None:
    """Receives a request and has it answered; None if nobody waits for the answer any more."""
    begun = time.monotonic()
    try:
        sender = await sender_of(scope)
        with body_of(scope) as body, budget_of(scope).account(sender or "") as take:
            if sender is not None:
                await receive_body(scope, receive, body, take)
            begun = time.monotonic()
            response = await _answered(scope, receive, body)
    except TimeoutError:
        response = _plain_answer(408, LATE)
    except (BudgetExceededError, lanes.TurnError, UnknownSenderError):
        response = _plain_answer(503, BUSY, ("Retry-After", "10"))
    except OSError as fault:
        if outage(fault) is not Outage.FULL:
            raise
        response = _plain_answer(507, FULL)
    except (LineBrokenError, lanes.SenderGoneError):
        return None
    if scope["method"] == "POST":
        metrics.count_post(response, time.monotonic() - begun)
    return response


async def _answered(scope: Scope, receive: Receive, body: IO[bytes]) -> Answer:
    """The answer: the last edition of a page at once, or else an answer in the turn of its lane."""
    method, lane = scope["method"], lanes.lane_of(scope["method"], scope["path"])
    watch = _watch(receive, method, lane)
    if same := await _same(scope):
        return same
    if lane not in lanes.PUBLIC:
        writes = lane in (lanes.TABLES, lanes.STAFF) and method not in lanes.LOOKS
        event = await event_of(scope["path"]) if writes else None
        response = await lane.run(partial(answer, scope, body, event), watch, event)
        polls.keep(scope, response)
        if lane is lanes.STAFF and method not in lanes.LOOKS:
            page_cache.clear_cache()
        return response
    return await _public_page(scope, body, lane, watch)


async def _public_page(scope: Scope, body: IO[bytes], lane: lanes.Lane, watch: lanes.Gone | None) -> Answer:
    """The last edition of a page, or else one made now."""
    waits = lanes.would_wait(lane)
    if waits and (depends := page_cache.older_edition(scope)):
        await _read(depends)
    if last := page_cache.last_edition(scope, waits=waits):
        metrics.pages["kept"] += 1
        return last
    metrics.pages["made"] += 1
    for _time in range(TIMES):
        begun = time.monotonic()
        page = await lane.run(partial(_page, scope, body, waits=waits), watch)
        page_cache.keep(scope, page, begun)
        if page.depends is None or not page_cache.is_late(begun):
            break
        # It took long: what was hidden meanwhile is not shown.
        await _read(page.depends)
        if not page_cache.may_hide(page.depends):
            break
    else:
        return _plain_answer(503, BUSY, ("Retry-After", "2"))
    return page


async def _same(scope: Scope) -> Answer | None:
    """What an open page was told last, if that nothing has changed is still true."""
    last = polls.asked_before(scope)
    if last is None:
        return None
    await _read(last.depends)
    same = polls.again(last)
    metrics.polls["kept" if same else "read"] += 1
    return same


async def _read(depends: Depends) -> None:
    """Has the lines of an answer's event read, unless that was done a moment ago."""
    if recent_lines.must_read(depends):
        await lanes.NEWS.run(partial(recent_lines.read, depends))


def _page(scope: Scope, body: IO[bytes], *, waits: bool) -> Answer:
    """The answer for a page when its turn comes: if many waited for the same page, it is made for the first of them."""
    lanes.give_way()
    last = page_cache.last_edition(scope, waits=waits)
    return last or answer(scope, body)


def _watch(receive: Receive, method: str, lane: lanes.Lane) -> lanes.Gone | None:
    """What watches whether the sender goes away, for requests that may then be skipped; None for others."""
    if not lanes.may_be_skipped(method, lane):
        return None
    return lambda: asyncio.ensure_future(sender_gone(receive))


def _plain_answer(status: int, sentence: str, *headers: tuple[str, str]) -> Answer:
    return Answer(status, [("Content-Type", "text/plain; charset=utf-8"), *headers], sentence.encode())


async def _send(send: Send, response: Answer, name: str) -> None:
    stated = (*response.headers, ("X-Request-Id", name))
    headers = [(key.lower().encode("latin-1"), value.encode("latin-1")) for key, value in stated]
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    await send({"type": "http.response.body", "body": response.body, "more_body": response.rest is not None})
    if response.rest:
        await _send_rest(send, response.rest)


async def _send_rest(send: Send, rest: FileWrapper) -> None:
    """Sends a file piece by piece, as fast as it is received: a slow connection costs no memory and delays no one."""
    read = asyncio.get_running_loop().run_in_executor
    try:
        while piece := await read(None, rest.filelike.read, PIECE):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        rest.close()
