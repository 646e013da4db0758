"""Entering a deal in two moments: what is played when the bidding ends, the tricks after play."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring import ResultError, load
from scoring.game.results import read_announced
from tests.support.events import cast
from tests.support.events.two_moments import SLAM, SOLO, refused, say, standing
from tournament.acts.event import events
from tournament.acts.jury import rulings
from tournament.acts.kernel.rehearsal_data import rehearsal_data_of
from tournament.acts.lifecycle import rehearsal
from tournament.acts.rounds import rounds, seat_swaps
from tournament.acts.table import deals, empty_sheet, redeals
from tournament.acts.table.announcing import announce
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.models import Deal, Decision, Event, Table
from tournament.ranking import live

pytestmark = pytest.mark.django_db


# --- The act ---------------------------------------------------------------------------------------------------


def test_what_is_played_stands_until_the_deal_is_recorded_and_gives_no_points(table: Table) -> None:
    before = live.ranking(table.round.event, public=False).places
    assert say(table, key="a") == {"act": "announce", "deal": 1, "version": 1}
    assert standing(table) == SOLO and cast.stored(table, 1) is None
    assert live.ranking(cast.fresh(table.round.event), public=False).places == before
    cast.write(table, 1, cast.result("S6", (2,), 7))
    assert standing(table) is None
    deals.undo_deal(table, cast.captain(table), 1, replaces=2)
    assert standing(table) is None


def test_it_is_changed_by_announcing_again_and_ended_by_a_pass_or_a_misdeal(table: Table) -> None:
    by = cast.captain(table)
    say(table)
    say(table, told={"contract": "PC8", "declarers": [3, 1]}, replaces=1)
    assert standing(table) == {"contract": "PC8", "declarers": [1, 3]}
    redeals.all_pass(table, by, 1, replaces=2)
    assert standing(table) is None
    say(table, replaces=3)
    redeals.undo_pass(table, by, 1, replaces=4)
    assert standing(table) == SOLO, "what is played is not changed by what happened before"
    redeals.misdeal(table, by, 1, waived=True, replaces=5)
    assert standing(table) is None


def test_the_same_key_gets_the_same_answer_and_the_same_contract_is_announced_once(table: Table) -> None:
    answer = say(table, key="a", replaces=0)
    with cast.nothing_written():
        assert say(table, key="a", replaces=0) == answer
        say(table, key="b", replaces=0)  # the other phone says the same
    refused(422, lambda: say(table, told=SLAM, key="a", replaces=0))
    say(table, told=SLAM, replaces=1)
    with cast.nothing_written():
        assert say(table, key="a", replaces=0) == answer, "a late resend"
    assert standing(table) == SLAM


def test_it_is_refused_when_something_else_stands_there(table: Table) -> None:
    say(table)
    assert "Somebody changed deal 1" in refused(409, lambda: say(table, told=SLAM, replaces=0))
    cast.write(table, 1)
    assert "already been recorded" in refused(409, lambda: say(table, told=SLAM, replaces=2))


def test_what_overtakes_a_pass_is_refused_until_that_is_there(table: Table) -> None:
    say(table)
    assert "Somebody changed deal 1" in refused(409, lambda: say(table, replaces=2))
    redeals.all_pass(table, cast.captain(table), 1, replaces=1)
    say(table, replaces=2)
    assert standing(table) == SOLO


def test_it_is_refused_out_of_turn_and_for_a_deal_that_is_not_there(table: Table) -> None:
    assert "Deal 1 comes first." in refused(409, lambda: say(table, 2, in_turn=True))
    refused(422, lambda: say(table, 5))
    say(table, 2)  # the desk may


def test_it_is_refused_where_the_table_can_write_no_more_or_not_yet(event: Event, table: Table) -> None:
    hidden = cast.next_round(event, publish=False)
    refused(409, lambda: announce(cast.table(event, 1, hidden.number), "system", 1, SOLO))
    cast.play(cast.table(event, 2))
    deals.close_table(cast.table(event, 2), "system")
    assert "This table is closed." in refused(409, lambda: say(cast.table(event, 2), 1))
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    assert "This round is closed." in refused(409, lambda: announce(table, "system", 1, SOLO))


def test_it_is_refused_if_somebody_else_sits_there_now(event: Event, table: Table) -> None:
    seen = list(cast.seated(table).values())
    other = cast.seated(cast.table(event, 2 if table.number == 1 else 1))[1]
    seat_swaps.exchange_places(cast.round_of(event), "system", (seen[0], other), "Brothers.")
    assert "Somebody else sits" in refused(409, lambda: say(table, seated=seen))


def test_nobody_changes_places_while_a_contract_is_played(event: Event, table: Table) -> None:
    say(table)
    here, there = (cast.seated(cast.table(event, number))[1] for number in (1, 2))
    refused(409, lambda: seat_swaps.exchange_places(cast.round_of(event), "system", (here, there), "Brothers."))


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"contract": "S6", "declarers": []}, "can be played by 1"),
        ({"contract": "S6", "declarers": [1, 2]}, "can be played by 1"),
        ({"contract": "S6", "declarers": [5]}, ""),
        ({"contract": "S6", "declarers": "1"}, ""),
        ({"contract": "S6"}, ""),
        ({"contract": "S6", "declarers": [1], "trump": "NT"}, ""),
        ({"contract": "XX", "declarers": [1]}, ""),
        ({"contract": ["S6"], "declarers": [1]}, ""),
        ({}, ""),
    ],
)
def test_an_impossible_contract_is_refused(table: Table, told: dict[str, Any], why: str) -> None:
    assert why in refused(422, lambda: say(table, told=told))


def test_at_a_table_of_five_the_dealer_announces_nothing() -> None:
    event = cast.event(5, deals_per_round=5)
    events.change_state(event, "system", Event.State.LIVE)
    rounds.publish_round(cast.given_round(event, [[1, 2, 3, 4, 5]]), "system")
    table = cast.table(event)
    refused(422, lambda: say(table, told={"contract": "S6", "declarers": [1]}))
    say(table, told={"contract": "S6", "declarers": [5]})
    assert standing(table) == {"contract": "S6", "declarers": [5]}


def test_where_only_points_are_entered_there_is_nothing_to_announce() -> None:
    table = cast.table(cast.playing(4, rules="points-only"))
    assert "only" in refused(422, lambda: say(table)).lower()


def test_the_trump_is_kept_if_it_is_given(table: Table) -> None:
    say(table, told={**SOLO, "trump": "H"})
    assert standing(table) == {**SOLO, "trump": "H"}


def test_what_the_jury_refused_is_not_played(table: Table) -> None:
    say(table, told=SLAM)
    rulings.rule(table, "system", 1, Decision.Ruling.REFUSED, "Not feasible.", contract="S12", about=[1])
    assert "The jury refused this contract" in refused(422, lambda: say(table, told=SLAM, replaces=1))
    say(table, replaces=1)
    assert standing(table) == SOLO


def test_a_deal_that_the_jury_settled_is_not_played(table: Table) -> None:
    rulings.rule(table, "system", 1, Decision.Ruling.ANNULLED, "Marked cards.")
    assert "not played any more" in refused(409, lambda: say(table))


def test_a_refused_contract_is_replaced_by_what_is_played_instead(table: Table) -> None:
    cast.write(table, 1, cast.result("S12", (1,), 12, jury="allowed"))
    rulings.rule(table, "system", 1, Decision.Ruling.REFUSED, "Not agreed.", contract="S12")
    say(table, replaces=1)
    assert standing(table) == SOLO and cast.stored(table, 1)["contract"] == "S12"


def test_reading_what_was_announced_needs_no_tricks() -> None:
    rules = load("iwwa-2025")
    seats = [2, 3, 4, 5]
    assert read_announced({"contract": "GM", "declarers": [4, 2], "seats": seats}, rules) == {
        "contract": "GM",
        "declarers": [2, 4],
    }
    with pytest.raises(ResultError):
        read_announced({"contract": "GM", "declarers": [1], "seats": seats}, rules)


# --- What else knows of it -------------------------------------------------------------------------------------


def test_an_emptied_sheet_announces_nothing(table: Table) -> None:
    say(table)
    empty_sheet.empty_table(table, "system", "Another table’s.", seen=empty_sheet.deals_token(table))
    assert standing(table) is None and Deal.objects.get(table=table, number=1).version == 2


def test_a_rehearsal_in_which_a_contract_was_announced_is_wiped_and_comes_back() -> None:
    event = cast.event(4, deals_per_round=4)
    cast.next_round(event)
    table = cast.table(event)
    say(table)
    practice = rehearsal_data_of(event)
    assert practice and not practice.deals
    rehearsal.start(event, "system", wipe=True, seen=practice.mark)
    assert standing(table) is None
    rehearsal.bring_back(cast.fresh(event), "system")
    assert standing(table) == SOLO


def test_a_file_carries_what_is_played(event: Event, table: Table) -> None:
    say(table, told={**SOLO, "trump": "H"})
    document = json.loads(exporting.text(cast.fresh(event)))
    [deal] = document["rounds"][0]["tables"][table.number - 1]["unscored"]
    assert deal == {"number": 1, "announced": {**SOLO, "trump": "H"}, "version": 1}
    document["event"]["slug"] = "again"
    again = importing.load(document, "system")
    assert standing(cast.table(again, table.number)) == {**SOLO, "trump": "H"}


@pytest.mark.parametrize("wrong", [{"contract": "XX", "declarers": [1]}, {"contract": "S6", "declarers": [5]}])
def test_a_file_in_which_nobody_could_announce_it_is_refused(
    event: Event, table: Table, wrong: Any, tmp_path: Path
) -> None:
    say(table)
    document = json.loads(exporting.text(cast.fresh(event)))
    document["event"]["slug"] = "again"
    document["rounds"][0]["tables"][table.number - 1]["unscored"][0]["announced"] = wrong
    (tmp_path / "wrong.json").write_text(json.dumps(document), "utf-8")
    with pytest.raises(EventFileError, match="announced"):
        importing.read(tmp_path / "wrong.json")
