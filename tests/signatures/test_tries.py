"""Tries as rows: what each rule admits, what a row tells, and that no two tries at once are one."""

import threading
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from tests.support.servers.nightly import by_day
from tests.support.servers.waiting import PATIENCE
from tournament import tries
from tournament.models import Tries
from tournament.tries import Patience, Ration, Rule, Throttle, TooOftenError, admits, attempt, is_spent

pytestmark = pytest.mark.django_db
RATION, PATIENCE_OF_TWO = Ration("ration", most=2, seconds=60), Patience("patience", free=2, first=2.0, longest=15.0)


class Clock:
    """The time, as a test sets it."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(tries, "time", made)
    return made


def pause(rule: Rule, name: str = "one", right: bool = False) -> float:
    """How long the next try has to wait; 0 if it was made."""
    try:
        attempt([(rule, name)], lambda: right or None, "link")
    except TooOftenError as refusal:
        return refusal.seconds
    return 0.0


def test_pauses_grow_up_to_the_longest_and_end_with_what_is_right(clock: Clock) -> None:
    pauses = []
    for _time in range(8):
        pauses.append(pause(PATIENCE_OF_TWO))
        clock.now += pauses[-1]
    assert pauses == [0, 0, 0, 2.0, 0, 4.0, 0, 8.0]
    for _time in range(6):
        clock.now += pauses[-1]
        pauses.append(pause(PATIENCE_OF_TWO))
    assert pauses[-6:] == [0, 15.0, 0, 15.0, 0, 15.0]
    assert pause(PATIENCE_OF_TWO, "other") == 0
    clock.now += 15
    assert pause(PATIENCE_OF_TWO, right=True) == 0
    assert [pause(PATIENCE_OF_TWO) for _time in range(4)] == [0, 0, 0, 2.0]
    clock.now += tries.DAY
    assert [pause(PATIENCE_OF_TWO) for _time in range(4)] == [0, 0, 0, 2.0], "a day without a try ends it"


def test_a_ration_comes_back_after_its_time_and_right_ones_do_not_count(clock: Clock) -> None:
    assert [pause(RATION, right=True) for _time in range(5)] == [0] * 5
    assert [pause(RATION) for _time in range(3)] == [0, 0, 60.0]
    assert is_spent(RATION, "elsewhere", "link") and not is_spent(RATION, "elsewhere")
    clock.now += 59
    assert pause(RATION) == 1.0
    clock.now += 1
    assert not is_spent(RATION, "link") and [pause(RATION) for _time in range(3)] == [0, 0, 60.0]


def test_a_throttle_admits_some_at_once_and_then_one_at_a_time(clock: Clock) -> None:
    throttle = Throttle("throttle", burst=3, seconds=20.0)
    assert [admits((throttle, "one")) for _time in range(5)] == [True] * 3 + [False] * 2
    clock.now += 20
    assert [admits((throttle, "one")) for _time in range(2)] == [True, False]
    assert admits((throttle, "two"))


def test_what_one_rule_refuses_counts_for_none(clock: Clock) -> None:
    wide, narrow = Throttle("wide", burst=3, seconds=60), Throttle("narrow", burst=1, seconds=60)
    assert [admits((wide, "all"), (narrow, name)) for name in "aaabc"] == [True, False, False, True, True]
    assert not admits((wide, "all"), (narrow, "d")), "three were admitted"


@pytest.mark.parametrize("back", [30.0, 86_400.0, 10_000_000.0])
def test_a_clock_that_was_put_back_shuts_nobody_out_for_long(clock: Clock, back: float) -> None:
    throttle = Throttle("throttle", burst=3, seconds=20.0)
    rules = {PATIENCE_OF_TWO: 15.0, RATION: 60.0, throttle: 60.0}
    for rule in rules:
        while not pause(rule):
            pass
    clock.now -= back
    for rule, longest in rules.items():
        assert 0 < pause(rule) <= longest
    clock.now += 60.0
    assert [pause(rule) for rule in rules] == [0.0] * 3


def test_a_row_holds_neither_link_nor_address(clock: Clock) -> None:
    attempt([(RATION, "12-secret "), (PATIENCE_OF_TWO, "12-secret 192.0.2.7")], lambda: None, "12-secret")
    rows = str([*Tries.objects.values_list()])
    assert len(Tries.objects.all()) == 2 and "secret" not in rows and "192.0" not in rows


def test_a_right_try_writes_nothing(clock: Clock) -> None:
    counted: list[tuple[Rule, str]] = [(RATION, "link "), (PATIENCE_OF_TWO, "link 192.0.2.7")]
    with CaptureQueriesContext(connection) as captured:
        assert attempt(counted, lambda: "An") == "An"
    words = [query["sql"].split()[0] for query in captured.captured_queries]
    # The transaction of the test makes it a savepoint; on PostgreSQL it is locked by a SELECT.
    assert [word for word in words if word not in ("SAVEPOINT", "RELEASE")] in (["SELECT"], ["SELECT"] * 2)


def test_old_rows_go_and_of_one_rule_so_many_stay(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "MAX_ROWS", 3)
    assert pause(RATION, "of a link") == 0
    for name in "abcde":
        clock.now += 1
        assert pause(PATIENCE_OF_TWO, name) == 0
    assert Tries.objects.filter(rule="patience").count() == 3 and Tries.objects.filter(rule="ration").exists()
    clock.now += 61
    assert pause(PATIENCE_OF_TWO, "f") == 0
    assert not Tries.objects.filter(rule="ration").exists()


@pytest.mark.django_db(transaction=True)
def test_making_room_waits_for_nobody(clock: Clock) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time, who never waits for another")
    for name in "ab":
        assert pause(RATION, name) == 0
    clock.now += 61
    held, done = threading.Event(), threading.Event()

    def hold(*_given: Any) -> None:
        with transaction.atomic():
            Tries.objects.select_for_update().order_by("name").first()
            held.set()
            done.wait(PATIENCE)
        connections.close_all()

    holding = threading.Thread(target=hold)
    holding.start()
    assert held.wait(PATIENCE)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '1s'")
        tries._make_room(RATION)
    assert Tries.objects.filter(rule="ration").count() == 1
    done.set()
    holding.join(PATIENCE)
    tries._make_room(RATION)
    assert not Tries.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("threads", by_day([4, 12]))
def test_of_tries_at_the_same_instant_each_one_counts(threads: int) -> None:
    ration, start, answers = Ration("at once", most=threads // 2, seconds=3600), threading.Barrier(threads), []

    def guess(*_given: Any) -> None:
        start.wait(PATIENCE)
        answers.append(admits((ration, "link")))
        connections.close_all()

    guessing = [threading.Thread(target=guess) for _ in range(threads)]
    for one in guessing:
        one.start()
    for one in guessing:
        one.join(PATIENCE)
    assert sorted(answers) == [False] * (threads - threads // 2) + [True] * (threads // 2)
    [row] = Tries.objects.all()
    assert len(row.tally) == threads // 2
