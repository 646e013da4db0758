"""A club's year in which every act of a register happens, replayed in an empty database and from its file."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support import club_evenings
from tests.support.events import cast
from tournament.acts.event import events, pictures
from tournament.acts.kernel.declaring import declared
from tournament.acts.lifecycle.restored import say_restored
from tournament.acts.register import evenings, links, organisations, persons, receiving, stewards
from tournament.acts.register import series as series_acts
from tournament.acts.register.organisations import OrganisationProfile
from tournament.acts.register.persons import ClubMembership, PersonDetails
from tournament.acts.register.replies import reply
from tournament.acts.register.stickers import add_stickers, renew_sticker
from tournament.exchange.logbook import logbook_file, proof
from tournament.models import Organisation, Person, Sticker

BY = "system"
# Acts whose rows are proved by the tests of their own rooms.
ELSEWHERE = {"change_season", "record_totals", "withdraw_totals"}


def whole_year() -> Organisation:
    """A club to which everything has happened."""
    club = club_evenings.club()
    people = club_evenings.members(club, 8)
    sim = cast.user("sim")
    stewards.appoint_steward(club, BY, sim, "secretary")
    stewards.remove_steward(club, BY, sim, "secretary")
    organisations.change_organisation(club, BY, replace(OrganisationProfile.of(club), place="Tongeren"))
    persons.change_person(people[0], BY, PersonDetails("An Nieuwenaam", "Nieuwenaam", "nl", "initials"))
    persons.renew_person_link(people[1], BY)
    series = club_evenings.series(club)
    series_acts.change_series(series, BY, replace(series_acts.SeriesPlan.of(series), fee=500))
    series.refresh_from_db()
    day = club_evenings.today(series)
    event = receiving.receive(series, BY, day, people)
    links.unlink_entry(club, BY, cast.entry(cast.fresh(event), 1))
    for state in ("live", "closed"):
        if cast.fresh(event).state != state:
            events.change_state(cast.fresh(event), BY, state)
    weeks = [day + timedelta(weeks=week) for week in (1, 2)]
    evenings.cancel_evenings(series, BY, weeks)
    evenings.restore_evening(series, BY, weeks[1])
    evenings.move_evening(series, BY, weeks[1], weeks[1] + timedelta(days=1))
    until = ClubMembership("guest", "", day, day + timedelta(days=30))
    persons.affiliate(people[2], BY, until, 1)
    persons.forget_persons(club, BY, [people[3]])
    add_stickers(club, BY, 3)
    renew_sticker(Sticker.objects.get(organisation=club, number=2), BY, replaces=1)
    reply(people[4], series, weeks[1], "yes", 1)
    pictures.set_picture(club, BY, pictures.Kind.LOGO, cast.logo())
    pictures.remove_picture(club, BY, pictures.Kind.LOGO)
    pictures.set_picture(club, BY, pictures.Kind.LOGO, cast.logo())
    say_restored(club, BY, "Disk.")
    return Organisation.objects.get(pk=club.pk)


@pytest.mark.django_db(transaction=True)
def test_every_act_is_replayed(guarded: None, tmp_path: Path) -> None:
    club = whole_year()
    acts = set(club.log.values_list("act", flat=True))
    assert declared(Organisation).keys() - ELSEWHERE == acts
    assert proof.prove(club) == club.revision
    for event in (hosted.event for hosted in club.hosted.all()):
        assert proof.prove(event) == event.revision
    path = tmp_path / "register.jsonl"
    path.write_text("".join(f"{line}\n" for line in logbook_file.lines(club)))
    names = dict(Person.objects.values_list("number", "name"))
    with proof.replayed(path):
        assert dict(Person.objects.values_list("number", "name")) == names
