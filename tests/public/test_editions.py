"""The last edition of a page: for how long it is given again, and after what not."""

import asyncio
from io import BytesIO
from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tournament import asgi
from tournament.memory import one_moment
from tournament.models import Event
from tournament.reading.logbook import recent_lines
from tournament.reading.logbook.recent_lines import Depends
from tournament.serving import lanes, page_cache
from tournament.serving.wsgi_adapter import Answer

pytestmark = pytest.mark.django_db


class Clock:
    """The clock of the server, which goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    for module in (page_cache, recent_lines):
        monkeypatch.setattr(module, "time", made)
    page_cache.clear_cache()
    return made


@pytest.fixture
def event() -> Event:
    return cast.moved_on(cast.event(0))


SCOPE: dict[str, Any] = {"method": "GET", "path": "/e/ledegem/", "query_string": b"", "headers": [(b"host", b"x")]}


def edition(clock: Clock, event: Event) -> Depends:
    """A page of the event as it is, which was just made and kept."""
    depends = Depends(event.pk, event.revision, event.seal)
    answer = Answer(200, [("Content-Language", "en")], b"page", edition="one", depends=depends)
    page_cache.keep(SCOPE, answer, clock.now)
    return depends


def given(depends: Depends) -> bool:
    """Whether it is given again, after a look at the lines."""
    recent_lines.read(depends)
    return page_cache.last_edition(SCOPE, waits=True) is not None


def test_it_is_given_for_half_a_second_and_then_to_those_who_would_wait(clock: Clock, event: Event) -> None:
    depends = edition(clock, event)
    clock.now += 0.4
    assert page_cache.last_edition(SCOPE, waits=False)
    clock.now += 0.2
    assert page_cache.last_edition(SCOPE, waits=False) is None
    assert page_cache.last_edition(SCOPE, waits=True) is None, "nobody looked at the lines"
    assert page_cache.older_edition(SCOPE) == depends and given(depends)
    clock.now += 0.8
    assert page_cache.last_edition(SCOPE, waits=True) is None, "that is too long ago"
    clock.now += page_cache.MAX_SECONDS
    assert not given(depends)


@pytest.mark.parametrize(("act", "again"), [("record_deal", True), ("hide_round", False), ("no_act_of_ours", False)])
def test_after_play_it_is_given_and_after_anything_else_not(clock: Clock, event: Event, act: str, again: bool) -> None:
    depends = edition(clock, event)
    clock.now += 0.6
    cast.moved_on(event, act)
    assert given(depends) == again


def test_one_of_another_history_is_not_given(clock: Clock, event: Event) -> None:
    depends = edition(clock, event)
    clock.now += 0.6
    assert given(depends)
    clock.now += 0.6
    Event.objects.filter(pk=event.pk).update(seal="f" * 64)
    assert not given(depends)


def test_one_that_is_newer_than_the_lines_has_them_read_again(clock: Clock, event: Event) -> None:
    recent_lines.read(edition(clock, event))
    depends = edition(clock, cast.moved_on(event))
    assert recent_lines.must_read(depends)
    recent_lines.read(depends)
    assert not page_cache.may_hide(depends)


def test_of_more_events_than_are_remembered_the_first_goes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent_lines, "MAX_EVENTS", 2)
    for key in (1, 2, 3):
        recent_lines.read(Depends(key, 0, ""))
    assert [key for key in (1, 2, 3) if recent_lines.recent(key)] == [2, 3]


def test_who_reads_as_of_one_moment_is_not_asked_for_news(clock: Clock, event: Event) -> None:
    depends = edition(clock, event)
    assert recent_lines.only_played(depends, event)
    with one_moment(), pytest.raises(RuntimeError, match="no news"):
        recent_lines.only_played(depends, event)
    assert recent_lines.only_played(depends, event)


@pytest.mark.parametrize("hides", [2, 3])
def test_a_page_that_takes_long_three_times_while_something_is_hidden_is_not_given(
    event: Event, monkeypatch: pytest.MonkeyPatch, hides: int
) -> None:
    """Each time it is made, it takes longer than an edition may be old; `hides` times something happens meanwhile."""
    answers, hidden = iter(range(10)), iter([True] * hides + [False] * 10)
    depends = Depends(event.pk, event.revision, event.seal)

    async def make(*_given: Any) -> Answer:
        return Answer(200, [], str(next(answers)).encode(), edition="e", depends=depends)

    async def read(_depends: Depends) -> None:
        pass

    monkeypatch.setattr(lanes.BOARDS, "run", make)
    monkeypatch.setattr(asgi, "_read", read)
    monkeypatch.setattr(page_cache, "is_late", lambda _begun: True)
    monkeypatch.setattr(page_cache, "may_hide", lambda _depends: next(hidden))
    page_cache.clear_cache()
    page = asyncio.run(asgi._public_page(SCOPE, BytesIO(), lanes.BOARDS, None))
    given = (page.status, page.body) if page.status == 200 else (page.status, dict(page.headers)["Retry-After"])
    assert given == ((200, b"2") if hides == 2 else (503, "2"))


@pytest.mark.parametrize("page", ["", "rows/", "seating/", "seating/1/", "seating/1/names/", "player/1/", "rules/"])
def test_who_waits_for_what_is_rendered_for_all_waits_apart(client: Client, page: str) -> None:
    cast.playing()
    path = f"/e/ledegem/{page}"
    response = client.get(path)
    assert response.status_code == 200
    assert hasattr(response, "edition") == (lanes.lane_of("GET", path) is lanes.BOARDS)


@pytest.mark.parametrize(
    "path", ["/e/ledegem/hall/", *(f"/o/club/season/{part}" for part in ("", "evenings/", "presences/"))]
)
def test_so_do_the_hall_and_a_season(path: str) -> None:
    assert lanes.lane_of("GET", path) is lanes.BOARDS
