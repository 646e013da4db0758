"""The hour until which a round is provisional: who may change results after it, with whose name, and what is shown."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tests import cast
from tests.laid_again import laid_again
from tests.paper import printed
from tests.reading import ranking, text_of
from tournament.acts import clock, deals, events, jury, places, rounds, rules
from tournament.acts.clock import clock_mark, set_clock
from tournament.acts.empty_sheet import deals_mark, empty_table
from tournament.acts.publication import withdraw_publication
from tournament.acts.registration import exclude
from tournament.acts.second import SecondNeeded
from tournament.models import Decision, Event, LogEntry, Membership
from tournament.ranking import facts
from tournament.refusal import Refusal
from tournament.views.boards import RANKING

pytestmark = pytest.mark.django_db
BY = "system"
LAST_DECISION = "/staff/ledegem/decisions/4/"


@pytest.fixture
@laid_again
def event() -> Event:
    """One round, played, with a decision of the jury on it."""
    event = cast.played(8)
    jury.rule(cast.table(event), BY, 1, "annulled", "Marked cards.")
    return cast.fresh(event)


def ahead(hours: int = 1) -> Any:
    return timezone.now().replace(microsecond=0) + timedelta(hours=hours)


def people(event: Event) -> tuple[str, str, str]:
    """The organiser, the head juror and a juror, as the logbook names them."""
    return cast.by(cast.organiser(event)), cast.by(cast.head_juror(event)), cast.by(cast.juror(event))


# --- Setting it ----------------------------------------------------------------------------------------------------


def test_the_hour_is_set_changed_and_cleared_and_the_same_hour_writes_nothing(event: Event) -> None:
    round, first, other = cast.round_of(event), ahead(), ahead(2)
    set_clock(round, BY, first, seen=clock_mark(round))
    with cast.nothing_written():
        set_clock(round, BY, first, seen="an older page")
    set_clock(round, BY, other)
    assert cast.round_of(event).provisional_until == other
    set_clock(round, BY, None)
    assert cast.round_of(event).provisional_until is None


def test_an_hour_that_was_not_seen_is_not_changed(event: Event) -> None:
    round = cast.round_of(event)
    seen = clock_mark(round)
    set_clock(round, BY, ahead())
    with cast.nothing_written(), pytest.raises(Refusal, match="changed this in the meantime"):
        set_clock(round, BY, None, seen=seen)


def test_an_hour_that_has_passed_is_neither_set_nor_changed_nor_cleared(event: Event) -> None:
    round = cast.round_of(event)
    with cast.nothing_written(), pytest.raises(Refusal, match="still to come"):
        set_clock(round, BY, timezone.now())
    cast.let_pass(event)
    for until in (None, ahead()):
        with cast.nothing_written(), pytest.raises(Refusal, match="has passed"):
            set_clock(round, BY, until)


def test_a_rehearsal_and_a_round_that_nobody_has_seen_have_no_hour(event: Event) -> None:
    hidden = cast.next_round(event, publish=False)
    rehearsal = cast.event(8, "rehearsal")
    cast.next_round(rehearsal)
    with cast.nothing_written():
        with pytest.raises(Refusal, match="not published"):
            set_clock(hidden, BY, ahead())
        with pytest.raises(Refusal, match="rehearsal"):
            set_clock(cast.round_of(rehearsal), BY, ahead())


def test_withdrawing_a_publication_clears_the_hour(event: Event) -> None:
    second = cast.next_round(event)
    set_clock(second, BY, ahead())
    withdraw_publication(second, BY, "The wrong list.")
    assert cast.round_of(event, 2).provisional_until is None


# --- After it ------------------------------------------------------------------------------------------------------

Late = Callable[[Event, str, str], object]


def _correct(event: Event, by: str, second: str) -> object:
    table, result = cast.table(event, 2), cast.result("S6", (2,), 7)
    return deals.correct_deal(table, by, 1, result, replaces=1, reason="Mistyped.", second=second)


def _rules(event: Event, by: str, second: str) -> object:
    now = facts.ruleset(event)
    other = replace(now, lines={**now.lines, "PM": replace(now.lines["PM"], made=(99,))})
    return rules.correct_rules(event, by, other, now.hash, "The sheet says 99.", second=second)


def _exchange(event: Event, by: str, second: str) -> None:
    one, two = cast.seated(cast.table(event, 1, 2))[1], cast.seated(cast.table(event, 2, 2))[1]
    places.exchange_places(cast.round_of(event, 2), by, (one, two), "They knew.", second=second)


def _reopen_round(event: Event, by: str, second: str) -> None:
    rounds.reopen_round(cast.round_of(event), by, second=second)


def _reopen_table(event: Event, by: str, second: str) -> object:
    return deals.reopen_table(cast.table(event, 2), by, second=second)


def _empty(event: Event, by: str, second: str) -> object:
    table = cast.table(event, 2)
    return empty_table(table, by, "Of another table.", seen=deals_mark(table), second=second)


def _cancel(event: Event, by: str, second: str) -> None:
    jury.cancel_decision(event.decisions.get(number=1), by, "The wrong deal.", second=second)


def _rule(event: Event, by: str, second: str) -> object:
    return jury.rule(cast.table(event, 2), by, 1, "annulled", "Marked cards.", second=second)


def _penalise(event: Event, by: str, second: str) -> object:
    return jury.penalise(event, by, "noise", {1: -1}, "Sang.", table=cast.table(event), second=second)


def _undo(event: Event, by: str, second: str) -> object:
    return deals.undo_deal(cast.table(event, 2), by, 4, replaces=1, second=second)


ACTS: dict[str, tuple[Late, int]] = {
    "correct a deal": (_correct, 1),
    "take back a deal": (_undo, 1),
    "rule": (_rule, 1),
    "penalise": (_penalise, 1),
    "cancel": (_cancel, 1),
    "empty a sheet": (_empty, 1),
    "reopen a table": (_reopen_table, 1),
    "reopen the round": (_reopen_round, 1),
    "correct the rules": (_rules, 1),
    "exchange places": (_exchange, 2),
}


@pytest.mark.parametrize("name", ACTS)
def test_after_the_hour_only_the_head_jury_changes_results_with_another_who_may_rule(event: Event, name: str) -> None:
    act, round = ACTS[name]
    organiser, head, juror = people(event)
    desk = cast.by(cast.desk(event))
    if round == 2:
        cast.next_round(event)
    if "reopen" in name:
        deals.close_table(cast.table(event, 2), BY)
    if "round" in name:
        rounds.close_round(cast.round_of(event), BY)
    cast.let_pass(event, round)
    event = cast.fresh(event)
    with cast.nothing_written():
        for by in (BY, organiser, juror, "table:1/2"):
            with pytest.raises(Refusal, match="Only the head jury can still change it: head_jury-of-ledegem"):
                act(event, by, juror)
        for second in ("", head, desk, "user:999"):
            with pytest.raises(SecondNeeded) as asked:
                act(event, head, second)
            assert set(asked.value.others) == {organiser, juror}
    act(event, head, juror)
    line = LogEntry.objects.filter(event=event).order_by("sequence").last()
    assert line and line.by == head and f'"with":"{juror}"' in line.text


def test_before_the_hour_nobody_needs_a_second_name_and_none_is_kept(event: Event) -> None:
    set_clock(cast.round_of(event), BY, ahead())
    _correct(event, BY, "user:1")
    assert '"with"' not in LogEntry.objects.filter(event=event).order_by("sequence").last().text  # type: ignore[union-attr]


def test_other_rounds_stay_as_they_were_and_what_no_round_is_about_falls_under_the_last(
    event: Event, tmp_path: Path
) -> None:
    organiser, head, juror = people(event)
    cast.next_round(event)
    cast.let_pass(event)
    cast.write(cast.table(event, 1, 2), 1)
    jury.penalise(event, juror, "noise", {1: -1}, "Sang.")
    jury.penalise(event, juror, "noise", {1: -1}, "Sang.", table=cast.table(event, 1, 2))
    cast.let_pass(event, 2)
    with cast.nothing_written():
        for act in (
            lambda by: jury.penalise(event, by, "noise", {1: -1}, "Sang."),
            lambda by: exclude(cast.entry(event, 2), by, "Sloeg."),
            lambda by: jury.cancel_decision(Decision.objects.latest("number"), by, "Toch niet."),
        ):
            with pytest.raises(Refusal, match="Only the head jury"):
                act(juror)
            with pytest.raises(SecondNeeded):
                act(head)
    exclude(cast.entry(event, 2), head, "Sloeg.", second=organiser)
    report, page = printed(event, "jury", tmp_path).text, cast.shown(cast.client(cast.juror(event)).get(LAST_DECISION))
    assert "head_jury-of-ledegem + organiser-of-ledegem" in page
    assert "head_jury-of-ledegem+organiser-of-ledegem" in report.replace(" ", "")


def test_a_deal_that_is_still_missing_can_be_written_after_the_hour() -> None:
    event = cast.playing(8)
    cast.let_pass(event)
    cast.write(cast.table(event), 1)
    with cast.nothing_written(), pytest.raises(Refusal, match="Only the head jury"):
        table = cast.table(event)
        deals.correct_deal(table, cast.captain(table), 1, cast.result(tricks=8), replaces=1, at_table=True)


def test_where_there_is_no_head_jury_the_organiser_stands_in(event: Event) -> None:
    organiser, juror = cast.by(cast.organiser(event)), cast.by(cast.juror(event))
    cast.let_pass(event)
    with pytest.raises(SecondNeeded):
        _correct(event, organiser, "")
    _correct(event, organiser, juror)


def test_a_form_that_is_sent_again_after_the_hour_gets_its_first_answer(event: Event) -> None:
    table, given = cast.table(event, 2), {"replaces": 1, "reason": "Mistyped.", "key": "k"}
    first = deals.correct_deal(table, BY, 1, cast.result("S6", (2,), 7), **given)  # type: ignore[arg-type]
    cast.let_pass(event)
    with cast.nothing_written():
        again = deals.correct_deal(cast.table(event, 2), BY, 1, cast.result("S6", (2,), 7), **given)  # type: ignore[arg-type]
    assert again == first


# --- On pages and paper --------------------------------------------------------------------------------------------


def test_the_organiser_sets_the_hour_on_the_page_of_the_round(event: Event) -> None:
    browser, path = cast.client(cast.organiser(event)), f"/staff/{event.slug}/rounds/1/"
    until = timezone.localtime(ahead()).replace(second=0)
    asked = {"of": clock_mark(cast.round_of(event)), "until": until.strftime("%Y-%m-%dT%H:%M")}
    page = browser.post(f"{path}clock/", asked, follow=True)
    assert f"Provisional until {clock.hour(until)}." in cast.shown(page)
    others = cast.desk(event), cast.head_juror(event), cast.auditor(event)
    with cast.nothing_written():
        assert browser.post(f"{path}clock/", {**asked, "until": "soon"}).status_code == 422
        assert browser.post(f"{path}clock/", {"until": f"{until:%Y-%m-%d}T23:59", "of": "x"}).status_code == 409
        for other in others:
            assert cast.client(other).post(f"{path}clock/", asked).status_code == 403
    cleared = {**asked, "of": clock_mark(cast.round_of(event)), "clear": "1"}
    assert browser.post(f"{path}clock/", cleared).status_code == 303
    assert cast.round_of(event).provisional_until is None
    cast.let_pass(event)
    assert f"{path}clock/" not in browser.get(path).content.decode()


def test_ranking_and_paper_name_the_hour_and_nothing_flips_by_itself(event: Event, tmp_path: Path) -> None:
    until = ahead()
    set_clock(cast.round_of(event), BY, until)
    event, shown = cast.fresh(event), clock.hour(until)
    assert f"Provisional until {shown}." in text_of(ranking(event))
    assert f"provisional until {shown}" in printed(event, "ranking", tmp_path).text.lower()
    cast.let_pass(event)
    event = cast.fresh(event)
    told = clock.hour(cast.round_of(event).provisional_until)  # type: ignore[arg-type]
    assert f"Objections were possible until {told}." in text_of(ranking(event))
    paper = printed(event, "ranking", tmp_path).text
    assert f"provisional until {told}" in paper.lower() and "Final ranking" not in paper


def test_the_ranking_that_is_kept_says_that_the_hour_has_passed(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(cast.round_of(event), BY, ahead())
    event = cast.fresh(event)
    first = RANKING.edition(event, "en")
    assert RANKING.edition(event, "en") is first
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    monkeypatch.setattr("time.time", later.timestamp)
    monkeypatch.setattr("django.conf.settings.RANKING_PATIENCE", -1)
    assert b"Objections were possible" in RANKING.edition(event, "en").documents["page"].body
    RANKING.forget()


def test_the_head_juror_is_asked_for_the_second_name_and_the_same_form_is_sent_again(event: Event) -> None:
    _organiser, head, juror = people(event)
    cast.let_pass(event)
    browser, path = cast.client(cast.head_juror(event)), f"/staff/{event.slug}/decisions/1/cancel/"
    with cast.nothing_written():
        page = browser.post(path, {"reason": "The wrong deal."})
        assert page.status_code == 409
        assert "needs a second name" in cast.shown(page)
        assert cast.filled_in(page)["reason"] == "The wrong deal."
        assert f'value="{juror}"'.encode() in page.content and f'value="{head}"'.encode() not in page.content
        assert browser.post(path, {"reason": "The wrong deal.", "second": head}).status_code == 409
    sent = {**cast.filled_in(page), "second": juror, "second_password": cast.PASSWORD}
    with cast.nothing_written():
        for wrong in ("", "not theirs"):
            page = browser.post(path, {**sent, "second_password": wrong})
            assert page.status_code == 409 and "This is not their password" in cast.shown(page)
            assert not wrong or wrong.encode() not in page.content
    assert browser.post(path, sent).status_code == 303
    assert event.decisions.get(number=1).cancelled
    told = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/logbook/"))
    assert "together with jury-of-ledegem" in told


def test_the_page_says_so_if_nobody_else_may_rule(event: Event) -> None:
    Membership.objects.exclude(user=cast.organiser(event)).delete()
    cast.let_pass(event)
    page = cast.client(cast.organiser(event)).post(f"/staff/{event.slug}/decisions/1/cancel/", {"reason": "Wrong."})
    assert page.status_code == 409 and "Nobody else may rule in this event" in cast.shown(page)
    assert b'name="second"' not in page.content


def test_others_read_who_can(event: Event) -> None:
    people(event)
    cast.let_pass(event)
    organiser = cast.client(cast.organiser(event))
    page = organiser.post(f"/staff/{event.slug}/decisions/1/cancel/", {"reason": "The wrong deal."})
    assert page.status_code == 409
    assert "Only the head jury can still change it: head_jury-of-ledegem." in cast.shown(page)


def test_the_head_jury_corrects_a_deal_and_reopens_the_round_on_their_pages(event: Event) -> None:
    _organiser, _head, juror = people(event)
    rounds.close_round(cast.round_of(event), BY)
    cast.let_pass(event)
    browser, path = cast.client(cast.head_juror(event)), f"/staff/{event.slug}/rounds/1/"
    assert f"{path}reopen/".encode() in browser.get(path).content
    asked = browser.post(f"{path}reopen/")
    assert asked.status_code == 409
    assert browser.post(f"{path}reopen/", {"second": juror, "second_password": cast.PASSWORD}).status_code == 303
    assert not cast.round_of(event).closed


def test_the_history_of_the_deal_has_both_names(event: Event) -> None:
    _organiser, head, juror = people(event)
    cast.let_pass(event)
    _correct(event, head, juror)
    page = cast.shown(cast.client(cast.desk(event)).get(f"/staff/{event.slug}/rounds/1/tables/2/deals/1/"))
    assert "head_jury-of-ledegem" in page and "together with jury-of-ledegem" in page


def test_closing_waits_for_the_head_jury(event: Event) -> None:
    cast.head_juror(event)
    rounds.close_round(cast.round_of(event), BY)
    with cast.nothing_written(), pytest.raises(Refusal, match="has not declared the ranking final"):
        events.change_state(event, BY, "closed")
