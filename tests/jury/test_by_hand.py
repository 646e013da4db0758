"""Where the jury itself answers: what the table sees, what a juror may not do, and what comes later says so."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.pages.captain_phone import opened, path, posted
from tests.support.pages.jury_pages import at
from tests.support.pages.rulings import DECIDED, GMT, answered_by_the_jury, rule, ruling, totals
from tournament import links
from tournament.acts.jury import rulings
from tournament.acts.table import redeals
from tournament.errors import UserError
from tournament.models import Decision, Event, LogEntry
from tournament.ranking import facts
from tournament.ranking.contest import format_of
from tournament.reading.jury import table_answers
from tournament.reading.logbook import seals
from tournament.reading.logbook.chronicle import describe
from tournament.reading.logbook.history import HistoryMoment

pytestmark = pytest.mark.django_db

WAITS = "Waits for the jury: it counts once the jury has allowed the contract."


@pytest.fixture
def event() -> Event:
    return answered_by_the_jury()


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
    page = opened(table)
    assert "waits for the jury" in page.words and "Deal 2" in page.links
    assert totals(event) == {1: 0, 2: 0, 3: 0, 4: 0}
    assert posted(table, "deal/1/", **sent).status_code == 303


def test_the_table_sees_the_answer_at_once_and_the_reason_only_once_it_wrote(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(appeal_minutes=60)
    table, name = cast.table(event), cast.entry(event, cast.seated(cast.table(event))[3]).player.name
    before = seals.sealed(cast.fresh(event), str(table.revision))
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
    with pytest.raises(UserError, match="must pass"):
        cast.write(table, 1, GMT)
    cast.write(table, 1, cast.result(declarers=(2, 4)))
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
    moment = HistoryMoment(line.at, line.by, line.act, json.loads(line.text)["facts"])
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
    again = rulings.rule(cast.table(event), "system", 1, "result", "Zo.", result={**GMT, "jury": "allowed"})
    other = cast.result("GMT", (2,), {"2": 0}, jury="allowed")
    assert not again.later and rulings.rule(cast.table(event), "system", 1, "result", "Zo.", result=other).later


@pytest.mark.parametrize("ruled", [{**GMT, "jury": "not_called"}, cast.result("S7", (3,), 9)])
def test_a_result_as_ruled_that_opens_no_gate_is_not_late(event: Event, ruled: dict[str, Any]) -> None:
    cast.write(cast.table(event), 1, GMT)
    assert not rulings.rule(cast.table(event), "system", 1, "result", "Zo.", result=ruled).later
    opened = rulings.rule(cast.table(event), "system", 2, "result", "Zo.", result={**GMT, "jury": "allowed"})
    assert not opened.later, "nothing was written"


def test_an_answer_before_the_deal_is_not_late_and_asks_no_tick(event: Event, juror: Client) -> None:
    address = ruling(event, "allowed", query="contract=GMT&about=3&next=1")
    assert "before the first card was played" not in cast.shown(juror.get(address))
    untold = {name: value for name, value in DECIDED.items() if name != "spoken"}
    assert juror.post(address, untold).status_code == 303
    assert not Decision.objects.get(event=event).later


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


def test_after_the_hour_the_head_juror_confirms_with_a_second_name() -> None:
    event = cast.playing(8, deals=4)
    cast.write(cast.table(event), 1, {**GMT, "jury": "allowed"})
    client, second = cast.client(cast.head_juror(event)), cast.by(cast.juror(event))
    cast.let_pass(event)
    asked = client.post(at(event, "said/"), cast.filled_in(client.get(at(event, "said/"))))
    assert asked.status_code == 409 and "needs a second name" in cast.shown(asked)
    sent = cast.filled_in(asked) | {"second": second, "second_password": cast.PASSWORD}
    assert client.post(at(event, "said/"), sent).status_code == 303
    assert Decision.objects.latest("number").by == cast.by(cast.head_juror(event))


def test_what_tables_said_is_counted_and_confirmed_with_one_tap() -> None:
    event = cast.playing(8, deals=4)
    client = cast.client(cast.juror(event))
    for number in (1, 2):
        cast.write(cast.table(event, number), 1, {**GMT, "jury": "allowed"})
    cast.write(cast.table(event), 2, {**GMT, "jury": "not_called"})
    assert table_answers.counts(event) == (2, 2)
    assert "Tables said 2 times that the jury was there (tables: 2)." in cast.shown(client.get(at(event)))
    first, second = table_answers.in_words(event)
    assert first.place in cast.shown(client.get(at(event, "said/")))
    sheet = cast.shown(cast.client().get(path(cast.table(event))))
    assert "Said by the table: the jury allowed the contract" in sheet
    before = totals(event)
    sent = cast.filled_in(client.get(at(event, "said/"))) | {"decision": first.decision.number}
    with cast.nothing_written():
        assert client.post(at(event, "said/"), {"decision": first.decision.number}).status_code == 422
        assert client.post(at(event, "said/"), sent | {"version": "9"}).status_code == 409, "the deal was corrected"
        assert client.post(at(event, "said/"), sent | {"expected": "1"}).status_code == 409, "somebody else decided"
    assert client.post(at(event, "said/"), sent).status_code == 303
    confirmed = Decision.objects.filter(event=event).latest("number")
    assert (confirmed.ruling, confirmed.later, confirmed.deal) == ("allowed", True, 1) and totals(event) == before
    assert [one.decision for one in table_answers.in_words(event)] == [second.decision]
    with cast.nothing_written():
        assert client.post(at(event, "said/"), sent).status_code == 303
        assert client.post(at(event, "said/"), sent | {"decision": "☠"}).status_code == 303
    assert cast.client(cast.desk(event)).get(at(event, "said/")).status_code == 403
