"""Final is an act: who declares it, what is named as open then, what it stops, and how it is taken back."""

from pathlib import Path

import pytest

from tests.support.events import cast, finals
from tests.support.events.laid_again import laid_again
from tests.support.events.signing import players
from tests.support.files.paper import printed
from tests.support.pages.reading import ranking, text_of
from tournament.acts.event import events
from tournament.acts.event import format as formats
from tournament.acts.event.declaration import declaration_token, declare_final, take_back_final
from tournament.acts.jury import appeals, rulings
from tournament.acts.people import registration
from tournament.acts.rounds import draws, rounds
from tournament.acts.table import deals, signatures
from tournament.draw.drawing import DrawRequest
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Appeal, Event, LogEntry
from tournament.progress.next_step import NextStep, progress
from tournament.progress.open_issues import IssueKind, issue_sentences, open_issues
from tournament.ranking.finalists import candidates
from tournament.reading.ranking.finality import Finality, finality

pytestmark = pytest.mark.django_db
BY = "system"


@pytest.fixture
def event() -> Event:
    return cast.closed()


@laid_again
def disputed() -> Event:
    """Everybody signs: at one table a deal is in dispute, at the other one is missing; the round is closed."""
    event = cast.playing(players=8, slug="disputed", deals=2, confirmation=Event.Confirmation.PLAYERS)
    cast.play(cast.table(event))
    cast.write(cast.table(event, 2), 1)
    one, *_others = players(cast.table(event))
    signatures.dispute(cast.table(event), f"entry:{one}", one, 2, "I made eight.")
    rounds.close_round(cast.round_of(event), BY, reason="Not all came.")
    return cast.fresh(event)


def head(event: Event) -> str:
    return cast.by(cast.head_juror(event))


# --- What is open ----------------------------------------------------------------------------------------------------


def test_disputes_missing_deals_and_unsigned_tables_are_open() -> None:
    event = disputed()
    assert issue_sentences(open_issues(event), event) == [
        "Round 1, table 1: deals in dispute: 2",
        "Round 1, table 1: not signed",
        "Round 1, table 2: deals missing: 2",
    ]
    assert open_issues(event, 0) == []


def test_a_contract_with_two_answers_of_the_jury_waits() -> None:
    event = cast.playing(players=4, deals=1)
    table = cast.table(event)
    cast.write(table, 1, cast.result("GMT", (1, 2), {"1": 0, "2": 0}, jury="allowed"))
    rulings.rule(table, BY, 1, "refused", "Not feasible.", contract="GMT", about=[1])
    assert issue_sentences(open_issues(event), event) == ["Round 1, table 1: deals waiting for the jury: 1"]


def test_nothing_is_open_where_everything_is_written_and_nobody_signs(event: Event) -> None:
    assert open_issues(event) == []


# --- The act ------------------------------------------------------------------------------------------------------


def test_the_head_jury_declares_it_and_takes_it_back_for_a_reason(event: Event, tmp_path: Path) -> None:
    by = head(event)
    declare_final(event, by)
    event = cast.fresh(event)
    assert finality(event) == Finality.FINAL
    assert "Final ranking" in text_of(ranking(event))
    assert "Final ranking" in printed(event, "ranking", tmp_path).text
    with cast.nothing_written():
        declare_final(event, by)
        with pytest.raises(UserError, match="not final any more"):
            take_back_final(event, by, " ")
        with pytest.raises(UserError, match="changed this in the meantime"):
            take_back_final(event, by, "A sheet was found.", seen="another declaration")
    take_back_final(event, by, "A sheet was found.", seen=declaration_token(event))
    with cast.nothing_written():
        take_back_final(event, by, "A sheet was found.")
    assert finality(cast.fresh(event)) == Finality.PROVISIONAL


def test_only_the_head_jury_does_or_the_organiser_of_an_event_without_one(event: Event) -> None:
    organiser, juror = cast.by(cast.organiser(event)), cast.by(cast.juror(event))
    with cast.nothing_written():
        for by in (juror, BY):
            with pytest.raises(UserError, match="Only the head jury can do this: organiser-of-ledegem"):
                declare_final(event, by)
    declare_final(event, organiser)
    by = head(event)
    with cast.refused("head_jury-of-ledegem"):
        take_back_final(event, organiser, "A sheet was found.")
    take_back_final(event, by, "A sheet was found.")


def test_what_is_open_is_named_and_needs_a_reason() -> None:
    event = disputed()
    by = head(event)
    with cast.refused(r"table 1: deals in dispute: 2; .*table 2: deals missing: 2"):
        declare_final(event, by)
    with cast.refused("changed this in the meantime"):
        declare_final(event, by, "They left.", opened="something else")
    declare_final(event, by, "They left.")
    line = LogEntry.objects.filter(event=event).order_by("sequence").last()
    assert line and '"open":[["dispute",1,1,2],["unsigned",1,1],["missing",1,2,2]]' in line.text


def test_a_ranking_that_changed_since_it_was_seen_is_not_declared_final(event: Event) -> None:
    by = head(event)
    seen = cast.fresh(event).version_token
    cast.penalty(event, 1)
    with cast.refused("changed this in the meantime"):
        declare_final(event, by, seen=seen)


