"""Tonight: the page of a secretary on the evening, and the pages of a series."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.support import club_evenings as club
from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tournament import links
from tournament.acts.kernel.calls import call_jury
from tournament.acts.register import due, playing, receiving
from tournament.acts.register.persons import ClubMembership, NewPerson, PersonDetails, add_persons
from tournament.acts.register.stickers import add_stickers
from tournament.models import Call, Evening, Event, Organisation, Person, Series, Steward
from tournament.naming import by_surname
from tournament.progress import evenings_on
from tournament.progress.evenings_on import evening_plan

pytestmark = pytest.mark.django_db
BY = club.BY


def browser(organisation: Organisation, role: str = Steward.StewardRole.SECRETARY) -> Client:
    """A browser in which a steward is signed in."""
    return cast.client(club.steward(organisation, role))


def path(series: Series, *more: str) -> str:
    """The address of tonight's evening, and what is below it."""
    return "/".join([f"/staff/o/{series.organisation.slug}/tonight/{series.slug}/{club.today(series)}", *more, ""])


def tonight(organisation: Organisation) -> str:
    """The address of the first page of a secretary."""
    return f"/staff/o/{organisation.slug}/tonight/"


@pytest.fixture
def week_after() -> Series:
    return a_week_after()


@laid_again
def a_week_after() -> Series:
    """A series of which eight people played the evening before this one, a week ago."""
    organisation = club.club()
    people = club.members(organisation, 10)
    series = club.series(organisation)
    event = receiving.receive(series, BY, club.today(series) - timedelta(weeks=1), people[:8])
    playing.draw_and_publish(event, BY, evening_plan(event.evening.series), 1)
    cast.events.change_state(event, BY, "closed")
    return series


def test_two_taps_from_tonight_to_the_published_draw(week_after: Series) -> None:
    secretary, organisation = browser(week_after.organisation), week_after.organisation
    printed = "scanning the sticker of their table. Table stickers"
    page = secretary.get(tonight(organisation))
    assert "Those of last time are here (8)" in cast.shown(page) and printed in cast.shown(page)
    page = secretary.post(path(week_after, "here"), follow=True)
    assert "8 are here." in cast.shown(page)
    assert printed in cast.shown(page), "whoever reads of stickers is led to them"
    page = secretary.post(path(week_after, "draw"), {"first": "1"}, follow=True)
    assert "Round 1: 0 of 2 tables are done." in cast.shown(page)
    # Without a sticker nobody would know how a phone comes to its table.
    assert "The tables have no stickers yet." in cast.shown(page)
    assert printed not in cast.shown(page), "said once"
    add_stickers(organisation, BY, 2)
    playing = secretary.get(tonight(organisation))
    assert "no stickers yet" not in cast.shown(playing)
    event = Evening.objects.get(date=club.today(week_after)).event
    assert event and event.rounds.filter(published=True).count() == 3
    assert f'href="/e/{event.slug}/seating/"' in playing.content.decode(), "whoever asks for their table is told"


def test_stickers_are_made_before_the_first_evening(week_after: Series) -> None:
    secretary, organisation = browser(week_after.organisation), week_after.organisation
    address = path(week_after).replace(str(club.today(week_after)), str(club.today(week_after) + timedelta(weeks=1)))
    page = cast.shown(secretary.get(address))
    assert "The next evening is" in page and "Table stickers" in page.partition("The next evening is")[2]
    add_stickers(organisation, BY, 2)
    assert "Table stickers" not in cast.shown(secretary.get(address)).partition("The next evening is")[2]


def test_who_runs_evenings_signs_in_to_tonight_and_others_to_where_they_were_going(week_after: Series) -> None:
    organisation = week_after.organisation
    secretary, desk = club.secretary(organisation), club.steward(organisation, "desk")
    for user in (secretary, desk):
        user.set_password("vier azen en een joker")
        user.save()
    to_tonight = [
        (secretary, "/sign-in/", tonight(organisation)),
        (secretary, "/sign-in/?next=/staff/", tonight(organisation)),
    ]
    onwards = [
        (secretary, "/sign-in/?next=/staff/devices/", "/staff/devices/"),
        (desk, "/sign-in/?next=/staff/", "/staff/"),
    ]
    for user, address, onward in to_tonight + onwards:
        sent = {"username": user.username, "password": "vier azen en een joker"}
        assert cast.client().post(address, sent)["Location"] == onward, address


