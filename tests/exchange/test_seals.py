"""The seal of a logbook, on page and paper: what whoever kept one can prove with it."""

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.exchange.test_verifier import CHANGES, Change
from tests.support.events import cast
from tests.support.files.paper import printed
from tests.support.servers import unguarded
from tests.support.servers.nightly import by_day
from tournament import guards, links
from tournament.acts.jury import rulings
from tournament.acts.lifecycle.restored import say_restored
from tournament.acts.rounds.room import set_room
from tournament.exchange.logbook import logbook_file
from tournament.models import Deal, Event, LogEntry, Submission, Table
from tournament.printing.papers import KINDS
from tournament.reading.logbook import seals
from tournament.reading.logbook.seals import Seal, dated, seal

pytestmark = pytest.mark.django_db
# How many lists with the code of the seal are in a paper, where it is not one.
LISTS = {"before-round": 2} | dict.fromkeys(("cards", "certificates", "filled", "points-cards", "sheets", "slips"), 0)


@pytest.fixture
def event() -> Event:
    """An event in which one table has begun to play."""
    guards.lay()
    event = cast.playing()
    cast.write(cast.table(event), 1)
    cast.write(cast.table(event), 2)
    return cast.fresh(event)


def verified(event: Event, against: Seal | str, capsys: pytest.CaptureFixture[str]) -> str:
    call_command("verify", event.slug, "--seal", str(against))
    return capsys.readouterr().out


@pytest.mark.long
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


@pytest.mark.long
@pytest.mark.parametrize("kind", by_day(sorted({*KINDS, "filled"} - {"badges", "bidding"}), count=6))
def test_every_paper_keeps_the_seal_of_the_moment_and_a_list_the_code_of_the_page_that_checks_it(
    kind: str, event: Event, tmp_path: Path
) -> None:
    set_room(event, "system", [[1, 2]])
    now = seal(cast.fresh(event))
    assert now is not None
    needs = {"round": ("--round", "1"), "player": ("--player", "1"), "": ()}
    paper = printed(event, kind, tmp_path, *needs[KINDS["sheets" if kind == "filled" else kind].needs])
    assert str(now) in paper.text
    address = links.absolute(f"{event.get_absolute_url()}seal/?seal={now.typed}")
    assert [one for one, drawn in paper.codes() if drawn and "/seal/" in one] == [address] * LISTS.get(kind, 1)


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
            call_command("verify", event.slug, "--seal", text)


@pytest.mark.long
def test_a_kept_seal_is_found_on_the_chain_also_when_it_grew(event: Event, capsys: pytest.CaptureFixture[str]) -> None:
    kept = seal(event)
    assert kept is not None
    assert f"is that of line {kept.line} of {kept.line}:" in verified(event, kept, capsys)
    cast.penalty(event, 1)
    assert f"is that of line {kept.line} of {kept.line + 1}:" in verified(event, kept, capsys)
    call_command("verify", event.slug)
    assert "Nobody witnessed that it ends there" in capsys.readouterr().out


def cut_off(event: Event, deal: int = 2) -> None:
    """The last deal goes as if it had never been: its line, its rows, the revisions. Nothing within shows it."""
    last = LogEntry.objects.filter(event=event).last()
    assert last is not None and last.act == "record_deal"
    unguarded.take_off()
    last.delete()
    guards.lay()
    Deal.objects.filter(table__round__event=event, number=deal).delete()
    Submission.objects.filter(table__round__event=event, key="two").delete()
    Table.objects.filter(round__event=event, number=1).update(revision=deal - 1)
    Event.objects.filter(pk=event.pk).update(revision=last.sequence - 1, seal=last.previous)


@pytest.mark.long
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
            call_command("verify", *named, "--seal", "3 3f9a0c12")


