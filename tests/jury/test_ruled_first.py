"""The jury comes before the captain writes: a ruling on a deal that nobody wrote counts everywhere, as any other."""

import json
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.pages import jury_pages
from tests.support.pages.captain_phone import PC9, opened, path, posted
from tests.support.pages.rulings import points
from tournament.acts.event import events
from tournament.acts.event.format import set_format
from tournament.acts.jury import rulings
from tournament.acts.people.registration import Entrant, add_entries, check_in
from tournament.acts.rounds import rounds
from tournament.acts.table import deals, redeals, tables
from tournament.errors import UserError
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Deal, Decision, Event, Table
from tournament.progress.next_step import progress
from tournament.ranking import facts
from tournament.ranking.standings import event_standings, missing_deals, unfinished_tables
from tournament.reading.ranking.cards import card
from tournament.reading.rounds.pace import paces
from tournament.reading.table.sheets import sheet

pytestmark = pytest.mark.django_db
WON = cast.result("S6", (1,), 7)


def rule(table: Table, deal: int, ruling: str = "result", **more: Any) -> Decision:
    """The jury rules on a deal, by itself with the result WON."""
    result = WON if ruling == "result" else None
    return rulings.rule(table, "system", deal, ruling, "Zo gezien.", result=result, **more)


def earned(event: Event) -> dict[int, int]:
    """Of the ranking those who have anything."""
    return {number: given for number, given in points(event).items() if given}


def test_a_ruling_with_a_result_scores_at_a_table_that_wrote_nothing(event: Event) -> None:
    table = cast.table(event)
    assert earned(event) == {}
    decision = rule(table, 1)
    seats = cast.seated(table)
    assert earned(event)[seats[1]] > 0 and not Deal.objects.exists()
    shown = sheet(cast.table(event))
    assert shown.next and shown.next.number == 2 and shown.last is None
    assert [line.number for line in shown.written] == [1] and shown.lines[0].ruled
    mine = card(cast.fresh(event), cast.entry(event, seats[1]))
    assert mine.points == earned(event)[seats[1]] and mine.sat[0].card_deals[0].line.number == 1
    assert missing_deals(facts.table(table), facts.ruleset(event)) == [2, 3, 4]
    assert progress(cast.fresh(event)).rounds[0].deals == 1
    assert [pace.written for pace in paces(cast.round_of(event))] == [1, 0]
    rulings.cancel_decision(decision, "system", "Vergist.")
    again = sheet(cast.table(event))
    assert earned(event) == {} and again.next and again.next.number == 1
    assert progress(cast.fresh(event)).rounds[0].deals == 0


def test_a_deal_that_is_annulled_before_it_was_written_gives_everybody_nothing(event: Event) -> None:
    table = cast.table(event)
    decision = rule(table, 1, "annulled")
    shown = sheet(cast.table(event))
    assert shown.next and shown.next.number == 2
    assert [cell.points for cell in shown.lines[0].cells] == [0, 0, 0, 0]
    for number in (2, 3, 4):
        cast.write(table, number)
    deals.close_table(cast.table(event), cast.captain(table))
    assert list(unfinished_tables(cast.round_of(event))) == [2]
    rulings.cancel_decision(decision, "system", "Vergist.")
    assert missing_deals(facts.table(table), facts.ruleset(event)) == [1]


@pytest.mark.parametrize("ruling", ["result", "annulled"])
def test_a_table_of_five_and_its_bonus_end_with_the_jurys_deal(ruling: str) -> None:
    event = cast.event(5, deals_per_round=4)
    set_format(event, "system", {"bonus": [9, 6, 3]})
    events.change_state(event, "system", Event.State.LIVE)
    rounds.publish_round(cast.given_round(event, [[1, 2, 3, 4, 5]]), "system")
    table = cast.table(event)
    planned = facts.table(table).planned
    seats = facts.table(table).playing(planned)
    given = {**WON, "declarers": [seats[0]], "seats": list(seats)} if ruling == "result" else None
    rulings.rule(table, "system", planned, ruling, "Zo gezien.", result=given)
    resting = facts.table(table).dealer(planned)
    line = sheet(cast.table(event)).lines[planned - 1]
    assert [cell.position for cell in line.cells if cell.points is None] == [resting]
    for number in range(1, planned):
        playing = facts.table(table).playing(number)
        cast.write(table, number, {**WON, "declarers": [playing[0]]})
    assert any(place.bonus for place in event_standings(cast.fresh(event), public=True))


def test_what_was_played_may_still_be_written_and_the_ruling_counts(event: Event) -> None:
    table = cast.table(event)
    rule(table, 1)
    before = points(event)
    cast.write(table, 1, cast.result("PC8", (2, 4), 9))
    assert points(event) == before and cast.stored(table, 1)["declarers"] == [2, 4]
    line = sheet(cast.table(event)).lines[0]
    assert line.played and line.played.contract == "PC8" and line.ruled
    with pytest.raises(UserError, match="already been recorded"):
        cast.write(table, 1)


