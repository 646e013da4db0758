"""Where the jury itself answers: what the table sees, what a juror may not do, and what comes later says so."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from tests import cast
from tests.captain_phone import path, posted
from tests.jury_pages import at
from tests.rulings import DECIDED, ruling, totals
from tournament import links
from tournament.acts import calls, jury, members, redeals, registration, rounds, signatures
from tournament.acts.deletion import delete_entry, entry_mark
from tournament.models import Call, Decision, Event, LogEntry, Membership
from tournament.ranking import facts
from tournament.ranking.contest import format_of
from tournament.reading import said
from tournament.reading.chronicle import describe
from tournament.reading.history import Moment
from tournament.refusal import Refusal

pytestmark = pytest.mark.django_db

GMT = cast.result("GMT", (3,), {"3": 0})
WAITS = "Waits for the jury: it counts once the jury has allowed the contract."


@pytest.fixture
def event() -> Event:
    return cast.playing(8, deals=4, jury=Event.Jury.HAND)


@pytest.fixture
def juror(event: Event) -> Client:
    return cast.client(cast.juror(event))


def rule(event: Event, deal: int, answer: str, **more: Any) -> Decision:
    more = {"contract": "GMT", "about": [3], **more}
    return jury.rule(cast.table(event), more.pop("by", "system"), deal, answer, "De reden.", internal="Binnen.", **more)


def seen(address: str) -> str:
    """A page as it reads, without what its scripts are given."""
    page = cast.client().get(address).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)))


# --- The table -----------------------------------------------------------------------------------------------------


def test_the_table_is_not_asked_and_sees_what_the_deal_would_give(event: Event) -> None:
    table = cast.table(event)
    page = seen(path(table, "deal/1/?contract=GMT&who=3&tricks3=0"))
    assert "Was the jury at the table" not in page and WAITS in page and "+72" in page
    state = json.loads(json_script(cast.client().get(path(table)).content.decode(), "phone-state"))
    assert state["tells"] is False and state["words"]["say"]["waits"] == WAITS


def json_script(page: str, name: str) -> str:
    return page.split(f'<script id="{name}" type="application/json">')[1].split("</script>")[0]


def test_a_deal_of_an_old_page_is_recorded_and_waits(event: Event) -> None:
    table = cast.table(event)
    was = '{"contract":"GMT","declarers":[3],"tricks":{"3":0},"jury":"allowed"}'
    sent = {"contract": "GMT", "who": "3", "tricks3": "0", "jury": "allowed", "seen": was, "version": "0", "key": "k"}
    assert posted(table, "deal/1/", **sent).status_code == 303
    assert cast.stored(table, 1) == GMT and not Decision.objects.exists()
    page = seen(path(table))
    assert "waits for the jury" in page and "Record deal 2" in page
    assert totals(event) == {1: 0, 2: 0, 3: 0, 4: 0}
    assert posted(table, "deal/1/", **sent).status_code == 303


def test_the_table_sees_the_answer_at_once_and_the_reason_only_once_it_wrote(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(appeal_minutes=60)
    table, name = cast.table(event), cast.entry(event, cast.seated(cast.table(event))[3]).player.name
    before = table.revision
    assert cast.client().get(path(table, f"?since={before}")).status_code == 204
    rule(event, 1, "refused", points={cast.seated(table)[3]: -2})
    pages = [path(table, f"?since={before}"), f"/r/{links.reading_token(table)}/"]
    player = f"/p/{links.personal_token(cast.entry(event, cast.seated(table)[1]))}/"
    for address in (*pages, player):
        page = seen(address)
        assert f"{name} must pass." in page
        assert "De reden." not in page and "Binnen." not in page
    own = [f"{player}decisions/", f"{player}decisions/1/appeal/", f"{player}kept.json"]
    card = f"{event.get_absolute_url()}player/{cast.seated(table)[3]}/"
    for address in (*own, card):
        page = seen(address)
        assert ("−2" if address == card else "refused") in page and "De reden." not in page and "Binnen." not in page
    assert "Binnen." not in cast.shown(cast.client().post(own[1], {"text": ""}))
    with pytest.raises(Refusal, match="must pass"):
        cast.write(table, 1, GMT)
    cast.write(table, 1)
    page = seen(path(table))
    assert "De reden." in page and "must pass" not in page
    assert all("De reden." in seen(address) for address in (*own, card))
    assert all("Binnen." in seen(address) for address in (own[0], own[2])) and "Binnen." not in seen(card)


def test_nobody_reads_on_the_page_of_an_appeal_what_does_not_concern_them(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(appeal_minutes=60)
    cast.write(cast.table(event), 1)
    rule(event, 1, "annulled", contract="", about=[])
    stranger = cast.entry(event, cast.seated(cast.table(event, 2))[1])
    address = f"/p/{links.personal_token(stranger)}/decisions/1/appeal/"
    for answer in (cast.client().get(address), cast.client().post(address, {"text": ""})):
        assert answer.status_code == 422 and "De reden." not in cast.shown(answer)


def test_the_answer_stands_by_itself_below_what_is_known_of_the_deal(event: Event) -> None:
    table = cast.table(event)
    redeals.all_pass(table, cast.captain(table), 1)
    rule(event, 1, "allowed")
    page = seen(f"/r/{links.reading_token(table)}/")
    assert re.search(r"all passed 1× · Dealer: [^.·]+ The jury allowed [^.·]+\. ", page) and ". ·" not in page


def test_allowed_before_the_deal_it_counts_when_it_is_written(event: Event) -> None:
    decision = rule(event, 1, "allowed")
    cast.write(cast.table(event), 1, GMT)
    assert not decision.later and totals(event)[3] == 72


# --- The desk and the jury -------------------------------------------------------------------------------------------


def test_the_desk_types_a_sheet_that_waits(event: Event) -> None:
    desk, table = cast.client(cast.desk(event)), cast.table(event)
    address = f"/staff/{event.slug}/rounds/1/tables/1/"
    page = desk.get(address)
    assert 'name="jury"' not in page.content.decode()
    line = {"deal": "1", "contract": "gmt", "who": "3", "tricks": "0", "key": "k", "jury": "allowed"}
    typed = {**line, "versions": "0,0,0,0"}
    assert desk.post(f"{address}type/", typed).status_code == 303
    assert cast.stored(table, 1) == GMT and "waits for the jury" in cast.shown(desk.get(address))
    assert desk.post(ruling(event, "allowed"), DECIDED).status_code == 403


def test_what_the_jury_records_later_it_says_so(event: Event, juror: Client) -> None:
    cast.write(cast.table(event), 1, GMT)
    untold = {name: value for name, value in DECIDED.items() if name != "spoken"}
    assert "The jury said so before the first card was played." in cast.shown(juror.get(ruling(event, "allowed")))
    with cast.nothing_written():
        assert juror.post(ruling(event, "allowed"), untold).status_code == 422
    assert juror.post(ruling(event, "allowed"), DECIDED).status_code == 303
    decision = Decision.objects.get(event=event)
    assert decision.later and totals(event)[3] == 72
    for address in (at(event), at(event, "1/"), f"/staff/{event.slug}/rounds/1/tables/1/deals/1/"):
        assert "recorded later" in cast.shown(juror.get(address))
    line = LogEntry.objects.filter(event=event).latest("sequence")
    moment = Moment(line.at, line.by, line.act, json.loads(line.text)["facts"])
    assert "recorded later" in describe(moment, facts.ruleset(event), format_of(event))


AS_RULED = "asked=1&contract=GMT&who=3&tricks3=0&jury=allowed&next=1"


def test_a_result_as_ruled_that_opens_the_gate_is_recorded_later_too(event: Event, juror: Client) -> None:
    cast.write(cast.table(event), 1, GMT)
    address = ruling(event, "result", query=AS_RULED)
    assert "The jury said so before the first card was played." in cast.shown(juror.get(address))
    untold = {name: value for name, value in DECIDED.items() if name != "spoken"}
    with cast.nothing_written():
        assert juror.post(address, untold).status_code == 422
    assert juror.post(address, DECIDED).status_code == 303
    assert Decision.objects.get(event=event).later and totals(event)[3] == 72
    assert "before the first card was played" not in cast.shown(juror.get(address)), "it is known by now"
    again = jury.rule(cast.table(event), "system", 1, "result", "Zo.", result={**GMT, "jury": "allowed"})
    other = cast.result("GMT", (2,), {"2": 0}, jury="allowed")
    assert not again.later and jury.rule(cast.table(event), "system", 1, "result", "Zo.", result=other).later


@pytest.mark.parametrize("ruled", [{**GMT, "jury": "not_called"}, cast.result("S7", (3,), 9)])
def test_a_result_as_ruled_that_opens_no_gate_is_not_late(event: Event, ruled: dict[str, Any]) -> None:
    cast.write(cast.table(event), 1, GMT)
    assert not jury.rule(cast.table(event), "system", 1, "result", "Zo.", result=ruled).later
    opened = jury.rule(cast.table(event), "system", 2, "result", "Zo.", result={**GMT, "jury": "allowed"})
    assert not opened.later, "nothing was written"


def test_an_answer_before_the_deal_is_not_late_and_asks_no_tick(event: Event, juror: Client) -> None:
    address = ruling(event, "allowed", query="contract=GMT&about=3&next=1")
    assert "before the first card was played" not in cast.shown(juror.get(address))
    untold = {name: value for name, value in DECIDED.items() if name != "spoken"}
    assert juror.post(address, untold).status_code == 303
    assert not Decision.objects.get(event=event).later


# --- Nobody where they play ---------------------------------------------------------------------------------------


@pytest.fixture
def player(event: Event) -> str:
    """A juror who plays at table 1, as the logbook names them."""
    who = cast.juror(event)
    members.plays_as(event, "system", who, cast.seated(cast.table(event))[2])
    return f"user:{who.pk}"


def test_nobody_decides_at_a_table_where_they_play(event: Event, player: str) -> None:
    table, mine = cast.table(event), cast.seated(cast.table(event))[2]
    other = cast.seated(cast.table(event, 2))[1]
    refused = pytest.raises(Refusal, match="Nobody decides a")
    with cast.nothing_written(), refused:
        rule(event, 1, "allowed", by=player)
    with cast.nothing_written(), refused:
        jury.penalise(event, player, "house", {cast.seated(table)[1]: -3}, "Zo.", table=table)
    with cast.nothing_written(), refused:
        jury.penalise(event, player, "house", {mine: 5}, "Zo.")
    decision = rule(event, 1, "allowed")
    with cast.nothing_written(), refused:
        jury.cancel_decision(decision, player, "Toch niet.")
    calls.call(table, "table:1/1", "question")
    with cast.nothing_written(), refused:
        calls.take(Call.objects.get(table=table), player)
    with cast.nothing_written(), refused:
        calls.hand_on(Call.objects.get(table=table), "system", player, seen="")
    for number in (mine, cast.seated(table)[1]):
        with cast.nothing_written(), refused:
            registration.exclude(cast.entry(event, number), player, "Zo.")
        with cast.nothing_written(), refused:
            jury.penalise(event, player, "house", {number: -3}, "Zo.")
    registration.exclude(cast.entry(event, cast.seated(table)[1]), "system", "Zo.")
    with cast.nothing_written(), refused:
        jury.cancel_decision(Decision.objects.get(event=event, kind="exclusion"), player, "Toch niet.")
    jury.penalise(event, player, "house", {other: -3}, "Zo.", table=cast.table(event, 2))
    jury.rule(cast.table(event, 2), player, 1, "annulled", "Zo.")
    registration.exclude(cast.entry(event, other), player, "Zo.")


def test_nobody_ends_a_dispute_where_they_play() -> None:
    event = cast.playing(8, deals=1, confirmation=Event.Confirmation.PLAYERS)
    table, seats = cast.table(event), cast.seated(cast.table(event))
    cast.write(table, 1)
    signatures.dispute(table, f"entry:{seats[1]}", seats[1], 1, "Negen slagen.")
    who = cast.juror(event)
    members.plays_as(event, "system", who, seats[2])
    with cast.nothing_written(), pytest.raises(Refusal, match="Nobody decides at a table where they play"):
        signatures.resolve_dispute(table, cast.by(who), 1, "Acht.")
    members.plays_as(event, "system", who, cast.seated(cast.table(event, 2))[2])
    signatures.resolve_dispute(table, cast.by(who), 1, "Acht.")


def test_once_the_round_is_over_an_opponent_can_be_excluded(event: Event, player: str) -> None:
    opponent = cast.entry(event, cast.seated(cast.table(event))[1])
    rounds.close_round(cast.round_of(event), "system", reason="Klaar.")
    registration.exclude(opponent, player, "Zo.")
    assert cast.entry(event, opponent.number).excluded


def test_the_page_says_why_a_juror_cannot_rule_there(event: Event, player: str, juror: Client) -> None:
    cast.write(cast.table(event), 1, GMT)
    with cast.nothing_written():
        answer = juror.post(ruling(event, "allowed"), DECIDED)
    assert answer.status_code == 409 and "Nobody decides at a table where they play" in cast.shown(answer)


def test_the_organiser_says_who_a_member_plays_as(event: Event, organiser: Client) -> None:
    who = cast.juror(event)
    address = f"/staff/{event.slug}/members/{who.pk}/"
    assert cast.sent_from(organiser, address, number="3").status_code == 303
    assert "3" in cast.shown(organiser.get(address))
    assert list(Membership.objects.filter(event=event, user=who).values_list("entry__number", flat=True)) == [3]
    with cast.nothing_written():
        assert cast.sent_from(organiser, address, number="99").status_code == 422
        assert cast.sent_from(organiser, address, number="3").status_code == 303
        assert organiser.post(address, {"number": "4", "of": "stale"}).status_code == 409
    members.grant_role(event, "system", who, "desk")
    assert Membership.objects.filter(event=event, user=who, entry__number=3).count() == 2
    assert cast.client(who).get(address).status_code == 403
    assert cast.sent_from(organiser, address, number="").status_code == 303
    assert not Membership.objects.filter(event=event, entry__isnull=False).exists()


def test_a_juror_is_asked_once_whether_they_play(event: Event, juror: Client, organiser: Client) -> None:
    asked, hint = "Do you play in this event yourself?", "has not said whether they play"
    staff, queue, address = f"/staff/{event.slug}/members/", at(event, "calls/"), at(event, "calls/plays/")
    members.plays_as(event, "system", cast.organiser(event), None)
    assert asked in cast.shown(juror.get(queue)) and cast.shown(organiser.get(staff)).count(hint) == 1
    assert asked not in cast.shown(organiser.get(queue)), "the organiser said it"
    assert asked not in cast.shown(cast.client(cast.desk(event)).get(queue)), "the desk does not rule"
    others = [cast.client(cast.desk(event)), cast.client(cast.auditor(event))]
    with cast.nothing_written():
        assert juror.post(address, {"plays": "yes", "number": "99"}).status_code == 422
        assert juror.post(address, {"plays": "yes", "number": "☠"}).status_code == 422
        for other in others:
            assert other.post(address, {"plays": "no"}).status_code == 403
    mine = cast.seated(cast.table(event))[2]
    for _again in range(2):
        assert juror.post(address, {"plays": "yes", "number": str(mine)}).status_code == 303
    assert asked not in cast.shown(juror.get(queue)) and hint not in cast.shown(organiser.get(staff))
    with cast.nothing_written():
        assert juror.post(address, {"plays": "no"}).status_code == 409, "the organiser alone changes it"
    with cast.nothing_written(), pytest.raises(Refusal, match="where they play"):
        rule(event, 1, "allowed", by=cast.by(cast.juror(event)))


def test_who_does_not_play_says_so_once_and_who_lost_their_number_is_asked_again(event: Event, juror: Client) -> None:
    asked, queue, address = "Do you play in this event yourself?", at(event, "calls/"), at(event, "calls/plays/")
    assert juror.post(address, {"plays": "no"}).status_code == 303
    with cast.nothing_written():
        assert juror.post(address, {"plays": "no"}).status_code == 303
    assert asked not in cast.shown(juror.get(queue))
    who = cast.juror(event)
    members.plays_as(event, "system", who, 3)
    members.revoke_role(event, "system", who, "jury")
    members.grant_role(event, "system", who, "jury")
    assert asked in cast.shown(juror.get(queue))


def test_a_player_deleted_by_mistake_is_nobodys_any_more() -> None:
    event = cast.event(players=2)
    who = cast.juror(event)
    members.plays_as(event, "system", who, 2)
    delete_entry(cast.entry(event, 2), "system", entry_mark(cast.entry(event, 2)))
    assert Membership.objects.get(event=event, user=who).entry is None


# --- Said by the table ------------------------------------------------------------------------------------------------


def test_the_organiser_is_told_that_the_tables_answer_for_a_jury_that_is_there() -> None:
    event = cast.playing(8)
    told, path = "This event has a jury, but the tables say themselves", f"/staff/{event.slug}/"
    organiser = cast.client(cast.organiser(event))
    assert told not in cast.shown(organiser.get(path))
    juror = cast.client(cast.juror(event))
    assert told in cast.shown(organiser.get(path)) and told not in cast.shown(juror.get(path))
    Event.objects.filter(pk=event.pk).update(jury=Event.Jury.HAND)
    assert told not in cast.shown(organiser.get(path))


def test_what_tables_said_is_counted_and_confirmed_with_one_tap() -> None:
    event = cast.playing(8, deals=4)
    client = cast.client(cast.juror(event))
    for number in (1, 2):
        cast.write(cast.table(event, number), 1, {**GMT, "jury": "allowed"})
    cast.write(cast.table(event), 2, {**GMT, "jury": "not_called"})
    assert said.counts(event) == (2, 2)
    assert "Tables said 2 times that the jury was there (tables: 2)." in cast.shown(client.get(at(event)))
    first, second = said.in_words(event)
    assert first.place in cast.shown(client.get(at(event, "said/")))
    sheet = cast.shown(cast.client().get(path(cast.table(event))))
    assert "Said by the table: the jury allowed the contract" in sheet
    before = totals(event)
    assert client.post(at(event, "said/"), {"decision": first.decision.number}).status_code == 303
    confirmed = Decision.objects.filter(event=event).latest("number")
    assert (confirmed.ruling, confirmed.later, confirmed.deal) == ("allowed", True, 1) and totals(event) == before
    assert [one.decision for one in said.in_words(event)] == [second.decision]
    with cast.nothing_written():
        assert client.post(at(event, "said/"), {"decision": first.decision.number}).status_code == 303
        assert client.post(at(event, "said/"), {"decision": "☠"}).status_code == 303
    assert cast.client(cast.desk(event)).get(at(event, "said/")).status_code == 403
