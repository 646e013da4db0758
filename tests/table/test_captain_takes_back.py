"""The captain's pages, without scripts: passes, misdeals, and what is taken back."""

import json

import pytest

from scoring import Result, load
from tests.support.events import cast
from tests.support.pages.captain_phone import opened, path, posted
from tournament.acts.jury import rulings
from tournament.acts.rounds import seat_swaps
from tournament.acts.table import deals
from tournament.models import Adjustment, Deal, Decision, Event, Table

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_a_misdeal_costs_the_dealer_unless_it_is_waived(event: Event, table: Table) -> None:
    page = opened(table).follow("Misdeal")
    assert "misdealt" in page.words and "−3 for the dealer" in page.words
    page.press("−3 for the dealer")
    assert "The misdeal in deal 1 is recorded." in page.words
    given = {each.entry.number: each.points for each in Adjustment.objects.filter(decision__event=event)}
    seated = cast.seated(table)
    assert given == {seated[1]: -3, seated[2]: 1, seated[3]: 1, seated[4]: 1}
    page.follow("Misdeal").press("No penalty")
    assert Decision.objects.filter(event=event).count() == 1
    assert Deal.objects.get(table=table, number=1).misdeals == 2


@pytest.mark.long
def test_the_last_misdeal_is_taken_back_whether_it_was_waived_or_paid(table: Table) -> None:
    given_back = "The dealer gets the penalty points back."
    paid = Decision.objects.filter(table=table, kind=Decision.MISDEAL, cancelled=False)
    page = opened(table).follow("Misdeal").press("No penalty").follow("Misdeal").press("−3 for the dealer")
    page.follow("Take back the misdeal")
    assert given_back in page.words
    page.press("Take back")
    assert (Deal.objects.get(table=table, number=1).misdeals, paid.count()) == (1, 0)
    page.follow("Misdeal").press("−3 for the dealer").follow("Misdeal").press("No penalty")
    page.follow("Take back the misdeal")
    assert given_back not in page.words
    page.press("Take back").follow("Take back the misdeal")
    assert given_back in page.words
    page.press("Take back").follow("Take back the misdeal").press("Take back")
    assert (Deal.objects.get(table=table, number=1).misdeals, paid.count()) == (0, 0)


def test_what_the_jury_decided_of_a_misdeal_stays_when_the_table_takes_its_own_back(table: Table) -> None:
    page = opened(table).follow("Misdeal").press("No penalty")
    decided = rulings.penalise(
        table.round.event, "user:1", Decision.MISDEAL, {cast.seated(table)[1]: -3}, "Disputed.", table=table, deal=1
    )
    page.follow("Take back the misdeal")
    assert "gets the penalty points back" not in page.words
    page.press("Take back")
    assert Deal.objects.get(table=table, number=1).misdeals == 0
    assert not Decision.objects.get(pk=decided.pk).cancelled


def test_rules_without_a_penalty_let_the_table_waive_it(event: Event, table: Table) -> None:
    # No act makes such rules any more; an old logbook may.
    Event.objects.filter(pk=event.pk).update(rules={**event.rules, "penalties": {}})
    table = cast.table(event)
    page = opened(table).follow("Misdeal")
    assert [button.words for button in page.page.forms[-1].buttons] == ["No penalty: the table waives it"]
    with cast.nothing_written():
        refused = posted(table, "deal/1/misdeal/", key="k", version="0", waived="0")
    assert refused.status_code == 422 and "no penalty for a misdeal" in refused.content.decode()
    page.press("No penalty")
    assert Deal.objects.get(table=table, number=1).misdeals == 1


def test_everybody_passed_asks_when_it_is_opened_as_a_page(table: Table) -> None:
    page = opened(table, "deal/1/pass/")
    assert "Did everybody pass deal 1?" in page.words
    page.press("Everybody passed")
    assert Deal.objects.get(table=table, number=1).passes == 1


@pytest.mark.long
def test_the_last_thing_said_is_taken_back_first(table: Table) -> None:
    cast.write(table, 1)
    page = opened(table).press("Everybody passed").follow("Misdeal").press("−3 for the dealer")
    page.follow("Take back the misdeal").press("Take back")
    assert Deal.objects.get(table=table, number=2).misdeals == 0
    assert not Decision.objects.filter(cancelled=False).exists()
    page.follow("Take back: everybody passed").press("Take back")
    assert Deal.objects.get(table=table, number=2).passes == 0
    page.follow("Take back deal 1").press("Take back")
    assert cast.stored(table, 1) is None
    assert "Deal 1 has been taken back." in page.words and "Deal 1" in page.links


