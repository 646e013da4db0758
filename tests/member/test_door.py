"""The door of an evening: who sees the names, who is in, who takes it back, and what the hall's screen shows."""

import re
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from tests.support import club_evenings as club
from tests.support.events import cast
from tests.support.servers.at_once import at_once
from tournament import links
from tournament.acts.event.events import change_state
from tournament.acts.people.registration import check_in as mark_present
from tournament.acts.register import arrivals
from tournament.acts.register.evenings import cancel_evenings, move_evening
from tournament.acts.register.persons import PersonDetails, change_person, forget_persons
from tournament.acts.register.playing import draw_and_publish
from tournament.acts.register.receiving import receive
from tournament.errors import UserError
from tournament.models import Entry, Evening, Event, Person, PersonLink, Series
from tournament.progress.evenings_on import evening_plan

pytestmark = pytest.mark.django_db
BY = club.BY


@pytest.fixture
def series() -> Series:
    """A club of eight members, whose evening is on and to which nobody came yet."""
    organisation = club.club()
    club.members(organisation, 8)
    return club.series(organisation)


def persons(series: Series) -> list[Person]:
    return list(Person.objects.filter(organisation=series.organisation).select_related("organisation"))


def door(series: Series, rest: str = "") -> str:
    return f"/o/{series.organisation.slug}/door/{links.door_token(series, club.today(series))}/{rest}"


def visitor() -> Client:
    return Client(enforce_csrf_checks=True, headers={"accept-language": "en"})


def comes(series: Series, number: int) -> Any:
    return visitor().post(door(series), {"person": str(number)})


def here(series: Series) -> list[str]:
    rows = Entry.objects.filter(event__evening__series=series, present=True).select_related("player")
    return sorted(row.player.name for row in rows)


def test_a_name_is_tapped_and_is_in(series: Series) -> None:
    first = persons(series)[0]
    page = visitor().get(door(series))
    assert "Tap your name." in cast.shown(page) and not Event.objects.exists()
    answer = comes(series, first.number)
    assert answer.status_code == 303
    assert "You are here, as number 1." in cast.shown(visitor().get(answer.headers["Location"]))
    assert here(series) == [first.name]
    link = PersonLink.objects.get()
    assert link.person == first and link.entry and link.entry.event == Evening.objects.get().event
    register = link.entry.event.log.get(act="add_entries")
    assert register.by == f"door:{series.number}"


def test_the_code_that_is_typed_opens_the_same_door(series: Series) -> None:
    ask = f"/o/{series.organisation.slug}/door/"
    code = links.evening_code(series, club.today(series))
    mine = visitor()
    assert "Code of this evening" in cast.shown(mine.get(ask))
    assert mine.post(ask, {"code": "12"}).status_code == 422
    assert mine.post(ask, {"code": f"{(int(code) + 1) % 10_000:04}"}).status_code == 422
    answer = mine.post(ask, {"code": code})
    assert answer.status_code == 303 and answer.headers["Location"] == door(series)


def test_without_the_code_nobody_reads_the_names(series: Series) -> None:
    """Not from the organisation's address, with last week's token, another club's, or none that is one."""
    names = [person.name for person in persons(series)]
    old = links.door_token(series, club.today(series) - timedelta(weeks=1))
    other = club.series(club.club("les-quatre-as"))
    slug = series.organisation.slug
    paths = [f"/o/{slug}/door/", f"/o/{slug}/door/{old}/", f"/o/{slug}/door/x/", f"/o/{other.organisation.slug}/door/"]
    paths.append(f"/o/{other.organisation.slug}/door/{links.door_token(series, club.today(series))}/")
    paths.append(f"/o/{slug}/door/{links.door_token(other, club.today(other))}/")
    for path in paths:
        page = visitor().get(path)
        assert page.status_code in (200, 404) and not any(name in page.content.decode() for name in names)
    for path in paths[1:3] + paths[4:]:
        assert visitor().post(path, {"person": "1"}).status_code == 404
    assert not Event.objects.exists()


