"""The live ranking: the totals it keeps, the editions it hands out, and the bytes a visitor gets."""

import contextlib
import gzip
import random
import re
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from django.db import connection, connections
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from tests import cast
from tournament import board, live
from tournament.acts import deals, events, jury, registration, rounds
from tournament.acts.refusal import Refusal
from tournament.board import Board, Rendered
from tournament.models import Event
from tournament.standings import event_standings

pytestmark = pytest.mark.django_db
PATIENT = override_settings(RANKING_PATIENCE=60.0)


def places(event: Event, *, public: bool = True):
    return list(live.ranking(cast.fresh(event), public=public).places)


# --- The ranking kept by table ---------------------------------------------------------------------------------


def some_act(event: Event, chance: random.Random) -> None:
    """Something that may change the ranking, chosen by chance."""
    table = cast.table(event, chance.randint(1, 2))
    number = chance.randint(1, 8)
    act = chance.randrange(7)
    written = {deal.number: deal for deal in table.deals.filter(result__isnull=False)}
    following = next((n for n in range(1, table.deals_planned + 1) if n not in written), None)
    if act <= 2 and following:
        cast.write(
            table, following, cast.result("PC8", tuple(sorted(chance.sample((1, 2, 3, 4), 2))), chance.randint(5, 13))
        )
    elif act == 3 and written:
        deal = written[max(written)]
        with contextlib.suppress(Refusal):  # the jury ruled on it
            deals.undo_deal(table, "system", deal.number, replaces=deal.version)
    elif act == 4:
        cast.penalty(event, number, -chance.randint(1, 15))
    elif act == 5 and written:
        jury.rule(table, "system", chance.choice(list(written)), "annulled", "So decided.")
    elif act == 6:
        rounds.show_round(cast.round_of(event), "system", chance.random() < 0.7)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_the_kept_totals_give_the_ranking_of_the_database(seed: int) -> None:
    event, chance = cast.playing(8, deals=12), random.Random(seed)
    for _ in range(40):
        some_act(event, chance)
        for public in (True, False):
            assert places(event, public=public) == event_standings(cast.fresh(event), public=public)


def test_a_deal_costs_the_totals_of_its_own_table_and_no_other() -> None:
    event = cast.playing(16)
    cast.play_round(event)
    places(event)
    deals.undo_deal(cast.table(event, 3), "system", 4, replaces=1)
    with CaptureQueriesContext(connection) as queries:
        places(event)
    read = [query["sql"] for query in queries if '"tournament_deal"' in query["sql"]]
    assert len(read) == 1
    assert str(cast.table(event, 3).pk) in read[0] and str(cast.table(event, 2).pk) not in read[0]


def test_the_number_of_queries_does_not_grow_with_the_tables(django_assert_max_num_queries) -> None:
    for players, slug in ((8, "small"), (64, "large")):
        event = cast.playing(players, slug)
        live.forget()
        with django_assert_max_num_queries(11):
            places(event)


def test_the_same_revision_is_not_computed_twice(django_assert_max_num_queries) -> None:
    event = cast.playing(8)
    kept = live.ranking(event, public=True)
    with django_assert_max_num_queries(0):
        assert live.ranking(event, public=True) is kept


def test_other_rules_give_other_totals_although_no_table_changed() -> None:
    event = cast.playing(4)
    cast.write(cast.table(event), 1, cast.result("S6", (1,), 6))
    before = [place.standing.row.points for place in places(event)]
    rules = {**event.rules, "lines": {**event.rules["lines"], "S6": {**event.rules["lines"]["S6"], "made": 99}}}
    Event.objects.filter(pk=event.pk).update(rules=rules, revision=event.revision + 50)
    assert max(before) == 12
    assert max(place.standing.row.points for place in places(event)) == 99


def test_memory_holds_no_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_TABLES", 3)
    monkeypatch.setattr(live, "MOST_RANKINGS", 1)
    event = cast.playing(24)
    cast.play_round(event)
    assert places(event) == event_standings(cast.fresh(event), public=True)
    assert len(places(event, public=False)) == 24
    assert (len(live._shares), len(live._rankings)) == (3, 1)