def test_who_presses_second_finds_everybody_here(week_after: Series) -> None:
    secretary, revisions = browser(week_after.organisation), []
    for _pressed in range(2):
        assert "8 are here." in cast.shown(secretary.post(path(week_after, "here"), follow=True))
        week_after.organisation.refresh_from_db()
        revisions.append(week_after.organisation.revision)
    assert revisions[0] == revisions[1]


def test_who_was_taken_off_does_not_come_back_with_the_others(week_after: Series) -> None:
    """By a page that another device opened before."""
    secretary = browser(week_after.organisation)
    secretary.post(path(week_after, "here"), {"here": 9})
    secretary.post(path(week_after, "here"), {"away": 9})
    secretary.post(path(week_after, "here"), {"here": 1})
    page = secretary.post(path(week_after, "here"), {"away": 1}, follow=True)
    assert "Those of last time are here (7)" in cast.shown(page)
    for _pressed in range(2):
        assert "7 are here." in cast.shown(secretary.post(path(week_after, "here"), follow=True))
    assert "8 are here." in cast.shown(secretary.post(path(week_after, "here"), {"here": 1}, follow=True))


def test_nobody_is_marked_where_nobody_is_expected(week_after: Series) -> None:
    Person.objects.filter(number__lte=8).update(forgotten=True)
    page = browser(week_after.organisation).post(path(week_after, "here"))
    assert page.status_code == 422
    assert "Nobody was chosen." in cast.shown(page)


def test_one_tap_takes_somebody_off_and_on(week_after: Series) -> None:
    secretary = browser(week_after.organisation)
    secretary.post(path(week_after, "here"))
    person = Person.objects.first()
    assert person
    page = secretary.post(path(week_after, "here"), {"away": person.number}, follow=True)
    assert "7 are here. One short of full tables." in cast.shown(page)
    page = secretary.post(path(week_after, "here"), {"here": person.number}, follow=True)
    assert "8 are here." in cast.shown(page)
    assert "where the dealer sits out" not in cast.shown(page)
    page = secretary.post(path(week_after, "here"), {"here": "9"}, follow=True)
    assert "1 table of five, where the dealer sits out: 3 deals instead of 2" in cast.shown(page)
    assert secretary.post(path(week_after, "here"), {"here": "99"}).status_code == 404


def test_who_said_no_is_not_among_those_of_last_time(week_after: Series) -> None:
    evening = Evening.objects.create(series=week_after, date=club.today(week_after))
    person = Person.objects.first()
    assert person
    evening.replies.create(person=person, answer="no")
    newcomer = Person.objects.get(number=10)
    evening.replies.create(person=newcomer, answer="yes", guests=1)
    page = cast.shown(browser(week_after.organisation).get(tonight(week_after.organisation)))
    assert "Those of last time are here (8)" in page
    assert "2 more said to come." in page


def test_a_guest_is_typed_and_almost_the_same_name_is_asked_about(week_after: Series) -> None:
    secretary = browser(week_after.organisation)
    assert "Somebody else, first name first" in cast.shown(secretary.get(path(week_after)))
    page = secretary.post(path(week_after, "guest"), {"name": "Zoë Onbekend"}, follow=True)
    assert "One is here" in cast.shown(page) or "1 is here" in cast.shown(page)
    page = secretary.post(path(week_after, "guest"), {"name": "zoe onbekend"})
    assert page.status_code == 409
    assert "Is it one of these?" in cast.shown(page)
    assert Person.objects.filter(name__icontains="onbekend").count() == 1
    secretary.post(path(week_after, "guest"), {"name": "Zoe Onbekend", "another": "1"})
    assert Person.objects.filter(name__icontains="onbekend").count() == 2
    assert secretary.post(path(week_after, "guest"), {"name": " "}).status_code == 422


def test_the_whole_evening_on_one_page(week_after: Series) -> None:
    event = in_the_first_round(week_after)
    secretary, organisation = browser(week_after.organisation), week_after.organisation
    for number in (1, 2, 3):
        cast.play_round(event, number)
        done = cast.shown(secretary.get(tonight(organisation)))
        assert ("2 of 2 tables are done." in done) == (number < 3)
        assert "no stickers yet" not in done, "nobody needs a card any more"
        due.carry_out(timezone.now() + timedelta(minutes=2))
    played = secretary.get(tonight(organisation))
    assert f'href="/e/{event.slug}/"' in played.content.decode(), "who won is read out before the evening is closed"
    assert "Every round is played." in cast.shown(played)
    page = cast.shown(secretary.post(path(week_after, "end"), {"state": "closed"}, follow=True))
    assert "The evening is over. Ranking Season" in page
    page = cast.shown(secretary.post(path(week_after, "end"), {"state": "live"}, follow=True))
    assert "Every round is played." in page
    assert secretary.post(path(week_after, "end"), {"state": "archived"}).status_code == 422