def test_people_are_listed_as_they_want_to_be_shown(series: Series) -> None:
    plain, short, number, gone, *_ = persons(series)
    for person, display in ((short, "initials"), (number, "number")):
        details = PersonDetails(person.name, display=display)
        change_person(person, BY, details)
    forget_persons(series.organisation, BY, [gone])
    page = cast.shown(visitor().get(door(series)))
    initials = " ".join(f"{word[0]}." for word in short.name.split())
    assert initials in page and f"player {number.number}" in page
    for person in (short, number, gone):
        assert person.name not in page and person.name.split()[-1] + " " + person.name.split()[0] not in page
    assert plain.name.split()[-1] in page


def test_twice_and_from_two_phones_is_once(series: Series) -> None:
    first = persons(series)[0]
    comes(series, first.number)
    with cast.nothing_written():
        again = comes(series, first.number)
        assert again.status_code == 303 and again.headers["Location"] == f"{door(series)}?here={first.number}"
    assert len(here(series)) == 1
    assert "is here already" in cast.shown(visitor().get(again.headers["Location"]))


def test_only_the_phone_that_let_somebody_in_takes_it_back(series: Series) -> None:
    first, second, *_ = persons(series)
    address = comes(series, first.number).headers["Location"]
    for forged in (address.replace(f"/{first.number}/", f"/{second.number}/"), f"{door(series)}{first.number}/x/"):
        assert visitor().post(forged).status_code == 404
    assert here(series) == [first.name]
    for _ in range(2):
        assert visitor().post(address).status_code == 303
        assert here(series) == []
    assert "This was taken back." in cast.shown(visitor().get(address))
    comes(series, first.number)
    assert here(series) == [first.name] and Entry.objects.count() == 1, "the same entry again"


def test_who_has_a_seat_takes_nothing_back(series: Series) -> None:
    event = receive(series, BY, club.today(series), persons(series)[1:])
    answer = comes(series, persons(series)[0].number)
    draw_and_publish(cast.fresh(event), BY, evening_plan(event.evening.series), 1)
    with cast.nothing_written():
        refused = visitor().post(answer.headers["Location"])
        assert refused.status_code == 409 and "You have a seat already" in cast.shown(refused)
    assert len(here(series)) == 8


def test_who_comes_after_the_draw_is_in_without_a_seat(series: Series) -> None:
    event = receive(series, BY, club.today(series), persons(series)[1:])
    draw_and_publish(cast.fresh(event), BY, evening_plan(event.evening.series), 1)
    assert comes(series, persons(series)[0].number).status_code == 303
    entry = Entry.objects.get(event=event, link__person=persons(series)[0])
    assert entry.present and not entry.seats.exists()


@pytest.mark.parametrize("how", ["closed", "cancelled", "moved", "tomorrow"])
def test_a_door_that_is_not_open_refuses(series: Series, how: str) -> None:
    path, day, at = door(series), club.today(series), timezone.now()
    if how == "closed":
        change_state(receive(series, BY, day, persons(series)[:1]), BY, Event.State.CLOSED)
    elif how == "cancelled":
        cancel_evenings(series, BY, [day])
    elif how == "moved":
        move_evening(series, BY, day, day + timedelta(days=2))
    else:
        at += timedelta(days=1)
    with cast.nothing_written(), patch("django.utils.timezone.now", return_value=at):
        refusal = visitor().get(path)
        assert refusal.status_code == 404
        assert visitor().post(path, {"person": "2"}).status_code == 404
    is_cancelled = how == "cancelled"
    assert ("This evening is cancelled." in cast.shown(refusal)) == is_cancelled
    assert ("This page does not exist" in cast.shown(refusal)) != is_cancelled


