"""A later ruling takes the place of the earlier ones on its deal, with their points."""

import re
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.support.events import cast
from tests.support.pages.jury_pages import at, begun
from tests.support.pages.rulings import DECIDED, effect_of, rule_of_before, ruling
from tournament import guards
from tournament.acts.event import events
from tournament.acts.jury import appeals, rulings, superseded_rulings
from tournament.acts.table import deals
from tournament.exchange.logbook import proof
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Appeal, Decision, Event, LogEntry, Table
from tournament.ranking import facts
from tournament.ranking.standings import event_standings
from tournament.ranking.superseded_rulings import find_overruled
from tournament.reading.jury.rulings import effect_of_decision
from tournament.reading.people import dossier
from tournament.reading.ranking import cards
from tournament.reading.table.sheets import sheet

pytestmark = pytest.mark.django_db

CAPITULATED: dict[str, Any] = {"kind": "capitulation", "result": cast.result("PC8", (1, 3), 8), "about": [2]}


@pytest.fixture
def event() -> Event:
    return begun()


def rule(event: Event, name: str, points: dict[int, int] | None = None, **more: Any) -> Decision:
    """A ruling on deal 1 of table 1; `points` are by position."""
    sat = cast.seated(cast.table(event))
    given = {sat[position]: value for position, value in (points or {}).items()}
    return rulings.rule(cast.table(event), "system", 1, name, "Seen at the table.", points=given, **more)


def capitulation(event: Event, thrower: int = 2) -> Decision:
    """Position 2 (or 4) threw in the cards: pays the other 10."""
    other = {2: 4, 4: 2}[thrower]
    return rule(event, "result", {thrower: -10, other: 10}, **{**CAPITULATED, "about": [thrower]})


def scores(event: Event) -> dict[int, int]:
    """Each player's points in the ranking at table 1, by position."""
    entries = {entry: position for position, entry in cast.seated(cast.table(event)).items()}
    places = {
        place.entry.number: place.standing.row.points for place in event_standings(cast.fresh(event), public=False)
    }
    return {position: places[entry] for entry, position in sorted(entries.items(), key=lambda item: item[1])}


def test_an_annulled_deal_ends_a_capitulation_with_its_points(event: Event) -> None:
    capitulation(event)
    assert scores(event) == {1: 7, 2: -10, 3: 7, 4: 10}
    later = rule(event, "annulled")
    assert scores(event) == {1: 0, 2: 0, 3: 0, 4: 0}
    assert [row.ended.number for row in later.ends.all()] == [1]


def test_the_right_thrower_is_the_only_one_who_pays(event: Event) -> None:
    capitulation(event, thrower=2)
    capitulation(event, thrower=4)
    assert scores(event) == {1: 7, 2: 10, 3: 7, 4: -10}


def test_claimed_too_early_ends_a_capitulation(event: Event) -> None:
    capitulation(event)
    rule(event, "result", kind="claimed-too-early", result=cast.result("PC8", (1, 3), 7), about=[1, 3])
    assert scores(event) == {1: -10, 2: 10, 3: -10, 4: 10}


def test_the_points_of_all_four_are_given_once(event: Event) -> None:
    rule(event, "annulled", {1: 10, 2: -10, 3: 10, 4: -10})
    rule(event, "annulled", {1: -10, 2: 10, 3: -10, 4: 10})
    assert scores(event) == {1: -10, 2: 10, 3: -10, 4: 10}


def test_a_penalty_never_ends_with_a_ruling(event: Event) -> None:
    sat = cast.seated(cast.table(event))
    rulings.penalise(event, "system", "misdeal", {sat[2]: -3}, "Misdeal.", table=cast.table(event), deal=1)
    capitulation(event)
    rule(event, "annulled")
    assert scores(event) == {1: 0, 2: -3, 3: 0, 4: 0}


