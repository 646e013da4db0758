"""Acts of a register in any order, against a model of a few lines: who is known, who is a member, who is which entry.

What the model refuses is refused and writes nothing; the lines, replayed in an empty database, give the same rows.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.support import clubs
from tests.support.at_random import sequences
from tests.support.events import cast
from tournament import guards
from tournament.acts.event import events
from tournament.acts.register import hosting, links, persons
from tournament.acts.register.persons import ClubMembership, NewPerson, PersonDetails
from tournament.exchange.logbook import proof
from tournament.models import Affiliation, Entry, Event, Organisation, Person, PersonLink

BY, PLAYERS = clubs.BY, 4
names = st.sampled_from(["An De Smet", "Jan Maes", "Zoë d’Hondt", "Éloïse Lefèvre", "Chloë 't Kindt"])
some = st.integers(0, 9)
ENDED = clubs.SINCE + timedelta(days=200)


class Register(RuleBasedStateMachine):
    """Two clubs with one evening each; acts are on the first, of whose people the model says everything."""

    @initialize()
    def begin(self) -> None:
        self.club, other = (clubs.club(slug) for slug in ("de-linde", "elders"))
        self.event, foreign = (cast.event(PLAYERS, slug=slug) for slug in ("avond", "vreemd"))
        hosting.host_event(self.club, BY, self.event)
        hosting.host_event(other, BY, foreign)
        self.foreign = cast.entry(foreign, 1)
        # The model: names by number (None once forgotten), licences of members, persons by entry, open or closed.
        self.names: dict[int, str | None] = {}
        self.licences: dict[int, str] = {}
        self.players: dict[int, int] = {}
        self.is_open = True

    def tried(self, allowed: bool, act: Callable[[], object]) -> None:
        """Does what the model allows; what it does not is refused, and writes nothing."""
        if allowed:
            act()
            return
        with cast.refused():
            act()

    def person(self, at: int) -> Person:
        return Person.objects.get(organisation=self.club, number=1 + at % len(self.names))

    @rule(name=names, licence=st.integers(0, 3), twice=st.booleans())
    def add(self, name: str, licence: int, twice: bool) -> None:
        number = str(licence) if licence else ""
        newcomers = [NewPerson(PersonDetails(name), ClubMembership(licence=number, since=clubs.SINCE))]
        act = partial(persons.add_persons, self.club, BY, newcomers, key=f"form {len(self.names)}")
        allowed = not number or number not in self.licences.values()
        self.tried(allowed, act)
        if allowed:
            if twice:
                with cast.nothing_written():
                    act()
            self.names[len(self.names) + 1] = name
            self.licences[len(self.names)] = number

    @precondition(lambda self: self.names)
    @rule(at=some, name=names)
    def rename(self, at: int, name: str) -> None:
        person = self.person(at)
        self.tried(
            self.names[person.number] is not None,
            lambda: persons.change_person(person, BY, PersonDetails(name, display="initials")),
        )
        if self.names[person.number] is not None:
            self.names[person.number] = name

    @precondition(lambda self: self.names)
    @rule(at=some, licence=st.integers(0, 3), ends=st.booleans())
    def affiliate(self, at: int, licence: int, ends: bool) -> None:
        person, number = self.person(at), str(licence) if licence else ""
        held = {holder: each for holder, each in self.licences.items() if holder != person.number}
        allowed = self.names[person.number] is not None and (ends or not number or number not in held.values())
        membership = ClubMembership("guest", number, clubs.SINCE, ENDED if ends else None)
        self.tried(allowed, lambda: persons.affiliate(person, BY, membership, 1))
        if allowed:
            self.licences = held if ends else {**held, person.number: number}

    @precondition(lambda self: self.names)
    @rule(at=some, entry=st.integers(1, PLAYERS))
    def link(self, at: int, entry: int) -> None:
        person = self.person(at)
        free = entry not in self.players and person.number not in self.players.values()
        same = self.players.get(entry) == person.number
        allowed = same or (free and self.names[person.number] is not None)
        target = cast.entry(self.event, entry)
        self.tried(allowed, lambda: self.linked(person, target))
        if allowed:
            self.players[entry] = person.number

    @precondition(lambda self: self.names)
    @rule(at=some)
    def link_elsewhere(self, at: int) -> None:
        person = self.person(at)
        self.tried(False, lambda: self.linked(person, self.foreign))

    def linked(self, person: Person, entry: Entry) -> None:
        links.link_entries(self.club, BY, entry.event, [(person, entry)], links.LinkedBy.CHOICE)

    @rule(entry=st.integers(1, PLAYERS))
    def unlink(self, entry: int) -> None:
        links.unlink_entry(self.club, BY, cast.entry(self.event, entry))
        self.players.pop(entry, None)

    @precondition(lambda self: self.names)
    @rule(at=some)
    def forget(self, at: int) -> None:
        person = self.person(at)
        number = person.number
        playing = [entry for entry, linked in self.players.items() if linked == number]
        # Who is forgotten already is in no link.
        allowed = not (playing and self.is_open)
        self.tried(allowed, lambda: persons.forget_persons(self.club, BY, [person]))
        if allowed:
            self.names[number] = None
            self.licences.pop(number, None)
            self.players = {entry: linked for entry, linked in self.players.items() if linked != number}

    @precondition(lambda self: self.is_open)
    @rule()
    def close(self) -> None:
        for state in ("live", "closed"):
            events.change_state(self.event, BY, state)
        self.is_open = False

    @invariant()
    def is_as_the_model_says(self) -> None:
        known = Person.objects.filter(organisation=self.club).values_list("number", "name", "forgotten")
        assert {number: None if forgotten else name for number, name, forgotten in known} == self.names
        members = Affiliation.objects.filter(organisation=self.club, until=None, person__forgotten=False)
        assert dict(members.values_list("person__number", "licence")) == self.licences
        linked = PersonLink.objects.filter(organisation=self.club, entry__event=self.event)
        assert dict(linked.values_list("entry__number", "person__number")) == self.players

    def teardown(self) -> None:
        if hasattr(self, "club"):
            for owner in (*Organisation.objects.all(), *Event.objects.all()):
                proof.prove(owner)
            transaction.set_rollback(True)


def in_any_order(examples: int, steps: int) -> None:
    guards.lay()
    run_state_machine_as_test(Rolled, settings=sequences(examples, steps))


class Rolled(Register):
    """Each run is undone at its end: the guards let nobody delete its lines."""

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()

    def teardown(self) -> None:
        try:
            super().teardown()
        finally:
            self.undone.__exit__(None, None, None)


@pytest.mark.hypothesis
def test_any_order_is_as_a_model_says_and_follows_from_the_lines(db: None) -> None:
    in_any_order(3, 15)


@pytest.mark.long
@pytest.mark.hypothesis
def test_any_order_at_length(db: None) -> None:
    in_any_order(60, 50)
