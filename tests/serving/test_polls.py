"""Open pages that ask whether anything changed: answered without their view only where it would answer the same."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.support.events import cast
from tests.support.events.full_day import a_full_day
from tournament import links
from tournament.acts.kernel import logbook
from tournament.acts.people import personal_links
from tournament.acts.rounds import rounds
from tournament.acts.table import deals, tables
from tournament.models import Entry, Event, Table
from tournament.reading.logbook import recent_lines, seals
from tournament.reading.people import player_page
from tournament.serving import polls
from tournament.serving.wsgi_adapter import Answer

pytestmark = pytest.mark.django_db
HOST = b"testserver"


@pytest.fixture(autouse=True)
def _read_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent_lines, "FRESH", 0.0)
    polls.clear_cache()


def scope(path: str, mark: str, method: str = "GET", host: bytes = HOST) -> dict[str, Any]:
    """The request of an open page."""
    here = ("127.0.0.1", 80)
    told = {"server": here, "client": here, "scheme": "http", "http_version": "1.1", "method": method, "path": path}
    return {**told, "query_string": f"since={mark}".encode(), "headers": [(b"host", host)]}


def by_view(page: tuple[str, str]) -> int:
    """What the view of a page answers, kept as the server keeps it."""
    path, mark = page
    response = cast.client().get(path, {"since": mark})
    depends = getattr(response, "depends", None)
    polls.keep(scope(*page), Answer(response.status_code, list(response.items()), depends=depends))
    return response.status_code


def by_heart(page: tuple[str, str], **more: Any) -> bool:
    """Whether the page is told that nothing changed without its view."""
    said = polls.asked_before(scope(*page, **more))
    if said is None:
        return False
    if recent_lines.must_read(said.depends):
        recent_lines.read(said.depends)
    answer = polls.again(said)
    assert answer is None or (answer.status, answer.body) == (204, b"")
    return answer is not None


def pages(event: Event) -> dict[str, tuple[str, str]]:
    """The pages of all tables and players, each with the mark of what it would show now."""
    rows = Table.objects.filter(round__event=event).select_related("round__event")
    entries = Entry.objects.filter(event=event).select_related("event")
    marks = {
        f"r{row}": (f"/r/{links.reading_token(row)}/", player_page.mark(row, row.signatures.count())) for row in rows
    }
    marks |= {f"t{row}": (f"/t/{links.table_token(row)}/", str(row.revision)) for row in rows}
    marks |= {f"p{one.number}": (f"/p/{links.personal_token(one)}/", player_page.followed(one).mark) for one in entries}
    return {name: (path, seals.sealed(cast.fresh(event), mark)) for name, (path, mark) in marks.items()}


def followed(event: Event) -> dict[str, tuple[str, str]]:
    """The same, each told once that nothing has changed."""
    found = pages(event)
    assert {by_view(page) for page in found.values()} == {204}
    # The first time the lines are read nothing is known of those before.
    for page in found.values():
        by_heart(page)
    return found


def test_what_a_view_said_is_said_again_with_one_query(
    event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for page in followed(event).values():
        with django_assert_num_queries(1):
            assert by_heart(page)


def test_lines_are_not_read_again_at_once(
    event: Event, django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = next(iter(followed(event).values()))
    monkeypatch.setattr(recent_lines, "FRESH", 60.0)
    with django_assert_num_queries(0):
        assert by_heart(page)


def test_only_for_the_same_mark_address_and_method(event: Event) -> None:
    path, mark = page = next(iter(followed(event).values()))
    assert by_heart(page)
    assert not by_heart((path, mark + "0"))
    assert not by_heart(page, host=b"elsewhere")
    assert not by_heart(page, method="HEAD")
    assert not by_heart((path + "decisions/", mark))


def test_an_act_at_another_table_changes_nothing_here(event: Event) -> None:
    there = followed(event)
    one, two = cast.table(event, 1), cast.table(event, 2)
    cast.write(one, 1)
    deals.correct_deal(one, cast.captain(one), 1, cast.result("S6", (2,), 8), replaces=1, at_table=True)
    here = {f"r{one}", f"t{one}"} | {f"p{number}" for number in cast.seated(one).values()}
    assert {name for name, page in there.items() if not by_heart(page)} == here
    assert {by_view(there[name]) for name in here} == {200}
    assert f"r{two}" not in here


def test_an_act_that_is_not_at_one_table_is_for_all_to_look_again(event: Event) -> None:
    there = followed(event)
    tables.choose_captain(cast.table(event, 1), "system", 2)
    assert not any(by_heart(page) for page in there.values())


def test_a_link_that_was_renewed_or_a_round_that_is_over_is_not_answered(event: Event) -> None:
    there = followed(event)
    personal_links.renew_personal_link(cast.entry(event, 1), "system")
    assert not by_heart(there["p1"]) and by_view(there["p1"]) == 404
    assert by_view(there["p2"]) == 204 and by_heart(there["p2"])
    rounds.close_round(cast.round_of(event), "system", "It is late.")
    assert not by_heart(there["p2"]) and by_view(there[f"t{cast.table(event, 1)}"]) == 404


def test_after_many_lines_or_in_an_older_database_the_view_is_asked(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = followed(event)
    monkeypatch.setattr(recent_lines, "MAX_LINES", 1)
    cast.write(cast.table(event, 1), 1)
    cast.write(cast.table(event, 1), 2)
    assert not by_heart(there[f"r{cast.table(event, 2)}"])
    there = followed(event)
    Event.objects.filter(pk=event.pk).update(revision=1)
    assert not by_heart(there[f"r{cast.table(event, 2)}"])


@pytest.mark.long
def test_on_a_whole_day_nobody_is_told_anything_but_what_the_view_would_say(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, tuple[str, str]] = {}
    again, sealed = 0, logbook.write

    def write(event: Event, *given: Any, **more: Any) -> Any:
        nonlocal again
        line = sealed(event, *given, **more)
        for page in known.values():
            if by_heart(page):
                again += 1
                assert by_view(page) == 204, (given[1], page)
        known.update(pages(event))
        for page in known.values():
            by_view(page)
            by_heart(page)
        return line

    monkeypatch.setattr(logbook, "write", write)
    a_full_day.__wrapped__()  # type: ignore[attr-defined]
    assert again > 200