def test_the_file_of_a_logbook_says_how_it_ends(event: Event) -> None:
    lines = list(logbook_file.lines(event))
    head = json.loads(lines[0])
    assert Seal(head["lines"], head["seal"]) == seal(event)
    cut = [line for line in lines if not json.loads(line).get("line", "").count(f'"sequence":{head["lines"]},')]
    assert len(cut) == len(lines) - 1
    with pytest.raises(logbook_file.LogbookError, match=f"ends at line {head['lines'] - 1}, and not with the seal"):
        logbook_file.replay(cut, slug="again")
    # A file of an earlier release did not say.
    of_old = json.dumps({"format": head["format"], "slug": head["slug"]})
    assert logbook_file.replay([of_old, *cut[1:]], slug="again").revision == head["lines"] - 1


@pytest.fixture
def file(event: Event, tmp_path: Path) -> Path:
    """The file of its logbook, as the page and `export` give it."""
    path = tmp_path / "logbook.jsonl"
    path.write_text("".join(f"{line}\n" for line in logbook_file.lines(event)))
    return path


@pytest.mark.long
def test_a_file_is_proved_without_touching_the_database(
    file: Path, event: Event, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = seal(event)
    assert kept is not None
    with cast.nothing_written():
        call_command("verify", str(file))
        assert f"{kept.line} lines, every seal and text holds" in (said := capsys.readouterr().out)
        assert "Nobody witnessed that it ends there" in said
        call_command("verify", str(file), "--seal", str(kept))
        assert f"is that of line {kept.line} of {kept.line}:" in capsys.readouterr().out
    assert Event.objects.count() == 1


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_byte_of_the_file_is_found(change: Change, file: Path) -> None:
    written = file.read_bytes()
    for at in (written.index(b"ledegem"), *Random("bytes").sample(range(len(written)), 3)):
        file.write_bytes(change(written, at))
        if change(written, at) != written:
            with pytest.raises(CommandError):
                call_command("verify", str(file))


@pytest.mark.long
def test_a_text_that_no_line_names_and_a_missing_one_are_found(file: Path, event: Event) -> None:
    rows = file.read_text().splitlines()
    stray = {"digest": hashlib.sha256(b"saltword").hexdigest(), "salt": "salt", "text": "word"}
    texts = [row for row in rows if row.startswith('{"digest"')] + [json.dumps(stray)]
    file.write_text("\n".join([row for row in rows if not row.startswith('{"digest"')] + sorted(texts)) + "\n")
    with pytest.raises(CommandError, match="No line names the text"):
        call_command("verify", str(file))
    rulings.penalise(event, "system", "noise", {1: -3}, "Noise.", internal="Between us.")
    rows = [line for line in logbook_file.lines(cast.fresh(event)) if "Between us." not in line]
    file.write_text("".join(f"{row}\n" for row in rows))
    with pytest.raises(CommandError, match="The appendix lacks the text"):
        call_command("verify", str(file))


@pytest.mark.long
def test_a_file_that_is_cut_off_or_none_fails(file: Path, event: Event) -> None:
    kept = seal(event)
    assert kept is not None
    cut_off(event)
    file.write_text("".join(f"{line}\n" for line in logbook_file.lines(cast.fresh(event))))
    call_command("verify", str(file))
    with pytest.raises(CommandError, match="was cut off"):
        call_command("verify", str(file), "--seal", str(kept))
    for content in (b"", b"{}\n", b"\xff\n", b"not json\n"):
        file.write_bytes(content)
        with pytest.raises(CommandError):
            call_command("verify", str(file))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("verify", str(file.with_name("none.jsonl")))


def checked(event: Event, text: str, at: str = "", **headers: str) -> Any:
    asked = {"seal": text, "at": at} if at else {"seal": text}
    return cast.client().get(f"{event.get_absolute_url()}seal/", asked, headers=headers)


def alarmed(event: Event, kept: Seal, at: str = "") -> bool:
    """Whether a browser that kept this seal, and its moment, says that something is wrong."""
    told: dict[str, bool] = checked(event, kept.typed, at, Accept="application/json").json()
    return told["alarm"]


def seen(event: Event) -> tuple[Seal, str]:
    """The seal that a page shows now, and its moment as a browser keeps it."""
    found = dated(event)
    assert found is not None
    shown = cast.client().get(event.get_absolute_url()).content.decode()
    assert found.at and f'data-seal="{found.typed}"' in shown and f'data-at="{found.at.isoformat()}"' in shown
    return found, found.at.isoformat()


def test_the_phone_of_a_table_is_a_witness_too() -> None:
    event = cast.playing(4)
    table = cast.table(event)
    for deal in (1, 2):
        found = dated(cast.fresh(event))
        page = cast.client().get(f"/t/{cast.token(table)}/").content.decode()
        assert found and found.at and f'data-seal="{found.typed}"' in page
        assert f'data-at="{found.at.isoformat()}"' in page and f"<code>{found}</code>" in page
        cast.write(table, deal)
    assert cast.client().get(f"/t/{cast.token(table)[:-2]}xx/").status_code == 404


def test_a_page_whose_line_is_gone_still_shows_its_seal(event: Event) -> None:
    """It is a tampered record, which is for the browsers to tell."""
    Event.objects.filter(pk=event.pk).update(revision=event.revision + 1)
    page = cast.client().get(event.get_absolute_url())
    assert page.status_code == 200 and 'data-at=""' in page.content.decode()


def test_everybody_can_check_a_seal_on_a_page(event: Event) -> None:
    kept = seal(event)
    assert kept is not None
    page = cast.client().get(event.get_absolute_url()).content.decode()
    assert f'href="{event.get_absolute_url()}seal/?seal={kept.typed}"' in page
    cast.penalty(event, 1)
    said = cast.shown(checked(event, kept.typed))
    assert f"that of line {kept.line} of {kept.line + 1}" in said and not alarmed(event, kept)
    assert "That is the code of line 1" in cast.shown(checked(event, f"2 {LogEntry.objects.all()[0].hash}"))
    for text, status, told in (
        ("hello", 422, "This is not a seal"),
        (f"{kept.line} 0000000000000000", 200, "is not on the record"),
        ("999999 0000000000000000", 200, "ends before this seal"),
        ("", 200, "The seal that you kept"),
    ):
        answer = checked(event, text)
        assert answer.status_code == status and told in cast.shown(answer), text


def test_who_saw_a_later_line_is_alarmed_unless_a_restored_backup_explains_it(event: Event) -> None:
    (kept, at), earlier = seen(event), LogEntry.objects.filter(event=event).first()
    assert earlier is not None
    cut_off(event)
    assert alarmed(cast.fresh(event), kept, at) and not alarmed(event, Seal(1, earlier.hash))
    client, page = cast.client(cast.organiser(event)), f"/staff/{event.slug}/logbook/restored/"
    event = cast.fresh(event)
    assert client.post(page, {"reason": " "}).status_code == 422
    assert cast.client(cast.juror(event)).post(page, {"reason": "x"}).status_code == 403
    lost = Seal(event.revision + 4, "f" * 64)
    assert alarmed(event, lost, at)
    assert client.post(page, {"reason": "The laptop fell; backup of ten o’clock."}).status_code == 303
    event = cast.fresh(event)
    cast.write(cast.table(event), 2)
    said = cast.shown(checked(cast.fresh(event), lost.typed))
    assert "The laptop fell" in said and "If your paper is from after" in said
    assert not alarmed(event, lost, at) and alarmed(event, Seal(2, "f" * 64), at)
    # A browser that lost no moment, or nonsense in its place, cannot tell whether that is the explanation.
    for unclear in ("", "yesterday", "2026-02-30T10:00:00+00:00", "2026-02-03T10:00:00"):
        assert alarmed(event, lost, unclear), unclear


def test_a_restored_backup_explains_nothing_that_was_seen_after_it(event: Event) -> None:
    say_restored(event, cast.by(cast.organiser(event)), "To be prepared.")
    cast.penalty(cast.fresh(event), 1)
    cast.write(cast.table(event), 3)
    kept, at = seen(cast.fresh(event))
    assert not alarmed(event, kept, at)
    cut_off(event, 3)
    beyond = cast.fresh(event)
    assert beyond.revision < kept.line
    assert alarmed(beyond, kept, at)
    assert "To be prepared" not in cast.shown(checked(beyond, kept.typed, at))
    # The fork grows past it.
    cast.penalty(beyond, 2)
    assert alarmed(cast.fresh(event), kept, at)
