"""A person's own page: this evening, who comes next, how their name is shown, and whose link it is."""

import re
from contextlib import nullcontext
from datetime import date, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from tests.support import club_evenings as club
from tests.support.events import cast
from tournament import links
from tournament.acts.event.events import change_state
from tournament.acts.register.evenings import cancel_evenings, move_evening, restore_evening
from tournament.acts.register.persons import forget_persons, renew_person_link
from tournament.acts.register.playing import draw_and_publish
from tournament.acts.register.receiving import receive
from tournament.acts.register.replies import MAX_GUESTS, reply, reply_token
from tournament.errors import UserError
from tournament.models import Entry, Evening, EveningReply, Event, Person, PersonLink, RegisterLine, Series
from tournament.progress.evenings_on import evening_plan, evenings_on
from tournament.reading.register.arriving import Forecast, forecast
from tournament.version_tokens import StaleError

pytestmark = pytest.mark.django_db
BY = club.BY
WEEK = timedelta(weeks=1)


@pytest.fixture
def series() -> Series:
    """A club of eight members, whose evening is on and to which nobody came yet."""
    organisation = club.club()
    club.members(organisation, 8)
    return club.series(organisation)


def person(series: Series, number: int = 1) -> Person:
    return Person.objects.select_related("organisation").get(organisation=series.organisation, number=number)


def own(who: Person, rest: str = "") -> str:
    return f"/m/{links.person_token(who)}/{rest}"


def visitor() -> Client:
    return Client(enforce_csrf_checks=True, headers={"accept-language": "en"})


def sends(who: Person, rest: str, series: Series, day: date, **more: str) -> Any:
    return visitor().post(own(who, rest), {"series": str(series.number), "date": day.isoformat(), **more})


def page(who: Person) -> str:
    answer = visitor().get(own(who))
    assert answer.status_code == 200
    return cast.shown(answer)


# --- This evening ------------------------------------------------------------------------------------------------


def test_one_tap_is_in_and_another_takes_it_back(series: Series) -> None:
    who, day = person(series), club.today(series)
    assert "I am here" in page(who)
    for _ in range(2):
        assert sends(who, "here/", series, day).status_code == 303
    entry = Entry.objects.get()
    assert entry.present and entry.link.person == who and PersonLink.objects.count() == 1
    line = RegisterLine.objects.get(act="link_entries")
    assert line.by == f"person:{who.number}" and '"by":"own link"' in line.text
    assert "You are here. This page will show your table." in page(who)
    for _ in range(2):
        assert sends(who, "here/", series, day, away="1").status_code == 303
        assert not Entry.objects.get().present
    sends(who, "here/", series, day)
    assert Entry.objects.get().present


def test_the_page_leads_to_the_table_and_then_nothing_is_taken_back(series: Series) -> None:
    who, day = person(series), club.today(series)
    event = receive(series, BY, day, list(Person.objects.filter(organisation=series.organisation)))
    draw_and_publish(event, BY, evening_plan(event.evening.series), 1)
    seat = Entry.objects.get(event=event, link__person=who).seats.get(table__round__number=1)
    assert f"Round 1: you sit at table {seat.table.number}." in page(who)
    address = re.search(r'href="([^"]*/p/[^"]*)"', visitor().get(own(who)).content.decode())
    assert address and address[1] == links.personal_url(Entry.objects.get(event=event, link__person=who))
    with cast.nothing_written():
        assert sends(who, "here/", series, day, away="1").status_code == 409
    assert "My place in the season" not in page(who)
    cast.play_round(event)
    assert f"/o/{series.organisation.slug}/{series.slug}/{who.number}/" in visitor().get(own(who)).content.decode()


def test_who_comes_after_the_draw_is_told_so(series: Series) -> None:
    who, day = person(series), club.today(series)
    event = receive(series, BY, day, list(Person.objects.exclude(pk=who.pk)))
    draw_and_publish(event, BY, evening_plan(event.evening.series), 1)
    sends(who, "here/", series, day)
    assert "You are here, and the seating was drawn before." in page(who)