def test_who_share_a_name_are_told_apart(week_after: Series) -> None:
    name = Person.objects.get(number=1).name
    today = club.today(week_after)
    joins = ClubMembership(licence="4711", since=today)
    [twin] = add_persons(week_after.organisation, BY, [NewPerson(PersonDetails(name), joins)])
    secretary = browser(week_after.organisation)
    listed = by_surname(name, "")
    page = cast.shown(secretary.get(path(week_after)))
    assert f"{listed} (1, member since 2020) " in page
    assert f"{listed} ({twin.number}, member since {today.year}, licence number 4711) " in page
    asked = cast.shown(secretary.post(path(week_after, "guest"), {"name": name}))
    assert f"{listed} {twin.number}, member since {today.year}, licence number 4711" in asked
    paper = secretary.get(f"/staff/o/{week_after.organisation.slug}/season/{week_after.slug}/totals/evening/")
    assert f'<option value="1">{name} (1, member since 2020)</option>' in paper.content.decode()
    assert "(2)" not in page
    secretary.post(path(week_after, "here"))
    door_page = Client().get(f"/o/{week_after.organisation.slug}/door/{links.door_token(week_after, today)}/").text
    names = re.findall(r'name="person" value="([0-9]+)"[^>]*>([^<]+)<', door_page)
    assert {int(number) for number, name in names if "(" in name} == {1, twin.number}


def test_what_is_in_the_way_is_named() -> None:
    series, _day, event = club.evening(closes_after_hours=1)
    playing.draw_and_publish(event, BY, evening_plan(event.evening.series), 1)
    table = cast.table(event)
    call_jury(table, cast.captain(table), Call.Reason.QUESTION)
    due.carry_out(timezone.now())
    page = cast.shown(browser(series.organisation).get(path(series)))
    assert "does not close by itself" in page
    assert "Round 1, table 1 waits for the jury" in page
    assert "Round 1, table 1 wrote less than half an hour ago" in page


def test_a_call_is_named_while_it_is_open(week_after: Series) -> None:
    event = in_the_first_round(week_after)
    secretary = browser(week_after.organisation)
    assert "waits for the jury" not in cast.shown(secretary.get(path(week_after)))
    call_jury(cast.table(event), cast.captain(cast.table(event)), Call.Reason.QUESTION)
    page = cast.shown(secretary.get(path(week_after)))
    assert "Round 1, table 1 waits for the jury" in page
    assert "does not close by itself" not in page
    assert "less than half an hour" not in page
    asked = secretary.post(path(week_after, "end"), {"state": "closed"})
    secretary.post(path(week_after, "end"), {"of": asked.context["of"]})
    page = cast.shown(secretary.get(path(week_after)))
    assert "waits for the jury" not in page
    assert "The evening closes by itself" not in page


@pytest.fixture
def playing_now(week_after: Series) -> tuple[Client, Event]:
    """The browser of the secretary, and the event of tonight in its first round: only table 1 has played."""
    event = in_the_first_round(week_after)
    cast.play(cast.table(event))
    return browser(week_after.organisation), event


@laid_again
def in_the_first_round(week_after: Series) -> Event:
    """The event of tonight, drawn for those of last time."""
    secretary = browser(week_after.organisation)
    secretary.post(path(week_after, "here"))
    secretary.post(path(week_after, "draw"), {"first": "1"})
    return Event.objects.get(evening__date=club.today(week_after))


def test_tables_that_are_not_done_are_named_and_lead_there(
    week_after: Series, playing_now: tuple[Client, Event]
) -> None:
    secretary, event = playing_now
    page = secretary.get(path(week_after))
    assert "Table 2: 2 deals missing" in cast.shown(page) and "Table 1:" not in cast.shown(page)
    assert f'href="/staff/{event.slug}/rounds/1/tables/2/"' in page.text
    early = f"/staff/{event.slug}/rounds/1/close/"
    assert early in page.text
    cast.write(cast.table(event, 2), 1)
    asked = secretary.get(early)
    data = {"of": asked.context["of"], "reason": "It is late", "ends": "1"}
    assert secretary.post(early, data)["Location"] == path(week_after)
    assert "Round 2: 0 of 2 tables are done." in cast.shown(secretary.get(path(week_after)))


