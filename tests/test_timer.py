"""The timer of a round: how it is started, paused, changed and removed, extra minutes, and where it is read."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from tests import cast
from tests.desk_pages import at, overview
from tests.no_script import Visit
from tests.reading import read
from tools import verify
from tournament.acts import publication, rehearsal, rounds
from tournament.acts import timer as acts
from tournament.acts.practice import practice_of
from tournament.acts.timer import timer_mark, timer_of
from tournament.exchange import json_in, json_out, logbook_file, proof
from tournament.exchange.door import BadFile
from tournament.models import Event, LogEntry
from tournament.reading import timer
from tournament.reading.expected import Expected
from tournament.reading.pace import Pace, overrunning
from tournament.refusal import Refusal
from tournament.views.hall import HALL

pytestmark = pytest.mark.django_db
BY = "user:1"
# A moment in winter: it is 14:00 in Belgium.
TWO = datetime(2027, 1, 16, 13, 0, tzinfo=UTC)


class Hands:
    """The hands of every clock of ours."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = TWO
        monkeypatch.setattr("django.utils.timezone.now", lambda: self.now)
        monkeypatch.setattr("time.time", lambda: self.now.timestamp())

    def go(self, minutes: float) -> None:
        """So many minutes pass."""
        self.now += timedelta(minutes=minutes)


@pytest.fixture
def event() -> Event:
    return cast.playing(players=8, deals=4)


@pytest.fixture
def hands(event: Event, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hands]:
    yield Hands(monkeypatch)
    HALL.forget()


def start(event: Event, minutes: int = 60, **more: Any) -> None:
    acts.start_timer(cast.round_of(event), BY, minutes, **more)


def give(event: Event, table: int, minutes: int, **more: Any) -> None:
    acts.give_time(cast.table(event, table), BY, minutes, **more)


def seen(event: Event) -> timer.Shown:
    """The timer of the first round, as it is shown."""
    found = timer.shown(cast.round_of(event))
    assert found
    return found


def here(event: Event, rest: str = "") -> str:
    return f"/staff/{event.slug}/rounds/1/{rest}"


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
    assert timer.shown(cast.round_of(event)) is None


def test_what_is_so_already_is_not_written_again(event: Event, hands: Hands) -> None:
    round, old = cast.round_of(event), timer_mark(cast.round_of(event))
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
        old = timer_mark(cast.round_of(event))
        if number:
            once()
        with cast.nothing_written():
            once()


def test_two_people_at_once(event: Event, hands: Hands) -> None:
    """Both pause: it is paused once. One resumes meanwhile, or starts another length: the other is refused."""
    round = cast.round_of(event)
    nothing = timer_mark(round)
    start(event, seen=nothing)
    with cast.nothing_written(), pytest.raises(Refusal, match="changed this in the meantime"):
        start(event, 75, seen=nothing)
    runs = timer_mark(cast.round_of(event))
    acts.pause_timer(round, BY, seen=runs)
    with cast.nothing_written():
        acts.pause_timer(round, "user:2", seen=runs)
    hands.go(1)
    acts.resume_timer(round, BY)
    with cast.nothing_written(), pytest.raises(Refusal, match="changed this in the meantime"):
        acts.pause_timer(round, "user:2", seen=runs)
    with cast.nothing_written(), pytest.raises(Refusal, match="started already"):
        start(event, 75)


def test_after_it_was_removed_nothing_goes_on(event: Event, hands: Hands) -> None:
    round = cast.round_of(event)
    start(event)
    acts.pause_timer(round, BY)
    paused = timer_mark(cast.round_of(event))
    acts.remove_timer(round, BY)
    for act in (acts.pause_timer, acts.resume_timer):
        with cast.nothing_written(), pytest.raises(Refusal, match="no timer"):
            act(round, BY)
        with cast.nothing_written(), pytest.raises(Refusal, match="in the meantime"):
            act(round, BY, seen=paused)
    with cast.nothing_written(), pytest.raises(Refusal, match="no timer"):
        acts.change_timer(round, BY, 30)
    with cast.nothing_written(), pytest.raises(Refusal, match="no timer"):
        give(event, 1, 5)
    start(event, 43)
    assert seen(event).left == "43:00"


