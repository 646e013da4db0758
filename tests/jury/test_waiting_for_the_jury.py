"""A deal whose contract needs the jury waits until the jury has answered: it gives nobody points, and says so."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Result, load, score
from scoring.game.possible import possible
from tests.support.events import cast
from tests.support.pages.captain_phone import path
from tests.support.pages.rulings import GMT, answered_by_the_jury, points
from tools import verify
from tournament.acts.jury import rulings
from tournament.acts.rounds import rounds
from tournament.acts.table import deals, signatures
from tournament.errors import UserError
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Decision, Event, Table
from tournament.printing.sheets.written_sheets import _beside
from tournament.ranking import facts
from tournament.ranking.outcomes import outcome
from tournament.ranking.records import DealFacts, DealRuling
from tournament.ranking.standings import missing_deals, waiting_deals
from tournament.reading.ranking.cards import card
from tournament.reading.table.sheets import sheet

RULES = load("iwwa-2025")
# What may be played under these rules and needs the jury, without its answer.
NEEDED = [one.to_dict() for one in possible(RULES) if one.contract in RULES.jury and one.jury == "allowed"]
for one in NEEDED:
    del one["jury"]


@given(st.sampled_from(NEEDED), st.data())
def test_a_waiting_deal_gives_nothing_and_what_the_score_says_once_each_declarer_is_answered(
    result: dict[str, Any], data: st.DataObject
) -> None:
    declarers = result["declarers"]
    order = data.draw(st.permutations(declarers))
    said: list[DealRuling] = []
    for at, seat in enumerate([None, *order]):
        if seat is not None:
            said.append(DealRuling("allowed", result["contract"], about=(seat,)))
        ended = outcome(DealFacts(1, result, tuple(said)), RULES)
        assert ended.waiting == (at < len(declarers)) and ended.over and ended.settled != ended.waiting
        if ended.waiting:
            assert ended.points(RULES) == {} == ended.fulfilled(RULES) and not ended.uncalled(RULES)
        else:
            assert ended.points(RULES) == score(Result.read({**result, "jury": "allowed"}, RULES), RULES)
        checked = verify.outcome(RULES.to_dict(), result, [_line(one) for one in said], [1, 2, 3, 4])
        assert (checked.points, checked.counts) == (ended.points(RULES), ended.settled)


def _line(one: DealRuling) -> dict[str, Any]:
    return {"ruling": one.ruling, "about": list(one.about), "contract": one.contract, "result": None}


@pytest.fixture
def event(db: None) -> Event:
    """The jury itself answers; at the first table every deal is written, and the second waits for the jury."""
    made = answered_by_the_jury()
    cast.play(cast.table(made, 2))
    table = cast.table(made)
    for number in (1, 3, 4):
        cast.write(table, number)
    cast.write(table, 2, GMT)
    return cast.fresh(made)


def allow(table: Table, deal: int = 2) -> Decision:
    return rulings.rule(table, "system", deal, "allowed", "Gezien.")


def test_only_the_jury_lets_the_deal_count(event: Event) -> None:
    table = cast.table(event)
    before, ruleset, seats = points(event), facts.ruleset(event), cast.seated(table)
    assert (missing_deals(facts.table(table), ruleset), waiting_deals(facts.table(table), ruleset)) == ([], [2])
    allow(table)
    after = points(event)
    worth = score(Result.read({**GMT, "jury": "allowed"}, ruleset), ruleset)
    assert {seat: after[seats[seat]] - before[seats[seat]] for seat in seats} == worth
    rulings.rule(table, "system", 2, "not_called", "Toch niet.")
    assert points(event) == before and waiting_deals(facts.table(table), ruleset) == []


def test_an_answer_from_an_old_page_is_taken_and_does_not_count(event: Event) -> None:
    table = cast.table(event)
    deals.undo_deal(table, "system", 4, replaces=1)
    before = points(event)
    deals.record_deal(table, "table:1/1", 4, {**GMT, "jury": "allowed"}, replaces=2, key="old")
    assert points(event) == before and waiting_deals(facts.table(table), facts.ruleset(event)) == [2, 4]
    assert not Decision.objects.filter(event=event, kind=Decision.JURY_CALL).exists()


def test_an_answer_given_before_the_deal_was_written_opens_the_gate(event: Event) -> None:
    table = cast.table(event)
    deals.undo_deal(table, "system", 4, replaces=1)
    rulings.rule(table, "system", 4, "allowed", "Gezien.", contract="GMT", about=[3])
    cast.write(table, 4, GMT)
    assert waiting_deals(facts.table(table), facts.ruleset(event)) == [2]


def test_refused_the_player_passes_and_the_table_writes_what_is_played(event: Event) -> None:
    table = cast.table(event)
    rulings.rule(table, "system", 2, "refused", "Niet haalbaar.")
    assert missing_deals(facts.table(table), facts.ruleset(event)) == [2]
    with pytest.raises(UserError, match="must pass"):
        cast.write(table, 2, GMT)
    cast.write(table, 2, cast.result(declarers=(2, 4)))
    assert missing_deals(facts.table(table), facts.ruleset(event)) == []


def test_a_table_and_a_round_close_only_once_the_jury_has_answered(event: Event) -> None:
    table = cast.table(event)
    with cast.refused("These deals wait for the jury: 2"):
        deals.close_table(table, "table:1/1")
    with cast.refused("Table 1: deal 2 waits for the jury"):
        rounds.close_round(cast.round_of(event), "system")
    allow(table)
    deals.close_table(table, "table:1/1")
    rounds.close_round(cast.round_of(event), "system")


@pytest.mark.django_db
def test_nobody_signs_before_the_jury_has_answered() -> None:
    event = cast.playing(8, deals=1, jury=Event.Jury.HAND, confirmation=Event.Confirmation.PLAYERS)
    table = cast.table(event)
    cast.write(table, 1, GMT)
    first = cast.seated(table)[1]
    with cast.refused("These deals wait for the jury: 1"):
        signatures.sign(table, f"entry:{first}", first)
    allow(table, 1)
    signatures.sign(table, f"entry:{first}", first)


def test_a_round_closed_anyway_gives_the_points_once_they_are_allowed(event: Event) -> None:
    table = cast.table(event)
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    before = points(event)
    allow(table)
    assert points(event) != before


def test_it_is_said_on_the_sheet_the_card_and_in_the_file(event: Event) -> None:
    table, seats = cast.table(event), cast.seated(cast.table(event))
    shown = sheet(table)
    line = shown.lines[1]
    assert line.verdict == "waits for the jury" and line.stands and shown.next is None
    assert all(cell.points is None for cell in line.cells)
    assert list(_beside(line)) == ["Deal 2: waits for the jury."]
    table_page = cast.shown(cast.client().get(path(table)))
    assert "These deals wait for the jury: 2." in table_page and "Close the table" not in table_page
    mine = card(event, cast.entry(event, seats[3])).sat[0].card_deals
    assert [deal.line.number for deal in mine] == [1, 2, 3, 4] and mine[1].cell.points is None
    page = cast.shown(cast.client().get(f"{event.get_absolute_url()}player/{seats[3]}/"))
    assert "Waits for the jury" in page
    document = exporting.document(event)
    written = document["rounds"][0]["tables"][0]
    assert [deal["number"] for deal in written["deals"]] == [1, 3, 4]
    assert written["unscored"] == [{"number": 2, "played": GMT, "version": 1}]
    again = importing.load(json.loads(json.dumps(document)), "system", slug="elsewhere")
    assert again.jury == Event.Jury.HAND and exporting.document(again)["rounds"] == document["rounds"]