def test_an_evening_closes_in_mid_round_once_it_was_said_what_is_open(
    week_after: Series, playing_now: tuple[Client, Event]
) -> None:
    secretary, event = playing_now
    with cast.nothing_written():
        asked = secretary.post(path(week_after, "end"), {"state": "closed"})
    shown = cast.shown(asked)
    assert asked.status_code == 409 and "Close the evening all the same?" in shown
    assert "Round 1: Table 2: 2 deals missing" in shown and "Round 3: nothing was played yet." in shown
    cast.write(cast.table(event, 2), 1)
    with cast.nothing_written():  # a table wrote meanwhile: what is open is said again
        again = secretary.post(path(week_after, "end"), {"of": asked.context["of"]})
    assert "Round 1: Table 2: 1 deal missing" in cast.shown(again)
    for _twice in range(2):
        assert secretary.post(path(week_after, "end"), {"of": again.context["of"]}).status_code == 303
    assert "The evening is over." in cast.shown(secretary.get(path(week_after)))


def test_pages_of_the_event_lead_back_to_tonight_for_stewards_alone(
    week_after: Series, playing_now: tuple[Client, Event]
) -> None:
    secretary, event = playing_now
    back = f'<a href="{path(week_after)}">'
    for page in ("", "rounds/1/", "attendance/", "rounds/1/tables/2/", "decisions/calls/"):
        assert back in secretary.get(f"/staff/{event.slug}/{page}").text, page
    assert back not in cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/").text


def test_pages_of_an_evening_that_is_over_lead_back_to_it_by_its_date(week_after: Series) -> None:
    secretary, last = browser(week_after.organisation), Evening.objects.get()
    assert last.event
    page = secretary.get(f"/staff/{last.event.slug}/").text
    assert f'{last.date}/">{last.date:%-d %B}</a>' in page, "tonight is another evening"


def test_who_comes_after_the_draw_is_seated_by_another(week_after: Series) -> None:
    event, secretary = in_the_first_round(week_after), browser(week_after.organisation)
    page = secretary.post(path(week_after, "guest"), {"name": "Zoë Onbekend"}, follow=True)
    assert "has not been drawn for" in cast.shown(page)
    address = f"/staff/{event.slug}/rounds/1/withdraw/"
    of = secretary.get(address).context["of"]
    page = secretary.post(address, {"reason": "Late", "of": of}, follow=True)
    assert page.redirect_chain[-1][0] == path(week_after)
    assert "has not been drawn for" not in cast.shown(page)
    page = secretary.post(path(week_after, "draw"), {"first": "1"}, follow=True)
    assert "Round 1: 0 of 2 tables are done." in cast.shown(page)


def test_who_leaves_two_tables_of_five_is_made_up_for_and_tonight_goes_on(week_after: Series) -> None:
    secretary = browser(week_after.organisation)
    secretary.post(path(week_after, "here"))
    for number in ("9", "10"):
        secretary.post(path(week_after, "here"), {"here": number})
    secretary.post(path(week_after, "draw"), {"first": "1"})
    event = Event.objects.get(evening__date=club.today(week_after))
    page = secretary.post(path(week_after, "here"), {"away": "10"}, follow=True)
    address = f"/staff/{event.slug}/rounds/reseat/"
    assert f'href="{address}"' in page.text
    page = secretary.post(address, {"of": secretary.get(address).context["of"]}, follow=True)
    assert page.redirect_chain[-1][0] == path(week_after) and address not in page.text


def test_the_first_page_leads_to_the_club(week_after: Series) -> None:
    club_page, public = f"/staff/o/{week_after.organisation.slug}/", f"/o/{week_after.organisation.slug}/"
    assert club_page in browser(week_after.organisation).get("/").text
    page = Client().get("/").text
    assert club_page not in page
    assert public in page


def test_a_look_writes_nothing(week_after: Series) -> None:
    secretary = browser(week_after.organisation)
    with cast.nothing_written():
        secretary.get(tonight(week_after.organisation))
        page = secretary.get(path(week_after))
    assert Event.objects.count() == 1
    mark = page.context["mark"]
    assert secretary.get(path(week_after), {"since": mark}).status_code == 204