@pytest.mark.parametrize("minutes", [0, -5, 601])
def test_no_round_lasts_so_long(event: Event, minutes: int) -> None:
    with cast.nothing_written(), pytest.raises(Refusal, match="1 to 600 minutes"):
        start(event, minutes)
    start(event)
    with cast.nothing_written(), pytest.raises(Refusal, match="1 to 600 minutes"):
        acts.change_timer(cast.round_of(event), BY, minutes)


def test_a_round_that_is_not_played_has_none(event: Event, hands: Hands) -> None:
    drawn = cast.next_round(event, publish=False)
    with cast.nothing_written(), pytest.raises(Refusal, match="not being played"):
        acts.start_timer(drawn, BY, 60)
    start(event)
    rounds.close_round(cast.round_of(event), BY, "It is late.")
    with cast.nothing_written(), pytest.raises(Refusal, match="not being played"):
        acts.pause_timer(cast.round_of(event), BY)
    with cast.nothing_written(), pytest.raises(Refusal, match="not being played"):
        give(event, 1, 5)


def test_closing_a_round_hides_it_and_reopening_shows_it_as_it_was(event: Event, hands: Hands) -> None:
    start(event)
    rounds.close_round(cast.round_of(event), BY, "It is late.")
    assert timer.shown(cast.round_of(event)) is None and timer.on_screen(event) is None
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
    assert timer.shown(cast.round_of(event)) is None and timer.on_screen(event) is None
    with cast.nothing_written(), pytest.raises(Refusal, match="closed"):
        acts.pause_timer(cast.round_of(event), BY)
    with cast.nothing_written(), pytest.raises(Refusal, match="closed"):
        give(event, 1, 5)


@pytest.mark.usefixtures("guarded")
@pytest.mark.parametrize("wipe", [True, False])
def test_it_goes_with_a_rehearsal_that_is_wiped(wipe: bool) -> None:
    event = cast.event(8)
    cast.next_round(event)
    start(event)
    give(event, 1, 10)
    cast.write(cast.table(event), 1)
    practised = practice_of(event)
    assert practised
    rehearsal.start(event, BY, wipe=wipe, seen=practised.mark)
    assert (timer.shown(cast.round_of(event)) is None) == wipe
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
    with cast.nothing_written(), pytest.raises(Refusal, match="other extra minutes"):
        give(event, 2, 5, replaces=0)
    hands.go(65)
    assert seen(event).up and not timer.by_table(cast.round_of(event))[2].up
    give(event, 2, 0, replaces=10)
    assert not timer.by_table(cast.round_of(event))


@pytest.mark.parametrize("minutes", [-1, 121])
def test_nobody_gets_less_or_the_whole_day(event: Event, minutes: int) -> None:
    start(event)
    with cast.nothing_written(), pytest.raises(Refusal, match="at most 120"):
        give(event, 1, minutes)


def test_a_table_that_is_ready_gets_no_more_but_gives_back(event: Event) -> None:
    start(event)
    give(event, 1, 10)
    cast.play(cast.table(event))
    with cast.nothing_written(), pytest.raises(Refusal, match="Table 1 has recorded every deal"):
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
    document = json_out.document(cast.fresh(event))
    since = cast.round_of(event).timer_since
    assert since and document["rounds"][0]["timer"] == {"minutes": 60, "since": since.isoformat()}
    assert [table.get("extra_minutes") for table in document["rounds"][0]["tables"]] == [None, 10]
    copy = json_in.load(document, BY, slug="copy")
    assert json_out.document(copy)["rounds"] == document["rounds"]
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
    file.write_text(json_out.text(cast.fresh(event)))
    assert verify.main([str(book), str(file)]) == 0
    file.write_text(json_out.text(cast.fresh(event)).replace('"minutes": 75', '"minutes": 76'))
    assert verify.main([str(book), str(file)]) == 1


@pytest.mark.parametrize(
    "told",
    [{}, {"minutes": 0}, {"minutes": 60, "since": "2026-02-30T10:00:00Z"}, {"minutes": 60, "spent": -1}],
)
def test_a_file_with_another_timer_is_refused(event: Event, told: dict[str, Any]) -> None:
    document = json_out.document(cast.fresh(event))
    document["rounds"][0]["timer"] = told
    with pytest.raises(BadFile):
        json_in.judge(document)


