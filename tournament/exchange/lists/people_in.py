"""Judges a list of players line by line: what importing it would do. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from tournament.acts.people.clubs import spellings
from tournament.acts.people.registration import Entrant, check_person
from tournament.acts.register.persons import MAX_LICENCE
from tournament.errors import UserError
from tournament.exchange.lists import column_guesses, headings
from tournament.exchange.lists.headings import Heading
from tournament.exchange.lists.list_lines import MOST_COLUMNS, ListLine
from tournament.exchange.lists.person_in import person_of, spoilt, turned_round
from tournament.exchange.lists.proposal import ImportProposal, Judged, ListColumn, Twin, Verdict
from tournament.models import Entry
from tournament.naming import club_key, clubs_agree, folded, near_keys, raised, surname_of, twin_key, without

# The number of namesakes to choose from.
MOST_TWINS = 5
# More keys of names than five thousand people have; further names are compared with these only.
MOST_NEAR = 100_000
# The number of a column's cells that are shown.
SHOWN = 3


@dataclass(slots=True)
class KnownPeople:
    """The people known so far, from the event and from the lines above.

    `line_of_name`, `numbers` and `line_of_licence` give the line on which one first occurred, `meant` the line that is
    about an entered player; `licences` gives who has a licence number, `clubs` the known spelling of each club. `near`
    finds people by almost the same name, with their line; 0 for somebody who is entered. The names in the lines of
    `turned` are the other way round.
    """

    by_number: dict[int, Entrant] = field(default_factory=dict)
    by_name: dict[str, list[Entrant]] = field(default_factory=dict)
    licences: dict[str, Entrant] = field(default_factory=dict)
    line_of_licence: dict[str, int] = field(default_factory=dict)
    line_of_name: dict[str, int] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    meant: dict[int, int] = field(default_factory=dict)
    clubs: dict[str, str] = field(default_factory=dict)
    near: dict[tuple[str, ...], list[tuple[int, Entrant]]] = field(default_factory=dict)
    turned: frozenset[int] = frozenset()
    valid_licences: Collection[str] | None = None

    def add_near(self, line: int, person: Entrant) -> None:
        """Makes a person findable by almost the same name."""
        for key in near_keys(person.name) if len(self.near) < MOST_NEAR else ():
            self.near.setdefault(key, []).append((line, person))

    def nearest(self, person: Entrant) -> list[tuple[int, Entrant]]:
        """People of almost the same name, who may be of the same club, those who are entered first."""
        people = {line_and: None for key in near_keys(person.name) for line_and in self.near.get(key, ())}
        alike = ((line, other) for line, other in people if clubs_agree(other.club, person.club))
        return sorted(alike, key=lambda near: (near[0], near[1].number or 0))


def judge(
    lines: Sequence[ListLine],
    entered: Iterable[Entrant],
    fields: Mapping[int, str] | None = None,
    turned: Collection[int] = (),
    unread: Collection[str] = (headings.LICENCE,),
    licences: Collection[str] | None = None,
) -> ImportProposal:
    """What would happen to each line below the headings; raises UserError if no column holds names.

    `fields` gives those chosen by the user, by index; without it the headings decide, or else the content.
    `turned` are the numbers of the lines whose names are the other way round than they were read, and `unread` the
    fields that mean nothing in this list: an event knows no licence numbers. Others than these `licences` are nobody's.
    """
    if any(len(line.cells) > MOST_COLUMNS for line in lines):
        raise UserError(_("The list has more than %(most)s columns.") % {"most": MOST_COLUMNS}, 422)
    if not lines:
        raise UserError(_("There are no players in this list."), 422)
    head = headings.heading(lines) or column_guesses.heading(lines)
    head = headings.chosen_headings(head, lines, fields) if fields else column_guesses.in_order(head, lines)
    head = headings.leaving_out(head, lines, unread)
    known = replace(_known_people(entered), valid_licences=licences)
    below, known.turned = _raised(_below(lines, head), head), frozenset(turned)
    known.clubs = spellings(head.fields(line).get(headings.CLUB, "") for line in below) | known.clubs
    if not below:
        raise UserError(_("There are no players below the headings."), 422)
    titles = column_guesses.titles(below, head)
    return ImportProposal(
        tuple(_judged(line, head, known, titles) for line in below), head.unknown, _columns(lines, head)
    )


def _below(lines: Sequence[ListLine], head: Heading) -> list[ListLine]:
    """The lines below the headings, without those that repeat the headings, as on a second page."""
    named = next((line.cells for line in lines if line.number == head.number), None)
    return [line for line in lines if line.number > head.number and line.cells != named]


def _raised(lines: list[ListLine], head: Heading) -> list[ListLine]:
    """The lines with capitals in their names, if the list has none there at all."""
    at = {column for field, column in head.column_of.items() if field in (*headings.NAMES, headings.FIRST)}
    names = [cell for line in lines for column, cell in enumerate(line.cells) if column in at]
    if any(name != name.lower() for name in names):
        return lines
    return [
        replace(line, cells=tuple(raised(c) if column in at else c for column, c in enumerate(line.cells)))
        for line in lines
    ]


def _columns(lines: Sequence[ListLine], head: Heading) -> tuple[ListColumn, ...]:
    """The columns that are read; all columns if the list has no headings."""
    field_at = {at: field for field, at in head.column_of.items()}
    cells = [line.cells for line in _below(lines, head)]
    titled = [(at, title) for at, title in enumerate(headings.column_titles(head, lines)) if title]
    return tuple(
        ListColumn(
            at, title, field_at.get(at, ""), tuple(row[at] for row in cells if at < len(row) and row[at])[:SHOWN]
        )
        for at, title in titled
        if head.guessed or at in field_at
    )


def _known_people(entered: Iterable[Entrant]) -> KnownPeople:
    known = KnownPeople()
    for person in entered:
        if person.number is not None:
            known.by_number[person.number] = person
        known.by_name.setdefault(twin_key(person.name), []).append(person)
        if person.licence:
            known.licences[person.licence] = person
        known.add_near(0, person)
    known.clubs = spellings(person.club for person in known.by_number.values())
    return known


def _judged(line: ListLine, head: Heading, known: KnownPeople, titles: frozenset[int]) -> Judged:
    texts = head.fields(line)
    person = person_of(texts)
    if person.licence and known.valid_licences is not None and person.licence not in known.valid_licences:
        nobodys = _("Nobody of the club has licence number %(licence)s.") % {"licence": person.licence}
        judged = _judged(_without(line, head, headings.LICENCE), head, known, titles)
        return replace(judged, why=" ".join(filter(None, (judged.why, nobodys))))
    person = turned_round(person) if line.number in known.turned else person
    person = replace(person, club=known.clubs.get(club_key(person.club), person.club))
    fault = _("This line contains a formula. Paste the list as values.") if head.has_formula(line) else ""
    fault = fault or _nameless(line, person) or _fault(texts, person, known)
    if fault:
        return Judged(line.number, person, Verdict.REFUSED, fault)
    _note(line.number, person, known)
    twin = twin_key(person.name)
    above = known.line_of_name.get(twin)
    known.line_of_name.setdefault(twin, line.number)
    if existing := known.by_number.get(person.number or 0):
        return _again(line, texts, person, existing, known)
    if holder := known.licences.get(person.licence):
        same = twin_key(holder.name) == twin
        return _again(line, texts, person, holder, known) if same else _perhaps(line, texts, person, [holder])
    if above is not None:
        return Judged(line.number, person, Verdict.DOUBTFUL, _("The same name is in line %(line)s.") % {"line": above})
    if line.number in titles:
        return Judged(line.number, person, Verdict.DOUBTFUL, _("This may be a heading rather than a player."))
    judged = _new_or_twin(line, texts, person, known.by_name.get(twin, []), known)
    known.add_near(line.number, person)
    return judged


def _without(line: ListLine, head: Heading, field: str) -> ListLine:
    """A line with nothing in the column of a field."""
    cells = ("" if at == head.column_of[field] else cell for at, cell in enumerate(line.cells))
    return replace(line, cells=tuple(cells))


def _note(line: int, person: Entrant, known: KnownPeople) -> None:
    """Remembers on which line a number or a licence number was met."""
    if person.number is not None:
        known.numbers[person.number] = line
    if person.licence:
        known.line_of_licence[person.licence] = line


def _nameless(line: ListLine, person: Entrant) -> str:
    """Why a line without a name cannot be taken, quoting its first text, perhaps a title or a total; "" otherwise."""
    text = next(filter(None, line.cells), "")
    return "" if person.name or not text else _("There is no name in this line: “%(text)s”.") % {"text": text[:60]}


def _fault(texts: Mapping[str, str], person: Entrant, known: KnownPeople) -> str:
    """Why a line cannot be taken; "" if it can."""
    number = texts.get(headings.NUMBER, "")
    if number and person.number is None:
        return _("“%(text)s” is not the number of a player.") % {"text": number[:20]}
    if text := spoilt(texts):
        return _("“%(text)s” is what a spreadsheet made of a name or a club.") % {"text": text[:20]}
    try:
        check_person(person)
    except UserError as refusal:
        return str(refusal)
    if person.number in known.numbers:
        return _twice(person.number, known.numbers[person.number])
    if person.licence in known.line_of_licence:
        return _twice(person.licence, known.line_of_licence[person.licence])
    if len(person.licence) > MAX_LICENCE:
        return _("“%(text)s” is too long for a licence number.") % {"text": person.licence}
    owner = known.by_number.get(person.number or 0)
    if owner and twin_key(owner.name) != twin_key(person.name):
        return _("Number %(number)s belongs to %(name)s.") % {"number": owner.number, "name": owner.listed}
    return ""


def _twice(number: int | str | None, line: int) -> str:
    return _("Number %(number)s is also in line %(line)s.") % {"number": number, "line": line}


def _new_or_twin(
    line: ListLine, texts: Mapping[str, str], person: Entrant, twins: Sequence[Entrant], known: KnownPeople
) -> Judged:
    """A person without a namesake is new; a namesake of the same club is the same person, any other is doubtful."""
    if not twins:
        return _new_or_near(line, texts, person, known.nearest(person)[:MOST_TWINS])
    same = [twin for twin in twins if _same_words(twin, person) and clubs_agree(twin.club, person.club)]
    # Two licence numbers are two people, whatever their names.
    same = [twin for twin in same if not twin.licence or person.licence in ("", twin.licence)]
    if len(same) == 1 and person.number is None:
        return _again(line, texts, person, same[0], known)
    return _perhaps(line, texts, person, [*same, *(twin for twin in twins if twin not in same)][:MOST_TWINS])


def _same_words(person: Entrant, other: Entrant) -> bool:
    """Whether two people have one name, in whichever order its words are written."""
    return sorted(folded(person.name).split()) == sorted(folded(other.name).split())


def _new_or_near(
    line: ListLine, texts: Mapping[str, str], person: Entrant, near: Sequence[tuple[int, Entrant]]
) -> Judged:
    """A person without a namesake is new, but doubtful if a name differs by a letter: *De Clercq* and *De Clerck*."""
    if not near:
        return Judged(line.number, person, Verdict.NEW, _merged(texts, person))
    if entered := [other for above, other in near if not above]:
        return _perhaps(line, texts, person, entered)
    above, other = near[0]
    why = _("Line %(line)s has almost the same name: %(name)s.") % {"line": above, "name": other.listed}
    return Judged(line.number, person, Verdict.DOUBTFUL, why)


def _perhaps(line: ListLine, texts: Mapping[str, str], person: Entrant, likely: Sequence[Entrant]) -> Judged:
    """A line that may be about one of these entered players."""
    who = {"name": likely[0].listed, "number": likely[0].number, "club": likely[0].club or "–"}
    why = _("Perhaps the same as no. %(number)s, %(name)s (%(club)s).") % who
    return Judged(
        line.number, person, Verdict.DOUBTFUL, why, twins=tuple(_twin(texts, person, existing) for existing in likely)
    )


def _again(line: ListLine, texts: Mapping[str, str], person: Entrant, existing: Entrant, known: KnownPeople) -> Judged:
    """A line about an entered player, who can be in one line only."""
    number = existing.number or 0
    if number in known.meant:
        why = _("Line %(line)s is also about no. %(number)s.") % {"line": known.meant[number], "number": number}
        return Judged(line.number, person, Verdict.REFUSED, why)
    known.meant[number] = line.number
    twin = _twin(texts, person, existing)
    return Judged(
        line.number, twin.updated, Verdict.CHANGED if twin.differences else Verdict.SAME, twin.differences, existing
    )


def _twin(texts: Mapping[str, str], person: Entrant, existing: Entrant) -> Twin:
    """An entered player, and what a line would change; what the list leaves open stays as it is."""
    name, surname = _name(texts, person, existing)
    after = Entrant(
        name=name,
        surname=surname,
        club=existing.club if club_key(existing.club) == club_key(person.club) else person.club or existing.club,
        language=person.language or existing.language,
        role=person.role if texts.get(headings.ROLE) else existing.role,
        initials_only=person.initials_only if texts.get(headings.INITIALS) else existing.initials_only,
        number=existing.number,
        family=existing.family
        if existing.family.split() == person.family.split()
        else person.family or existing.family,
        writes=person.writes if texts.get(headings.WRITES) else existing.writes,
        licence=person.licence or existing.licence,
    )
    return Twin(existing, after, _changes(existing, after))


def _name(texts: Mapping[str, str], person: Entrant, existing: Entrant) -> tuple[str, str]:
    """The name and surname of an entered player after a line about them.

    The list decides if it tells which is the surname. Otherwise the order of the words stays as it is, and the known
    surname as long as it fits the name.
    """
    if texts.get(headings.LAST) or texts.get(headings.FIRST):
        return (existing.name if existing.name.split() == person.name.split() else person.name), person.surname
    swapped = person.name.split() != existing.name.split() and sorted(person.name.split()) == sorted(
        existing.name.split()
    )
    if swapped and not person.surname:
        return existing.name, existing.surname
    name = existing.name if existing.name.split() == person.name.split() else person.name
    return name, existing.surname if existing.surname and without(name, existing.surname) is not None else ""


def _changes(existing: Entrant, updated: Entrant) -> str:
    """The differences, as "before → after"."""
    pairs = [
        (existing.name, updated.name),
        (_sorted_by(existing, updated), _sorted_by(updated, existing)),
        (existing.club, updated.club),
        (existing.language, updated.language),
        (Entry.PlayerRole(existing.role).label, Entry.PlayerRole(updated.role).label),
        (_shown(existing), _shown(updated)),
        (existing.family, updated.family),
        (_writes(existing), _writes(updated)),
        (existing.licence, updated.licence),
    ]
    return ", ".join(f"{old or '–'} → {new}" for old, new in pairs if old != new)


def _sorted_by(person: Entrant, other: Entrant) -> str:
    """The surname, given or found in the name; "" if both people have the same one given."""
    return (person.surname or surname_of(person.name)) if person.surname != other.surname else ""


def _shown(person: Entrant) -> str:
    return _("initials in public") if person.initials_only else _("full name in public")


def _writes(person: Entrant) -> str:
    return _("keeps score for the table") if person.writes else _("does not keep score for the table")


def _merged(texts: Mapping[str, str], person: Entrant) -> str:
    """A remark on a club that the list spells differently; "" otherwise."""
    written = " ".join(texts.get(headings.CLUB, "").split())
    spellings_of_club = {"written": written, "club": person.club}
    return "" if written == person.club else _("Club: %(written)s → %(club)s") % spellings_of_club