def test_a_deal_that_was_ruled_is_not_dealt_again(event: Event) -> None:
    table = cast.table(event)
    redeals.misdeal(table, "system", 1, waived=True)
    rule(table, 1)
    for again in (redeals.all_pass, lambda *at: redeals.misdeal(*at, waived=True)):
        with cast.refused("The jury ruled on deal 1"):
            again(table, "system", 1)
    redeals.undo_misdeal(table, "system", 1)
    assert not Deal.objects.get().misdeals


def test_nobody_comes_in_for_a_deal_that_was_ruled(event: Event) -> None:
    table = cast.table(event)
    rule(table, 2)
    late = add_entries(event, "system", [Entrant(name="Late Bloemer")])[0]
    check_in(late, "system", True)
    with pytest.raises(UserError, match="Deals have been recorded from that deal onwards"):
        tables.substitute(table, "system", 1, late.number, 2)
    tables.substitute(table, "system", 1, late.number, 3)


@pytest.mark.parametrize("ruling", ["result", "annulled"])
def test_it_goes_out_and_in_and_stays_unwritten(event: Event, ruling: str) -> None:
    rule(cast.table(event), 1, ruling)
    document = exporting.document(cast.fresh(event))
    copy = importing.load(json.loads(json.dumps(document)), "system", slug="copy")
    back = exporting.document(copy)
    assert back["rounds"] == document["rounds"] and back["standings"] == document["standings"]
    assert [decision["ruling"] for decision in back["decisions"]] == [ruling]
    assert not Deal.objects.filter(table__round__event=copy, result__isnull=False).exists()
    rulings.cancel_decision(Decision.objects.get(event=copy), "system", "Vergist.")
    assert not any(points(copy).values())


def test_the_captain_goes_on_and_reads_what_the_jury_ruled(event: Event) -> None:
    table = cast.table(event)
    rule(table, 1)
    visit = opened(table)
    page = visit.words
    assert "Deal 2" in visit.links and "Deal 1" not in visit.links
    assert "as ruled by the jury" in page and "Ruling on a deal: result as ruled" in page
    assert "the ruling counts" in cast.shown(cast.client().get(path(table, "deal/1/")))
    assert opened(table, "deal/2/").status == 200
    assert posted(table, "deal/1/", **PC9, key="late").status_code == 303
    assert cast.stored(table, 1)["contract"] == "PC9"
    for number in (2, 3, 4):
        cast.write(table, number)
    assert "Every deal has been recorded" in cast.shown(cast.client().get(path(table)))
    assert posted(table, "close/", key="done", of=cast.table(event).revision).status_code == 303


def test_the_desk_sees_the_ruling_and_offers_what_is_left(event: Event) -> None:
    table, desk = cast.table(event), cast.client(cast.desk(event))
    rule(table, 1, "annulled")
    page = cast.shown(desk.get("/staff/ledegem/rounds/1/tables/1/deals/1/"))
    assert "Annulled by the jury" in page and "the ruling counts" in page and "Misdeal, penalty waived" not in page


def test_the_jury_annuls_a_deal_nobody_wrote_on_its_page(event: Event) -> None:
    juror = cast.client(cast.juror(event))
    at = jury_pages.at(event, "ruling/1/1/1/")
    assert "annulled/" in juror.get(at).content.decode()
    assert juror.get(at + "annulled/").status_code == 200
    assert juror.post(at + "annulled/", {"reason": "Zo gezien.", "expected": "1"}).status_code == 303
    assert sheet(cast.table(event)).lines[0].annulled


@pytest.mark.parametrize(
    ("language", "written", "asked", "back"),
    [
        (
            "nl",
            "Spel 1 is genoteerd. De uitspraak van de jury telt in de plaats.",
            "De jury deed uitspraak over dit spel",
            "Spel 1 verbeteren",
        ),
        (
            "fr",
            "La donne 1 est notée. C’est la décision du jury qui compte.",
            "Le jury s’est prononcé sur",
            "Corriger la donne 1",
        ),
    ],
)
def test_the_table_reads_that_the_ruling_counts_and_not_its_own(
    event: Event, language: str, written: str, asked: str, back: str
) -> None:
    table = cast.table(event)
    rule(table, 1)
    assert posted(table, "deal/1/", **PC9, key="k").status_code == 303
    assert written in opened(table, "?done=written&deal=1", language).words
    page = opened(table, "deal/1/", language)
    assert page.status == 409 and asked in page.words and back not in page.words
    other = cast.table(event, 2)
    cast.write(other, 1)
    page = opened(other, "deal/1/", language)
    assert page.status == 409 and back in page.words and asked not in page.words
    cast.write(other, 2)
    page = opened(other, "deal/1/", language)
    assert page.status == 409 and back in page.words
