"""What was tried against a club's pages: dates that no calendar goes beyond, two evenings on a day, lost passwords."""

import time
from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.support import club_evenings as club
from tests.support.events import cast
from tests.support.servers.at_once import at_once
from tournament import links
from tournament.acts.lifecycle.anonymity import anonymise
from tournament.acts.register import evenings
from tournament.acts.register.persons import PersonDetails, change_person, forget_persons
from tournament.acts.register.receiving import receive
from tournament.acts.register.replies import reply
from tournament.acts.register.stickers import add_stickers
from tournament.errors import UserError
from tournament.models import Entry, Organisation, Person, Series, Steward, Sticker, Tries
from tournament.reading.register.own_page import coming
from tournament.tries import MAX_LABEL, Ration
from tournament.views.shared.evening_codes import RATION
from tournament.views.shared.identity import FRESH, PROVED

pytestmark = pytest.mark.django_db
BY = club.BY
LAST, FIRST = "9999-12-31", "0001-01-01"


@pytest.fixture
def series() -> Series:
    organisation = club.club()
    club.members(organisation, 8)
    return club.series(organisation)


def owner(organisation: Organisation) -> Client:
    return cast.client(club.steward(organisation, Steward.StewardRole.OWNER))


@pytest.mark.parametrize("day", [LAST, FIRST, "9999-12-27", "9999-12-24"])
def test_the_last_days_of_the_calendar_are_days_like_others(series: Series, day: str) -> None:
    person, slug = series.organisation.persons.first(), series.organisation.slug
    assert person
    of_club, own = owner(series.organisation), f"/m/{links.person_token(person)}/"
    base = f"/staff/o/{slug}/tonight/{series.slug}/"
    is_evening = day not in (FIRST, LAST) and date.fromisoformat(day).weekday() == series.weekday
    assert of_club.get(f"{base}{day}/").status_code == (200 if is_evening else 404)
    assert of_club.post(f"{base}{club.today(series)}/move/", {"to": day}).status_code == 422
    of_club.post(f"/staff/o/{slug}/series/{series.slug}/skip/", {"since": day, "until": day})
    plan = {"name": "Ooit", "weekday": "3", "starts_at": "20:00", "begins_on": day, "confirmation": "none"}
    plan |= {"planned_rounds": "3", "deals_per_round": "16", "draw": "all", "closes_after_hours": "6"}
    plan["rules"] = "standard-v06"
    assert of_club.post(f"/staff/o/{slug}/series/new_series/", plan).status_code == 303
    answer = {"series": str(series.number), "date": day}
    assert Client().post(f"{own}here/", answer).status_code in (409, 422)
    assert Client().post(f"{own}reply/", {**answer, "answer": "yes 1", "of": "none"}).status_code in (409, 422)
    for path in (own, f"/staff/o/{slug}/tonight/", f"/o/{slug}/{series.slug}/", f"/o/{slug}/door/"):
        assert of_club.get(path).status_code == 200


def test_no_day_gets_two_evenings_of_a_series(series: Series) -> None:
    """Moved back onto a day that was given away, and held after all on a day that was."""
    first, second, third = (club.today(series) + timedelta(weeks=week) for week in (1, 2, 3))
    evenings.move_evening(series, BY, first, first + timedelta(days=1))
    evenings.move_evening(series, BY, second, first)
    with pytest.raises(UserError, match="an evening on this date already"):
        evenings.move_evening(series, BY, first, first)
    evenings.cancel_evenings(series, BY, [third])
    evenings.move_evening(series, BY, first, third)
    evenings.cancel_evenings(series, BY, [first])
    evenings.restore_evening(series, BY, third)
    with pytest.raises(UserError, match="an evening on this date already"):
        evenings.restore_evening(series, BY, first)
    evenings.move_evening(series, BY, second, second)
    evenings.move_evening(series, BY, second, second + timedelta(days=1))


def test_a_line_of_totals_without_a_name_is_named(series: Series) -> None:
    text = b"datum;ronde;tafel;naam;punten;spellen\n2026-01-08;1;1;;3;4\n"
    path = f"/staff/o/{series.organisation.slug}/season/{series.slug}/totals/"
    page = owner(series.organisation).post(path, {"file": SimpleUploadedFile("a.csv", text)})
    assert page.status_code == 422 and "Line 2: Nobody is called so." in cast.shown(page)


