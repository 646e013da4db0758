"""People who leave or come while there are rounds ahead: who moves is shown, then sealed in one act."""

from itertools import chain

import pytest
from django.utils.translation import override
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.support.events import cast
from tests.support.events.drawn import BY, come, confirm, drawn, leave, relate, seats, underway
from tournament.acts.rounds import rounds
from tournament.acts.rounds.reseating import misplaced, reseat, reseating
from tournament.acts.table.tables import substitute
from tournament.draw.field import too_few
from tournament.draw.redrawing import RESTS
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file
from tournament.models import Entry, Event, LogEntry, Table

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_four_who_leave_close_a_table_of_a_published_round_and_nobody_else_moves_but_its_people() -> None:
    event = underway()
    before = seats(event)
    leave(event, *before[1][0])
    found = reseating(event)
    assert [move.new_place for move in found.moves[2] if move.number in before[1][0]] == [None] * 4
    assert len(found.moves[2]) == 4
    with cast.nothing_written():
        assert seats(event) == before
    confirm(event)
    now = seats(event)
    assert now[0] == before[0]
    assert now[1] == before[1][1:]
    assert not Table.objects.filter(round__event=event, round__number=2, number=1).exists()
    for tables in now[2:]:
        assert sorted(chain(*tables)) == sorted(set(range(1, 25)) - set(before[1][0]))
    assert misplaced(event) == ((), ())


def test_a_joker_takes_the_seat_of_who_left_and_nobody_else_moves_in_a_published_round() -> None:
    event = underway()
    before = seats(event)
    (joker,) = come(event, role=Entry.PlayerRole.JOKER)
    leave(event, before[1][2][1])
    confirm(event)
    differs = [(old, new) for old, new in zip(chain(*before[1]), chain(*seats(event)[1]), strict=True) if old != new]
    assert (before[1][2][1], joker) in differs
    assert sorted(chain(*seats(event)[3])) == sorted({*range(1, 25), joker} - {before[1][2][1]})


def test_four_who_come_late_get_a_table() -> None:
    event = underway(published=1)
    late = come(event, 4)
    assert misplaced(event) == ((), tuple(late))
    confirm(event)
    assert [len(tables) for tables in seats(event)] == [6, 7, 7, 7]
    assert all(set(late) <= set(chain(*tables)) for tables in seats(event)[1:])


@pytest.mark.long
def test_what_was_shown_is_what_is_done() -> None:
    event = underway()
    leave(event, 1, 2, 3, 4)
    shown = reseating(event)
    confirm(event)
    assert [[t for t in tables if t] for tables in shown.rounds] == seats(event)


@pytest.mark.long
def test_who_confirms_what_has_changed_is_refused() -> None:
    event = underway(16, 3)
    leave(event, 1, 2, 3, 4)
    shown = reseating(event)
    come(event, 4)
    with cast.refused("Check again"):
        reseat(event, BY, shown.of)


@pytest.mark.long
def test_the_same_reseating_is_made_once() -> None:
    event = underway(16, 3)
    leave(event, 1, 2, 3, 4)
    shown = reseating(event)
    reseat(event, BY, shown.of)
    with cast.nothing_written():
        reseat(event, BY, shown.of)
        with pytest.raises(UserError, match="nobody else"):
            reseat(event, BY, "another")


def test_without_jokers_the_tables_are_not_left_half_empty() -> None:
    event = underway()
    leave(event, 1)
    with cast.refused(r"1 joker is needed .*\. There is none\."):
        reseating(event)


def resting(event: Event) -> list[set[int]]:
    """Who sits out in each round."""
    return [set(round.sit_outs.values_list("entry__number", flat=True)) for round in event.rounds.order_by("number")]


@pytest.mark.long
def test_who_sits_out_takes_the_seat_that_got_free_and_a_replay_gives_the_same() -> None:
    event = underway(18, 4, rest="sit-outs")
    before, rested = seats(event), resting(event)
    gone = next(number for number in before[1][2] if number not in rested[2] | rested[3])
    leave(event, gone)
    (late,) = come(event, 1, Entry.PlayerRole.JOKER)
    assert misplaced(event) == ((gone,), ())
    (move,) = (move for move in reseating(event).moves[2] if move.number != gone and move.old_place == RESTS)
    confirm(event)
    now, out = seats(event), resting(event)
    assert (move.number in rested[1], move.number in out[1]) == (True, False)
    assert [table for table in now[1] if move.number not in table] == [t for t in before[1] if gone not in t]
    assert (now[0], out[0]) == (before[0], rested[0])
    for tables, people in zip(now[1:], out[1:], strict=True):
        assert sorted([*chain(*tables), *people]) == sorted(set(range(1, 19)) - {gone})
        assert (len(people), late in people) == (1, False)
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    assert (seats(again), resting(again)) == (now, out)


