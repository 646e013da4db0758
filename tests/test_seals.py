"""The seal of a logbook, on page and paper: what whoever kept one can prove with it."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests import cast, unguarded
from tests.paper import printed
from tournament import guards
from tournament.exchange import logbook_file
from tournament.models import Deal, Event, LogEntry, Submission, Table
from tournament.reading import seals
from tournament.reading.seals import Seal, seal

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """An event in which one table has begun to play."""
    guards.lay()
    event = cast.playing()
    cast.write(cast.table(event), 1)
    cast.write(cast.table(event), 2)
    return cast.fresh(event)


def verified(event: Event, against: Seal | str, capsys: pytest.CaptureFixture[str]) -> str:
    call_command("verify", event.slug, "--against", str(against))
    return capsys.readouterr().out


def test_page_and_paper_show_the_same_seal_of_the_last_line(event: Event, tmp_path: Path) -> None:
    last = LogEntry.objects.filter(event=event).last()
    assert last is not None
    digits = "-".join(last.hash[at : at + 4] for at in (0, 4, 8, 12))
    shown = f"{last.sequence} · {digits}"
    assert str(seal(event)) == shown
    assert f"Seal of the logbook: {shown}" in cast.shown(cast.client().get(event.get_absolute_url()))
    assert f"Seal of the logbook: {shown}" in cast.shown(cast.client().get(f"{event.get_absolute_url()}rows/"))
    for kind in ("ranking", "clubs"):
        assert f"Seal of the logbook: {shown}" in printed(event, kind, tmp_path).text


def test_the_seal_moves_with_every_act_and_an_empty_logbook_has_none(event: Event) -> None:
    before = seal(event)
    cast.penalty(event, 1)
    assert before != seal(cast.fresh(event)) and before == seal(event)
    assert seal(Event.objects.create(slug="empty")) is None


@pytest.mark.parametrize("text", ["37 · 3f9a-0c12", "37 3F9A0C12", " 37: 3f9a 0c12…", "37,3f9a-0c12-"])
def test_a_seal_is_read_however_it_was_written_down(text: str) -> None:
    assert seals.read(text) == Seal(37, "3f9a0c12")


@pytest.mark.parametrize("text", ["", "37", "3f9a0c12", "37 3f9a", "x 3f9a0c12", "37 " + "a" * 65, "37 3f9g0c12aa"])
def test_what_is_no_seal_is_refused(text: str, event: Event) -> None:
    with pytest.raises(ValueError, match="is no seal"):
        seals.read(text)
    if text:
        with pytest.raises(CommandError, match="is no seal"):
            call_command("verify", event.slug, "--against", text)


def test_a_kept_seal_is_found_on_the_chain_also_when_it_grew(event: Event, capsys: pytest.CaptureFixture[str]) -> None:
    kept = seal(event)
    assert kept is not None
    assert f"is that of line {kept.line} of {kept.line}:" in verified(event, kept, capsys)
    cast.penalty(event, 1)
    assert f"is that of line {kept.line} of {kept.line + 1}:" in verified(event, kept, capsys)
    call_command("verify", event.slug)
    assert "Nobody witnessed that it ends there" in capsys.readouterr().out


def cut_off(event: Event) -> None:
    """The last deal goes as if it had never been: its line, its rows, the revisions. Nothing within shows it."""
    last = LogEntry.objects.filter(event=event).last()
    assert last is not None and last.act == "record_deal"
    unguarded.take_off()
    last.delete()
    guards.lay()
    Deal.objects.filter(table__round__event=event, number=2).delete()
    Submission.objects.filter(table__round__event=event, key="two").delete()
    Table.objects.filter(round__event=event, number=1).update(revision=1)
    Event.objects.filter(pk=event.pk).update(revision=last.sequence - 1, seal=last.previous)


def test_a_logbook_that_was_cut_off_fails_against_its_seal(event: Event, capsys: pytest.CaptureFixture[str]) -> None:
    kept = seal(event)
    assert kept is not None
    cut_off(event)
    call_command("verify", event.slug)
    assert f"{kept.line - 1} lines, every seal holds" in capsys.readouterr().out
    with pytest.raises(
        CommandError, match=f"ends at line {kept.line - 1}: line {kept.line} of the seal .* was cut off"
    ):
        verified(event, kept, capsys)
    cast.write(cast.table(event), 2, cast.result("S6", (1,), 8))
    with pytest.raises(CommandError, match=f"is not that of line {kept.line}: the logbook is another one"):
        verified(event, kept, capsys)


def test_a_seal_under_another_number_says_where_it_belongs(event: Event, capsys: pytest.CaptureFixture[str]) -> None:
    first = LogEntry.objects.filter(event=event)[0]
    with pytest.raises(CommandError, match="is that of line 1, not of line 2"):
        verified(event, Seal(2, first.hash), capsys)


def test_a_seal_belongs_to_one_event(event: Event) -> None:
    cast.event(slug="other")
    for named in ((), ("ledegem", "other")):
        with pytest.raises(CommandError, match="belongs to one event"):
            call_command("verify", *named, "--against", "3 3f9a0c12")


def test_the_file_of_a_logbook_says_how_it_ends(event: Event) -> None:
    lines = list(logbook_file.lines(event))
    head = json.loads(lines[0])
    assert Seal(head["lines"], head["seal"]) == seal(event)
    cut = [line for line in lines if not json.loads(line).get("line", "").count(f'"sequence":{head["lines"]},')]
    assert len(cut) == len(lines) - 1
    with pytest.raises(logbook_file.BrokenChain, match=f"ends at line {head['lines'] - 1}, and not with the seal"):
        logbook_file.replay(cut, slug="again")
    # A file of an earlier release did not say.
    of_old = json.dumps({"format": head["format"], "slug": head["slug"]})
    assert logbook_file.replay([of_old, *cut[1:]], slug="again").revision == head["lines"] - 1
