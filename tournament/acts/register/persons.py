"""People of an organisation's register: entered, corrected, made members and guests, and forgotten."""

import base64
import hashlib
import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import Any

from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.catalogue import LANGUAGES
from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.lifecycle.anonymity import anonymise
from tournament.acts.people.registration import Entrant, change_entry, check_person, person_of
from tournament.acts.register.links import linking_texts
from tournament.errors import UserError
from tournament.models import Affiliation, Entry, Event, Organisation, Person, PersonLink, Player
from tournament.naming import is_storable, sorting
from tournament.version_tokens import require_unchanged, token_of

CODE_BYTES = 10
MAX_PERSONS, MAX_AT_ONCE, MAX_LICENCE = 20_000, 500, 20
NAMES = ("name", "surname")
TAKEN = _("The licence number %(licence)s belongs to somebody else: %(name)s.")


@dataclass(frozen=True, slots=True)
class ClubMembership:
    """How somebody belongs to a club; `last_day` is None while it goes on."""

    kind: str = Affiliation.AffiliationKind.MEMBER
    licence: str = ""
    since: date = field(default_factory=timezone.localdate)
    last_day: date | None = None


@dataclass(frozen=True, slots=True)
class PersonDetails:
    """What is known of a person. `surname` as in `registration.Entrant`."""

    name: str
    surname: str = ""
    language: str = ""
    display: str = Person.Display.NAME

    @classmethod
    def of(cls, person: Person) -> "PersonDetails":
        """The present ones."""
        return cls(**{name: getattr(person, name) for name in cls.__dataclass_fields__})

    @classmethod
    def of_player(cls, player: Entrant | Player) -> "PersonDetails":
        """Those of somebody as they are in a list, or as they played."""
        display = Person.Display.INITIALS if player.initials_only else Person.Display.NAME
        return cls(player.name, player.surname, player.language, display)


@dataclass(frozen=True, slots=True)
class NewPerson:
    """Somebody to be entered in a register."""

    details: PersonDetails
    membership: ClubMembership = field(default_factory=ClubMembership)


def add_persons(
    organisation: Organisation, actor: str, newcomers: Sequence[NewPerson], *, key: str = ""
) -> list[Person]:
    """Enters people in the order given, all or none, and returns them.

    `key` was made for the form: a form that is sent twice enters nobody twice, and gives whom it entered (of more than
    MAX_AT_ONCE the first ones).
    """
    for new in newcomers:
        check_details(new.details)
        check_membership(new.membership)
    digest = hashlib.sha256(key.encode()).hexdigest()[:32] if key else ""
    with logbook.locked_register(organisation) as organisation:
        mark = f'"key":"{digest}"'
        if digest and (line := organisation.log.filter(act="add_persons", text__contains=mark).first()):
            return _persons(organisation, [row["number"] for row in json.loads(line.text)["facts"]["persons"]])
        first = next_number(organisation)
        if first + len(newcomers) > MAX_PERSONS:
            raise UserError(_("A register can have at most %(most)s people.") % {"most": MAX_PERSONS}, 422)
        licences = [
            new.membership.licence for new in newcomers if new.membership.licence and not new.membership.last_day
        ]
        if len(set(licences)) < len(licences):
            raise UserError(_("Two people in this list have the same licence number."), 422)
        for licence in licences:
            require_free_licence(organisation, licence)
        rows = [{**asdict(new.details), "licence": new.membership.licence} for new in newcomers]
        rows = logbook.store_row_texts(organisation, rows, *NAMES, "licence")
        facts = [
            {
                "number": number,
                "code": base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode().lower(),
                **{name: row[name] for name in PersonDetails.__dataclass_fields__},
                "affiliation": _membership_facts(organisation, new.membership, row["licence"]),
            }
            for number, (row, new) in enumerate(zip(rows, newcomers, strict=True), first)
        ]
        # A file that is read back accepts no line of more characters than some hundred people need.
        for at in range(0, len(facts), MAX_AT_ONCE):
            part = {"key": digest if at == 0 else "", "persons": facts[at : at + MAX_AT_ONCE]}
            logbook.write(organisation, actor, "add_persons", part)
        return _persons(organisation, [row["number"] for row in facts])


