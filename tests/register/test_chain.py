"""An organisation's register: a chain like that of an event, and the proof that its rows follow from it."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.utils import timezone

from tests.support import clubs
from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tools import verify
from tournament.acts.event import events
from tournament.acts.kernel import logbook
from tournament.acts.register import links, persons, stewards
from tournament.exchange.logbook import logbook_file, proof
from tournament.exchange.logbook.logbook_file import LogbookError
from tournament.models import Affiliation, Event, Organisation, Person, PersonLink, Steward

pytestmark = pytest.mark.django_db(transaction=True)
BY = "system"


@pytest.fixture
def club(guarded: None) -> Organisation:
    return a_club()


@laid_again
def a_club() -> Organisation:
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


def test_whose_name_was_forgotten_still_proves(club: Organisation) -> None:
    event = Event.objects.get()
    close(event)
    person = Person.objects.get(number=2)
    persons.forget_persons(club, BY, [person])
    club.refresh_from_db()
    assert proof.prove(club) == club.revision
    assert proof.prove(cast.fresh(event))
    file = "\n".join(logbook_file.lines(club))
    assert "Speler 2" not in file and '"L2"' not in file and '\\"person\\":2}' not in file
    assert links.linking_texts(club, {2}) == set()


def test_its_file_is_read_again(club: Organisation, tmp_path: Path) -> None:
    path = written(club, tmp_path)
    with proof.replayed(path) as again:
        assert (again.slug, again.revision, again.seal) == (club.slug, club.revision, club.seal)
        assert Person.objects.count() == 8
        assert PersonLink.objects.filter(entry=None).count() == 8


def test_outsiders_check_its_file(club: Organisation, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    close(Event.objects.get())
    persons.forget_persons(club, BY, [Person.objects.get(number=2)])
    club.refresh_from_db()
    path = written(club, tmp_path)
    assert verify.main([str(path), "--seal", f"{club.revision} {club.seal}"]) == 0
    assert "every seal follows" in capsys.readouterr().out
    lines = path.read_text().splitlines(keepends=True)
    salted = [line.replace('"salt": "", "text": ""', '"salt": "0a", "text": ""') for line in lines]
    faults = {
        "line 2 of the file": [lines[0], *lines[2:]],
        "is not the one that was sealed": [line.replace("Speler 5", "Speler 6") for line in lines],
        "emptied the text": salted,
        "lacks the text": [line for line in lines if "Speler 5" not in line],
    }
    for sentence, changed in faults.items():
        path.write_text("".join(changed))
        assert verify.main([str(path)]) == 1
        assert sentence.lower() in capsys.readouterr().out.lower()


def test_outsiders_refuse_a_number_that_was_given_before(club: Organisation, tmp_path: Path) -> None:
    names = {"name": "", "surname": "", "language": "", "display": "name"}
    facts: dict[str, Any] = {"number": 8, "code": "b" * 16, **names}
    facts["affiliation"] = {"club": "de-linde", "kind": "guest", "licence": "", "since": "2026-01-05", "until": None}
    forgeries: dict[str, dict[str, Any]] = {
        "add_persons": {"key": "", "persons": [facts]},
        "change_person": {**facts, "number": 9},
    }
    for act, forged in forgeries.items():
        club.refresh_from_db()
        line = logbook.sealed_line(club, timezone.now(), BY, act, 1, forged)
        lines = [*logbook_file.lines(club)]
        head = json.dumps({**json.loads(lines[0]), "lines": club.revision + 1, "seal": line.hash})
        sealed = json.dumps({"line": line.text, "hash": line.hash})
        path = tmp_path / f"{act}.jsonl"
        body = [head, *lines[1 : club.revision + 1], sealed, *lines[club.revision + 1 :]]
        path.write_text("".join(f"{each}\n" for each in body))
        assert verify.main([str(path)]) == 1


def test_the_commands_know_it(club: Organisation, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "register.jsonl"
    call_command("export", "o/de-linde", "-o", str(path))
    call_command("verify", "o/de-linde")
    call_command("verify", str(path))
    assert capsys.readouterr().out.count("5 lines, every seal") == 2
    # Numbers and codes are of one register, and here they are given.
    with cast.nothing_written(), pytest.raises(CommandError, match="cannot be carried out"):
        call_command("replay", str(path), "--slug", "elders")


def test_the_commands_refuse_what_no_register_is(club: Organisation) -> None:
    with pytest.raises(CommandError, match="no event o/nowhere"):
        call_command("verify", "o/nowhere")
    with pytest.raises(CommandError, match="written as its lines"):
        call_command("export", "o/de-linde", "--format", "xlsx")


def close(event: Event) -> None:
    for state in ("live", "closed"):
        events.change_state(event, BY, state)


def written(club: Organisation, folder: Path) -> Path:
    path = folder / "register.jsonl"
    path.write_text("".join(f"{line}\n" for line in logbook_file.lines(club)))
    return path
