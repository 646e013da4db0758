"""`verify` proves the facts: whatever is changed behind the back of the acts is named, and nothing else is."""

import subprocess
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import DateTimeField, JSONField, Model
from django.utils import timezone

from tests.browser.support.server import MANAGE, environment_for, manage
from tests.support.events import cast, stages
from tests.support.events.full_day import a_full_day
from tests.support.events.laid_again import laid_again
from tournament import guards
from tournament.acts.rounds import room, rounds
from tournament.acts.table import tables
from tournament.exchange.logbook import logbook_file, proof, rows
from tournament.exchange.logbook.logbook_file import LogbookError
from tournament.exchange.troel1 import exporting, importing
from tournament.models import (
    Adjustment,
    Deal,
    Decision,
    Entry,
    Event,
    LogEntry,
    Membership,
    PersonalText,
    Player,
    Seat,
    Submission,
)

pytestmark = pytest.mark.django_db


@laid_again
def a_fuller_day() -> Event:
    """An event in which nearly everything happened."""
    event = a_full_day()
    room.set_room(event, "system", [[1, 0, 2]])
    table = cast.table(event, 2)
    rounds.reopen_round(cast.round_of(event), cast.by(cast.head_juror(event)), second=cast.by(cast.juror(event)))
    cast.write(table, 3, cast.result(declarers=(2, 4)), key="from-a-phone")
    tables.choose_captain(table, "system", 2)
    return cast.fresh(event)


@pytest.fixture
def event() -> Event:
    guards.lay()
    return a_fuller_day()


def lines(event: Event) -> int:
    return LogEntry.objects.filter(event=event).count()


def test_what_acts_made_is_what_the_lines_say(event: Event, capsys: pytest.CaptureFixture[str]) -> None:
    before = {model: rows.of(event, model) for model in rows.models(Event)}
    assert proof.prove(event) == lines(event)
    call_command("verify")
    assert f"{event.slug}: {lines(event)} lines, every seal holds" in capsys.readouterr().out
    assert {model: rows.of(event, model) for model in rows.models(Event)} == before
    assert Event.objects.count() == 1 and not guards.missing()