@pytest.mark.parametrize("role", ["desk", "jury", "auditor"])
def test_what_a_steward_may_not_do_is_refused(week_after: Series, role: str) -> None:
    steward = browser(week_after.organisation, role)
    assert steward.get(tonight(week_after.organisation)).status_code == 200
    refused = {"draw": {"first": "1"}, "end": {"state": "closed"}, "move": {"to": "2030-01-01"}, "cancel": {}}
    if role != "desk":
        refused |= {"here": {}, "guest": {"name": "An"}}
    for name, data in refused.items():
        assert steward.post(path(week_after, name), data).status_code == 403
    assert steward.get(f"/staff/o/{week_after.organisation.slug}/series/new_series/").status_code == 403
    assert steward.post(f"/staff/o/{week_after.organisation.slug}/series/{week_after.slug}/skip/").status_code == 403


def test_who_comes_after_the_draw_is_drawn_for_again(week_after: Series) -> None:
    event, secretary = in_the_first_round(week_after), browser(week_after.organisation)
    page = cast.shown(secretary.post(path(week_after, "here"), {"here": "9"}, follow=True))
    assert "Who came or left since has not been drawn for." in page and "jokers are needed" not in page
    withdrawal = f"/staff/{event.slug}/rounds/1/withdraw/"
    assert "needs a new promise" not in cast.shown(secretary.get(withdrawal)), "it makes that by itself"
    secretary.post(withdrawal, {**cast.filled_in(secretary.get(withdrawal)), "reason": "Somebody came late"})
    assert "has not been drawn for" not in cast.shown(secretary.get(path(week_after)))
    page = cast.shown(secretary.post(path(week_after, "draw"), {"first": "1"}, follow=True))
    assert "Round 1: 0 of 2 tables are done." in page and "has not been drawn for" not in page
    assert event.rounds.get(number=1).tables.filter(seats__entry__link__person__number=9).exists()


def test_another_club_is_not_touched(week_after: Series) -> None:
    other = club.club("de-hartenaas")
    stranger = browser(other)
    assert stranger.get(tonight(week_after.organisation)).status_code == 403
    assert stranger.post(path(week_after, "here")).status_code == 403
    own = path(week_after, "here").replace(week_after.organisation.slug, other.slug)
    assert stranger.post(own).status_code == 404


def test_an_evening_that_is_none_is_not_found(week_after: Series) -> None:
    secretary, address = browser(week_after.organisation), path(week_after)
    for day in ("2026-13-45", "tonight", str(club.today(week_after) + timedelta(days=1))):
        assert secretary.get(address.replace(str(club.today(week_after)), day)).status_code == 404
    assert secretary.post(path(week_after, "draw"), {"first": "1"}).status_code == 409
    secretary.post(path(week_after, "here"))
    assert secretary.post(path(week_after, "draw")).status_code == 422


@pytest.mark.parametrize("hour", [0, 15], ids=["after midnight", "by day"])
def test_a_first_series_is_suggested_for_today(hour: int, monkeypatch: pytest.MonkeyPatch) -> None:
    organisation = club.club()
    club.members(organisation, 8)
    secretary, members = browser(organisation), f"/staff/o/{organisation.slug}/members/"
    at = club.local().replace(hour=hour, minute=30)
    monkeypatch.setattr(timezone, "now", lambda: at)
    assert "When do you play?" in cast.shown(secretary.get(members)), "the list is there: what comes next"
    page = secretary.get(tonight(organisation), follow=True)
    assert "When do you play?" in cast.shown(page)
    form = page.context["form"]
    assert "rules" in [field.name for field in form.asked]
    data = {name: field.initial if (field := form[name]).initial is not None else "" for name in form.fields}
    page = secretary.post(f"/staff/o/{organisation.slug}/series/new_series/", data, follow=True)
    assert "All members are here (8)" in cast.shown(page)
    assert Series.objects.get().weekday == at.weekday()
    assert "When do you play?" not in cast.shown(secretary.get(members))
    bad = secretary.post(f"/staff/o/{organisation.slug}/series/new_series/", {**data, "name": ""})
    assert bad.status_code == 422