def change_person(person: Person, actor: str, details: PersonDetails, *, seen: str | None = None) -> None:
    """Corrects a person's details, and in their events how they are shown. The same details again write nothing.

    `seen` is the token (`details_token`) of those that were looked at: refused if they have changed since.
    """
    check_details(details)
    with logbook.locked_register(person.organisation) as organisation:
        current = PersonDetails.of(reloaded(person))
        if details == current:
            return
        require_unchanged(seen, token_of(current))
        [row] = logbook.store_row_texts(organisation, [asdict(details)], *NAMES)
        logbook.write(organisation, actor, "change_person", {"number": person.number, **row})
        if details.display != current.display:
            _show_in_events(person, actor, initials_only=details.display != Person.Display.NAME)


def _show_in_events(person: Person, actor: str, *, initials_only: bool) -> None:
    """Shows a person by name or by initials in their events: not those archived or binned, nor where they have none."""
    entries = Entry.objects.filter(link__person=person, event__binned=False).exclude(player__name="")
    entries = entries.exclude(event__state=Event.State.ARCHIVED)
    for entry in entries.select_related("event", "player").order_by("event"):
        change_entry(entry, actor, replace(person_of(entry), initials_only=initials_only))


def affiliate(person: Person, actor: str, membership: ClubMembership, number: int | None = None) -> int:
    """Makes a person a member or guest of the club, or changes that (`number`); returns its number.

    The same again writes nothing: what goes on already with the same licence number and kind is not begun twice.
    """
    check_membership(membership)
    with logbook.locked_register(person.organisation) as organisation:
        person = reloaded(person)
        rows = {row.number: row for row in person.affiliations.filter(organisation=organisation)}
        if number is not None and number not in rows:
            raise UserError(_("This membership does not exist."), 404)
        same = (row for row in rows.values() if number in (None, row.number) and _membership(row) == membership)
        if existing := next(same, None):
            return int(existing.number)
        if number is None and membership.last_day is None and any(row.until is None for row in rows.values()):
            raise UserError(_("This person belongs to the club already. Change that, or end it first."))
        if membership.licence and membership.last_day is None:
            require_free_licence(organisation, membership.licence, person)
        number = number or max(rows, default=0) + 1
        digest = logbook.store_text(organisation, membership.licence)
        facts = {"person": person.number, "number": number, **_membership_facts(organisation, membership, digest)}
        logbook.write(organisation, actor, "affiliate", facts)
        return number


def renew_person_link(person: Person, actor: str, *, replaces: int | None = None) -> None:
    """Revokes a person's own link and makes another; `replaces` is the issue that was shown: twice is once."""
    with logbook.locked_register(person.organisation) as organisation:
        if replaces is None or replaces == reloaded(person).link_issue:
            logbook.write(organisation, actor, "renew_person_link", {"number": person.number})


def forget_persons(organisation: Organisation, actor: str, persons: Collection[Person]) -> None:
    """Empties for good what the register and its closed events know of people: names, licences, links.

    Number, code and points stay, of a "withdrawn person". Refused while one of them is in an event that goes on.
    Who is forgotten already is passed over.
    """
    with logbook.locked_register(organisation) as organisation:
        going = Person.objects.filter(organisation=organisation, pk__in=[person.pk for person in persons])
        numbers = list(going.filter(forgotten=False).order_by("number").values_list("number", flat=True))
        if not numbers:
            return
        entries = Entry.objects.filter(link__organisation=organisation, link__person__number__in=numbers)
        entries = entries.select_related("event").order_by("event")
        by_event: dict[Event, list[int]] = {}
        for entry in entries:
            by_event.setdefault(entry.event, []).append(entry.number)
        if going_on := next((event for event in by_event if event.is_open), None):
            raise UserError(_("Somebody plays in “%(event)s”. Close the event first.") % {"event": going_on.name})
        for event, played_as in by_event.items():
            anonymise(event, actor, played_as)
        texts, links = texts_about(organisation, set(numbers)), linking_texts(organisation, set(numbers))
        facts = {"persons": numbers, "texts": sorted({*texts, *links}), "links": sorted(links)}
        logbook.write(organisation, actor, "forget_persons", facts)