# --- The board -------------------------------------------------------------------------------------------------


class Counting:
    """A renderer that counts, and that can be held up or made to fail."""

    def __init__(self) -> None:
        self.rendered = 0
        self.together = 0
        self.most_together = 0
        self.fails = False
        self.goes_on = threading.Event()
        self.goes_on.set()

    def __call__(self, event: Event, part: int) -> Rendered:
        self.together += 1
        self.most_together = max(self.most_together, self.together)
        try:
            assert self.goes_on.wait(20)
            if self.fails:
                raise ZeroDivisionError
            self.rendered += 1
            return Rendered(str(event.revision), {"page": f"{event.name} {part} {event.revision} {self.rendered}"})
        finally:
            self.together -= 1


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that hardly rests between two renderings."""
    monkeypatch.setattr(board, "PAUSE", 0.02)


def moved_on(event: Event) -> Event:
    """The event one revision further."""
    Event.objects.filter(pk=event.pk).update(revision=cast.fresh(event).revision + 1)
    return cast.fresh(event)


def eventually(happens: Callable[[], object], seconds: float = 10) -> None:
    """Waits until something has happened; fails when it does not."""
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def workers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "board"]


def test_an_edition_is_rendered_once_and_handed_out_as_long_as_nothing_changes() -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    first = shown.edition(event, "nl")
    assert all(shown.edition(event, "nl") is first for _ in range(5))
    assert render.rendered == 1
    assert first.documents["page"].body == f"{event.name} 0 {event.revision} 1".encode()
    assert gzip.decompress(first.documents["page"].compressed) == first.documents["page"].body


def test_each_language_each_part_and_each_event_has_its_own_edition() -> None:
    event, other, render = cast.event(0), cast.event(0, "other"), Counting()
    shown = Board(render)
    editions = [
        shown.edition(event, "nl"),
        shown.edition(event, "fr"),
        shown.edition(event, "nl", 2),
        shown.edition(other, "nl"),
    ]
    assert len({edition.documents["page"].etag for edition in editions}) == 4
    assert render.rendered == 4
    assert shown.edition(event, "fr") is editions[1]


@override_settings(RANKING_PATIENCE=0.0)
def test_without_patience_everybody_waits_for_the_new_edition() -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    for _ in range(3):
        event = moved_on(event)
        assert shown.edition(event, "nl").revision == event.revision
    assert not workers()


@pytest.mark.django_db(transaction=True)
@PATIENT
def test_who_is_patient_sees_the_old_edition_at_once_and_the_new_one_soon(quick: None) -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    old = shown.edition(event, "nl")
    render.goes_on.clear()
    event = moved_on(event)
    assert shown.edition(event, "nl") is old
    assert shown.edition(event, "nl") is old
    render.goes_on.set()
    eventually(lambda: shown.edition(event, "nl").revision == event.revision)
    assert render.rendered == 2
    eventually(lambda: not workers())


@pytest.mark.django_db(transaction=True)
@override_settings(RANKING_PATIENCE=0.2)
def test_after_a_quiet_time_nobody_is_shown_what_was_overtaken(quick: None) -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    shown.edition(event, "nl")
    event = moved_on(event)
    time.sleep(0.25)
    assert shown.edition(event, "nl").revision == event.revision


@pytest.mark.django_db(transaction=True)
@override_settings(RANKING_PATIENCE=0.2)
def test_an_edition_is_never_shown_longer_than_patience_allows_after_it_was_overtaken(quick: None) -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    shown.edition(event, "nl")
    render.goes_on.clear()
    event = moved_on(event)
    threading.Timer(0.5, render.goes_on.set).start()
    begun = time.monotonic()
    while shown.edition(event, "nl").revision < event.revision:
        assert time.monotonic() - begun < 0.3
        time.sleep(0.01)
    eventually(lambda: not workers())


@pytest.mark.django_db(transaction=True)
@PATIENT
def test_however_many_look_and_however_fast_things_change_one_rendering_runs_at_a_time(quick: None) -> None:
    event, render = cast.event(0), Counting()
    shown, seen, stop = Board(render), [], threading.Event()

    def look() -> None:
        last = 0
        while not stop.is_set():
            now = cast.fresh(event)
            edition = shown.edition(now, "nl")
            assert edition.revision >= last
            last = edition.revision
        seen.append(last)
        connections.close_all()

    lookers = [threading.Thread(target=look) for _ in range(4)]
    for looker in lookers:
        looker.start()
    for _ in range(25):
        moved_on(event)
        time.sleep(0.01)
    eventually(lambda: shown.edition(cast.fresh(event), "nl").revision == cast.fresh(event).revision)
    stop.set()
    for looker in lookers:
        looker.join(20)
    assert render.most_together == 1
    assert len(seen) == 4
    assert 1 < render.rendered <= 27
    eventually(lambda: not workers())


@pytest.mark.django_db(transaction=True)
@PATIENT
def test_a_fault_in_the_thread_keeps_the_old_edition_and_is_told(quick: None, caplog: pytest.LogCaptureFixture) -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    old = shown.edition(event, "nl")
    render.fails = True
    event = moved_on(event)
    assert shown.edition(event, "nl") is old
    eventually(lambda: "could not be rendered" in caplog.text)
    eventually(lambda: not workers())
    render.fails = False
    assert shown.edition(event, "nl") is old
    eventually(lambda: shown.edition(event, "nl").revision == event.revision)
    eventually(lambda: not workers())


@override_settings(RANKING_PATIENCE=0.0)
def test_a_fault_is_met_by_who_waits_and_does_not_block_the_next() -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    render.fails = True
    with pytest.raises(ZeroDivisionError):
        shown.edition(event, "nl")
    render.fails = False
    assert shown.edition(event, "nl").revision == event.revision


def test_a_board_holds_no_more_editions_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "MOST_EDITIONS", 2)
    event, render = cast.event(0), Counting()
    shown = Board(render)
    for part in range(5):
        shown.edition(event, "nl", part)
    shown.edition(event, "nl", 4)
    shown.edition(event, "nl", 3)
    assert render.rendered == 5
    shown.edition(event, "nl", 0)
    assert render.rendered == 6


# --- What a visitor gets ---------------------------------------------------------------------------------------


@pytest.fixture
def playing() -> Iterator[Event]:
    event = cast.playing(8)
    cast.play(cast.table(event, 1))
    yield event


def test_the_page_comes_compressed_to_those_who_take_it(playing: Event) -> None:
    address, client = playing.get_absolute_url(), cast.client()
    plain = client.get(address)
    assert "Content-Encoding" not in plain.headers
    for accepted in ("gzip", "br, gzip;q=0.5", "deflate, GZIP"):
        packed = client.get(address, headers={"accept-encoding": accepted})
        assert packed["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
        assert packed["ETag"] == plain["ETag"]
    for refused in ("", "br", "gzip;q=0", "gzip; q=0.0, br", "xgzip"):
        assert "Content-Encoding" not in client.get(address, headers={"accept-encoding": refused}).headers


def test_who_has_the_page_is_not_sent_it_again_until_it_changes(playing: Event) -> None:
    address, client = playing.get_absolute_url(), cast.client()
    first = client.get(address)
    known = {"if-none-match": first["ETag"]}
    same = client.get(address, headers=known)
    assert (same.status_code, same.content) == (304, b"")
    for header in ("ETag", "Cache-Control", "Vary"):
        assert same[header] == first[header]
    assert client.get(address, headers=known | {"accept-encoding": "gzip"}).status_code == 304
    cast.write(cast.table(playing, 2), 1)
    changed = client.get(address, headers=known)
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_the_page_says_how_it_may_be_kept(playing: Event) -> None:
    answer = cast.client(language="fr").get(playing.get_absolute_url())
    assert answer["Cache-Control"] == "no-cache"
    assert answer["Content-Language"] == "fr"
    assert set(answer["Vary"].split(", ")) == {"Accept-Language", "Cookie", "Accept-Encoding"}
    assert "Content-Security-Policy" in answer.headers


def test_the_page_belongs_to_nobody_also_when_a_member_was_the_first_to_look(playing: Event) -> None:
    organiser = cast.organiser(playing)
    looked = cast.client(organiser).get(playing.get_absolute_url()).content.decode()
    assert looked == cast.client().get(playing.get_absolute_url()).content.decode()
    assert organiser.username not in looked
    assert "csrfmiddlewaretoken" not in looked
    assert "/language/fr/?next=/e/ledegem/" in looked.replace("%2F", "/")


def test_one_language_never_comes_in_the_place_of_another(playing: Event) -> None:
    for _ in range(2):
        for language in ("nl", "fr", "en"):
            page = cast.client(language=language).get(playing.get_absolute_url()).content.decode()
            assert f'<html lang="{language}"' in page
            seating = cast.client(language=language).get(f"{playing.get_absolute_url()}seating/").content.decode()
            assert f'<html lang="{language}"' in seating


def poll_address(page: str) -> str:
    found = re.search(r'hx-get="([^"]+)"', page)
    assert found
    return found[1]


def test_an_open_page_asks_for_its_rows_and_gets_nothing_until_there_is_news(playing: Event) -> None:
    client = cast.client()
    asks = poll_address(client.get(playing.get_absolute_url()).content.decode())
    same = client.get(asks)
    assert (same.status_code, same.content) == (204, b"")
    registration.check_in(cast.entry(playing, 1), "system", False)
    assert client.get(asks).status_code == 204, "a change that the ranking does not show is no news"
    cast.write(cast.table(playing, 2), 1)
    news = client.get(asks)
    assert news.status_code == 200
    rows = news.content.decode()
    assert rows.count("<tr id=") == 8 and "<html" not in rows
    assert poll_address(rows) != asks
    assert client.get(poll_address(rows)).status_code == 204


@pytest.mark.parametrize("junk", ["", "?v=", "?v=x", "?v=%00", "?v=" + "9" * 3000, "?v=a&v=b"])
def test_a_version_that_never_was_gets_the_rows_as_they_are(playing: Event, junk: str) -> None:
    assert cast.client().get(f"{playing.get_absolute_url()}rows/{junk}").status_code == 200


def test_the_ranking_costs_one_query_to_show(playing: Event, django_assert_num_queries) -> None:
    address, client = playing.get_absolute_url(), cast.client()
    asks = poll_address(client.get(address).content.decode())
    for wanted in (address, asks, f"{address}rows/"):
        with django_assert_num_queries(1):
            client.get(wanted)


@pytest.mark.django_db(transaction=True)
@override_settings(RANKING_PATIENCE=2.0)
def test_a_new_deal_shows_within_two_seconds_while_people_look_on() -> None:
    event = cast.playing(8)
    client, address = cast.client(), event.get_absolute_url()
    table = cast.table(event, 1)
    seen = [client.get(address).content]
    for number in range(1, 4):
        cast.write(table, number)
        begun = time.monotonic()
        eventually(lambda: client.get(address).content != seen[-1], 5)
        assert time.monotonic() - begun < 2.0
        seen.append(client.get(address).content)
    eventually(lambda: not workers())


@pytest.mark.django_db(transaction=True)
@PATIENT
def test_a_round_that_is_hidden_disappears_within_the_second(quick: None) -> None:
    event = cast.playing(8)
    cast.play_round(event)
    client, address = cast.client(), event.get_absolute_url()
    assert "R1" in client.get(address).content.decode()
    rounds.show_round(cast.round_of(event), "system", False)
    eventually(lambda: "R1" not in client.get(address).content.decode(), 1)
    assert client.get(f"{address}seating/1/").status_code == 404
    eventually(lambda: not workers())


def test_a_state_that_changes_shows_although_no_points_did(playing: Event) -> None:
    client, address = cast.client(), playing.get_absolute_url()
    assert "Provisional" in client.get(address).content.decode()
    events.change_state(playing, "system", Event.State.CLOSED)
    assert "Final ranking" in client.get(address).content.decode()