@pytest.mark.long
def test_a_misdeal_before_a_pass_is_taken_back_after_it(table: Table) -> None:
    page = opened(table).follow("Misdeal").press("No penalty").press("Everybody passed")
    page.follow("Take back: everybody passed").press("Take back")
    assert "Take back the misdeal" in page.words


@pytest.mark.long
def test_a_deal_taken_back_is_written_again_under_a_new_key(table: Table) -> None:
    page = opened(table, "deal/1/?contract=S6&who=1&tricks=6").press("Right, keep it")
    page.follow("Take back deal 1").press("Take back")
    page.follow("Deal 1").follow("Change").follow("Solo 7").press("Continue", tricks="7").press("Right, keep it")
    assert cast.stored(table, 1)["contract"] == "S7"


@pytest.mark.long
def test_a_deal_that_changed_meanwhile_is_not_taken_back(table: Table) -> None:
    cast.write(table, 1)
    page = opened(table, "undo/")
    deals.correct_deal(table, "user:1", 1, cast.result(tricks=10), replaces=1, reason="Misread.")
    with cast.nothing_written():
        page.press("Take back")
    assert page.status == 409 and "Somebody changed deal 1 in the meantime." in page.words


def test_a_deal_taken_back_on_another_phone_is_told_as_changed(table: Table) -> None:
    cast.write(table, 1)
    page, other = opened(table, "undo/"), opened(table, "undo/")
    other.press("Take back")
    with cast.nothing_written():
        page.press("Take back")
    assert (
        page.status == 409
        and "Somebody changed deal 1 in the meantime." in page.words
        and "Not recorded yet" in page.words
    )


@pytest.mark.parametrize("button", ["Everybody passed", "Misdeal"])
def test_a_pass_or_misdeal_is_not_noted_for_others_than_were_seen(event: Event, table: Table, button: str) -> None:
    page = opened(table)
    if button == "Misdeal":
        page.follow(button)
    one, other = (cast.seated(cast.table(event, number))[1] for number in (table.number, 2))
    seat_swaps.exchange_places(cast.round_of(event), "system", (one, other), "Brothers.")
    with cast.nothing_written():
        page.press("−3 for the dealer" if button == "Misdeal" else button)
    assert page.status == 409 and "Somebody else sits at this table now." in page.words
    desk, address = cast.client(cast.desk(event)), f"/staff/{event.slug}/rounds/1/tables/{table.number}/deals/1/"
    with cast.nothing_written():
        stale = {"key": "k", "version": "0", "seats": "1.1.1 2.1.2 3.1.3 4.1.99", "waived": "1"}
        for path in ("pass/", "misdeal/"):
            assert desk.post(address + path, stale).status_code == 409
    assert f'name="seats" value="1.1.{other} ' in desk.get(address).content.decode()


def test_a_deal_the_jury_ruled_on_is_not_taken_back(table: Table) -> None:
    cast.write(table, 1)
    page = opened(table, "undo/")
    rulings.rule(table, "user:1", 1, Decision.Ruling.ANNULLED, "Cards were seen.")
    with cast.nothing_written():
        page.press("Take back")
    assert page.status == 409 and "The jury ruled on this deal." in page.words
    asked = opened(table, "undo/")
    assert asked.status == 409 and "The jury ruled on this deal." in asked.words
    assert not any("undo" in address for _words, address in opened(table).page.links)


def test_after_a_refusal_of_the_jury_the_table_writes_what_was_played_instead(table: Table) -> None:
    cast.write(table, 1, cast.result("S12", (1,), 12, jury="allowed"))
    rulings.rule(table, "user:1", 1, Decision.Ruling.REFUSED, "Not agreed.", contract="S12")
    page = opened(table)
    assert "The jury refused this contract" in page.words
    page.follow("Deal 1").follow("Solo 12").press("Continue", who="1", tricks="12", jury="allowed")
    assert "The jury refused this contract to" in page.words and "+" not in page.words
    assert "Right, keep it" not in page.words
    seen = {"contract": "S12", "who": "1", "tricks": "12", "jury": "allowed", "key": "k", "version": "1"}
    tried = Result.read(cast.result("S12", (1,), 12, jury="allowed"), load("iwwa-2025"))
    sealed = json.dumps(tried.to_dict(), separators=(",", ":"))
    with cast.nothing_written():
        late = posted(table, "deal/1/", **seen, seen=sealed)
    assert (
        late.status_code == 422 and late.content.decode().count('role="alert">The jury refused this contract to') == 1
    )
    page.go(path(table, "deal/1/?contract=PC8&who=2&who=3&tricks=8")).press("Right, keep it")
    assert cast.stored(table, 1)["contract"] == "PC8"