def test_an_answer_of_the_jury_ends_nothing(event: Event) -> None:
    cast.write(cast.table(event), 2, cast.result("GMT", (2,), {"2": 0}, jury="not_called"))
    first = capitulation(event)
    rulings.rule(cast.table(event), "system", 2, "allowed", "", contract="GMT", about=[2])
    rulings.rule(cast.table(event), "system", 1, "allowed", "", contract="GMT", about=[2])
    assert Decision.objects.counting().filter(pk=first.pk).exists()


def test_of_three_rulings_the_last_counts_whatever_becomes_of_the_second(event: Event) -> None:
    first, second, third = capitulation(event), rule(event, "annulled"), capitulation(event, thrower=4)
    assert [row.ended.number for row in third.ends.all()] == [1, 2]
    rulings.cancel_decision(second, "system", "Not right.")
    assert scores(event) == {1: 7, 2: 10, 3: 7, 4: -10}
    rulings.cancel_decision(third, "system", "Not right either.", returning=[1])
    assert scores(event) == {1: 7, 2: -10, 3: 7, 4: 10}
    assert [row.counts for row in Decision.objects.filter(event=event)] == [True, False, False]
    assert set(Decision.objects.counting()) == {row for row in Decision.objects.all() if row.counts} == {first}


def test_what_counts_again_is_cancelled_with_it(event: Event) -> None:
    capitulation(event)
    second = rule(event, "annulled")
    for returning, also in (([], []), ([1], [2]), ([1, 2], [1])):
        with cast.refused("have changed in the meantime"):
            rulings.cancel_decision(second, "system", "No.", returning=returning, also=also)
    rulings.cancel_decision(second, "system", "No.", returning=[1], also=[1])
    assert scores(event) == {1: 10, 2: 0, 3: 10, 4: 0}
    assert LogEntry.objects.filter(event=event, act="cancel_decision").count() == 2


def test_no_ruling_that_nobody_saw_counts_again(event: Event) -> None:
    capitulation(event)
    rule(event, "annulled")
    third = capitulation(event, thrower=4)
    with cast.refused("Decision 1 would count again"):
        rulings.cancel_decision(third, "system", "No.", returning=[2], also=[2])
    rulings.cancel_decision(third, "system", "No.", returning=[2])
    rulings.cancel_decision(Decision.objects.get(number=2), "system", "No.", returning=[1], also=[1])
    assert scores(event) == {1: 10, 2: 0, 3: 10, 4: 0}


def test_a_ruling_says_what_it_was_said_to_end(event: Event) -> None:
    capitulation(event)
    with cast.refused("have changed in the meantime"):
        rule(event, "annulled", ends=[])
    rule(event, "annulled", ends=[1])


def test_the_page_of_a_ruling_shows_what_ends_and_the_whole_effect(event: Event, juror: Client) -> None:
    capitulation(event)
    page = juror.get(ruling(event, "annulled"))
    assert effect_of(page) == [("+7", "0"), ("0", "0"), ("+7", "0"), ("0", "0")]
    assert "takes the place of earlier ones" in cast.shown(page) and "1 · A player throws in" in cast.shown(page)
    told = page.content.decode().split('class="preview effect"')[1]
    assert told.count("<s>") == 2 and "+10" in told
    rulings.cancel_decision(Decision.objects.get(event=event, number=1), "system", "Meanwhile.")
    typed = {**cast.filled_in(page), **DECIDED, "expected": "2"}
    assert typed["ends"] == "1"
    late = juror.post(ruling(event, "annulled"), typed)
    assert late.status_code == 409 and "changed in the meantime" in cast.shown(late)
    assert juror.post(ruling(event, "annulled"), {**typed, "ends": ""}).status_code == 303


def test_the_page_that_cancels_shows_what_counts_again(event: Event) -> None:
    capitulation(event)
    rule(event, "annulled")
    head = cast.client(cast.organiser(event))
    page = head.get(at(event, "2/cancel/"))
    assert effect_of(page) == [("0", "+7"), ("0", "0"), ("0", "+7"), ("0", "0")]
    assert "1 · A player throws in" in cast.shown(page)
    stale = head.post(at(event, "2/cancel/"), {"reason": "No."})
    assert stale.status_code == 409
    assert head.post(at(event, "2/cancel/"), {"reason": "No.", "of": "1", "also": "1"}).status_code == 303
    assert scores(event) == {1: 10, 2: 0, 3: 10, 4: 0}


