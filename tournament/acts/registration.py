"""Who plays: entering, checking in, withdrawing, excluding."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts import logbook
from tournament.acts.decisions import decide, next_decision
from tournament.acts.events import require_open
from tournament.acts.logbook import Line, applies
from tournament.acts.refusal import Refusal
from tournament.models import Entry, Event, Player
from tournament.naming import keepable

MOST_ENTRIES = 20_000
NAME_LENGTH = 80
# What is known of a player, apart from what he plays as.
KNOWN = ("name", "club", "family", "language", "initials_only", "writes")


@dataclass(frozen=True, slots=True)
class Person:
    """What is known of a player. Without a `number` the next free one is given.

    Who has the same `family` should not meet; who `writes` is willing to write for a table.
    """

    name: str
    club: str = ""
    language: str = ""
    role: str = Entry.Role.COMPETITOR
    initials_only: bool = False
    number: int | None = None
    family: str = ""
    writes: bool = False


def add_entries(event: Event, by: str, people: Sequence[Person]) -> list[Entry]:
    """Enters players, in the order given. Refused whole when one of them cannot be entered."""
    for person in people:
        check_person(person)
    with logbook.turn(event) as event:
        require_open(event)
        numbers = numbers_for(event, people)
        rows = people_as_facts(event, zip(numbers, people, strict=True))
        logbook.write(event, by, "add_entries", {"entries": rows})
        return list(Entry.objects.filter(event=event, number__in=numbers).select_related("player"))


def change_entry(entry: Entry, by: str, person: Person) -> None:
    """Corrects what is known of a player; the number stays. Once the event is closed, so does what he plays as."""
    check_person(person)
    with logbook.turn(entry.event) as event:
        if person.role != Entry.objects.get(pk=entry.pk).role:
            require_open(event)
        [row] = people_as_facts(event, [(entry.number, person)])
        logbook.write(event, by, "change_entry", row)


def check_in(entry: Entry, by: str, present: bool) -> None:
    """Marks a player present, or absent again. Nothing is written for who is so already: two may tap one name."""
    with logbook.turn(entry.event) as event:
        require_open(event)
        entry = Entry.objects.get(pk=entry.pk)
        if entry.withdrawn or entry.excluded:
            raise Refusal(_("This player is out of the event."))
        if entry.present != present:
            logbook.write(event, by, "check_in", {"number": entry.number, "present": present})


def withdraw(entry: Entry, by: str, reason: str = "") -> None:
    """The player leaves: out of the ranking from then, and the results of others stand (article 6)."""
    with logbook.turn(entry.event) as event:
        require_open(event)
        if Entry.objects.get(pk=entry.pk).withdrawn:
            raise Refusal(_("This player has already withdrawn."))
        facts = {"number": entry.number, "reason": logbook.seal(event, reason)}
        logbook.write(event, by, "withdraw", facts)


def exclude(entry: Entry, by: str, reason: str, article: str = "6") -> None:
    """The jury excludes a player. It stands among the decisions; cancelling that one readmits the player."""
    if not reason.strip():
        raise Refusal(_("An exclusion needs a reason."), 422)
    with logbook.turn(entry.event) as event:
        require_open(event)
        if Entry.objects.get(pk=entry.pk).excluded:
            raise Refusal(_("This player has already been excluded."))
        facts = {
            "number": entry.number,
            "decision": next_decision(event),
            "reason": logbook.seal(event, reason),
            "article": article,
        }
        logbook.write(event, by, "exclude", facts)


def readmit(entry: Entry, by: str) -> None:
    """A player who had withdrawn comes back."""
    with logbook.turn(entry.event) as event:
        require_open(event)
        if not Entry.objects.get(pk=entry.pk).withdrawn:
            raise Refusal(_("This player had not withdrawn."))
        logbook.write(event, by, "readmit", {"number": entry.number})


def check_person(person: Person) -> None:
    """Refuses what no entry can be."""
    # A list may hold a dash for nobody, or a sign that no one sees.
    if not any(map(str.isalnum, person.name)):
        raise Refusal(_("A player needs a name."), 422)
    if max(map(len, (person.name, person.club, person.family))) > NAME_LENGTH:
        raise Refusal(_("A name has at most %(most)s characters.") % {"most": NAME_LENGTH}, 422)
    if not keepable(person.name + person.club + person.family):
        raise Refusal(_("A name holds a character that cannot be kept."), 422)


def numbers_for(event: Event, people: Sequence[Person]) -> list[int]:
    """The number each gets: his own, or the one after the highest so far. Refuses one that is taken."""
    taken = set(Entry.objects.filter(event=event).values_list("number", flat=True))
    if len(taken) + len(people) > MOST_ENTRIES:
        raise Refusal(_("An event holds at most %(most)s players.") % {"most": MOST_ENTRIES}, 422)
    numbers: list[int] = []
    following = max(taken, default=0) + 1
    for person in people:
        number = following if person.number is None else person.number
        if number in taken or not 1 <= number <= 1_000_000:
            raise Refusal(_("The number %(number)s is taken or cannot be given.") % {"number": number}, 422)
        taken.add(number)
        numbers.append(number)
        following = max(following, number + 1)
    return numbers


def people_as_facts(event: Event, people: Iterable[tuple[int, Person]]) -> list[dict[str, Any]]:
    """Numbers and persons as a line holds them: names, clubs and families by digest, their texts in the appendix."""
    rows = list(people)
    texts = [text for _number, who in rows for text in (who.name, who.club, who.family)]
    digests = iter(logbook.seal_all(event, texts))
    return [
        {
            "number": number,
            "name": next(digests),
            "club": next(digests),
            "family": next(digests),
            "language": who.language,
            "role": who.role,
            "initials_only": who.initials_only,
            "writes": who.writes,
        }
        for number, who in rows
    ]


def enter_people(line: Line, rows: Sequence[Mapping[str, Any]]) -> None:
    """Part of an `apply`: enters the people of these facts."""
    players = Player.objects.bulk_create([Player(**known) for known in _known(line, rows)])
    Entry.objects.bulk_create(
        [
            Entry(event=line.event, player=player, number=row["number"], role=row["role"])
            for row, player in zip(rows, players, strict=True)
        ]
    )


def correct_people(line: Line, rows: Sequence[Mapping[str, Any]]) -> None:
    """Part of an `apply`: what these facts say is now known of players who are entered."""
    numbers = [row["number"] for row in rows]
    found = Entry.objects.filter(event=line.event, number__in=numbers).select_related("player")
    entries = {entry.number: entry for entry in found}
    for row, known in zip(rows, _known(line, rows), strict=True):
        entries[row["number"]].role = row["role"]
        for name, value in known.items():
            setattr(entries[row["number"]].player, name, value)
    Player.objects.bulk_update([entry.player for entry in entries.values()], KNOWN)
    Entry.objects.bulk_update(entries.values(), ["role"])


def _known(line: Line, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What is kept of each person, texts in words. Lines of before families and writers were known tell of neither."""
    texts = iter(line.words(*[digest for row in rows for digest in (row["name"], row["club"], row.get("family", ""))]))
    return [
        {
            "name": next(texts),
            "club": next(texts),
            "family": next(texts),
            "language": row["language"],
            "initials_only": row["initials_only"],
            "writes": row.get("writes", False),
        }
        for row in rows
    ]


def _entry(line: Line) -> Entry:
    return Entry.objects.select_related("player").get(event=line.event, number=line.facts["number"])


@applies("add_entries")
def _add_entries(line: Line) -> None:
    enter_people(line, line.facts["entries"])


@applies("change_entry")
def _change_entry(line: Line) -> None:
    correct_people(line, [line.facts])


@applies("check_in")
def _check_in(line: Line) -> None:
    entry = _entry(line)
    entry.present = line.facts["present"]
    entry.save(update_fields=["present"])


@applies("withdraw")
def _withdraw(line: Line) -> None:
    entry = _entry(line)
    entry.withdrawn = True
    entry.save(update_fields=["withdrawn"])


@applies("readmit")
def _readmit(line: Line) -> None:
    entry = _entry(line)
    entry.withdrawn = False
    entry.save(update_fields=["withdrawn"])


@applies("exclude")
def _exclude(line: Line) -> None:
    entry = _entry(line)
    entry.excluded = True
    entry.save(update_fields=["excluded"])
    decide(
        line,
        line.facts["decision"],
        "exclusion",
        {str(entry.number): 0},
        article=line.facts["article"],
        reason=line.words(line.facts["reason"])[0],
    )
