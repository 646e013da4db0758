"""The hour until which a round is provisional, on pages and paper."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tests.support.events import cast
from tests.support.events.last_hours import BY, ahead, correct, decided, people
from tests.support.files.paper import printed
from tests.support.pages.reading import ranking, text_of
from tournament.acts.kernel import deadline
from tournament.acts.kernel.deadline import deadline_token, set_deadline
from tournament.acts.rounds import rounds
from tournament.models import Event, Membership
from tournament.views.public.ranking_board import RANKING

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return decided()


def test_the_organiser_sets_the_hour_on_the_page_of_the_round(event: Event) -> None:
    browser, path = cast.client(cast.organiser(event)), f"/staff/{event.slug}/rounds/1/"
    until = timezone.localtime(ahead()).replace(second=0)
    asked = {"of": deadline_token(cast.round_of(event)), "until": until.strftime("%Y-%m-%dT%H:%M")}
    page = browser.post(f"{path}clock/", asked, follow=True)
    assert f"Provisional until {deadline.hour_in_words(until)}." in cast.shown(page)
    others = cast.desk(event), cast.head_juror(event), cast.auditor(event)
    with cast.nothing_written():
        assert browser.post(f"{path}clock/", {**asked, "until": "soon"}).status_code == 422
        assert browser.post(f"{path}clock/", {"until": f"{until:%Y-%m-%d}T23:59", "of": "x"}).status_code == 409
        for other in others:
            assert cast.client(other).post(f"{path}clock/", asked).status_code == 403
    cleared = {**asked, "of": deadline_token(cast.round_of(event)), "clear": "1"}
    assert browser.post(f"{path}clock/", cleared).status_code == 303
    assert cast.round_of(event).provisional_until is None
    cast.let_pass(event)
    assert f"{path}clock/" not in browser.get(path).content.decode()


def test_ranking_and_paper_name_the_hour_and_nothing_flips_by_itself(event: Event, tmp_path: Path) -> None:
    until = ahead()
    set_deadline(cast.round_of(event), BY, until)
    event, shown = cast.fresh(event), deadline.hour_in_words(until)
    assert f"Provisional until {shown}." in text_of(ranking(event))
    assert f"provisional until {shown}".lower() in printed(event, "ranking", tmp_path).text.lower()
    cast.let_pass(event)
    event = cast.fresh(event)
    told = deadline.hour_in_words(cast.round_of(event).provisional_until)  # type: ignore[arg-type]
    assert f"Objections were possible until {told}." in text_of(ranking(event))
    paper = printed(event, "ranking", tmp_path).text
    assert f"provisional until {told}".lower() in paper.lower() and "Final ranking" not in paper


def test_the_ranking_that_is_kept_says_that_the_hour_has_passed(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    set_deadline(cast.round_of(event), BY, ahead())
    event = cast.fresh(event)
    first = RANKING.edition(event, "en")
    assert RANKING.edition(event, "en") is first
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    monkeypatch.setattr("time.time", later.timestamp)
    monkeypatch.setattr("django.conf.settings.RANKING_PATIENCE", -1)
    assert b"Objections were possible" in RANKING.edition(event, "en").documents["page"].body
    RANKING.clear_cache()


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
    correct(event, head, juror)
    page = cast.shown(cast.client(cast.desk(event)).get(f"/staff/{event.slug}/rounds/1/tables/2/deals/1/"))
    assert "head_jury-of-ledegem" in page and "together with jury-of-ledegem" in page
