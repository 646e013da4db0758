"""The timer of a round: how it is started, paused, changed and removed, extra minutes, and its files."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.servers.hands import BY, Hands, give, seen, start
from tools import verify
from tournament.acts.kernel.rehearsal_data import rehearsal_data_of
from tournament.acts.lifecycle import rehearsal
from tournament.acts.rounds import publication, rounds
from tournament.acts.rounds import timer as acts
from tournament.acts.rounds.timer import timer_of, timer_token
from tournament.exchange.logbook import logbook_file, proof
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.models import Event, LogEntry
from tournament.reading.rounds import timer
from tournament.views.hall.screen import HALL

pytestmark = pytest.mark.django_db


@pytest.fixture
def hands(event: Event, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hands]:
    yield Hands(monkeypatch)
    HALL.clear_cache()


# --- The acts --------------------------------------------------------------------------------------------------------


def test_it_runs_stands_still_and_goes_on_with_what_was_left(event: Event, hands: Hands) -> None:
    round = cast.round_of(event)
    start(event)
    hands.go(20)
    assert (seen(event).until, seen(event).left) == ("15:00", "40:00")
    acts.pause_timer(round, BY)
    hands.go(15)
    assert (seen(event).until, seen(event).left, seen(event).paused) == ("", "40:00", True)
    acts.resume_timer(round, BY)
    assert (seen(event).until, seen(event).left) == ("15:15", "40:00")
    hands.go(40)
    assert seen(event).up and seen(event).left == "0:00"
    acts.change_timer(round, BY, 65)
    assert (seen(event).until, seen(event).left, seen(event).up) == ("15:20", "5:00", False)
    acts.remove_timer(round, BY)
    assert timer.view_of(cast.round_of(event)) is None


def test_what_is_so_already_is_not_written_again(event: Event, hands: Hands) -> None:
    round, old = cast.round_of(event), timer_token(cast.round_of(event))
    again: list[Callable[[], None]] = [
        lambda: start(event, seen=old),
        lambda: give(event, 1, 10, replaces=0),
        lambda: acts.pause_timer(round, BY, seen=old),
        lambda: acts.resume_timer(round, BY, seen=old),
        lambda: acts.change_timer(round, BY, 90, seen=old),
        lambda: acts.remove_timer(round, BY, seen=old),
    ]
    start(event, seen=old)
    for number, once in enumerate(again):
        hands.go(1)
        old = timer_token(cast.round_of(event))
        if number:
            once()
        with cast.nothing_written():
            once()


def test_two_people_at_once(event: Event, hands: Hands) -> None:
    """Both pause: it is paused once. One resumes meanwhile, or starts another length: the other is refused."""
    round = cast.round_of(event)
    nothing = timer_token(round)
    start(event, seen=nothing)
    with cast.refused("changed this in the meantime"):
        start(event, 75, seen=nothing)
    runs = timer_token(cast.round_of(event))
    acts.pause_timer(round, BY, seen=runs)
    with cast.nothing_written():
        acts.pause_timer(round, "user:2", seen=runs)
    hands.go(1)
    acts.resume_timer(round, BY)
    with cast.refused("changed this in the meantime"):
        acts.pause_timer(round, "user:2", seen=runs)
    with cast.refused("started already"):
        start(event, 75)


def test_after_it_was_removed_nothing_goes_on(event: Event, hands: Hands) -> None:
    round = cast.round_of(event)
    start(event)
    acts.pause_timer(round, BY)
    paused = timer_token(cast.round_of(event))
    acts.remove_timer(round, BY)
    for act in (acts.pause_timer, acts.resume_timer):
        with cast.refused("no timer"):
            act(round, BY)
        with cast.refused("in the meantime"):
            act(round, BY, seen=paused)
    with cast.refused("no timer"):
        acts.change_timer(round, BY, 30)
    with cast.refused("no timer"):
        give(event, 1, 5)
    start(event, 43)
    assert seen(event).left == "43:00"


@pytest.mark.parametrize("minutes", [0, -5, 601])
def test_no_round_lasts_so_long(event: Event, minutes: int) -> None:
    with cast.refused("1 to 600 minutes"):
        start(event, minutes)
    start(event)
    with cast.refused("1 to 600 minutes"):
        acts.change_timer(cast.round_of(event), BY, minutes)


def test_a_round_that_is_not_played_has_none(event: Event, hands: Hands) -> None:
    drawn = cast.next_round(event, publish=False)
    with cast.refused("not being played"):
        acts.start_timer(drawn, BY, 60)
    start(event)
    rounds.close_round(cast.round_of(event), BY, "It is late.")
    with cast.refused("not being played"):
        acts.pause_timer(cast.round_of(event), BY)
    with cast.refused("not being played"):
        give(event, 1, 5)


def test_closing_a_round_hides_it_and_reopening_shows_it_as_it_was(event: Event, hands: Hands) -> None:
    start(event)
    rounds.close_round(cast.round_of(event), BY, "It is late.")
    assert timer.view_of(cast.round_of(event)) is None and timer.on_screen(event) is None
    rounds.reopen_round(cast.round_of(event), BY)
    hands.go(10)
    assert seen(event).left == "50:00"


@pytest.mark.usefixtures("guarded")
def test_withdrawing_the_publication_removes_it(event: Event, hands: Hands) -> None:
    start(event)
    give(event, 2, 10)
    publication.withdraw_publication(cast.round_of(event), BY, "The wrong list.")
    assert timer_of(cast.round_of(event)) is None and cast.table(event, 2).extra_minutes == 0
    assert proof.prove(cast.fresh(event))


def test_a_closed_event_has_none(event: Event, hands: Hands) -> None:
    start(event)
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    event = cast.fresh(event)
    assert timer.view_of(cast.round_of(event)) is None and timer.on_screen(event) is None
    with cast.refused("closed"):
        acts.pause_timer(cast.round_of(event), BY)
    with cast.refused("closed"):
        give(event, 1, 5)


@pytest.mark.usefixtures("guarded")
@pytest.mark.parametrize("wipe", [True, False])
def test_it_goes_with_a_rehearsal_that_is_wiped(wipe: bool) -> None:
    event = cast.event(8)
    cast.next_round(event)
    start(event)
    give(event, 1, 10)
    cast.write(cast.table(event), 1)
    practised = rehearsal_data_of(event)
    assert practised
    rehearsal.start(event, BY, wipe=wipe, seen=practised.mark)
    assert (timer.view_of(cast.round_of(event)) is None) == wipe
    assert cast.table(event).extra_minutes == (0 if wipe else 10)
    assert not wipe or not _brought_back(event)
    assert proof.prove(cast.fresh(event))


def _brought_back(event: Event) -> Any:
    rehearsal.bring_back(event, BY)
    return timer_of(cast.round_of(event))


def test_no_deal_is_refused_when_time_is_up(event: Event, hands: Hands) -> None:
    start(event, 1)
    hands.go(30)
    assert seen(event).up
    cast.play(cast.table(event))
    assert cast.stored(cast.table(event), 4)


# --- Extra minutes ---------------------------------------------------------------------------------------------------


def test_a_table_has_more_time_than_the_others_until_it_is_taken_back(event: Event, hands: Hands) -> None:
    start(event)
    give(event, 2, 10, replaces=0)
    mine = timer.of_table(cast.table(event, 2))
    assert mine and (mine.until, mine.extra) == ("15:10", 10) and seen(event).until == "15:00"
    with cast.refused("other extra minutes"):
        give(event, 2, 5, replaces=0)
    hands.go(65)
    assert seen(event).up and not timer.by_table(cast.round_of(event))[2].up
    give(event, 2, 0, replaces=10)
    assert not timer.by_table(cast.round_of(event))


@pytest.mark.parametrize("minutes", [-1, 121])
def test_nobody_gets_less_or_the_whole_day(event: Event, minutes: int) -> None:
    start(event)
    with cast.refused("at most 120"):
        give(event, 1, minutes)


def test_a_table_that_is_ready_gets_no_more_but_gives_back(event: Event) -> None:
    start(event)
    give(event, 1, 10)
    cast.play(cast.table(event))
    with cast.refused("Table 1 has recorded every deal"):
        give(event, 1, 15)
    give(event, 1, 5)
    give(event, 1, 0)


# --- The files -------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("guarded")
def test_it_is_in_the_export_comes_back_from_it_and_is_proved(event: Event) -> None:
    start(event)
    acts.pause_timer(cast.round_of(event), BY)
    acts.resume_timer(cast.round_of(event), BY)
    give(event, 2, 10)
    document = exporting.document(cast.fresh(event))
    since = cast.round_of(event).timer_since
    assert since and document["rounds"][0]["timer"] == {"minutes": 60, "since": since.isoformat()}
    assert [table.get("extra_minutes") for table in document["rounds"][0]["tables"]] == [None, 10]
    copy = importing.load(document, BY, slug="copy")
    assert exporting.document(copy)["rounds"] == document["rounds"]
    assert proof.prove(copy) and proof.prove(cast.fresh(event))
    verify.check_fields(document)


def test_outsiders_carry_it_out_too(event: Event, tmp_path: Any) -> None:
    start(event)
    acts.change_timer(cast.round_of(event), BY, 75)
    acts.pause_timer(cast.round_of(event), BY)
    give(event, 1, 5)
    book, file = tmp_path / "logbook.jsonl", tmp_path / "event.json"
    with book.open("w") as lines:
        lines.writelines(f"{line}\n" for line in logbook_file.lines(cast.fresh(event)))
    file.write_text(exporting.text(cast.fresh(event)))
    assert verify.main([str(book), str(file)]) == 3
    file.write_text(exporting.text(cast.fresh(event)).replace('"minutes": 75', '"minutes": 76'))
    assert verify.main([str(book), str(file)]) == 1


@pytest.mark.parametrize(
    "told",
    [{}, {"minutes": 0}, {"minutes": 60, "since": "2026-02-30T10:00:00Z"}, {"minutes": 60, "spent": -1}],
)
def test_a_file_with_another_timer_is_refused(event: Event, told: dict[str, Any]) -> None:
    document = exporting.document(cast.fresh(event))
    document["rounds"][0]["timer"] = told
    with pytest.raises(EventFileError):
        importing.judge(document)


def test_the_hour_is_that_of_belgium_in_summer_too(event: Event, hands: Hands) -> None:
    hands.now = datetime(2027, 7, 17, 12, 0, tzinfo=UTC)
    start(event)
    assert seen(event).until == "15:00"
    acts.change_timer(cast.round_of(event), BY, 600)
    hands.go(-24 * 60)
    assert seen(event).until == "00:00", "the screen has no room for a day"


def test_a_line_holds_numbers_alone(event: Event) -> None:
    start(event)
    give(event, 1, 5)
    texts = LogEntry.objects.filter(act__in=("start_timer", "give_time")).order_by("sequence").values_list("text")
    assert [json.loads(text)["facts"] for (text,) in texts] == [
        {"minutes": 60, "round": 1},
        {"minutes": 5, "round": 1, "table": 1},
    ]