def test_a_rehearsal_a_hidden_round_and_an_event_without_rounds_are_not_final(event: Event) -> None:
    empty, rehearsal = cast.event(8, "empty"), cast.event(8, "rehearsal")
    events.change_state(empty, BY, "live")
    for other, sentence in ((rehearsal, "rehearsal"), (empty, "No round has been published")):
        with cast.refused(sentence):
            declare_final(other, cast.by(cast.organiser(other)))
    rounds.show_round(cast.round_of(event), BY, False)
    with cast.refused("Round 1 is hidden"):
        declare_final(event, cast.by(cast.organiser(event)))


def test_nothing_that_counts_changes_until_it_is_taken_back(event: Event) -> None:
    by = head(event)
    declare_final(event, by)
    table = cast.table(event)
    with cast.nothing_written():
        for act in (
            lambda: deals.correct_deal(table, by, 1, cast.result(), replaces=1, reason="Mistyped."),
            lambda: rulings.rule(table, by, 1, "annulled", "Marked cards."),
            lambda: cast.penalty(event, 1),
            lambda: rounds.reopen_round(cast.round_of(event), by),
            lambda: draws.draw_rounds(event, by, DrawRequest()),
            lambda: registration.withdraw(cast.entry(event, 1), by, "Ill."),
        ):
            with pytest.raises(UserError, match="The ranking is final"):
                act()
    take_back_final(event, by, "One sheet was found.")
    deals.correct_deal(table, by, 1, cast.result(), replaces=1, reason="Mistyped.")


def test_a_round_without_all_its_deals_is_not_closed_below_a_final_ranking() -> None:
    """Closing it would give the bonus of its tables."""
    event = cast.playing(8, deals=2)
    formats.set_format(event, BY, {"bonus": [9, 6, 3, 0]})
    cast.play(cast.table(event, 1))
    cast.write(cast.table(event, 2), 1)
    declare_final(event, by := cast.by(cast.organiser(event)), "The hall closes.")
    before = ranking(cast.fresh(event))
    page, close = cast.client(cast.organiser(event)), "/staff/ledegem/rounds/1/close/"
    shown = cast.shown(page.get(close))
    assert "The ranking is final" in shown and "typed later" not in shown
    with cast.nothing_written():
        assert page.post(close, {"of": "", "reason": "Late.", "ends": "1"}).status_code == 409
    assert ranking(cast.fresh(event)) == before
    take_back_final(event, by, "One sheet was found.")
    cast.write(cast.table(event, 2), 2)
    declare_final(event, by)
    rounds.close_round(cast.round_of(event), by)  # which changes nothing
    assert finality(cast.fresh(event)) == Finality.FINAL


def test_below_a_final_ranking_the_next_step_is_to_close_the_event(event: Event) -> None:
    client = cast.client(cast.organiser(event))
    cast.next_round(event)
    assert progress(event).step == NextStep.PLAY
    declare_final(event, head(event), "The hall closes.")
    assert progress(cast.fresh(event)).step == NextStep.CLOSE_EVENT
    page = cast.shown(client.get("/staff/ledegem/"))
    assert "Next step The ranking is final. Ranking Close the event" in page and "One more round" not in page


def test_an_event_with_a_head_jury_is_closed_once_the_ranking_is_final(event: Event) -> None:
    by = head(event)
    with cast.refused("has not declared the ranking final"):
        events.change_state(event, BY, Event.State.CLOSED)
    page = cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/state/closed/")
    assert "The head jury has not declared the ranking final yet." in cast.shown(page)
    assert "becomes final" not in cast.shown(page) and "Close the event</button>" not in page.content.decode()
    declare_final(event, by)
    events.change_state(event, BY, Event.State.CLOSED)
    with cast.refused("This event is closed"):
        take_back_final(event, by, "A sheet was found.")


@pytest.mark.long
def test_file_and_replay_keep_the_hour_and_the_declaration(event: Event) -> None:
    cast.let_pass(event)
    declare_final(event, head(event))
    event = cast.fresh(event)
    document = exporting.document(event)
    assert document["event"]["final_at"] == event.final_at.isoformat()  # type: ignore[union-attr]
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    assert (again.final_at, cast.round_of(again).provisional_until) == (
        event.final_at,
        cast.round_of(event).provisional_until,
    )
    copy = importing.load(document, "system", slug="from-a-file")
    assert exporting.document(copy)["event"]["final_at"] == document["event"]["final_at"]
    assert exporting.document(copy)["rounds"] == document["rounds"]


