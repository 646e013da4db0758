"""A player to whom the jury refused a contract passes: declarer of nothing until the cards are dealt again."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.pages.jury_pages import at, begun
from tests.support.pages.no_script import Visit
from tests.support.pages.rulings import DECIDED, effect_of, ruling, totals
from tools import verify
from tournament import guards
from tournament.acts.jury import rulings
from tournament.acts.kernel import logbook
from tournament.acts.table import announcing, deals, redeals
from tournament.exchange.logbook import logbook_file, proof
from tournament.exchange.troel1 import exporting, importing
from tournament.forms.table.phone import phone_state
from tournament.models import Decision, Event, LogEntry
from tournament.ranking import facts
from tournament.ranking.outcomes import bound, outcome
from tournament.ranking.standings import waiting_deals
from tournament.reading.table.sheets import sheet

pytestmark = pytest.mark.django_db

A9 = cast.result("A9", (1,), 9)
MUST_PASS = "refused a contract to .*, who must pass until the cards are dealt again"


@pytest.fixture
def event() -> Event:
    return begun()


def say(event: Event, answer: str, *about: int, deal: int = 2) -> Decision:
    return rulings.rule(cast.table(event), "system", deal, answer, "", contract="S12", about=about)


def on_phone(event: Event) -> dict[str, Any]:
    """What the phone of table 1 knows of deal 2."""
    row = cast.table(event)
    state: Any = phone_state(row, sheet(row), "/")
    return {**state, "deal": state["deals"][1]}


def test_a_refused_player_plays_nothing_else_in_that_hand(event: Event) -> None:
    table = cast.table(event)
    say(event, "refused", 1)
    for what in (A9, cast.result("PC8", (1, 3), 9), cast.result("PM", (1, 2), {"1": 0, "2": 0})):
        with cast.refused(MUST_PASS):
            cast.write(table, 2, what)
    with cast.refused(MUST_PASS):
        announcing.announce(table, "table:1/1", 2, {"contract": "A9", "declarers": [1]}, key="a" * 20)
    cast.write(table, 2, cast.result("A9", (2,), 9))


@pytest.mark.parametrize("lifted", ["cancelled", "allowed"])
def test_a_refusal_that_is_withdrawn_binds_nobody(event: Event, lifted: str) -> None:
    refusal = say(event, "refused", 1)
    if lifted == "cancelled":
        rulings.cancel_decision(refusal, "system", "The wrong player.")
    else:
        say(event, "allowed", 1)
        assert Decision.objects.counting().filter(pk=refusal.pk).exists()
    cast.write(cast.table(event), 2, A9)
    assert totals(event)[1] == 10 + 32


@pytest.mark.parametrize("again", ["pass", "misdeal"])
def test_a_new_hand_is_free_and_its_undoing_binds_again(event: Event, again: str) -> None:
    table = cast.table(event)
    say(event, "refused", 1)
    if again == "pass":
        redeals.all_pass(table, cast.captain(table), 2)
    else:
        redeals.misdeal(table, cast.captain(table), 2, waived=True)
    assert on_phone(event)["deal"]["passing"] == []
    (redeals.undo_pass if again == "pass" else redeals.undo_misdeal)(table, cast.captain(table), 2)
    assert on_phone(event)["deal"]["passing"] == [1]
    with cast.refused("must pass"):
        cast.write(table, 2, A9)
    redeals.all_pass(table, cast.captain(table), 2)
    cast.write(table, 2, cast.result("S12", (1,), 12, jury="allowed"))
    assert totals(event)[1] == 10 + 100


def test_what_the_jury_said_of_an_earlier_hand_binds_the_table_no_more(event: Event) -> None:
    table, captain = cast.table(event), cast.captain(cast.table(event))
    say(event, "refused", 1)
    redeals.all_pass(table, captain, 2)
    cast.write(table, 2, A9)
    deals.correct_deal(table, captain, 2, cast.result("A9", (2,), 9), replaces=2, at_table=True)
    deals.undo_deal(table, captain, 2, replaces=3)
    cast.write(table, 2, A9)
    say(event, "refused", 3)
    with cast.refused("The jury ruled on this deal"):
        deals.undo_deal(table, captain, 2, replaces=5)


@pytest.mark.parametrize("again", ["pass", "misdeal", "undo a pass", "undo a misdeal"])
def test_what_was_refused_does_not_come_back_with_another_hand(event: Event, tmp_path: Path, again: str) -> None:
    """The refusal is about its own hand, and so is the result that it took away."""
    guards.lay()
    table, captain = cast.table(event), cast.captain(cast.table(event))
    if again == "undo a pass":
        redeals.all_pass(table, captain, 2)
    elif again == "undo a misdeal":
        redeals.misdeal(table, captain, 2, waived=True)
    cast.write(table, 2, cast.result("S12", (1,), 12, jury="allowed"))
    say(event, "refused", 1)
    assert totals(event)[1] == 10
    if again == "misdeal":
        redeals.misdeal(table, captain, 2, waived=True)
    else:
        {"pass": redeals.all_pass, "undo a pass": redeals.undo_pass, "undo a misdeal": redeals.undo_misdeal}[again](
            table, captain, 2
        )
    assert totals(event)[1] == 10 and waiting_deals(facts.table(table), facts.ruleset(event)) == []
    assert list(verify.check_export(json.loads(exporting.text(cast.fresh(event)))))
    cast.write(table, 2, cast.result("A9", (2,), 9))
    assert totals(event)[2] == 32
    log, export = tmp_path / "day.jsonl", tmp_path / "day.json"
    log.write_text("".join(f"{line}\n" for line in logbook_file.lines(cast.fresh(event))))
    export.write_text(exporting.text(cast.fresh(event)))
    assert proof.prove(cast.fresh(event)) and verify.main([str(log), str(export)]) == 3


def test_a_refusal_that_is_entered_afterwards_makes_the_deal_wait(event: Event) -> None:
    table = cast.table(event)
    cast.write(table, 2, A9)
    refusal = say(event, "refused", 1)
    seen = facts.table(table)
    assert waiting_deals(seen, facts.ruleset(event)) == [2] and totals(event)[1] == 10
    assert outcome(seen.deal(2), facts.ruleset(event)).result is not None
    with cast.refused("must pass"):
        deals.correct_deal(table, "system", 2, cast.result("PC8", (1, 3), 8), replaces=1, reason="Mistyped.")
    rulings.rule(table, "system", 2, "result", "It was seat 2.", result=cast.result("A9", (2,), 9))
    assert waiting_deals(facts.table(table), facts.ruleset(event)) == []
    rulings.cancel_decision(refusal, "system", "Not refused.")
    assert totals(event)[2] == 32


def test_that_the_jury_was_not_called_settles_a_deal_that_waits(event: Event) -> None:
    table = cast.table(event)
    say(event, "refused", 1)
    lifted = rulings.rule(table, "system", 2, "allowed", "", contract="S13", about=[1])
    cast.write(table, 2, cast.result("S13", (1,), 13))
    rulings.cancel_decision(lifted, "system", "It was another deal.")
    assert waiting_deals(facts.table(table), facts.ruleset(event)) == [2]
    rulings.rule(table, "system", 2, "not_called", "Nobody asked for S13.")
    assert waiting_deals(facts.table(table), facts.ruleset(event)) == [] and totals(event)[1] == 10
    assert list(verify.check_export(json.loads(exporting.text(cast.fresh(event)))))


# --- On the page of a ruling, after another contract was written --------------------------------------------------

TOLD = {"reason": "Said before the first card.", "spoken": "on"}


def chosen(page: Visit) -> dict[str, list[str]]:
    """The contract and the players that the page of a ruling has chosen."""
    sends = next(form for form in page.page.forms if "contract" in form.types).sends
    return {name: sends.get(name, []) for name in ("contract", "about")}


def wrote_what_was_not_asked_for(event: Event) -> list[int]:
    """Abundance 9 by seat 1, to whom the jury had refused a slam: its points, by seat."""
    cast.write(cast.table(event), 2, A9)
    return [total.deals for total in sheet(cast.table(event)).totals]


def test_the_page_takes_a_refusal_after_another_contract_was_written(event: Event, juror: Client) -> None:
    before = wrote_what_was_not_asked_for(event)
    page = Visit(juror, at(event, "ruling/1/1/2/")).follow("The jury refuses the contract")
    assert page.status == 200 and chosen(page) == {"contract": [], "about": []}
    for answers in ({"contract": "S12"}, {"about": "1"}):
        assert page.go(ruling(event, "jury-refuses", 2)).press("Show the effect", **answers).status == 422
    page.go(ruling(event, "jury-refuses", 2)).press("Show the effect", contract="S12", about="1")
    assert effect_of(page.response) == [("+32", "–"), ("0", "–"), ("0", "–"), ("0", "–")]
    assert "waits for the jury" in page.words
    page.press("Record the decision", **TOLD)
    decision = Decision.objects.get(event=event)
    assert (decision.contract, decision.about, decision.redealt, decision.later) == ("S12", [1], 0, True)
    assert waiting_deals(facts.table(cast.table(event)), facts.ruleset(event)) == [2]
    head = Visit(cast.client(cast.head_juror(event)), at(event, "1/cancel/"))
    assert [one[1] for one in effect_of(head.response)] == ["+32", "0", "0", "0"]
    head.press("Cancel", reason="The wrong player.")
    assert [total.deals for total in sheet(cast.table(event)).totals] == before


def test_the_page_lifts_a_refusal_for_the_player_whom_it_binds(event: Event, juror: Client) -> None:
    before = wrote_what_was_not_asked_for(event)
    say(event, "refused", 1)
    page = Visit(juror, at(event, "ruling/1/1/2/")).follow("The jury had allowed it")
    assert chosen(page) == {"contract": ["S12"], "about": ["1"]}
    assert effect_of(page.response) == [("–", "+32"), ("–", "0"), ("–", "0"), ("–", "0")]
    assert page.words.count("waits for the jury") == 1, "as it is now, not as it will be"
    page.press("Show the effect", about="2")
    assert "nothing changes" in page.words, "the refusal binds another"
    page.press("Show the effect", about="1").press("Record the decision", **TOLD)
    assert [total.deals for total in sheet(cast.table(event)).totals] == before
    assert waiting_deals(facts.table(cast.table(event)), facts.ruleset(event)) == []


def test_what_was_announced_or_written_is_chosen_at_first(event: Event, juror: Client) -> None:
    announcing.announce(cast.table(event), "table:1/1", 3, {"contract": "S13", "declarers": [2]}, key="b" * 20)
    page = Visit(juror, ruling(event, "jury-refuses", 3))
    assert chosen(page) == {"contract": ["S13"], "about": ["2"]} and "Record the decision" in page.words
    cast.write(cast.table(event), 2, cast.result("GMT", (2,), {"2": 0}, jury="allowed"))
    page.go(ruling(event, "jury-refuses", 2))
    assert chosen(page)["contract"] == ["GMT"] and effect_of(page.response)[1] == ("+75", "–")
    page.press("Show the effect", contract="S12").press("Show the effect", contract="S12", about="2")
    assert effect_of(page.response)[1] == ("+75", "–"), "who was refused the slam played a misère"


@pytest.mark.parametrize("query", ["contract=A9&about=1", "contract=PC8&about=1", "contract=S12&about=5"])
def test_the_jury_refuses_only_its_own_contracts_to_who_plays(event: Event, juror: Client, query: str) -> None:
    wrote_what_was_not_asked_for(event)
    for kind in ("jury-refuses", "allowed"):
        with cast.nothing_written():
            assert juror.get(ruling(event, kind, 2, f"{query}&next=1")).status_code == 422
            assert juror.post(ruling(event, kind, 2, query), DECIDED).status_code == 422


def test_the_phone_knows_who_must_pass_and_says_it(event: Event) -> None:
    say(event, "refused", 1)
    state = on_phone(event)
    assert state["deal"]["passing"] == [1]
    assert "must pass until the cards are dealt again" in state["words"]["refusals"]["passing"]


def test_a_line_from_before_binds_for_its_own_contract_alone(event: Event) -> None:
    say(event, "refused", 1)
    told = json.loads(LogEntry.objects.filter(event=event).latest("sequence").text)["facts"]
    rulings.cancel_decision(Decision.objects.get(event=event), "system", "To be entered as before.")
    for name in ("ends", "redealt"):
        del told[name]
    with logbook.locked_event(event) as turn:
        logbook.write(turn, "system", "rule", {**told, "decision": 2}, 1)
    assert bound(facts.table(cast.table(event)).deal(2).rulings) == frozenset()
    cast.write(cast.table(event), 2, A9)
    assert totals(event)[1] == 10 + 32


def test_files_and_the_outsiders_check_know_the_hand(event: Event) -> None:
    guards.lay()
    cast.write(cast.table(event), 2, A9)
    say(event, "refused", 1)
    assert proof.prove(cast.fresh(event))
    document = exporting.document(cast.fresh(event))
    [decision] = document["decisions"]
    assert decision["redealt"] == 0
    importing.judge(document)
    again = importing.load(document, "system", slug="again")
    assert exporting.document(again)["decisions"] == document["decisions"]
    assert waiting_deals(facts.table(cast.table(again)), facts.ruleset(again)) == [2]
    assert list(verify.check_export(json.loads(exporting.text(cast.fresh(event)))))