# --- Where it is read ------------------------------------------------------------------------------------------------


def test_the_organiser_starts_pauses_and_adds_five_minutes(event: Event, hands: Hands) -> None:
    page = Visit(cast.client(cast.organiser(event)), here(event))
    page.press("Start the timer", minutes="60")
    assert "The timer runs." in page.words and "until 15:00" in page.words
    page.press("5 minutes more")
    assert "until 15:05" in page.words
    hands.go(5)
    page.press("Pause")
    assert "Paused, 60:00 left" in page.words
    page.press("Go on")
    page.press("Change the timer", minutes="30")
    assert "until 14:30" in page.words
    page.press("Remove the timer")
    assert "no timer any more" in page.words and "until" not in page.words.split("provisional")[0]
    told = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/logbook/"))
    assert "Timer paused" in told and "after 5:00" in told and "65 minutes" in told


def test_what_the_form_cannot_mean_is_refused(event: Event) -> None:
    browser, of = cast.client(cast.organiser(event)), timer_mark(cast.round_of(event))
    address, others = here(event, "timer/"), [cast.client(who) for who in (cast.auditor(event), cast.outsider())]
    wrong: list[tuple[dict[str, str], int]] = [
        ({"do": "start", "minutes": "60"}, 422),
        ({"do": "start", "minutes": "60", "of": "older"}, 409),
        ({"do": "start", "minutes": "", "of": of}, 422),
        ({"do": "start", "minutes": "soon", "of": of}, 422),
        ({"do": "", "of": of}, 422),
        ({"do": "wind up", "of": of}, 422),
        ({"longer": "many", "of": of}, 422),
        ({"do": "pause", "of": of}, 409),
    ]
    with cast.nothing_written():
        for fields, status in wrong:
            assert browser.post(address, fields).status_code == status
        assert browser.get(address).status_code == 405
        for other in others:
            assert other.post(address, {"do": "start", "minutes": "60", "of": of}).status_code == 403
            assert other.post(at(cast.table(event), "time/"), {"minutes": "5"}).status_code == 403


def _offered(page: Visit) -> object:
    """The minutes in the form of a round's timer."""
    (minutes,) = next(form.sends["minutes"] for form in page.page.forms if "minutes" in form.sends)
    return minutes


def test_the_first_round_is_offered_a_length_and_the_next_one_that_of_the_last(event: Event) -> None:
    browser = cast.client(cast.organiser(event))
    assert _offered(Visit(browser, here(event))) == "16"
    start(event, 72)
    cast.next_round(event)
    page = Visit(browser, here(event).replace("/1/", "/2/"))
    assert _offered(page) == "72"


def test_the_desk_gives_a_table_extra_minutes_on_its_page(event: Event, hands: Hands) -> None:
    desk = cast.client(cast.desk(event))
    assert "Extra minutes" not in Visit(desk, at(cast.table(event, 2))).words
    start(event)
    page = Visit(desk, at(cast.table(event, 2)))
    page.follow("Extra minutes")
    page.press("Save", minutes="10")
    assert "until 15:10" in page.words
    board = Visit(desk, overview(event)).words
    assert "10 extra minutes, until 15:10" in board and "Timer: until 15:00" in re.sub(r"Time is up ", "", board)
    stale = desk.post(at(cast.table(event, 2), "time/"), {"minutes": "5", "of": "0"})
    assert stale.status_code == 409 and "other extra minutes" in cast.shown(stale)
    assert desk.post(at(cast.table(event, 2), "time/"), {"minutes": "500", "of": "10"}).status_code == 422
    rounds.close_round(cast.round_of(event), BY, "It is late.")
    assert desk.get(at(cast.table(event, 2), "time/")).status_code == 409


