"""Who plays: entering, checking in, withdrawing, excluding."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.deadline import last_published, require_in_time
from tournament.acts.kernel.decisions import check_reason, decide, next_decision, reasons_of, store_reasons
from tournament.acts.kernel.declaring import Act, LogLine, PointsOf, Scope
from tournament.acts.kernel.impartial import require_impartial
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.text_references import decided, entered_texts
from tournament.document.people import EntryRecord
from tournament.document.rows import columns
from tournament.errors import UserError
from tournament.models import Entry, Event, Player
from tournament.naming import by_surname, is_storable, sorting, surname_of, without
from tournament.version_tokens import require_unchanged, token_of

MAX_ENTRIES = 20_000
NAME_LENGTH = 80
# The known details of a player, apart from their role.
TEXT_FIELDS = ("name", "surname", "club", "family")
PLAYER_FIELDS = (*TEXT_FIELDS, "sorting", "language", "initials_only", "writes")


@dataclass(frozen=True, slots=True)
class Entrant:
    """The details of a player. Without a `number` the next free one is given.

    `surname` is set only where `naming.surname_of` would not find it in the name; lists by name are sorted by it.
    Players with the same `family` should not meet; a player who `writes` is willing to keep score. The `licence` number
    is of a club's member; no event keeps it.
    """

    name: str
    club: str = ""
    language: str = ""
    role: str = Entry.PlayerRole.COMPETITOR
    initials_only: bool = False
    number: int | None = None
    family: str = ""
    writes: bool = False
    surname: str = ""
    licence: str = ""

    @property
    def listed(self) -> str:
        """The name as in a list sorted by name: surname first."""
        return by_surname(self.name, self.surname)


def with_surname(person: Entrant, surname: str) -> Entrant:
    """The person with this surname, which is stored only where it would not be found in the name anyway."""
    surname = " ".join(surname.split())
    return replace(person, surname="" if surname == surname_of(person.name) else surname)


def person_of(entry: Entry) -> Entrant:
    """The details of a player who is entered."""
    player = entry.player
    return Entrant(
        name=player.name,
        club=player.club,
        language=player.language,
        role=entry.role,
        initials_only=player.initials_only,
        number=entry.number,
        family=player.family,
        writes=player.writes,
        surname=player.surname,
    )


def details_token(entry: Entry) -> str:
    """A token that changes when a player's details change; whether they are present is not one of them."""
    return token_of(person_of(entry))


def add_entries(event: Event, actor: str, people: Sequence[Entrant], *, present: bool = False) -> list[Entry]:
    """Enters players, in the order given, who are `present` already or not. If one cannot be entered, none is."""
    for person in people:
        check_person(person)
    with logbook.locked_event(event) as event:
        require_open(event)
        numbers = numbers_for(event, people)
        rows = people_as_facts(event, zip(numbers, people, strict=True))
        attendance = {"present": True} if present else {}
        logbook.write(event, actor, "add_entries", {"entries": rows, **attendance})
        return list(Entry.objects.filter(event=event, number__in=numbers).select_related("player"))


def add_joker(event: Event, actor: str, name: str, *, number: int | None = None) -> Entry:
    """Enters a joker, unless one of this name is on the list, and marks them present: both, or neither."""
    with logbook.locked_event(event) as event:
        jokers = Entry.objects.filter(event=event, role=Entry.PlayerRole.JOKER, withdrawn=False, excluded=False)
        joker = jokers.filter(player__name__iexact=name.strip()).order_by("number").first()
        if joker is None:
            [joker] = add_entries(event, actor, [Entrant(name, role=Entry.PlayerRole.JOKER, number=number)])
        check_in(joker, actor, True)
        return joker


def change_entry(entry: Entry, actor: str, person: Entrant, *, seen: str | None = None) -> None:
    """Corrects a player's details; the number stays, and once the event is closed the role does too.

    `seen` is the token (see `details_token`) of the details that were looked at: refused if they have changed since.
    The same details again write nothing.
    """
    check_person(person)
    with logbook.locked_event(entry.event) as event:
        current = person_of(reloaded(entry))
        if replace(person, number=current.number) == current:
            return
        require_unchanged(seen, token_of(current))
        if person.role != current.role:
            require_open(event)
        [row] = people_as_facts(event, [(entry.number, person)])
        logbook.write(event, actor, "change_entry", row)