def test_an_appeal_that_cancels_offers_to_cancel_what_returns(event: Event) -> None:
    events.change_event(event, "system", cast.plan("world-2018", appeal_minutes=60))
    capitulation(event)
    second = rule(event, "annulled")
    entry = cast.entry(event, cast.seated(cast.table(event))[1])
    appeals.appeal(second, entry, "We made it.", f"entry:{entry.number}")
    organiser, head = cast.organiser(event), cast.head_juror(event)
    appeal = Appeal.objects.get(decision=second)
    signed = (cast.by(head), "cancelled", "Heard both.", cast.by(organiser))
    with cast.refused("have changed"):
        appeals.settle_appeal(appeal, *signed, returning=[])
    appeals.settle_appeal(appeal, *signed, returning=[1], also=[1])
    assert scores(event) == {1: 10, 2: 0, 3: 10, 4: 0}


def test_an_open_appeal_against_an_ended_ruling_stays_open(event: Event) -> None:
    events.change_event(event, "system", cast.plan("world-2018", appeal_minutes=60))
    first = capitulation(event)
    entry = cast.entry(event, cast.seated(cast.table(event))[2])
    appeals.appeal(first, entry, "It was my partner.", f"entry:{entry.number}")
    rule(event, "annulled")
    assert list(appeals.open_appeals(event)) == [Appeal.objects.get(decision=first)]


def test_every_reader_leaves_an_ended_ruling_out(event: Event) -> None:
    first, second = capitulation(event), rule(event, "annulled")
    entry = cast.entry(event, cast.seated(cast.table(event))[2])
    assert dossier.dossier(entry).points == 0
    assert not cards.card(event, entry).adjustments
    assert facts.decided_at(Table.objects.all()) == {}
    page = sheet(cast.table(event))
    assert effect_of_decision(Decision.objects.get(pk=first.pk), page) == []
    effect = effect_of_decision(Decision.objects.get(pk=second.pk), page)
    shown = [(one.before, one.after, one.ended_points) for one in effect]
    assert shown == [(7, 0, 0), (0, 0, -10), (7, 0, 0), (0, 0, 10)]
    exported = exporting.document(cast.fresh(event))["decisions"]
    assert [one.get("ends") for one in exported] == [None, [1]]


def test_ended_rulings_come_back_from_a_file_and_from_the_logbook(event: Event) -> None:
    capitulation(event)
    rule(event, "annulled")
    before = scores(event)
    guards.lay()
    assert proof.prove(cast.fresh(event))
    document = exporting.document(cast.fresh(event))
    again = importing.load(document, "system", "again")
    assert exporting.document(cast.fresh(again))["decisions"] == document["decisions"]
    assert [place.standing.row.points for place in event_standings(again, public=False)] == sorted(
        [*before.values(), 0, 0, 0, 0], reverse=True
    )


# --- Events from before rulings ended each other ---------------------------------------------------------------


def test_an_old_ruling_leaves_the_points_standing_until_it_is_put_right(event: Event, capsys: Any) -> None:
    capitulation(event)
    rule_of_before(cast.table(event), 1, "annulled")
    assert scores(event) == {1: 0, 2: -10, 3: 0, 4: 10}
    guards.lay()
    call_command("verify", event.slug)
    assert "decision 2 leaves what decision 1 gave standing" in capsys.readouterr().out
    [one] = find_overruled(event)
    sat = cast.seated(cast.table(event))
    assert {number: one.point_changes[number] for number in (sat[2], sat[4])} == {sat[2]: (-10, 0), sat[4]: (10, 0)}
    head = cast.by(cast.head_juror(event))
    juror = cast.by(cast.juror(event))
    with cast.refused("Only the head jury"):
        superseded_rulings.end_rulings(event, juror, {2: [1]}, "Right.")
    stale: list[dict[int, list[int]]] = [{2: []}, {1: [2]}, {2: [1, 3]}]
    for wrong in stale:
        with cast.refused("have changed"):
            superseded_rulings.end_rulings(event, head, wrong, "Right.")
    superseded_rulings.end_rulings(event, head, {2: [1]}, "Right.")
    with cast.nothing_written():
        superseded_rulings.end_rulings(event, head, {2: [1]}, "Right.")
    assert scores(event) == {1: 0, 2: 0, 3: 0, 4: 0}
    guards.lay()
    assert proof.prove(cast.fresh(event))
    guards.lay()
    call_command("verify", event.slug)
    assert "gave standing" not in capsys.readouterr().out


