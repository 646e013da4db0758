"""Saying that an entry of an event is a person of the register, and taking it back.

By a licence number, by the person's own link or by somebody's choice; never because two names are the same.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.sealing import canonical
from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.people.import_people import Decide, ImportResult, PeopleImport, import_people
from tournament.acts.people.registration import Entrant
from tournament.acts.register.hosting import require_hosted
from tournament.errors import UserError
from tournament.models import Affiliation, Entry, Event, Organisation, Person, PersonLink


class LinkedBy(StrEnum):
    """How it is known who an entry is."""

    LICENCE = "licence"
    OWN_LINK = "own link"
    CHOICE = "choice"


def link_entries(
    organisation: Organisation, actor: str, event: Event, pairs: Sequence[tuple[Person, Entry]], by: LinkedBy
) -> None:
    """Links entries of one event of the organisation, all or none; those that are linked so already are passed over.

    Refused if an entry or a person is linked otherwise in the event (unlink it first), or a person was forgotten. The
    line holds a digest of who is who, and the event's seal at this moment.
    """
    with logbook.locked_register(organisation) as organisation:
        require_hosted(organisation, event)
        linked = PersonLink.objects.filter(organisation=organisation, entry__event=event)
        known = {link.entry_id: link.person_id for link in linked}
        new = [(person, entry) for person, entry in pairs if known.get(entry.pk) != person.pk]
        if not new:
            return
        persons = Person.objects.in_bulk([person.pk for person, _entry in new])
        entries = Entry.objects.filter(event=event).in_bulk([entry.pk for _person, entry in new])
        taken = {*known.values()}
        for person, entry in new:
            current = persons.get(person.pk)
            if current is None or current.organisation_id != organisation.pk or current.forgotten:
                raise UserError(_("This person is not in the register."), 422)
            if entry.pk not in entries:
                raise UserError(_("This player is not in the event."), 422)
            if entry.pk in known or person.pk in taken:
                raise UserError(_("This player or this person is linked already: unlink them first."))
            known[entry.pk] = person.pk
            taken.add(person.pk)
        texts = [
            canonical({"event": event.slug, "number": entries[entry.pk].number, "person": person.number})
            for person, entry in new
        ]
        at = Event.objects.values("revision", "seal").get(pk=event.pk)
        facts = {"links": logbook.store_texts(organisation, texts), "by": by.value}
        logbook.write(organisation, actor, "link_entries", {**facts, "line": at["revision"], "seal": at["seal"]})


def import_players(event: Event, actor: str, decide: Decide, key: str = "") -> ImportResult:
    """Enters a list in an event of an organisation (`import_people`); whose licence number it knows, is linked.

    What only gives somebody a licence number changes nothing in the event: no event keeps it. A number of nobody, and
    somebody who is linked already, are passed over.
    """
    licences: dict[int, str] = {}
    new: list[str] = []

    def decide_here(existing: Sequence[Entrant]) -> PeopleImport:
        intake, known = decide(existing), {person.number: person for person in existing}
        licences.update({number: person.licence for number, person in intake.change.items()})
        new.extend(person.licence for person in intake.add)
        change = {number: replace(person, licence="") for number, person in intake.change.items()}
        changed = {number: person for number, person in change.items() if person != known[number]}
        return PeopleImport(intake.add, changed)

    with logbook.locked_register(event.hosted.organisation) as organisation:
        done = import_people(event, actor, decide_here, key)
        licences.update(zip(done.numbers, new, strict=False))  # a list that was entered before decides nothing
        entries = Entry.objects.filter(event=event, link=None, number__in=licences)
        holders = licence_holders(organisation, event)
        linked = set(PersonLink.objects.filter(entry__event=event).values_list("person", flat=True))
        known = [(holders.get(licences[entry.number]), entry) for entry in entries]
        pairs = [(person, entry) for person, entry in known if person and person.pk not in linked]
        link_entries(organisation, actor, event, pairs, LinkedBy.LICENCE)
    return done


def licence_holders(organisation: Organisation, event: Event) -> dict[str, Person]:
    """Who has which licence number on the day of an event; a number that two have says nothing."""
    rows = Affiliation.objects.on(event.starts_on or timezone.localdate()).exclude(licence="")
    holders: dict[str, set[Person]] = {}
    for row in rows.filter(organisation=organisation, person__forgotten=False).select_related("person"):
        holders.setdefault(row.licence, set()).add(row.person)
    return {licence: people.pop() for licence, people in holders.items() if len(people) == 1}


def unlink_entry(organisation: Organisation, actor: str, entry: Entry) -> None:
    """Takes back that an entry is a person. Nothing is linked: writes nothing."""
    with logbook.locked_register(organisation) as organisation:
        link = PersonLink.objects.filter(organisation=organisation, entry=entry).first()
        if link:
            logbook.write(organisation, actor, "unlink_entry", {"link": link.digest})


def linking_texts(organisation: Organisation, numbers: Collection[int]) -> set[str]:
    """The digests of all links ever made to these people, by their numbers."""
    lines = organisation.log.filter(act="link_entries").values_list("text", flat=True)
    digests = {digest for text in lines for digest in json.loads(text)["facts"]["links"]}
    texts = organisation.texts.filter(text__startswith='{"event":').values_list("digest", "text")
    return {digest for digest, text in texts if digest in digests and json.loads(text)["person"] in numbers}


@Act("link_entries", _("Players linked to people"), owner=Organisation)
def apply_link_entries(line: LogLine) -> None:
    organisation, facts = line.organisation, line.facts
    rows = []
    for digest, text in zip(facts["links"], line.words(*facts["links"]), strict=True):
        # Once somebody is forgotten their links say nothing; neither does an event that is unknown here.
        who: dict[str, Any] = {"event": "", "number": 0, "person": 0}
        who |= json.loads(text) if text.startswith("{") else {}
        entries = Entry.objects.filter(event__hosted__organisation=organisation, event__slug=who["event"])
        rows.append(
            PersonLink(
                organisation=organisation,
                digest=digest,
                entry=entries.filter(number=who["number"]).first(),
                person=Person.objects.filter(organisation=organisation, number=who["person"]).first(),
                event_line=facts["line"],
                event_seal=facts["seal"],
            )
        )
    PersonLink.objects.bulk_create(rows)


@Act("unlink_entry", _("Player unlinked"), owner=Organisation)
def apply_unlink_entry(line: LogLine) -> None:
    PersonLink.objects.filter(organisation=line.organisation, digest=line.facts["link"]).delete()