# --- Its page -----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_page_names_what_is_open_and_asks_why() -> None:
    event = disputed()
    browser, path = cast.client(cast.head_juror(event)), f"/staff/{event.slug}/ranking/final/"
    page = browser.get(path)
    assert "Round 1, table 1: deals in dispute: 2" in cast.shown(page)
    sent = cast.filled_in(page)
    with cast.nothing_written():
        answer = browser.post(path, sent)
        assert answer.status_code == 422 and "a reason is needed" in cast.shown(answer)
        assert browser.post(path, {**sent, "of": "", "reason": "They left."}).status_code == 422
    assert browser.post(path, {**sent, "reason": "They left."}).status_code == 303
    assert "The ranking is final" in cast.shown(browser.get(path))
    back, juror = f"{path}take_back/", cast.client(cast.juror(event))
    with cast.nothing_written():
        assert browser.post(back, {"of": declaration_token(cast.fresh(event))}).status_code == 422
        assert browser.post(back, {"of": "x", "reason": "Found."}).status_code == 409
        assert juror.post(back, {"reason": "Found."}).status_code == 403
    assert browser.post(back, {"of": declaration_token(cast.fresh(event)), "reason": "Found."}).status_code == 303
    assert finality(cast.fresh(event)) == Finality.PROVISIONAL


def test_others_do_not_get_there(event: Event) -> None:
    path = f"/staff/{event.slug}/ranking/final/"
    cast.head_juror(event)
    for who in (cast.juror(event), cast.desk(event), cast.outsider()):
        assert cast.client(who).get(path).status_code == 403
    auditor = cast.client(cast.auditor(event))
    assert "has not been declared final" in cast.shown(auditor.get(path)) and auditor.post(path).status_code == 403
    organiser = cast.client(cast.organiser(event))
    page = organiser.get(path)
    assert (
        "Only the head jury can do this" in cast.shown(page) and "Declare final</button>" not in page.content.decode()
    )
    with cast.nothing_written():
        assert organiser.post(path, cast.filled_in(page)).status_code == 409


# --- A cut and a draw by the ranking --------------------------------------------------------------------------------


@laid_again
def before_the_cut() -> Event:
    """The round before a final was closed with a deal missing."""
    event = finals.planned(finals.stages())
    finals.give(cast.table(event), {})
    rounds.close_round(cast.round_of(event), BY, reason="Not all came.")
    return cast.fresh(event)


@pytest.mark.long
def test_a_cut_names_what_is_open_and_asks_why() -> None:
    event = before_the_cut()
    seen = [place.entry.number for place in candidates(event, 2)][:4]
    with cast.refused(r"a reason is needed.*deals missing"):
        formats.make_cut(event, BY, 2, seen)
    browser, path = cast.client(cast.organiser(event)), f"/staff/{event.slug}/format/cut/2/"
    page = browser.get(path)
    assert "deals missing" in cast.shown(page)
    sent = cast.filled_in(page)
    with cast.nothing_written():
        assert browser.post(path, sent).status_code == 422
        assert browser.post(path, {**sent, "opened": "x", "reason": "Agreed."}).status_code == 409
    assert browser.post(path, {**sent, "reason": "Agreed."}).status_code == 303
    line = LogEntry.objects.filter(event=event).order_by("sequence").last()
    assert line and line.act == "cut" and '"open":[["missing",1,' in line.text


@pytest.mark.long
def test_a_draw_by_the_ranking_names_what_is_open_and_asks_why() -> None:
    event = finals.planned({"stages": [{"kind": "ranked", "rounds": 3, "draw": "rank"}]})
    finals.give(cast.table(event), {})
    rounds.close_round(cast.round_of(event), BY, reason="Not all came.")
    with cast.refused(r"a reason is needed.*deals missing"):
        draws.draw_rounds(event, BY, DrawRequest(), anyway=True)
    page = cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/rounds/seat/")
    assert "deals missing" in cast.shown(page)
    draws.draw_rounds(event, BY, DrawRequest(), anyway=True, reason="Agreed.")


def test_a_draw_by_lot_depends_on_nothing_that_is_open() -> None:
    event = disputed()
    draws.draw_rounds(event, BY, DrawRequest(), anyway=True)


@pytest.mark.long
def test_appeals_and_deals_that_wait_for_the_jury_are_open_matters() -> None:
    event = cast.playing(players=4, deals=2, jury=Event.Jury.HAND, appeal_minutes=60)
    table = cast.table(event)
    cast.write(table, 1, cast.result("S13", (1,), 13))
    cast.write(table, 2)
    event = cast.fresh(event)
    appeals.appeal(cast.penalty(event, 2), cast.entry(event, 2), "It was my neighbour.", "entry:2")
    matters = open_issues(event)
    assert [(one.kind, one.deals) for one in matters if one.kind != IssueKind.UNSIGNED] == [
        (IssueKind.APPEAL, (1,)),
        (IssueKind.WAITING, (1,)),
    ]
    assert issue_sentences(matters, event)[:2] == [
        "appeal against decision 1",
        "Round 1, table 1: deals waiting for the jury: 1",
    ]
    rulings.rule(table, "system", 1, "allowed", "Seen.")
    with pytest.raises(UserError, match="appeal against this decision is open"):
        rulings.cancel_decision(event.decisions.get(number=1), head(event), "The wrong player.")
    second = cast.by(cast.organiser(event))
    appeals.settle_appeal(Appeal.objects.get(), head(event), "cancelled", "The wrong player.", second)
    assert not {IssueKind.APPEAL, IssueKind.WAITING} & {one.kind for one in open_issues(cast.fresh(event))}