@pytest.mark.parametrize("how", ["closed", "cancelled"])
def test_an_evening_that_is_over_takes_nobody(series: Series, how: str) -> None:
    who, day = person(series), club.today(series)
    if how == "closed":
        change_state(receive(series, BY, day, [person(series, 2)]), BY, Event.State.CLOSED)
    else:
        cancel_evenings(series, BY, [day])
    with cast.nothing_written():
        assert "I am here" not in page(who)
        assert sends(who, "here/", series, day).status_code == 409


def test_one_club_is_not_another(series: Series) -> None:
    other = club.series(club.club("les-quatre-as"), name="Vrijdag")
    stranger = club.members(other.organisation, 1)[0]
    ours = RegisterLine.objects.filter(organisation=series.organisation)
    before = ours.count()
    assert sends(stranger, "here/", series, club.today(series)).status_code == 303
    assert Evening.objects.get().series == other, "their own series of that number"
    assert sends(stranger, "here/", Series(number=9), club.today(series)).status_code == 422
    assert ours.count() == before
    with pytest.raises(UserError, match="not in the register"):
        reply(stranger, series, club.today(series) + WEEK, "yes")


def test_a_revoked_or_forgotten_link_opens_nothing(series: Series) -> None:
    who = person(series)
    old = own(who)
    renew_person_link(who, BY, replaces=1)
    assert visitor().get(old).status_code == 404 and visitor().post(f"{old}here/").status_code == 404
    assert visitor().get(own(person(series))).status_code == 200
    forget_persons(series.organisation, BY, [person(series)])
    assert visitor().get(own(person(series))).status_code == 404
    for token in ("0-a", "x", f"{who.pk}-"):
        assert visitor().get(f"/m/{token}/").status_code == 404


def test_looking_writes_nothing(series: Series) -> None:
    with cast.nothing_written():
        page(person(series))
        for rest in ("here/", "reply/", "shown/"):
            assert visitor().get(own(person(series), rest)).status_code == 405
    assert not Evening.objects.exists()


# --- Who comes ---------------------------------------------------------------------------------------------------


def answers(series: Series, day: date) -> list[tuple[int, str, int]]:
    rows = EveningReply.objects.filter(evening__series=series, evening__date=day).order_by("person__number")
    return list(rows.values_list("person__number", "answer", "guests"))


def test_an_answer_is_given_changed_and_told(series: Series) -> None:
    who, day = person(series), club.today(series) + WEEK
    assert "Nobody has said so yet." in page(who)
    assert sends(who, "reply/", series, day, answer="yes 1", of="none").status_code == 303
    assert answers(series, day) == [(1, "yes", 1)]
    assert "2 come. 2 short for full tables." in page(who)
    with cast.nothing_written():
        assert sends(who, "reply/", series, day, answer="yes 1", of="none").status_code == 303
    assert sends(who, "reply/", series, day, answer="no", of="none").status_code == 409
    assert sends(who, "reply/", series, day, answer="no", of="yes 1").status_code == 303
    assert answers(series, day) == [(1, "no", 0)]
    assert RegisterLine.objects.filter(act="reply", by="person:1").count() == 2
    assert Evening.objects.get().event is None, "an answer makes no event"


@pytest.mark.parametrize("word", ["", "perhaps", "yes -1", "yes 99", "yes x", "no no no"])
def test_an_answer_that_is_none_is_refused(series: Series, word: str) -> None:
    expected = 303 if word in ("yes x", "no no no") else 422
    with cast.nothing_written() if expected == 422 else nullcontext():
        answer = sends(person(series), "reply/", series, club.today(series) + WEEK, answer=word, of="none")
    assert answer.status_code == expected


def test_days_on_which_nothing_is_asked(series: Series) -> None:
    who, day = person(series), club.today(series)
    cancel_evenings(series, BY, [day + WEEK])
    with cast.refused("cancelled"):
        reply(who, series, day + WEEK, "yes")
    with cast.refused("no evening"):
        reply(who, series, day + timedelta(days=1), "yes")
    with cast.refused("over"):
        reply(who, series, day - WEEK, "yes")
    with cast.refused("too far"):
        reply(who, series, day + 9 * WEEK, "yes")
    with cast.refused("at most"):
        reply(who, series, day + 2 * WEEK, "yes", MAX_GUESTS + 1)
    for wrong in ({"date": "2026-02-30"}, {"date": "x"}, {"series": "9"}, {"series": "x"}):
        fields = {"series": "1", "date": (day + 2 * WEEK).isoformat(), "answer": "yes", "of": "none", **wrong}
        assert visitor().post(own(who, "reply/"), fields).status_code == 422
    change_state(receive(series, BY, day, [who]), BY, Event.State.CLOSED)
    with pytest.raises(UserError, match="over"):
        reply(person(series, 2), series, day, "yes")


