"""Which primary is believed: what one process meets, one after another, and what it was not awake for."""

from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("psycopg")

from tournament.site.postgresql.fence import ASLEEP_AFTER, Fence, Node, Primary

OLD, NEW, OTHER = Primary("7", 1), Primary("7", 2), Primary("8", 1)
HERE, THERE = Node("10.0.0.1", "5432"), Node("10.0.0.2", "5432")


@dataclass
class Clock:
    """Stands still until it is moved."""

    at: float = 1000.0

    def __call__(self) -> float:
        """The time now (s)."""
        return self.at


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "timelines.json"


def test_the_newest_that_was_met_is_believed_and_none_before_it(file: Path) -> None:
    fence = Fence(file)
    assert fence.believes(OLD) and fence.believes(NEW)
    fence.meet(OLD)
    assert fence.believes(OLD)
    fence.meet(NEW)
    fence.meet(OLD)  # it thaws, and answers
    assert not fence.believes(OLD) and fence.believes(NEW)


def test_another_cluster_counts_for_itself(file: Path) -> None:
    fence = Fence(file)
    fence.meet(NEW)
    assert fence.believes(OTHER)


def test_what_was_met_holds_after_a_restart_and_of_two_processes_the_newest(file: Path) -> None:
    first, second = Fence(file), Fence(file)
    second.meet(NEW)
    first.meet(OLD)
    first.meet(OTHER)
    assert not Fence(file).believes(OLD)
    assert not first.believes(OLD)


@pytest.mark.parametrize("junk", ["", "[1]", '{"7": "x"}', "\x00"])
def test_a_file_that_cannot_be_read_says_nothing(file: Path, junk: str) -> None:
    file.write_text(junk)
    fence = Fence(file)
    assert fence.believes(OLD)
    fence.meet(NEW)
    assert not Fence(file).believes(OLD)


def test_a_folder_that_cannot_be_written_costs_only_the_memory_of_the_next(tmp_path: Path) -> None:
    fence = Fence(tmp_path / "missing" / "timelines.json")
    fence.meet(NEW)
    assert not fence.believes(OLD)


def test_the_newest_primary_is_tried_first_wherever_it_is(file: Path) -> None:
    fence = Fence(file)
    assert fence.in_order([HERE, THERE]) == [HERE, THERE]
    fence.look(HERE, OLD, fence.now())
    fence.look(THERE, None, fence.now())
    assert fence.in_order([HERE, THERE]) == [HERE, THERE]
    fence.look(THERE, NEW, fence.now())
    fence.look(HERE, OLD, fence.now())
    assert fence.in_order([HERE, THERE]) == [THERE, HERE]


def test_who_slept_believes_nobody_until_all_were_looked_at(file: Path) -> None:
    clock = Clock()
    fence = Fence(file, clock)
    for node, primary in ((HERE, OLD), (THERE, None)):
        fence.look(node, primary, fence.now())
    clock.at += ASLEEP_AFTER
    assert fence.believes(OLD)
    clock.at += 1
    assert not fence.believes(OLD)
    fence.look(HERE, OLD, fence.now())  # the first to answer, but is it still the primary?
    assert not fence.believes(OLD)
    fence.look(THERE, NEW, fence.now())
    assert not fence.believes(OLD) and fence.believes(NEW)


def test_what_was_seen_before_the_sleep_counts_for_nothing_after_it(file: Path) -> None:
    clock = Clock()
    fence = Fence(file, clock)
    for node, primary in ((HERE, OLD), (THERE, None)):
        fence.look(node, primary, fence.now())
    begun = fence.now()  # both looks had their answer when the process was stopped
    clock.at += 10 * ASLEEP_AFTER
    fence.look(HERE, OLD, begun)
    fence.look(THERE, None, begun)
    assert not fence.believes(OLD)
    fence.look(HERE, OLD, fence.now())
    assert not fence.believes(OLD)
    fence.look(THERE, NEW, fence.now())
    assert fence.believes(NEW) and not fence.believes(OLD)


def test_who_slept_while_nothing_happened_goes_on(file: Path) -> None:
    clock = Clock()
    fence = Fence(file, clock)
    for _ in range(2):
        for node, primary in ((HERE, OLD), (THERE, None)):
            fence.look(node, primary, fence.now())
        assert fence.believes(OLD)
        clock.at += ASLEEP_AFTER + 1


def test_a_server_that_looks_at_nobody_has_one_address_and_never_sleeps(file: Path) -> None:
    clock = Clock()
    fence = Fence(file, clock)
    fence.meet(OLD)
    clock.at += 1000 * ASLEEP_AFTER
    assert fence.believes(OLD)