def test_an_evening_that_runs_past_midnight_stays_tonight_until_its_hours_are_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    organisation = club.club()
    people = club.members(organisation, 8)
    secretary, eight = browser(organisation), club.local().replace(hour=20, minute=0, second=0, microsecond=0)
    plan: dict[str, Any] = {"weekday": eight.weekday(), "starts_at": eight.time(), "begins_on": eight.date()}
    # The older series plays on the day after: at the turn of the day it does not push the other one aside.
    after = club.series(organisation, **{**plan, "name": "After", "weekday": (eight + timedelta(days=1)).weekday()})
    series = club.series(organisation, **plan)

    def shown(hours: int) -> str:
        monkeypatch.setattr(timezone, "now", lambda: eight + timedelta(hours=hours))
        return cast.shown(secretary.get(tonight(organisation)))

    assert "All members are here (8)" in shown(0)
    receiving.receive(series, BY, eight.date(), people)
    assert "8 are here." in shown(3) and "8 are here." in shown(5)
    public, home = cast.client().get(f"/o/{organisation.slug}/"), cast.client().get("/")
    assert [event.starts_on for event in public.context["on"]] == [eight.date()], "everybody sees that it is on"
    assert [event.starts_on for event, _line in home.context["today"]] == [eight.date()]
    assert [evening.series for evening in evenings_on.evenings_on(organisation)] == [series, after]
    assert "All members are here (8)" in shown(6)
    assert [evening.series for evening in evenings_on.evenings_on(organisation)] == [after]


def test_dates_are_skipped_moved_and_held_after_all(week_after: Series) -> None:
    secretary, organisation = browser(week_after.organisation), week_after.organisation
    address = f"/staff/o/{organisation.slug}/series/{week_after.slug}/"
    following = club.today(week_after) + timedelta(weeks=1)
    secretary.post(f"{address}skip/", {"since": following, "until": following + timedelta(weeks=1)})
    assert Evening.objects.filter(cancelled=True).count() == 2
    assert cast.shown(secretary.get(address)).count("cancelled") == 2
    day = path(week_after).replace(str(club.today(week_after)), str(following))
    skipped = cast.shown(secretary.get(day))
    assert "This evening is cancelled." in skipped and "The next evening is" not in skipped
    secretary.post(f"{day}cancel/", {"restore": "1"})
    assert Evening.objects.filter(cancelled=True).count() == 1
    secretary.post(f"{day}move/", {"to": following + timedelta(days=1)})
    assert "instead of" in cast.shown(secretary.get(address))
    for days, sentence in ((-10, "Nothing is known of this evening."), (1, "The next evening is")):
        secretary.post(f"{day}move/", {"to": following + timedelta(days=days)})
        assert sentence in cast.shown(secretary.get(day))
    assert secretary.post(f"{day}move/", {"to": "soon"}).status_code == 422
    assert secretary.post(f"{address}skip/", {"since": "", "until": ""}).status_code == 422
    tomorrow = club.today(week_after) + timedelta(days=1)
    assert secretary.post(f"{address}skip/", {"since": tomorrow, "until": tomorrow}).status_code == 422
    assert evenings_on.tonight(week_after) == club.today(week_after)


def test_the_plan_of_a_series_is_changed_where_nobody_changed_it_meanwhile(week_after: Series) -> None:
    secretary, organisation = browser(week_after.organisation), week_after.organisation
    address = f"/staff/o/{organisation.slug}/series/{week_after.slug}/change/"
    page = secretary.get(address)
    form, mark = page.context["form"], page.context["of"]
    data = {name: "" if form[name].value() is None else form[name].value() for name in form.fields}
    assert secretary.post(address, {**data, "fee": "2.50", "draw": "each", "of": mark}).status_code == 303
    changed = Series.objects.get()
    assert (changed.fee, changed.plan) == (250, {"draw": "each"})
    assert "· IWWA 2025 · €2.50" in cast.shown(secretary.get(address.removesuffix("change/")))
    assert secretary.post(address, {**data, "of": mark}).status_code == 409


def test_an_evening_stands_under_what_is_on_until_it_is_over() -> None:
    row, day, event = club.evening()

    def sections() -> list[bool]:
        page = cast.client().get(row.organisation.get_absolute_url()).content.decode()
        parts = [*re.split(r"<h2>(?:On now, and coming|Rankings)</h2>", page), ""]
        return ["On now, and coming" in page, event.get_absolute_url() in parts[1], "<h2>Rankings</h2>" in page]

    assert sections() == [True, True, False]
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    assert sections() == [False, True, True]
    Event.objects.filter(pk=event.pk).update(state=Event.State.LIVE, starts_on=day - timedelta(days=2), ends_on=None)
    assert sections() == [False, True, True]
