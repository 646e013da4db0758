"""What a chain refers to and does not make itself: accounts, and for a register the events that it is about."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from tournament.models import ChainOwner, Entry, Event, Organisation, Player

# The acts that give an account a role.
APPOINTING = ("grant_role", "appoint_steward")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a replay has to find as it was found when the lines were written, each as little as it refers to."""

    users: frozenset[int]
    # Keys and addresses.
    organisations: tuple[tuple[int, str], ...] = ()
    # Keys, addresses, and the line and the seal that the register knows them by.
    events: tuple[tuple[int, str, int, str], ...] = ()
    # The keys of entries and of their events, and their numbers.
    entries: tuple[tuple[int, int, int], ...] = ()

    @classmethod
    def of(cls, owner: ChainOwner) -> "Surroundings":
        """Those of an event or an organisation as it is in the database."""
        if not isinstance(owner, Organisation):
            return cls(_known_users(owner))
        others = Organisation.objects.exclude(pk=owner.pk)
        events = Event.objects.in_bulk(_hosted(owner), field_name="slug")
        known = ((event, line, seal) for slug, (line, seal) in _hosted(owner).items() if (event := events.get(slug)))
        same = {event.pk: (event.slug, line, seal) for event, line, seal in known if event.has_line(line, seal)}
        return cls(
            _known_users(owner),
            tuple(others.values_list("pk", "slug")),
            tuple((pk, *named) for pk, named in same.items()),
            tuple(Entry.objects.filter(event__in=same).values_list("pk", "event", "number")),
        )

    def make(self) -> None:
        """Makes it in an empty database."""
        User.objects.bulk_create([User(pk=pk, username=str(pk)) for pk in self.users])
        Organisation.objects.bulk_create([Organisation(pk=pk, slug=slug) for pk, slug in self.organisations])
        Event.objects.bulk_create(
            [Event(pk=pk, slug=slug, revision=line, seal=seal) for pk, slug, line, seal in self.events]
        )
        Player.objects.bulk_create([Player(pk=pk) for pk, _event, _number in self.entries])
        Entry.objects.bulk_create(
            [Entry(pk=pk, event_id=event, player_id=pk, number=number) for pk, event, number in self.entries]
        )


def _hosted(organisation: Organisation) -> dict[str, tuple[int, str]]:
    """The events that a register took up: the line and the seal at which it did, by address."""
    facts = _facts(organisation, ["host_event"])
    return {each["event"]: (each["line"], each["seal"]) for each in facts}


def _known_users(owner: ChainOwner) -> frozenset[int]:
    """The accounts of this installation that have a role there, and those that existed when a line gave them one.

    Lines from another installation name accounts that this one never had, or that joined only later.
    """
    lines = owner.log.filter(act__in=APPOINTING).values_list("text", "at")
    granted = [(json.loads(text)["facts"]["user"], at) for text, at in lines]
    joined = dict(User.objects.filter(pk__in={user for user, _at in granted}).values_list("pk", "date_joined"))
    of_event = isinstance(owner, Event)
    now = User.objects.filter(**{"memberships__event" if of_event else "stewardships__organisation": owner.pk})
    early = {user for user, at in granted if user in joined and joined[user] <= at}
    return frozenset(early.union(now.values_list("pk", flat=True)))


def _facts(owner: ChainOwner, acts: Iterable[str]) -> list[dict[str, Any]]:
    lines = owner.log.filter(act__in=acts).order_by("sequence").values_list("text", flat=True)
    return [json.loads(text)["facts"] for text in lines]
