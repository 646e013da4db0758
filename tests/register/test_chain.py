"""An organisation's register: a chain like that of an event, and the proof that its rows follow from it."""

from pathlib import Path

import pytest
from django.db import DatabaseError, connection

from tests.support import clubs
from tests.support.events import cast
from tournament.acts.event import events
from tournament.acts.register import links, persons, stewards
from tournament.exchange.logbook import logbook_file, proof
from tournament.exchange.logbook.logbook_file import LogbookError
from tournament.models import Affiliation, Event, Organisation, Person, PersonLink, Steward

BY = "system"


@pytest.fixture
def club(guarded: None) -> Organisation:
    """A club of eight people who played one evening, with an owner."""
    club = clubs.club()
    stewards.appoint_steward(club, BY, cast.user("rita"), "owner")
    clubs.evening(club, clubs.members(club, *(f"Speler {number}" for number in range(1, 9))))
    return Organisation.objects.get(pk=club.pk)


def test_every_row_follows_from_the_lines_and_the_event_from_its_own(club: Organisation) -> None:
    assert proof.prove(club) == club.revision == 5
    event = Event.objects.get(slug="avond")
    before = list(logbook_file.lines(event))
    assert proof.prove(event) == event.revision
    assert list(logbook_file.lines(event)) == before


FORGED = {
    "a name": lambda: Person.objects.filter(number=2).update(name="Iemand"),
    "a code": lambda: Person.objects.filter(number=2).update(code="a" * 16),
    "a licence number": lambda: Affiliation.objects.filter(person__number=2).update(licence="X"),
    "a link": lambda: PersonLink.objects.filter(person__number=2).update(entry=None),
    "another person": lambda: PersonLink.objects.filter(person__number=2).update(person=Person.objects.get(number=3)),
    "a steward": lambda: Steward.objects.update(role="desk"),
    "the plan": lambda: Organisation.objects.update(plan={}),
    "a lost host": lambda: Event.objects.get().hosted.delete(),
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_row_that_no_line_made_is_named(club: Organisation, forged: str) -> None:
    FORGED[forged]()
    with pytest.raises(LogbookError, match="logbook"):
        proof.prove(club)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tournament_registerline SET act = 'x'",
        "DELETE FROM tournament_registerline",
    ],
)
def test_no_line_is_changed_or_deleted(club: Organisation, change: str) -> None:
    with pytest.raises(DatabaseError, match="append-only"), connection.cursor() as cursor:
        cursor.execute(change)
    assert proof.prove(club) == 5


@pytest.mark.django_db(transaction=True)
def test_whose_name_was_forgotten_still_proves(club: Organisation) -> None:
    event = Event.objects.get()
    for state in ("live", "closed"):
        events.change_state(event, BY, state)
    person = Person.objects.get(number=2)
    persons.forget_persons(club, BY, [person])
    club.refresh_from_db()
    assert proof.prove(club) == club.revision
    assert proof.prove(cast.fresh(event))
    file = "\n".join(logbook_file.lines(club))
    assert "Speler 2" not in file and '"L2"' not in file and '\\"person\\":2}' not in file
    assert links.linking_texts(club, {2}) == set()


def test_its_file_is_read_again(club: Organisation, tmp_path: Path) -> None:
    path = tmp_path / "register.jsonl"
    path.write_text("".join(f"{line}\n" for line in logbook_file.lines(club)))
    with proof.replayed(path) as again:
        assert (again.slug, again.revision, again.seal) == (club.slug, club.revision, club.seal)
        assert Person.objects.count() == 8
        assert PersonLink.objects.filter(entry=None).count() == 8
