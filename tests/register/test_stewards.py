"""Stewards and their events; people whose names are kept no longer. Each act also twice, refused, and undone."""

from datetime import date, timedelta

import pytest

from tests.support import clubs
from tests.support.events import cast
from tournament.acts.event import events
from tournament.acts.lifecycle.anonymity import anonymise
from tournament.acts.lifecycle.bin import bin_event
from tournament.acts.register import persons, stewards
from tournament.acts.register.hosting import host_event
from tournament.acts.register.persons import ClubMembership
from tournament.models import Event, Membership, Organisation, Person

BY = clubs.BY


@pytest.fixture
def club(db: None) -> Organisation:
    """A club with an owner and a secretary."""
    club = clubs.club()
    stewards.appoint_steward(club, BY, cast.user("rita"), "owner")
    stewards.appoint_steward(club, BY, cast.user("sim"), "secretary")
    return club


def evening(club: Organisation, slug: str = "avond") -> Event:
    """An event of the club in which nobody but its stewards has a role."""
    event = cast.event(4, slug=slug)
    Membership.objects.filter(event=event).delete()
    host_event(club, BY, event)
    return cast.fresh(event)


def roles(event: Event, name: str) -> list[str]:
    return list(Membership.objects.filter(event=event, user__username=name).values_list("role", flat=True))


def test_a_steward_has_their_role_in_each_event_by_a_sealed_line(club: Organisation) -> None:
    event = evening(club)
    assert roles(event, "rita") == roles(event, "sim") == ["organiser"]
    assert [line.act for line in event.log.all()][-2:] == ["grant_role"] * 2
    stewards.appoint_steward(club, BY, cast.user("dora"), "desk")
    assert roles(event, "dora") == ["desk"]
    with cast.nothing_written():
        stewards.appoint_steward(club, BY, cast.user("dora"), "desk")
        host_event(club, BY, cast.fresh(event))
    with cast.refused():
        stewards.appoint_steward(club, BY, cast.user("dora"), "king")


def test_who_is_removed_loses_every_event_at_once(club: Organisation) -> None:
    running, closed, binned = (evening(club, slug) for slug in ("loopt", "toe", "weg"))
    for state in ("live", "closed"):
        events.change_state(cast.fresh(closed), BY, state)
    bin_event(cast.fresh(binned), BY, cast.fresh(binned).version_token)
    stewards.remove_steward(club, BY, cast.user("sim"), "secretary")
    assert [roles(event, "sim") for event in (running, closed, binned)] == [[], [], []]
    assert [roles(event, "rita") for event in (running, closed, binned)] == [["organiser"]] * 3
    with cast.nothing_written():
        stewards.remove_steward(club, BY, cast.user("sim"), "secretary")
    stewards.appoint_steward(club, BY, cast.user("sim"), "secretary")
    assert roles(running, "sim") == ["organiser"]


def test_who_keeps_another_role_keeps_what_that_gives(club: Organisation) -> None:
    event = evening(club)
    stewards.appoint_steward(club, BY, cast.user("sim"), "desk")
    stewards.remove_steward(club, BY, cast.user("sim"), "secretary")
    assert roles(event, "sim") == ["desk"]


def test_an_event_whose_only_organiser_goes_becomes_the_owners(club: Organisation) -> None:
    event = evening(club)
    Membership.objects.filter(event=event, user=cast.user("rita")).delete()
    stewards.remove_steward(club, BY, cast.user("sim"), "secretary")
    assert roles(event, "rita") == ["organiser"] and roles(event, "sim") == []


def test_the_last_owner_stays(club: Organisation) -> None:
    with cast.refused("at least one owner"):
        stewards.remove_steward(club, BY, cast.user("rita"), "owner")


def test_an_event_is_of_one_club(club: Organisation) -> None:
    event, other = evening(club), clubs.club("elders")
    with cast.refused("another organisation"):
        host_event(other, BY, event)


def test_whose_name_is_kept_no_longer(club: Organisation) -> None:
    stays, ended, guest = clubs.members(club, "Blijft Lid", "Ging Weg", "Kwam Eens")
    last_day = clubs.SINCE + timedelta(days=30)
    persons.affiliate(ended, BY, ClubMembership(licence="L2", since=clubs.SINCE, last_day=last_day), 1)
    persons.affiliate(guest, BY, ClubMembership("guest", "", clubs.SINCE), 1)
    club.refresh_from_db()
    assert persons.persons_to_forget(club, date(2027, 12, 1)) == []
    assert persons.persons_to_forget(club, date(2028, 3, 1)) == [ended, guest]
    Organisation.objects.filter(pk=club.pk).update(names_kept_months=0)
    club.refresh_from_db()
    assert persons.persons_to_forget(club, date(2099, 3, 1)) == []
    assert Person.objects.get(pk=stays.pk).name == "Blijft Lid"


def test_forgetting_takes_the_name_out_of_closed_events_and_waits_for_open_ones(club: Organisation) -> None:
    people = clubs.members(club, "An", "Bert", "Cis", "Dora")
    event = clubs.evening(club, people)
    with cast.refused("Close the event first"):
        persons.forget_persons(club, BY, [people[1]])
    for state in ("live", "closed"):
        events.change_state(cast.fresh(event), BY, state)
    # Names removed in the event leave the link: the season still has the evening.
    anonymise(cast.fresh(event), BY, [1])
    assert cast.entry(event, 1).player.name == "" and cast.entry(event, 1).person == people[0]
    persons.forget_persons(club, BY, [people[1]])
    assert cast.entry(event, 2).player.name == "" and cast.entry(event, 2).person is None
    gone = Person.objects.get(pk=people[1].pk)
    assert (gone.name, gone.forgotten, gone.code, gone.number) == ("", True, people[1].code, 2)
    with cast.nothing_written():
        persons.forget_persons(club, BY, [people[1]])
    [late] = clubs.members(club, "Eva")
    assert late.number == 5