def test_an_evening_that_moved_keeps_its_answers(series: Series) -> None:
    who, day = person(series), club.today(series) + WEEK
    reply(who, series, day, "yes")
    move_evening(series, BY, day, day + timedelta(days=1))
    assert "moved" in page(who) and answers(series, day) == [(1, "yes", 0)]
    reply(who, series, day, "no", seen="yes 0")
    assert answers(series, day) == [(1, "no", 0)]


def test_who_said_that_they_come_reads_that_it_is_cancelled_and_is_asked_of_three_others(series: Series) -> None:
    who, day = person(series), club.today(series) + WEEK
    reply(who, series, day, "yes")
    cancel_evenings(series, BY, [day])
    assert "cancelled" in page(who) and page(who).count("With a guest") == 3
    restore_evening(series, BY, day)
    assert "cancelled" not in page(who) and answers(series, day) == [(1, "yes", 0)]


def test_who_left_the_club_is_not_asked_about_evenings_after_their_last_day(series: Series) -> None:
    who, today = person(series), club.today(series)
    who.affiliations.update(until=today + WEEK)
    assert page(who).count("With a guest") == 2
    who.affiliations.update(until=today - WEEK)
    assert "Who comes?" not in page(who)


def test_a_form_from_before_is_refused(series: Series) -> None:
    who, day = person(series), club.today(series) + WEEK
    reply(who, series, day, "yes", seen=reply_token(None))
    with pytest.raises(StaleError):
        reply(who, series, day, "no", seen=reply_token(None))


@pytest.mark.parametrize(("coming", "tables", "short"), [(0, 0, 0), (1, 0, 3), (4, 1, 0), (7, 1, 1), (24, 6, 0)])
def test_full_tables(coming: int, tables: int, short: int) -> None:
    assert (Forecast(coming).tables, Forecast(coming).short) == (tables, short)


def test_who_is_here_is_not_awaited_too(series: Series) -> None:
    day = club.today(series)
    reply(person(series), series, day, "yes", 1)
    reply(person(series, 2), series, day, "yes")
    reply(person(series, 3), series, day, "no")
    evening = Evening.objects.get()
    assert forecast(evening).coming == 3
    receive(series, BY, day, [person(series)])
    evening = Evening.objects.select_related("event").get()
    assert forecast(evening).coming == 2, "one is here, one is awaited"
    assert forecast(None).coming == 0


# --- The rest ----------------------------------------------------------------------------------------------------


def test_how_a_name_is_shown_is_chosen_once(series: Series) -> None:
    who = person(series)
    for _ in range(2):
        assert visitor().post(own(who, "shown/"), {"display": "initials"}).status_code == 303
    assert person(series).display == "initials"
    assert RegisterLine.objects.filter(act="change_person").count() == 1
    assert visitor().post(own(who, "shown/"), {"display": "nothing"}).status_code == 422
    assert person(series).name == who.name


def test_which_evenings_are_on(series: Series) -> None:
    """From its own midnight to its hours after, also past midnight; a moved one on the day to which it went."""
    day, now = club.today(series), timezone.now()
    assert [(on.series, on.date) for on in evenings_on(series.organisation)] == [(series, day)]
    assert evenings_on(series.organisation, now + timedelta(days=2)) == []
    move_evening(series, BY, day, day + timedelta(days=2))
    assert evenings_on(series.organisation, now) == []
    [moved] = evenings_on(series.organisation, now + timedelta(days=2))
    assert moved.date == day and moved.code == links.evening_code(series, day)
    with patch("django.utils.timezone.now", return_value=now + WEEK):
        assert [on.date for on in evenings_on(series.organisation)] == [day + WEEK]