def ticks(page: Any) -> list[str]:
    """What the ticks of the page send."""
    return re.findall(r'name="ends"\s+value="([^"]+)"', page.content.decode())


def test_other_points_than_the_page_showed_are_not_put_right(event: Event) -> None:
    table = cast.table(event)
    cast.write(table, 2, cast.result("S12", (1,), 12, jury="allowed"))
    sat = cast.seated(table)
    rule_of_before(table, 2, "annulled", points={sat[2]: -10, sat[4]: 10})
    rule_of_before(table, 2, "not_called")
    client, address = cast.client(cast.organiser(event)), at(event, "endings/")
    sent = {"ends": ticks(client.get(address)), "reason": "Put right."}
    deals.correct_deal(table, "system", 2, cast.result(), replaces=1, reason="Mistyped.")
    with cast.nothing_written():
        changed = client.post(address, sent)
    assert changed.status_code == 409 and "changed this in the meantime" in cast.shown(changed)
    assert ticks(changed) != sent["ends"]
    assert client.post(address, {**sent, "ends": ticks(changed)}).status_code == 303


@pytest.mark.long
def test_any_number_of_such_deals_costs_as_many_queries(event: Event) -> None:
    events.change_event(event, "system", cast.plan("world-2018", appeal_minutes=60))
    client, organiser = cast.client(cast.organiser(event)), f"/staff/{event.slug}/"
    costs: list[list[int]] = []
    for number in (1, 2):
        table = cast.table(event, number)
        sat = cast.seated(table)
        for deal in range(1, 4) if number == 2 else (1,):
            first = rulings.rule(table, "system", deal, "annulled", "Seen.", points={sat[2]: -10, sat[4]: 10})
            appeals.appeal(first, cast.entry(event, sat[2]), "It was my partner.", f"entry:{sat[2]}")
            rule_of_before(table, deal, "annulled")
        costs.append([])
        for address in (at(event, "endings/"), organiser):
            client.get(address)
            with CaptureQueriesContext(connection) as asked:
                assert client.get(address).status_code == 200
            costs[-1].append(len(asked))
    assert len(find_overruled(event)) == 4 and costs[0] == costs[1]


def test_where_every_ruling_ends_the_earlier_ones_one_query_says_so(
    event: Event, django_assert_num_queries: Any
) -> None:
    capitulation(event)
    rule(event, "annulled")
    with django_assert_num_queries(1):
        assert find_overruled(event) == []


def test_overview_leads_to_the_page_that_puts_it_right(event: Event) -> None:
    capitulation(event)
    rule_of_before(cast.table(event), 1, "annulled")
    client = cast.client(cast.organiser(event))
    overview = cast.shown(client.get(f"/staff/{event.slug}/"))
    assert "On 1 deal the points of an earlier ruling still count" in overview
    page = client.get(at(event, "endings/"))
    [ticked] = ticks(page)
    assert ticked.startswith("2:1:") and "−10" in cast.shown(page)
    for wrong in ({"ends": ticked}, {"ends": "2:1", "reason": "No mark."}):
        assert client.post(at(event, "endings/"), wrong).status_code == 422
    assert client.post(at(event, "endings/"), {"ends": "x:y", "reason": "No."}).status_code == 409
    assert client.post(at(event, "endings/"), {"ends": ticked, "reason": "Put right."}).status_code == 303
    assert "still count" not in cast.shown(client.get(f"/staff/{event.slug}/"))