def test_the_board_names_who_will_play_on(event: Event, hands: Hands) -> None:
    start(event)
    give(event, 2, 30)
    one, two = cast.round_of(event), timer.by_table(cast.round_of(event))[2]
    ends = TWO + timedelta(minutes=75)
    board = [
        Pace(1, 1, 4, False, False, expected=Expected(ends)),
        Pace(2, 1, 4, False, False, expected=Expected(ends), timer=two),
        Pace(3, 1, 4, False, False),
        Pace(4, 1, 4, False, False, expected=Expected(ends + timedelta(minutes=1))),
    ]
    assert [pace.number for pace in overrunning(board, seen(event))] == [4, 1]
    acts.pause_timer(one, BY)
    assert overrunning(board[:1], seen(event)) == []
    acts.resume_timer(one, BY)
    for number in range(1, 4):
        hands.go(20)
        cast.write(cast.table(event), number)
    assert "later, by their speed: table 1 at 15:20" in Visit(cast.client(cast.desk(event)), overview(event)).words
    assert "table 1 at 15:20" in Visit(cast.client(cast.organiser(event)), here(event)).words


def test_the_hall_reads_it_and_who_has_extra_minutes(event: Event, hands: Hands) -> None:
    address = f"{event.get_absolute_url()}hall/"
    assert "Time is up" not in read(address)
    start(event)
    give(event, 2, 10)
    page = Client().get(address).content.decode()
    end = int((TWO + timedelta(minutes=60)).timestamp() * 1000)
    assert f'data-ends="{end}"' in page and f'data-now="{int(TWO.timestamp() * 1000)}"' in page
    assert page.index("until 15:00") < page.index("until 15:10") and "Table 2" in read(f"{address}?show=timer")
    assert "tot 15:00" in read(address, language="nl")
    version = re.search(r'data-version="(\w+)"', page)
    assert version and Client().get(f"{address}?v={version[1]}").status_code == 204
    hands.go(60.1)
    news = Client().get(f"{address}?v={version[1]}")
    assert news.status_code == 200 and '<strong class="up">Time is up' in news.content.decode()
    acts.change_timer(cast.round_of(event), BY, 90)
    acts.pause_timer(cast.round_of(event), BY)
    assert "Paused, 29:54 left" in read(address)


def test_the_hall_follows_the_round_that_was_timed_last(event: Event, hands: Hands) -> None:
    """Papers of the first round may still be typed while the second is played."""
    start(event, 30)
    later = cast.next_round(event)
    acts.start_timer(later, BY, 45)
    found = timer.on_screen(cast.fresh(event))
    assert found and (found.round, found.timer.until) == ("Round 2", "14:45")


def test_the_phone_of_a_table_shows_its_own_end_and_hears_of_a_pause(event: Event, hands: Hands) -> None:
    table = cast.table(event, 2)
    path, news = f"/t/{cast.token(table)}/", f"{event.get_absolute_url()}said/?at=1.2&v="
    quiet = Client().get(path).content.decode()
    assert "data-ends" not in quiet and re.search(r'<small id="timer">\s*</small>', quiet)
    start(event)
    give(event, 2, 10)
    page = Client().get(path).content.decode()
    assert "until 15:10" in page and "data-ends" in page
    marks = [re.search(r'data-mark="(\w+)"', made) for made in (quiet, page)]
    assert marks[0] and marks[1]
    assert "until 15:10" in Client().get(f"{news}{marks[0][1]}").content.decode()
    assert Client().get(f"{news}{marks[1][1]}").status_code == 204
    acts.pause_timer(cast.round_of(event), BY)
    assert "Paused, 70:00 left" in Client().get(f"{news}{marks[1][1]}").content.decode()
    nowhere = Client().get(f"{event.get_absolute_url()}said/?at=0.0").content.decode()
    assert "Paused" not in nowhere


def test_the_hour_is_that_of_belgium_in_summer_too(event: Event, hands: Hands) -> None:
    hands.now = datetime(2027, 7, 17, 12, 0, tzinfo=UTC)
    start(event)
    assert seen(event).until == "15:00"
    acts.change_timer(cast.round_of(event), BY, 600)
    hands.go(-24 * 60)
    assert seen(event).until == "18 July, 00:00"


def test_a_line_holds_numbers_alone(event: Event) -> None:
    start(event)
    give(event, 1, 5)
    texts = LogEntry.objects.filter(act__in=("start_timer", "give_time")).order_by("sequence").values_list("text")
    assert [json.loads(text)["facts"] for (text,) in texts] == [
        {"minutes": 60, "round": 1},
        {"minutes": 5, "round": 1, "table": 1},
    ]
