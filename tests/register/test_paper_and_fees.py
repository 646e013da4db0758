"""What Tonight leads to: an evening on paper, and what is paid for an evening."""

from datetime import timedelta

import pytest

from tests.register.test_tonight import BY, a_week_after, browser, path, tonight
from tests.support import club_evenings as club
from tests.support.events import cast
from tournament.acts.event.events import change_state
from tournament.acts.register.playing import draw_and_publish
from tournament.acts.register.seasons import TableTotal, record_totals, withdraw_totals
from tournament.models import Evening, Event, Series
from tournament.progress.evenings_on import evening_plan
from tournament.reading.people import fees

pytestmark = pytest.mark.django_db


@pytest.fixture
def week_after() -> Series:
    return a_week_after()


def test_a_date_of_which_nothing_is_known_leads_to_the_form_of_an_evening_on_paper(week_after: Series) -> None:
    organisation, slug = week_after.organisation, week_after.organisation.slug
    page = browser(organisation).get(tonight(organisation)).content.decode()
    assert page.index("Nothing is known of these dates:") < page.index('<details class="group"'), "it is in sight"
    assert f'href="/staff/o/{slug}/season/{week_after.slug}/totals/evening/"' in page
    desk = cast.client(club.steward(organisation, "desk")).get(tonight(organisation)).content.decode()
    assert "totals/evening/" not in desk
    before = club.today(week_after) - timedelta(weeks=2)
    page = cast.shown(browser(organisation).get(path(week_after).replace(str(club.today(week_after)), str(before))))
    assert "Nothing is known of this evening." in page and "The next evening is" not in page
    record_totals(week_after, BY, {before: [TableTotal(1, 1, 1, 10, 4), TableTotal(1, 1, 2, -10, 4)]})
    page = cast.shown(browser(organisation).get(path(week_after).replace(str(club.today(week_after)), str(before))))
    assert "This evening was typed from paper." in page
    Series.objects.update(begins_on=club.today(week_after))
    page = browser(organisation).get(tonight(organisation)).content.decode()
    assert "totals/evening/" in page, "tonight is played on paper"


def test_an_evening_typed_from_paper_is_not_begun_a_second_time(week_after: Series) -> None:
    secretary, totals = browser(week_after.organisation), [TableTotal(1, 1, 1, 10, 4), TableTotal(1, 1, 2, -10, 4)]
    record_totals(week_after, BY, {club.today(week_after): totals})
    page = secretary.get(path(week_after))
    assert "This evening was typed from paper." in cast.shown(page) and "Those of last time" not in cast.shown(page)
    assert "Code of this evening" not in page.text and "Who is here" not in page.text, "who came is on the paper"
    assert f'href="/staff/o/de-vier-azen/season/{week_after.slug}/totals/"' in page.text
    assert "closes by itself" not in page.text and "Cancel the evening" not in page.text, "it is over"
    assert "Fees" not in page.text
    Series.objects.update(fee=250)
    totals_page = f"/staff/o/de-vier-azen/season/{week_after.slug}/totals/"
    for address in (path(week_after), totals_page, f"{totals_page}evening/"):
        assert "Fees of an evening on paper are not kept here." in cast.shown(secretary.get(address))
    with cast.nothing_written():
        assert secretary.post(path(week_after, "here"), {"here": "1"}).status_code == 409
    withdraw_totals(week_after, BY, club.today(week_after))
    assert secretary.post(path(week_after, "here"), {"here": "1"}).status_code == 303


def test_an_evening_that_was_begun_is_typed_from_paper_by_its_own_page(week_after: Series) -> None:
    secretary, day = browser(week_after.organisation), club.today(week_after)
    secretary.post(path(week_after, "here"))
    secretary.post(path(week_after, "draw"), {"first": "1"})
    form = f"/staff/o/de-vier-azen/season/{week_after.slug}/totals/evening/?day={day}"
    assert f'href="{form}"' in secretary.get(path(week_after)).text
    assert "This evening was begun in Troel." in cast.shown(secretary.get(form))
    sent = {"of": "", "day": str(day), "deals": "4", "rounds": "1", "tables": "1"}
    sent |= {"person_1_1_1": "1", "points_1_1_1": "10", "person_1_1_2": "2", "points_1_1_2": "-10"}
    assert secretary.post(form, sent).status_code == 303
    page = cast.shown(secretary.get(f"/staff/o/de-vier-azen/series/{week_after.slug}/"))
    assert "typed from paper" in page and "Hold it after all" not in page
    assert "This evening was typed from paper." in cast.shown(secretary.get(path(week_after)))


def test_an_evening_that_is_played_is_not_typed_from_paper(week_after: Series) -> None:
    secretary, day = browser(week_after.organisation), club.today(week_after)
    secretary.post(path(week_after, "here"))
    secretary.post(path(week_after, "draw"), {"first": "1"})
    event = Evening.objects.get(date=day).event
    assert event
    cast.write(cast.table(event), 1, cast.result("S6", (1,), 8))
    page = secretary.get(path(week_after)).text
    assert f"totals/evening/?day={day}" not in page and "/cancel/" not in page
    with cast.nothing_written():
        assert secretary.post(path(week_after, "cancel")).status_code == 409