BEHIND: dict[str, tuple[Callable[[], object], str]] = {
    "a result": (
        lambda: Deal.objects.filter(table__number=1, number=3).update(result=cast.result("S7", (1,), 8)),
        r"In the database result.contract of deal \(.*round.* 1, .*number 1, number 3\) is 'S7', by the logbook 'S6'",
    ),
    "a deal deleted": (
        lambda: Deal.objects.filter(table__number=2, number=2).delete(),
        r"By the logbook there is a deal \(.*\); the database has none",
    ),
    "a deal that nobody wrote": (
        lambda: Deal.objects.create(table=Deal.objects.all()[0].table, number=9),
        r"By the logbook there is no deal \(.*number 9\); the database has one",
    ),
    "a seat": (
        lambda: Seat.objects.filter(table__number=1, position=2).update(entry=Entry.objects.get(number=9)),
        "entry__number of seat",
    ),
    "a decision": (lambda: Decision.objects.filter(number=1).update(cancelled=True), "cancelled of decision"),
    "its points": (lambda: Adjustment.objects.update(points=30), "points of adjustment"),
    "a reason": (lambda: Decision.objects.filter(number=2).update(reason="Because."), "reason of decision"),
    "the rules": (
        lambda: Event.objects.update(rules={**Event.objects.get().rules, "grid": {}}),
        r"rules\.grid\S* of event",
    ),
    "a figure of the rules": (
        lambda: _figure("A9", "made", 99),
        r"rules\.lines\.A9\.made of event is 99, by the logbook 30",
    ),
    "the seal of its last line": (lambda: Event.objects.update(seal="f" * 64), "event names another seal than that of"),
    "a name": (lambda: Player.objects.filter(entries__number=3).update(name="Jef"), "player__name of entry"),
    "a withdrawal": (lambda: Entry.objects.filter(number=5).update(withdrawn=True), "withdrawn of entry"),
    "an answer": (lambda: Submission.objects.update(answer={}), r"answer\.act of submission"),
    "what is no moment": (lambda: _raw("UPDATE tournament_decision SET at = 'yesterday'"), "at of decision"),
    "what is no JSON": (lambda: _raw("UPDATE tournament_deal SET result = '{'"), "file of the database is damaged"),
    "a role deleted": (
        lambda: Membership.objects.filter(role="organiser").delete(),
        r"By the logbook there is a membership \(.*organiser.*\); the database has none",
    ),
    "a role that nobody gave": (
        lambda: Membership.objects.create(event=Event.objects.get(), user=cast.outsider(), role="head_jury"),
        "By the logbook there is no membership",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("what", BEHIND)
def test_what_is_changed_behind_our_back_is_named(event: Event, what: str) -> None:
    if what.startswith("what is no") and connection.vendor != "sqlite":
        pytest.skip("PostgreSQL lets none of it in")
    behind, told = BEHIND[what]
    behind()
    with pytest.raises(CommandError, match=told):
        call_command("verify", event.slug)


@pytest.mark.long
def test_the_migration_names_the_last_seal_of_every_event(event: Event) -> None:
    unborn = Event.objects.create(slug="unborn")
    Event.objects.update(seal=unborn.seal)
    import_module("tournament.migrations.0015_last_seal").name_the_last_seal(apps, None)
    assert proof.prove(event) == lines(event)
    assert cast.fresh(unborn).seal == unborn.seal


def _figure(contract: str, field: str, value: int) -> None:
    event = Event.objects.get()
    event.rules = deepcopy(event.rules)
    event.rules["lines"][contract][field] = value
    event.save(update_fields=["rules"])


def _raw(statement: str) -> None:
    with connection.cursor() as cursor:
        # What only SQLite lets in: there a check of the JSON stands in the way as well.
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        cursor.execute(statement)
        cursor.execute("PRAGMA ignore_check_constraints = OFF")


@pytest.mark.long
def test_no_field_of_any_row_can_be_changed_unseen(event: Event) -> None:
    unseen, tried = [], set()
    for model in rows.models(Event):
        for row, field in changeable(event, model):
            with transaction.atomic():
                model._default_manager.filter(pk=row.pk).update(**{field.name: other(field, getattr(row, field.name))})
                tried.add(field.name)
                try:
                    proof.prove(event)
                    unseen.append(f"{model.__name__}.{field.name}")
                except LogbookError:
                    pass
                transaction.set_rollback(True)
    assert unseen == []
    assert len(tried) > 50


def changeable(event: Event, model: type[Model]) -> Iterator[tuple[Any, Any]]:
    """The last row of a model with each field of its own, apart from keys."""
    row = model._default_manager.filter(**{rows._way(model): event.pk}).order_by("pk").last()
    for field in model._meta.concrete_fields if row else ():
        if not field.primary_key and not field.is_relation and field.name != "slug":
            yield row, field


def other(field: Any, value: Any) -> Any:
    """Another value that the field could hold."""
    if isinstance(field, JSONField):
        return ["other"]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(field, DateTimeField) and value is None:
        return timezone.now()
    if value is None:
        return 7 if "Integer" in type(field).__name__ else "2026-01-01"
    return "x" + value[: (field.max_length or 99) - 1] if isinstance(value, str) else value + timedelta(days=1)


@pytest.mark.parametrize(
    "make",
    [
        stages.unborn,
        stages.midway,
        stages.doubling,
        stages.counting,
        *(pytest.param(stage, marks=pytest.mark.long) for stage in (stages.over, stages.parted, stages.ahead)),
    ],
)
def test_an_event_holds_at_every_stage_of_its_life(make: Callable[[], Event]) -> None:
    guards.lay()
    event = make()
    assert proof.prove(event) == lines(event)


@pytest.mark.long
def test_two_events_do_not_stand_in_for_each_other(event: Event) -> None:
    other = cast.playing(players=8, slug="beside")
    assert proof.prove(other) == lines(other)
    seat = Seat.objects.get(table__round__event=event, table__number=1, table__round__number=1, position=1)
    Seat.objects.filter(pk=seat.pk).update(entry=cast.entry(other, seat.entry.number))
    with pytest.raises(LogbookError, match="of seat"):
        proof.prove(event)
    proof.prove(other)


@pytest.mark.long
def test_emptied_texts_are_no_change_and_other_words_in_their_place_are(event: Event) -> None:
    PersonalText.objects.filter(event=event).update(text="")
    assert proof.prove(event) == lines(event)
    Player.objects.filter(entries__number=3).update(name="")
    assert proof.prove(event) == lines(event)
    Player.objects.filter(entries__number=3).update(name="Jef")
    with pytest.raises(LogbookError, match="player__name of entry"):
        proof.prove(event)


@pytest.mark.long
def test_a_replayed_event_is_proved_and_guarded_also_where_roles_are_unknown(event: Event) -> None:
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    assert not guards.missing()
    assert proof.prove(cast.fresh(again)) == lines(event)
    # As elsewhere: the accounts that have these numbers there came later, and the replay gave them no role.
    Membership.objects.filter(event=again).delete()
    User.objects.update(date_joined=timezone.now())
    assert proof.prove(cast.fresh(again)) == lines(event)
    with transaction.atomic(), pytest.raises(Exception, match="append-only"):
        LogEntry.objects.filter(event=again).update(by="x")


@pytest.mark.long
def test_an_address_that_is_not_that_of_the_logbook_is_told(event: Event, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify")
    assert "replayed here?" not in capsys.readouterr().out
    Event.objects.update(slug="elsewhere")
    call_command("verify")
    assert "elsewhere: its logbook made it at the address" in capsys.readouterr().out
    loaded = importing.load(exporting.document(event), "system", slug="loaded")
    call_command("verify", loaded.slug)
    assert "replayed here?" not in capsys.readouterr().out


@pytest.mark.long
def test_an_older_release_logbook_is_proved(event: Event) -> None:
    kept = logbook_file.replay(logbook_file.LogbookFile(Path("fixtures/logbooks/final.log")))
    assert proof.prove(cast.fresh(kept)) == lines(kept)


# --- Real files ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an installation with a small demo, at rest."""
    folder = tmp_path_factory.mktemp("kept")
    manage(environment_for(folder), "migrate", "--verbosity", "0")
    manage(environment_for(folder), "demo", "--players", "8", "--rounds", "1", "--deals", "4")
    return folder


def verified(folder: Path) -> subprocess.CompletedProcess[str]:
    call = [*MANAGE, "verify"]
    return subprocess.run(call, env=environment_for(folder), capture_output=True, text=True, check=False)


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda content: content[: len(content) // 2],
    "a page of zeros": lambda content: content[:20480] + bytes(4096) + content[24576:],
    "no database": lambda content: b"a shopping list " * 1000,
    "a foreign text": lambda content: content.replace(b"record_deal", b"record_\xff\xfe\xfd\xfc"),
    "empty": lambda content: b"",
}


@pytest.mark.long
@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_file_ends_in_a_sentence(how: str, kept: Path, tmp_path: Path) -> None:
    assert verified(kept).returncode == 0
    whole = (kept / "troel.sqlite3").read_bytes()
    (tmp_path / "troel.sqlite3").write_bytes(DAMAGE[how](whole))
    done = verified(tmp_path)
    assert done.returncode == 1, done.stdout
    assert done.stderr.startswith("CommandError: ") and "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