def persons_to_forget(organisation: Organisation, today: date) -> list[Person]:
    """Whose names the organisation's plan no longer keeps: no member now, in no event for so long, and no member or
    guest who began or ended since. A guest whose last day nobody filled in is among them.
    """
    months = organisation.names_kept_months
    if not months:
        return []
    year, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    limit = date(year, month + 1, min(today.day, 28))
    members = Affiliation.objects.filter(until=None, kind=Affiliation.AffiliationKind.MEMBER).values("person")
    rows = Person.objects.filter(organisation=organisation, forgotten=False).exclude(pk__in=members)
    # A query that groups leaves out the order of the model.
    dated = rows.order_by("number").annotate(
        ended=Max("affiliations__until"), since=Max("affiliations__since"), played=Max("links__entry__event__starts_on")
    )
    return [row for row in dated if all(day is None or day < limit for day in (row.ended, row.since, row.played))]


def texts_about(organisation: Organisation, numbers: Collection[int]) -> set[str]:
    """The digests of the names and licence numbers that lines ever held of these people."""
    lines = organisation.log.filter(act__in=("add_persons", "change_person", "affiliate"))
    digests: set[str] = set()
    for text in lines.values_list("text", flat=True):
        facts = json.loads(text)["facts"]
        for row in facts.get("persons", [facts]):
            if row.get("person", row["number"]) in numbers:
                digests |= {row.get(name, "") for name in (*NAMES, "licence")}
                digests.add(row.get("affiliation", {}).get("licence", ""))
    return digests - {""}


def details_token(person: Person) -> str:
    """A token that changes when a person's details do."""
    return token_of(PersonDetails.of(person))


def next_number(organisation: Organisation) -> int:
    """The number after the highest ever given."""
    return (Person.objects.filter(organisation=organisation).aggregate(most=Max("number"))["most"] or 0) + 1


def reloaded(person: Person) -> Person:
    """The person as they are now; refused if they were forgotten."""
    current = Person.objects.select_related("organisation").get(pk=person.pk)
    if current.forgotten:
        raise UserError(_("This person has been removed from the register."))
    return current


def require_registered(organisation: Organisation, person: Person) -> None:
    """Refuses somebody of another register, or who was forgotten."""
    if not Person.objects.filter(pk=person.pk, organisation=organisation, forgotten=False).exists():
        raise UserError(_("This person is not in the register of this club."), 422)


def check_details(details: PersonDetails) -> None:
    """Refuses details that no person can have."""
    check_person(Entrant(details.name, surname=details.surname))
    if details.language not in ("", *LANGUAGES) or details.display not in Person.Display.values:
        raise UserError(_("This language or this way to be shown does not exist."), 422)


def check_membership(membership: ClubMembership) -> None:
    """Refuses what no affiliation can be."""
    if membership.kind not in Affiliation.AffiliationKind.values:
        raise UserError(_("Somebody is a member or a guest."), 422)
    if len(membership.licence) > MAX_LICENCE or not is_storable(membership.licence):
        raise UserError(_("A licence number can have at most %(most)s characters.") % {"most": MAX_LICENCE}, 422)
    if membership.last_day and membership.last_day < membership.since:
        raise UserError(_("The last day comes before the first."), 422)