def test_those_of_last_time_may_be_those_of_an_evening_on_paper(week_after: Series) -> None:
    secretary, day = browser(week_after.organisation), club.today(week_after)
    record_totals(week_after, BY, {day - timedelta(weeks=2): [TableTotal(1, 1, 1, 0, 4)]})
    assert "Those of last time are here (8)" in cast.shown(secretary.get(path(week_after))), "that is longer ago"
    record_totals(week_after, BY, {day - timedelta(days=3): [TableTotal(1, 1, 9, 3, 4), TableTotal(1, 1, 1, -3, 4)]})
    assert "Those of last time are here (2)" in cast.shown(secretary.get(path(week_after)))
    secretary.post(path(week_after, "here"))
    event = Evening.objects.get(date=day).event
    assert event and set(event.entries.values_list("link__person__number", flat=True)) == {1, 9}


def test_an_evening_on_paper_is_known_on_the_page_of_its_series(week_after: Series) -> None:
    secretary, address = browser(week_after.organisation), f"/staff/o/de-vier-azen/series/{week_after.slug}/"
    before = club.today(week_after) - timedelta(weeks=2)
    unknown = cast.shown(secretary.get(address)).count("nothing known")
    record_totals(week_after, BY, {before: [TableTotal(1, 1, 1, 10, 4), TableTotal(1, 1, 2, -10, 4)]})
    page = cast.shown(secretary.get(address))
    assert page.count("nothing known") == unknown - 1 and "typed from paper" in page
    member = cast.shown(secretary.get("/staff/o/de-vier-azen/members/1/"))
    assert f"Evenings on paper 1 {week_after.name} {before:%-d %B %Y}" in member
    assert "Evenings on paper" not in cast.shown(secretary.get("/staff/o/de-vier-azen/members/3/"))


def test_what_is_paid_is_one_tap_away_and_who_did_not_come_owes_nothing(week_after: Series) -> None:
    assert "Fees" not in cast.shown(browser(week_after.organisation).get(path(week_after)))
    Series.objects.update(fee=250)
    secretary, here = browser(week_after.organisation), path(week_after, "here")
    tonight = secretary.post(here, follow=True)
    secretary.post(here, {"away": "8"})
    event = Evening.objects.get(date=club.today(week_after)).event
    assert event and f'href="/staff/{event.slug}/players/fees/"' in tonight.text
    assert "A button takes cash" in cast.shown(secretary.get(f"/staff/{event.slug}/players/fees/"))
    assert (len(fees.owing(event)), fees.totals(event)[""].owed, fees.totals(event)[""].players) == (7, 1750, 7)
    secretary.post(path(week_after, "draw"), {"first": "1"})
    secretary.post(here, {"away": "7"})
    assert len(fees.owing(event)) == 7, "who sat at a table owes it"
    series_page = f"/staff/o/de-vier-azen/series/{week_after.slug}/"
    assert secretary.get(series_page).context["coming"][0].plays_on == club.today(week_after)
    cast.events.change_state(event, BY, "closed")
    assert secretary.get(series_page).context["past"][0].plays_on == club.today(week_after), "it is over"
    assert "Fees of this evening" in cast.shown(secretary.get(path(week_after)))


def test_who_owes_of_an_earlier_evening_is_named_with_the_fees_of_the_next(week_after: Series) -> None:
    Series.objects.update(fee=250)
    secretary, last = browser(week_after.organisation), Evening.objects.get()
    secretary.post(path(week_after, "here"))
    event = Evening.objects.get(date=club.today(week_after)).event
    assert last.event and event
    pages = [f"/staff/{held.slug}/players/fees/" for held in (last.event, event)]
    owed = f"{last.date:%-d %B} · Still to pay"
    assert owed not in cast.shown(secretary.get(pages[1])), "nothing was asked then"
    Event.objects.filter(pk=last.event.pk).update(admission=event.admission)
    assert owed in cast.shown(secretary.get(pages[1])) and f'<a href="{pages[0]}">' in secretary.get(pages[1]).text
    assert owed not in cast.shown(secretary.get(pages[0]))


def test_an_evening_that_was_reopened_is_closed_beside_the_sentence_that_asks_for_it() -> None:
    series, day, event = club.evening()
    draw_and_publish(event, club.BY, evening_plan(series), 1)
    for state in ("closed", "live"):
        change_state(event, club.BY, state)
    earlier = day - timedelta(weeks=1)
    Evening.objects.update(date=earlier)
    secretary = browser(series.organisation)
    page = secretary.get(f"/staff/o/{series.organisation.slug}/tonight/{series.slug}/{earlier}/").content.decode()
    asked = page.partition("Somebody opened this evening again")[2].partition("</div>")[0]
    assert 'value="closed"' in asked and "Close the evening" in asked


def test_what_is_paid_after_an_evening_is_closed_needs_no_reopening() -> None:
    series, _day, event = club.evening()
    change_state(event, club.BY, "closed")
    page = cast.shown(browser(series.organisation).get(f"/staff/{event.slug}/players/fees/"))
    assert "What is paid afterwards is still written here." in page and "can reopen it" not in page


def test_the_button_that_draws_begins_with_a_capital_in_each_language() -> None:
    series, day, _event = club.evening(draw="each")
    secretary = browser(series.organisation)
    address = f"/staff/o/{series.organisation.slug}/tonight/{series.slug}/{day}/"
    for language, words in (("nl", "Ronde 1 loten en bekendmaken"), ("en", "Draw round 1 and publish")):
        page = secretary.get(address, headers={"accept-language": language})
        assert words in " ".join(page.content.decode().split())