def check_in(entry: Entry, actor: str, present: bool) -> None:
    """Marks a player present, or absent again. Writes nothing if they already are: two people may tap the same name."""
    with logbook.locked_event(entry.event) as event:
        require_open(event)
        entry = reloaded(entry)
        if entry.waiting:
            raise UserError(_("This player is on the waiting list. Give them a place first."))
        if not entry.plays:
            raise UserError(_("This player is out of the event."))
        if entry.present != present:
            logbook.write(event, actor, "check_in", {"number": entry.number, "present": present}, loaded=entry)


def withdraw(entry: Entry, actor: str, reason: str = "") -> None:
    """Withdraws a player: out of the ranking from now on, while the results of others remain (article 6)."""
    with logbook.locked_event(entry.event) as event:
        require_open(event)
        current = reloaded(entry)
        if current.withdrawn and not current.waiting:
            raise UserError(_("This player has already withdrawn."))
        facts = {"number": entry.number, "reason": logbook.store_text(event, reason)}
        logbook.write(event, actor, "withdraw", facts)


def exclude(entry: Entry, actor: str, reason: str, article: str = "6", *, internal: str = "", second: str = "") -> None:
    """Excludes a player, by decision of the jury. Cancelling that decision readmits the player.

    `reason` is public; `internal` is only for those concerned and the staff; `second` as in
    `acts.jury.rulings.penalise`. Nobody excludes who plays at their table now.
    """
    with logbook.locked_event(entry.event) as event:
        require_open(event)
        if reloaded(entry).excluded:
            raise UserError(_("This player has already been excluded."))
        require_impartial(event, actor, None, [entry.number])
        facts = {
            "number": entry.number,
            "decision": next_decision(event),
            **store_reasons(event, reason, internal),
            "article": article,
            **require_in_time(event, actor, last_published(event), second),
        }
        logbook.write(event, actor, "exclude", facts)


def readmit(entry: Entry, actor: str, reason: str) -> None:
    """Readmits, for a reason, a player who withdrew or was absent when the desk closed."""
    check_reason(reason, _("Enter a reason for readmitting the player."))
    with logbook.locked_event(entry.event) as event:
        require_open(event)
        if not reloaded(entry).withdrawn:
            raise UserError(_("This player has not withdrawn."))
        logbook.write(event, actor, "readmit", {"number": entry.number, "reason": logbook.store_text(event, reason)})


def reloaded(entry: Entry) -> Entry:
    """The entry as it is now; refused if it has been deleted."""
    current = Entry.objects.filter(pk=entry.pk).select_related("player").first()
    if current is None:
        raise UserError(_("This player has been deleted."))
    return current


def check_person(person: Entrant) -> None:
    """Refuses details that no entry can have."""
    # A list may have a dash in place of a name, or an invisible character.
    if not any(map(str.isalnum, person.name)):
        raise UserError(_("Enter the player’s name."), 422)
    texts = [getattr(person, text) for text in TEXT_FIELDS]
    if max(map(len, texts)) > NAME_LENGTH:
        raise UserError(_("A name can have at most %(most)s characters.") % {"most": NAME_LENGTH}, 422)
    if not is_storable("".join(texts)):
        raise UserError(_("The name contains a character that cannot be stored."), 422)
    if person.surname and without(person.name, person.surname) is None:
        raise UserError(_("The surname must be part of the name, spelled the same way."), 422)


def numbers_for(event: Event, people: Sequence[Entrant]) -> list[int]:
    """The number each person gets: their own, or the one after the highest so far. Refuses one that is taken."""
    taken = taken_numbers(event)
    if len(taken) + len(people) > MAX_ENTRIES:
        raise UserError(_("An event can have at most %(most)s players.") % {"most": MAX_ENTRIES}, 422)
    numbers: list[int] = []
    following = max(taken, default=0) + 1
    for person in people:
        number = following if person.number is None else person.number
        if number in taken or not 1 <= number <= 1_000_000:
            raise UserError(_("Number %(number)s is taken or not allowed.") % {"number": number}, 422)
        taken.add(number)
        numbers.append(number)
        following = max(following, number + 1)
    return numbers