def require_free_licence(organisation: Organisation, licence: str, person: Person | None = None) -> None:
    """Refuses a licence number that somebody else has now."""
    rows = Affiliation.objects.filter(organisation=organisation, licence=licence, until=None)
    holder = rows.exclude(person=person).select_related("person").first()
    if holder:
        raise UserError(TAKEN % {"licence": licence, "name": holder.person.name})


def _persons(organisation: Organisation, numbers: Collection[int]) -> list[Person]:
    return list(Person.objects.filter(organisation=organisation, number__in=numbers).order_by("number"))


def _membership(affiliation: Affiliation) -> ClubMembership:
    return ClubMembership(affiliation.kind, affiliation.licence, affiliation.since, affiliation.until)


def _membership_facts(organisation: Organisation, membership: ClubMembership, licence: str) -> dict[str, Any]:
    """An affiliation as facts, its licence number by digest."""
    until = membership.last_day and membership.last_day.isoformat()
    days = {"since": membership.since.isoformat(), "until": until}
    return {"club": organisation.slug, "kind": membership.kind, "licence": licence, **days}


def _affiliations(line: LogLine, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The fields of affiliations from facts, all licence numbers opened at once."""
    # Every club is its own register so far; later lines may name another.
    others = Organisation.objects.in_bulk({row["club"] for row in rows} - {line.organisation.slug}, field_name="slug")
    return [
        {
            "organisation": others.get(row["club"], line.organisation),
            "kind": row["kind"],
            "licence": row["licence"],
            **{day: row[day] and date.fromisoformat(row[day]) for day in ("since", "until")},
        }
        for row in line.opened(rows, "licence")
    ]


def _details(row: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a person from facts whose digests were opened."""
    fields = {name: row[name] for name in PersonDetails.__dataclass_fields__}
    return {**fields, "sorting": sorting(row["name"], row["surname"])}


@Act("add_persons", _("People entered in the register"), owner=Organisation)
def apply_add_persons(line: LogLine) -> None:
    rows = line.opened(line.facts["persons"], *NAMES)
    Person.objects.bulk_create(
        [Person(organisation=line.organisation, number=r["number"], code=r["code"], **_details(r)) for r in rows]
    )
    persons = {person.number: person for person in _persons(line.organisation, [row["number"] for row in rows])}
    affiliations = _affiliations(line, [row["affiliation"] for row in rows])
    Affiliation.objects.bulk_create(
        [Affiliation(person=persons[r["number"]], number=1, **own) for r, own in zip(rows, affiliations, strict=True)]
    )


@Act("change_person", _("Person corrected"), owner=Organisation)
def apply_change_person(line: LogLine) -> None:
    [row] = line.opened([line.facts], *NAMES)
    Person.objects.filter(organisation=line.organisation, number=row["number"]).update(**_details(row))


@Act("affiliate", _("Membership of the club"), owner=Organisation)
def apply_affiliate(line: LogLine) -> None:
    person = Person.objects.get(organisation=line.organisation, number=line.facts["person"])
    [fields] = _affiliations(line, [line.facts])
    Affiliation.objects.update_or_create(person=person, number=line.facts["number"], defaults=fields)


@Act("renew_person_link", _("Personal link renewed"), owner=Organisation)
def apply_renew_person_link(line: LogLine) -> None:
    persons = Person.objects.filter(organisation=line.organisation, number=line.facts["number"])
    persons.update(link_issue=F("link_issue") + 1)


@Act("forget_persons", _("People removed from the register"), owner=Organisation)
def apply_forget_persons(line: LogLine) -> None:
    logbook.empty_texts(line.organisation, line.facts["texts"])
    persons = Person.objects.filter(organisation=line.organisation, number__in=line.facts["persons"])
    blank = PersonDetails("", display=Person.Display.NUMBER)
    persons.update(**asdict(blank), sorting="", forgotten=True, link_issue=F("link_issue") + 1)
    Affiliation.objects.filter(person__in=persons).update(licence="")
    links = PersonLink.objects.filter(organisation=line.organisation, digest__in=line.facts["links"])
    links.update(entry=None, person=None)