def test_an_act_that_comes_late_or_from_another_club_is_refused(series: Series) -> None:
    """As the act sees it, whatever page it came from."""
    day, first = club.today(series), persons(series)[0]
    stranger = club.members(club.club("les-quatre-as"), 1)[0]
    with cast.nothing_written():
        with pytest.raises(UserError, match="not in the register"):
            arrivals.check_in(stranger, series, day, "door:1")
        with pytest.raises(UserError, match="not in the register"):
            arrivals.undo_check_in(stranger, series, day, "door:1")
        for other in (day - timedelta(weeks=1), day + timedelta(weeks=1), day + timedelta(days=1)):
            with pytest.raises(UserError, match="not on now"):
                arrivals.check_in(first, series, other, "door:1")
            arrivals.undo_check_in(first, series, other, "door:1")
    assert not Event.objects.exists()


@pytest.mark.parametrize("number", ["", "x", "0", "99", "-1", "1" * 40])
def test_a_number_of_nobody_is_refused(series: Series, number: str) -> None:
    assert visitor().post(door(series), {"person": number}).status_code == 422
    assert not Event.objects.exists()


def test_who_withdrew_is_not_let_in_at_the_door(series: Series) -> None:
    first = persons(series)[0]
    event = receive(series, BY, club.today(series), persons(series))
    entry = Entry.objects.get(event=event, link__person=first)
    mark_present(entry, BY, False)
    Entry.objects.filter(pk=entry.pk).update(withdrawn=True)
    refused = comes(series, first.number)
    assert refused.status_code == 409 and "out of the event" in cast.shown(refused)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_phones_at_once_are_one_evening_and_one_entry() -> None:
    organisation = club.club()
    club.members(organisation, 8)
    series = club.series(organisation)
    answers = at_once(*[lambda: comes(series, 1).status_code] * 2)
    assert answers == [303, 303]
    assert Event.objects.count() == Evening.objects.count() == Entry.objects.count() == PersonLink.objects.count() == 1


def test_looking_writes_nothing(series: Series) -> None:
    receive(series, BY, club.today(series), persons(series)[:1])
    address = comes(series, 2).headers["Location"]
    with cast.nothing_written():
        for path in (
            door(series),
            address,
            door(series, "code.svg"),
            door(series, "screen/"),
            door(series) + "?here=1",
        ):
            assert visitor().get(path).status_code == 200


def test_the_screen_shows_the_code_and_becomes_that_of_the_event(series: Series) -> None:
    day, code = club.today(series), links.evening_code(series, club.today(series))
    page = visitor().get(door(series, "screen/"))
    assert f"Code of this evening: {code}" in cast.shown(page) and "0 are here" in cast.shown(page)
    version = re.search(r'data-version="(\d+)"', page.content.decode())
    assert version and visitor().get(door(series, "screen/"), {"v": version[1]}).status_code == 204
    event = receive(series, BY, day, persons(series))
    assert "8 are here" in cast.shown(visitor().get(door(series, "screen/"), {"v": version[1]}))
    draw_and_publish(event, BY, evening_plan(event.evening.series), 1)
    answer = visitor().get(door(series, "screen/"))
    assert answer.status_code == 302 and answer.headers["Location"].startswith(f"/e/{event.slug}/hall/?door=")
    assert f"Code of this evening: {code}" in cast.shown(visitor().get(answer.headers["Location"]))


def test_the_public_screen_never_shows_the_code(series: Series) -> None:
    """Its address is known to all: whoever opens it at home would read what a sticker asks."""
    event = receive(series, BY, club.today(series), persons(series))
    draw_and_publish(event, BY, evening_plan(event.evening.series), 1)
    code = f"Code of this evening: {links.evening_code(series, club.today(series))}"
    old = links.door_token(series, club.today(series) - timedelta(weeks=1))
    for query in ({}, {"door": ""}, {"door": "1-x"}, {"door": old}):
        assert code not in cast.shown(visitor().get(f"/e/{event.slug}/hall/", query))