def taken_numbers(event: Event) -> set[int]:
    """The numbers that cannot be given again: those of entered players, and of deleted ones."""
    return {*Entry.objects.filter(event=event).values_list("number", flat=True), *event.spent_numbers}


def people_as_facts(event: Event, numbered: Iterable[tuple[int, Entrant]]) -> list[dict[str, Any]]:
    """Numbers and persons as facts: names, clubs and families by digest, with their texts in the appendix."""
    rows = list(numbered)
    texts = [getattr(who, text) for _number, who in rows for text in TEXT_FIELDS]
    digests = iter(logbook.store_texts(event, texts))
    return [
        {
            "number": number,
            **dict(zip(TEXT_FIELDS, islice(digests, len(TEXT_FIELDS)), strict=True)),
            "language": who.language,
            "role": who.role,
            "initials_only": who.initials_only,
            "writes": who.writes,
        }
        for number, who in rows
    ]


def enter_people(line: LogLine, rows: Sequence[Mapping[str, Any]], *, present: bool = False) -> None:
    """Part of an `apply`: enters the people of these facts."""
    players = Player.objects.bulk_create([Player(**known) for known in player_fields(line, rows)])
    Entry.objects.bulk_create(
        [
            Entry(event=line.event, player=player, number=row["number"], role=row["role"], present=present)
            for row, player in zip(rows, players, strict=True)
        ]
    )


def correct_people(line: LogLine, rows: Sequence[Mapping[str, Any]]) -> None:
    """Part of an `apply`: corrects the details of entered players by these facts."""
    numbers = [row["number"] for row in rows]
    found = Entry.objects.filter(event=line.event, number__in=numbers).select_related("player")
    entries = {entry.number: entry for entry in found}
    for row, known in zip(rows, player_fields(line, rows), strict=True):
        entries[row["number"]].role = row["role"]
        for name, value in known.items():
            setattr(entries[row["number"]].player, name, value)
    Player.objects.bulk_update([entry.player for entry in entries.values()], PLAYER_FIELDS)
    Entry.objects.bulk_update(entries.values(), ["role"])


def player_fields(line: LogLine, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The fields of each player, with texts in place of digests. Older lines lack surname, family and `writes`."""
    return [
        {**columns(EntryRecord, Player, row), "sorting": sorting(row["name"], row["surname"])}
        for row in line.opened(rows, *TEXT_FIELDS)
    ]


def _entry(line: LogLine) -> Entry:
    return Entry.objects.select_related("player").get(event=line.event, number=line.facts["number"])


@Act("add_entries", _("Players entered"), player_texts=entered_texts)
def apply_add_entries(line: LogLine) -> None:
    enter_people(line, line.facts["entries"], present=line.facts.get("present", False))


@Act("change_entry", _("Player corrected"), scope=Scope.ENTRY, player_texts=lambda facts: [((facts["number"],), facts)])
def apply_change_entry(line: LogLine) -> None:
    correct_people(line, [line.facts])


@Act("check_in", _("Attendance"), scope=Scope.ENTRY)
def apply_check_in(line: LogLine) -> None:
    entry = line.loaded if isinstance(line.loaded, Entry) else _entry(line)
    entry.present = line.facts["present"]
    entry.save(update_fields=["present"])


@Act("withdraw", _("Withdrawn"), scope=Scope.ENTRY, player_texts=lambda facts: [((facts["number"],), facts)])
def apply_withdraw(line: LogLine) -> None:
    entry = _entry(line)
    entry.withdrawn, entry.waiting = True, 0
    entry.save(update_fields=["withdrawn", "waiting"])


@Act("readmit", _("Readmitted"), scope=Scope.ENTRY, player_texts=lambda facts: [((facts["number"],), facts)])
def apply_readmit(line: LogLine) -> None:
    entry = _entry(line)
    entry.withdrawn, entry.no_show, entry.waiting = False, 0, 0
    entry.save(update_fields=["withdrawn", "no_show", "waiting"])


@Act("exclude", _("Excluded"), scope=Scope.ENTRY, points_of=PointsOf.DECISION, reasons=decided)
def apply_exclude(line: LogLine) -> None:
    entry = _entry(line)
    entry.excluded = True
    entry.save(update_fields=["excluded"])
    decide(
        line,
        line.facts["decision"],
        "exclusion",
        {str(entry.number): 0},
        article=line.facts["article"],
        **reasons_of(line),
    )
