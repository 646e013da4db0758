"""A list of players to be entered: line by line what would happen, before anything does. Pure, but for `known`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from django.utils.translation import gettext as _

from tournament.acts.refusal import Refusal
from tournament.acts.registration import Person, check_person
from tournament.exchange import headings
from tournament.exchange.person_in import person_of, twin_key
from tournament.exchange.sheet_lines import Line
from tournament.models import Entry, Event
from tournament.naming import folded


class Verdict(StrEnum):
    """What becomes of a line."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    DOUBTFUL = "doubtful"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Judged:
    """One line: who stands in it, what becomes of it and why. `entry` is the number of the player it changes."""

    line: int
    person: Person
    verdict: Verdict
    why: str = ""
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """The whole list, judged; `ignored` are the headings that mean nothing here."""

    rows: tuple[Judged, ...]
    ignored: tuple[str, ...] = ()

    def count(self, verdict: Verdict) -> int:
        """How many lines have this verdict."""
        return sum(row.verdict == verdict for row in self.rows)

    def to_add(self, accepted: Collection[int] = ()) -> list[Person]:
        """Whom to enter: the new ones, and the doubtful ones on lines that a person accepted; with numbers first,
        so that a number given out for want of one is nobody else's."""
        wanted = [
            row.person
            for row in self.rows
            if row.verdict == Verdict.NEW or (row.verdict == Verdict.DOUBTFUL and row.line in accepted)
        ]
        return sorted(wanted, key=lambda person: person.number is None)

    def to_change(self) -> dict[int, Person]:
        """What is now known of those who were entered already, by number."""
        return {row.entry: row.person for row in self.rows if row.verdict == Verdict.CHANGED and row.entry is not None}


@dataclass(slots=True)
class Met:
    """Who is there already, in the event and on the lines above."""

    by_number: dict[int, Person] = field(default_factory=dict)
    by_name: dict[str, list[Person]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)


def known(event: Event) -> list[Person]:
    """Everyone who is entered in an event, with his number."""
    rows = Entry.objects.filter(event=event).select_related("player").order_by("number")
    return [
        Person(row.player.name, row.player.club, row.player.language, row.role, row.player.initials_only, row.number)
        for row in rows
    ]


def judge(lines: Sequence[Line], there: Iterable[Person]) -> Proposal:
    """What would become of each line below the headings. Refuses a list in which no column holds names."""
    head = headings.heading(lines)
    if head is None:
        raise Refusal(_("No column is called Naam, Nom or Name: the first line must hold the headings."), 422)
    met = _met(there)
    below = [line for line in lines if line.number > head.number]
    if not below:
        raise Refusal(_("There is nobody below the headings."), 422)
    return Proposal(tuple(_judged(line, head.fields(line), met) for line in below), head.unknown)


def _met(there: Iterable[Person]) -> Met:
    met = Met()
    for person in there:
        if person.number is not None:
            met.by_number[person.number] = person
        met.by_name.setdefault(twin_key(person.name), []).append(person)
    return met


def _judged(line: Line, said: Mapping[str, str], met: Met) -> Judged:
    person = person_of(said)
    fault = _fault(line, said, person, met)
    if fault:
        return Judged(line.number, person, Verdict.REFUSED, fault)
    twin = twin_key(person.name)
    above = met.lines.get(twin)
    met.lines.setdefault(twin, line.number)
    if person.number is not None:
        met.numbers[person.number] = line.number
        if person.number in met.by_number:
            return _again(line, said, person, met.by_number[person.number])
    if above is not None:
        return Judged(
            line.number, person, Verdict.DOUBTFUL, _("The same name stands in line %(line)s.") % {"line": above}
        )
    return _new_or_twin(line, said, person, met.by_name.get(twin, []))


def _fault(line: Line, said: Mapping[str, str], person: Person, met: Met) -> str:
    """Why a line cannot be taken; "" when nothing stands in the way."""
    if line.formula:
        return _("This line holds a formula. Paste the list as values.")
    number = said.get(headings.NUMBER, "")
    if number and person.number is None:
        return _("“%(text)s” is no number of a player.") % {"text": number[:20]}
    try:
        check_person(person)
    except Refusal as refusal:
        return str(refusal)
    if person.number in met.numbers:
        return _("The number %(number)s stands in line %(line)s too.") % {
            "number": person.number,
            "line": met.numbers[person.number],
        }
    owner = met.by_number.get(person.number or 0)
    if owner and twin_key(owner.name) != twin_key(person.name):
        return _("The number %(number)s is that of %(name)s.") % {"number": owner.number, "name": owner.name}
    return ""


def _new_or_twin(line: Line, said: Mapping[str, str], person: Person, twins: Sequence[Person]) -> Judged:
    """Someone without a namesake is new; a namesake of the same club is the same person, any other is a doubt."""
    if not twins:
        return Judged(line.number, person, Verdict.NEW)
    same = [twin for twin in twins if folded(twin.name) == folded(person.name) and _clubs_agree(twin, person)]
    if len(same) == 1 and person.number is None:
        return _again(line, said, person, same[0])
    twin = same[0] if same else twins[0]
    who = {"name": twin.name, "number": twin.number, "club": twin.club or "–"}
    return Judged(
        line.number, person, Verdict.DOUBTFUL, _("Perhaps the same as no. %(number)s, %(name)s (%(club)s).") % who
    )


def _again(line: Line, said: Mapping[str, str], person: Person, now: Person) -> Judged:
    """Someone who is entered already; what the list leaves open stays as it is."""
    after = Person(
        name=person.name,
        club=person.club or now.club,
        language=person.language or now.language,
        role=person.role if said.get(headings.ROLE) else now.role,
        initials_only=person.initials_only if said.get(headings.INITIALS) else now.initials_only,
        number=now.number,
    )
    changes = _changes(now, after)
    return Judged(line.number, after, Verdict.CHANGED if changes else Verdict.SAME, changes, now.number)


def _changes(now: Person, after: Person) -> str:
    """What is different, as "before → after"."""
    pairs = [(now.name, after.name), (now.club, after.club), (now.language, after.language)]
    told = [f"{old or '–'} → {new}" for old, new in pairs if old != new]
    if replace(now, name="", club="", language="") != replace(after, name="", club="", language=""):
        told.append(_("role or initials"))
    return ", ".join(told)


def _clubs_agree(one: Person, other: Person) -> bool:
    return not one.club or not other.club or folded(one.club) == folded(other.club)
