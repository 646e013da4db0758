"""Appeals: who may, until when, who settles them and who signs; their file, replay and chronicle."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.support.events import cast
from tests.support.events.appealing import WHY, appealable, head, juror, organiser, penalised
from tournament import access, guards
from tournament.acts.event import events, members
from tournament.acts.jury import rulings
from tournament.acts.jury.appeals import appeal, concerned_entries, open_appeals, settle_appeal
from tournament.acts.kernel import logbook
from tournament.acts.kernel.co_signature import CoSignatureNeededError
from tournament.acts.lifecycle.anonymity import anonymise
from tournament.acts.people.registration import exclude
from tournament.exchange.logbook import proof
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.models import Appeal, Call, Decision, Event, LogEntry, PersonalText
from tournament.progress.open_issues import issue_sentences, open_issues
from tournament.reading.event.stored_data import personal_data

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return appealable()


@pytest.fixture
def decided(event: Event) -> Decision:
    return penalised(event)


@pytest.fixture
def open_one(event: Event, decided: Decision) -> Appeal:
    appeal(decided, cast.entry(event, 3), WHY, "entry:3")
    return Appeal.objects.get()


def refused(act: Callable[[], object], sentence: str) -> None:
    with cast.refused(sentence):
        act()


# --- Appealing -------------------------------------------------------------------------------------------------


def test_a_player_appeals_once_and_the_line_holds_no_words(event: Event, decided: Decision) -> None:
    player = cast.entry(event, 3)
    appeal(decided, player, WHY, "entry:3")
    line = json.loads(LogEntry.objects.filter(event=event).order_by("sequence").last().text)  # type: ignore[union-attr]
    assert line["act"] == "appeal" and WHY not in json.dumps(line)
    assert [(one.text, one.outcome) for one in open_appeals(event)] == [(WHY, "")]
    with cast.nothing_written():
        appeal(decided, player, WHY, "entry:3")
    refused(lambda: appeal(decided, player, "En nog iets.", "entry:3"), "already appealed")
    refused(lambda: appeal(decided, player, WHY, "user:1"), "already appealed")


def test_what_cannot_be_appealed_is_refused(event: Event, decided: Decision) -> None:
    player = cast.entry(event, 3)
    refused(lambda: appeal(decided, player, " ", "entry:3"), "why you appeal")
    refused(lambda: appeal(decided, cast.entry(event, 4), WHY, "entry:4"), "does not concern")
    call = rulings.rule(cast.table(event), juror(event), 1, "annulled", "Gemerkte kaarten.")
    Decision.objects.filter(pk=call.pk).update(by="table:1/1")
    seated = cast.entry(event, cast.seated(cast.table(event))[1])
    refused(lambda: appeal(call, seated, WHY, "system"), "table recorded this itself")
    rulings.cancel_decision(decided, head(event), "De verkeerde.")
    refused(lambda: appeal(decided, player, WHY, "entry:3"), "already been cancelled")


def test_after_its_time_and_where_the_jury_decides_there_is_no_appeal(event: Event, decided: Decision) -> None:
    player = cast.entry(event, 3)
    Decision.objects.filter(pk=decided.pk).update(at=timezone.now() - timedelta(minutes=61))
    refused(lambda: appeal(decided, player, WHY, "entry:3"), "time to appeal against this decision ended on")
    Decision.objects.filter(pk=decided.pk).update(at=timezone.now() - timedelta(minutes=59))
    appeal(decided, player, WHY, "entry:3")
    strict = cast.event(slug="strict", rules="world-2018")
    other = cast.penalty(strict, 3)
    assert strict.appeal_minutes == 0
    refused(lambda: appeal(other, cast.entry(strict, 3), WHY, "entry:3"), "the jury decides: there is no appeal")


def test_a_ruling_concerns_those_who_played_the_deal(event: Event) -> None:
    table = cast.table(event)
    ruling = rulings.rule(table, juror(event), 1, "annulled", "Gemerkte kaarten.")
    assert set(concerned_entries(ruling)) == set(cast.seated(table).values())


def test_minutes_beyond_a_day_are_refused(event: Event) -> None:
    for minutes in (-1, 1441):
        plan = cast.plan("world-2018", appeal_minutes=minutes)
        refused(lambda plan=plan: events.change_event(event, "system", plan), "at most 1440 minutes")  # type: ignore[misc]


# --- Settling --------------------------------------------------------------------------------------------------


def test_the_decision_stands(event: Event, open_one: Appeal) -> None:
    settle_appeal(open_one, head(event), "upheld", "De kaart lag op tafel.", organiser(event))
    now = Appeal.objects.get()
    assert (now.outcome, now.reason) == ("upheld", "De kaart lag op tafel.")
    assert (now.settled_by, now.seconded_by) == (head(event), organiser(event))
    assert not Decision.objects.get().cancelled and not open_appeals(event)
    with cast.nothing_written():
        settle_appeal(open_one, head(event), "upheld", "De kaart lag op tafel.", organiser(event))
    again = lambda: settle_appeal(open_one, head(event), "cancelled", "Toch niet.", organiser(event))  # noqa: E731
    refused(again, "settled in the meantime")


def test_the_decision_is_cancelled_in_the_same_line(event: Event, open_one: Appeal) -> None:
    before = LogEntry.objects.count()
    settle_appeal(open_one, head(event), "cancelled", "Het was een ander.", organiser(event))
    decision = Decision.objects.get()
    assert LogEntry.objects.count() == before + 1 + 1  # the head juror's role, and the line
    assert (decision.cancelled, decision.cancel_reason) == (True, "Het was een ander.")
    assert "Het was een ander" not in LogEntry.objects.order_by("sequence").last().text  # type: ignore[union-attr]


def test_a_contract_that_has_no_answer_then_calls_again(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(jury=Event.Jury.HAND)
    table = cast.table(event)
    cast.write(table, 2, cast.result("S12", (1,), 12))
    decision = rulings.rule(table, juror(event), 2, "not_called", "Niemand riep.")
    number = cast.seated(table)[1]
    appeal(decision, cast.entry(event, number), WHY, f"entry:{number}")
    assert not Call.objects.filter(ended_at=None).exists()
    settle_appeal(Appeal.objects.get(), head(event), "cancelled", "Er werd geroepen.", organiser(event))
    assert Call.objects.get(ended_at=None).contract == "S12"


def test_an_exclusion_ends_with_it(event: Event) -> None:
    exclude(cast.entry(event, 3), juror(event), "Lawaai.")
    decision = Decision.objects.get(kind="exclusion")
    appeal(decision, cast.entry(event, 3), WHY, "entry:3")
    settle_appeal(Appeal.objects.get(), head(event), "cancelled", "Een ander riep.", organiser(event))
    assert not cast.entry(event, 3).excluded


def test_the_decision_is_replaced_by_one_made_since(event: Event, open_one: Appeal) -> None:
    def settle(number: int | None, outcome: str = "replaced") -> None:
        settle_appeal(open_one, head(event), outcome, "Te streng.", organiser(event), replacement=number)

    head(event), organiser(event)
    refused(lambda: settle(None), "Name the new decision")
    refused(lambda: settle(1, "upheld"), "Name the new decision")
    refused(lambda: settle(1), "made since the appeal")
    new = cast.penalty(event, 3, -1)
    rulings.cancel_decision(new, head(event), "Typfout.")
    refused(lambda: settle(new.number), "made since the appeal")
    settle(cast.penalty(event, 3, -2).number)
    assert [(row.number, row.cancelled) for row in Decision.objects.order_by("number")] == [
        (1, True),
        (2, True),
        (3, False),
    ]
    assert Appeal.objects.get().replacement == Decision.objects.get(number=3)


def test_nobody_judges_their_own_decision_and_two_different_people_sign(event: Event, open_one: Appeal) -> None:
    desk, auditor = access.actor(cast.desk(event)), access.actor(cast.auditor(event))
    one, two, three = head(event), organiser(event), juror(event)
    for by, sentence in (
        (three, "own decision"),
        (two, "head of the jury settles"),
        (desk, "head of the jury settles"),
        ("entry:3", "head of the jury settles"),
    ):
        refused(lambda by=by: settle_appeal(open_one, by, "upheld", "Zo.", one), sentence)  # type: ignore[misc]
    for second in ("", one, three, desk, auditor, "entry:3", "user:999"):
        with pytest.raises(CoSignatureNeededError) as asked, cast.nothing_written():
            settle_appeal(open_one, one, "upheld", "Zo.", second)
        assert set(asked.value.others) == {two}
    for outcome in ("", "open", "nonsense"):
        refused(lambda outcome=outcome: settle_appeal(open_one, one, outcome, "Zo.", two), "Choose how")  # type: ignore[misc]
    refused(lambda: settle_appeal(open_one, one, "upheld", " ", two), "reason for settling")
    another = access.actor(cast.member(event, "jury", "another-juror"))
    with pytest.raises(CoSignatureNeededError), cast.nothing_written():
        settle_appeal(open_one, one, "upheld", "Zo.", another)
    settle_appeal(open_one, one, "upheld", "Zo.", access.actor(cast.member(event, "head_jury", "another-head")))


def test_a_decision_is_not_cancelled_past_the_appeal_against_it(event: Event, open_one: Appeal) -> None:
    one, two = head(event), organiser(event)
    refused(lambda: rulings.cancel_decision(open_one.decision, one, "Toch niet."), "An appeal against this decision")
    settle_appeal(open_one, one, "upheld", "Zo.", two)
    rulings.cancel_decision(open_one.decision, one, "Toch niet.")


def test_the_organiser_settles_what_the_only_head_juror_decided(event: Event) -> None:
    decision = rulings.penalise(event, head(event), "noise", {3: 0}, "Lawaai.")
    appeal(decision, cast.entry(event, 3), WHY, "entry:3")
    one = Appeal.objects.get()
    refused(lambda: settle_appeal(one, head(event), "upheld", "Zo.", organiser(event)), "own decision")
    cast.let_pass(event)
    settle_appeal(one, organiser(event), "cancelled", "Zo.", juror(event))
    assert Decision.objects.get().cancelled


def test_nobody_settles_an_appeal_about_a_table_where_they_play(event: Event, open_one: Appeal) -> None:
    for member in (cast.head_juror(event), cast.organiser(event)):
        members.plays_as(event, "system", member, 3)
        settle = lambda: settle_appeal(open_one, head(event), "upheld", "Zo.", organiser(event))  # noqa: E731
        refused(settle, "Nobody decides")
        members.plays_as(event, "system", member, None)
    settle_appeal(open_one, head(event), "upheld", "Zo.", organiser(event))


def test_an_open_appeal_is_named_as_an_open_matter(event: Event, open_one: Appeal) -> None:
    def named() -> list[str]:
        return [words for words in issue_sentences(open_issues(event), event) if "appeal" in words]

    assert named() == ["appeal against decision 1"]
    settle_appeal(open_one, head(event), "upheld", "Zo.", organiser(event))
    assert named() == []


def test_the_words_of_an_appeal_go_with_the_name(event: Event, open_one: Appeal) -> None:
    assert personal_data(cast.entry(event, 3))["appeals"][0]["text"] == WHY
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    anonymise(cast.fresh(event), "system", [3])
    assert Appeal.objects.get().text == "" and not PersonalText.objects.filter(event=event, text=WHY)


def test_a_decision_cancelled_meanwhile_cannot_stand(event: Event, open_one: Appeal) -> None:
    # As it could be done once: old logbooks have it.
    by = head(event)
    with logbook.locked_event(event) as now:
        reason = logbook.store_text(now, "Vergissing.")
        logbook.write(now, by, "cancel_decision", {"decision": open_one.decision.number, "reason": reason})
    refused(lambda: settle_appeal(open_one, head(event), "upheld", "Zo.", organiser(event)), "already been cancelled")
    settle_appeal(open_one, head(event), "cancelled", "Was al gedaan.", organiser(event))
    assert Decision.objects.get().cancel_reason == "Vergissing."


# --- The record ------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_appeals_go_out_and_come_in(event: Event, open_one: Appeal) -> None:
    settle_appeal(
        open_one,
        head(event),
        "replaced",
        "Te streng.",
        organiser(event),
        replacement=cast.penalty(event, 3, -1).number,
    )
    appeal(Decision.objects.get(number=2), cast.entry(event, 3), "Nog te streng.", "entry:3")
    guards.lay()
    assert proof.prove(cast.fresh(event))
    document = exporting.document(cast.fresh(event))
    importing.judge(document)
    elsewhere = importing.load(document, "system", slug="elsewhere")
    assert exporting.document(elsewhere)["appeals"] == document["appeals"] and elsewhere.appeal_minutes == 60
    assert proof.prove(elsewhere)
    assert [one.text for one in open_appeals(elsewhere)] == ["Nog te streng."]


@pytest.mark.long
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"decision": 9}, "names a decision that is not there"),
        ({"entry": 99}, "names somebody"),
        ({"at": "2026-02-31T10:00:00Z"}, "at: is not a time"),
        ({"text": "\0"}, "cannot be kept"),
        ({"outcome": "upheld"}, "settled by nobody"),
        ({"replacement": 1}, "names another"),
        ({"more": 1}, "more"),
    ],
)
def test_nonsense_about_appeals_is_refused(
    event: Event, open_one: Appeal, wrong: dict[str, Any], sentence: str
) -> None:
    document = exporting.document(event)
    document["appeals"][0] |= wrong
    with pytest.raises(EventFileError, match=sentence):
        importing.judge(document)


def test_the_logbook_tells_it_in_words(event: Event, open_one: Appeal) -> None:
    settle_appeal(open_one, head(event), "cancelled", "Een ander.", organiser(event))
    page = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/logbook/"))
    for words in ("Appeal against a decision", "Appeal settled", "the decision is cancelled", "decision 1", "player 3"):
        assert words in page
    assert "together with organiser-of-ledegem" in page