@pytest.mark.long
def test_who_leaves_a_five_makes_it_a_four_and_who_comes_sits_down_as_the_fifth() -> None:
    event = cast.event(17, planned_rounds=3)
    drawn(event, 3, rest="fives")
    rounds.publish_round(cast.round_of(event, 1), BY)
    five = next(table for table in seats(event)[0] if len(table) == 5)
    leave(event, five[1])
    assert {move.number for move in reseating(event).moves[1]} <= set(five)
    confirm(event)
    assert {len(table) for tables in seats(event) for table in tables} == {4}
    assert not Table.objects.filter(round__event=event, deals_override__isnull=False)
    before = seats(event)[0]
    (late,) = come(event)
    confirm(event)
    assert [[number for number in table if number != late] for table in seats(event)[0]] == before
    fives = Table.objects.filter(round__event=event, seats__position=5)
    assert list(fives.values_list("deals_override", flat=True)) == [5, 5, 5]
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    assert seats(again) == seats(event)


@pytest.mark.long
def test_eleven_who_are_left_of_tables_of_five_are_refused() -> None:
    event = cast.event(13)
    drawn(event, rest="fives")
    leave(event, 1, 2)
    with cast.refused("tables of four and five"):
        reseating(event)


@pytest.mark.long
def test_families_stay_apart_and_who_is_willing_writes_at_tables_that_change() -> None:
    event = cast.event(24, planned_rounds=3)
    relate(event, [(1, 2, 3, 4)], [5, 9, 13, 17, 21, 24])
    drawn(event, 3, wishes=("repeats", "families", "captains"))
    gone = seats(event)[0][0]
    leave(event, *gone)
    confirm(event)
    families = {1, 2, 3, 4} - set(gone)
    assert all(len(families & set(table)) < 2 for table in chain(*seats(event)))
    for table in Table.objects.filter(round__event=event):
        people = cast.seated(table)
        assert people[table.captain] in {5, 9, 13, 17, 21, 24} or not {5, 9, 13, 17, 21, 24} & set(people.values())


@pytest.mark.long
def test_a_round_in_which_a_deal_is_written_stays() -> None:
    event = underway()
    cast.write(cast.table(event, 1, round=2), 1)
    before = seats(event)
    leave(event, 1, 2, 3, 4)
    confirm(event)
    assert seats(event)[:2] == before[:2]
    assert LogEntry.objects.get(event=event, act="reseat")


@pytest.mark.long
def test_a_substitute_sits_down_in_mid_round_and_the_rounds_ahead_are_reseated_after() -> None:
    event = underway(deals=2)
    second = cast.table(event, 1, round=2)
    cast.write(second, 1)
    (spare,) = come(event, role=Entry.PlayerRole.JOKER)
    gone = cast.seated(second)[3]
    substitute(second, BY, 3, spare, 2)
    cast.write(second, 2)
    leave(event, gone)
    before = seats(event)[:2]
    confirm(event)
    assert seats(event)[:2] == before
    assert all(gone not in chain(*tables) and spare in chain(*tables) for tables in seats(event)[2:])


@pytest.mark.long
def test_a_replay_gives_the_same_seats() -> None:
    event = underway()
    leave(event, 5, 6, 7, 8)
    confirm(event)
    come(event, 4)
    confirm(event)
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    assert seats(again) == seats(event)


@pytest.mark.long
class AnyComings(TestCase):
    """Whoever leaves and comes: everybody who plays has one seat in every round ahead, and what was played stays."""

    @settings(max_examples=8)
    @given(st.data())
    def test_nobody_is_lost_or_invented(self, data: st.DataObject) -> None:
        players = 4 * data.draw(st.integers(4, 7), label="tables")
        event = underway(players, 3, published=data.draw(st.integers(1, 3), label="published"), slug="any")
        played = seats(event)[0]
        come(event, 3, role=Entry.PlayerRole.JOKER)
        gone = data.draw(st.sets(st.integers(1, players), max_size=6), label="gone")
        leave(event, *gone)
        came = come(event, data.draw(st.integers(0, 5), label="came"))
        assume(misplaced(event) != ((), ()))
        confirm(event)
        playing = {*range(1, players + 1), *came} - gone
        now = seats(event)
        assert now[0] == played
        for tables in now[1:]:
            seated = list(chain(*tables))
            assert len(set(seated)) == len(seated) and playing <= set(seated)
            assert len(seated) == len(playing) + -len(playing) % 4
            assert all(len(table) == 4 for table in tables)


@pytest.mark.parametrize(
    ("language", "numbers", "told"),
    [
        (
            "nl",
            (6, 2, 1),
            "2 jokers nodig om de tafels vol te krijgen. Er is er maar 1.",
        ),
        (
            "nl",
            (7, 1, 0),
            "Er is 1 joker nodig om de tafels vol te krijgen. Er is er geen.",
        ),
        ("fr", (5, 3, 2), "5 joueurs sont présents. Il faut 3 jokers pour compléter les tables. Il n’y en a que 2."),
        ("fr", (7, 1, 0), "7 joueurs sont présents. Il faut 1 joker pour compléter les tables. Il n’y en a pas."),
        ("en", (5, 3, 2), "5 players are present. 3 jokers are needed to fill the tables. There are only 2."),
    ],
)
def test_jokers_that_lack_are_told_in_plain_grammar(language: str, numbers: tuple[int, int, int], told: str) -> None:
    with override(language):
        assert too_few(*numbers).endswith(told)