def test_a_filter_that_does_not_exist_narrows_nothing(series: Series) -> None:
    page = owner(series.organisation).get(f"/staff/o/{series.organisation.slug}/members/?kind=x")
    assert page.status_code == 200


def test_jury_and_auditor_learn_neither_the_code_nor_the_door(series: Series) -> None:
    code = links.evening_code(series, club.today(series))
    for role in Steward.StewardRole:
        page = cast.client(club.steward(series.organisation, role)).get(f"/staff/o/{series.organisation.slug}/tonight/")
        receives = role not in (Steward.StewardRole.JURY, Steward.StewardRole.AUDITOR)
        assert page.status_code == 200
        assert (f"<strong>{code}</strong>" in page.content.decode()) == ("/door/" in page.content.decode()) == receives


def test_rights_and_a_new_club_ask_for_the_password_again(series: Series) -> None:
    administrator, other = cast.client(cast.founder()), cast.outsider()
    assert (
        administrator.get(f"/staff/organisations/{series.organisation.slug}/{10**25}/invitation.svg").status_code == 404
    )
    session = administrator.session
    session[PROVED] = time.time() - FRESH - 1
    session.save()
    page = administrator.get(f"/staff/organisations/user_rights/{other.pk}/")
    sent = {"administrator": "on", "of": page.context["form"]["of"].value()}
    assert administrator.post(f"/staff/organisations/user_rights/{other.pk}/", sent).status_code == 409
    new = {"name": "Nieuw", "kind": "club", "owner": "vera"}
    assert administrator.post("/staff/organisations/", new).status_code == 409
    other.refresh_from_db()
    assert not other.is_staff and Organisation.objects.count() == 1


def test_initials_that_somebody_chooses_hold_in_the_events_they_played(series: Series) -> None:
    people = list(series.organisation.persons.all())
    event = receive(series, BY, club.today(series), people)
    who = people[0]
    for display, expected in (("number", True), ("initials", True), ("name", False), ("initials", True)):
        change_person(who, BY, PersonDetails(who.name, display=display))
        assert Entry.objects.get(event=event, link__person=who).player.initials_only is expected
    assert event.log.filter(act="change_entry").count() == 3, "what is the same already is not written"
    cast.events.change_state(cast.fresh(event), BY, "closed")
    change_person(who, BY, PersonDetails(who.name, display="name"))
    assert not Entry.objects.get(event=event, link__person=who).player.initials_only
    anonymise(cast.fresh(event), BY, [Entry.objects.get(link__person=who).number])
    change_person(who, BY, PersonDetails(who.name, display="initials"))


def test_whoever_is_forgotten_is_not_awaited(series: Series) -> None:
    gone, other, *_ = list(series.organisation.persons.all())
    day = club.today(series) + timedelta(weeks=1)
    for person in (gone, other):
        reply(person, series, day, "yes", 2)
    forget_persons(series.organisation, BY, [gone])
    assert [evening.forecast.coming for evening in coming(other)][:2] == [0, 3]


def test_strangers_at_the_door_do_not_shut_out_the_tables(series: Series) -> None:
    """The address of the door is public: whoever uses up its tries leaves those at the stickers."""
    add_stickers(series.organisation, BY, 1)
    code = links.evening_code(series, club.today(series))
    wrong = {"code": f"{(int(code) + 1) % 10_000:04}"}
    door, table = f"/o/{series.organisation.slug}/door/", f"/k/{links.sticker_code(Sticker.objects.get())}/"
    for address in range(RATION.most):
        assert Client(REMOTE_ADDR=f"10.0.{address}.1").post(door, wrong).status_code == 422
    assert Client().post(door, {"code": code}).status_code == 429
    assert Client().post(table, {"code": code}).status_code == 303


def test_a_rule_of_tries_has_a_label_that_every_database_stores() -> None:
    assert Tries._meta.get_field("rule").max_length == MAX_LABEL
    with pytest.raises(ValueError, match="too long"):
        Ration("x" * (MAX_LABEL + 1), 1, 1.0)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_guest_entered_by_a_double_click_is_one() -> None:
    series = club.series(club.club())
    path = f"/staff/o/{series.organisation.slug}/tonight/{series.slug}/{club.today(series)}/guest/"
    browsers = [owner(series.organisation), owner(series.organisation)]
    answers = at_once(*[lambda who=who: who.post(path, {"name": "Gast Nieuw"}).status_code for who in browsers])
    assert {*answers} == {303, 409} and Person.objects.count() == Entry.objects.count() == 1
