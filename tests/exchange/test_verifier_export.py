"""`tools/verify.py` and whole championships: it confirms each of them, and finds what was changed in one."""

import json
import subprocess
import sys
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from tests.exchange.test_verifier import CHANGES, PROGRAM, Change, told
from tests.support.events import cast, finals, stages
from tests.support.events.full_day import a_full_day
from tests.support.events.jury_day import jury_day
from tests.support.events.laid_again import laid_again
from tests.support.events.long_day import TWO_FINALS, long_day
from tests.support.files.two_files import UNCHECKED, Files, alter, places
from tests.support.servers.nightly import by_day
from tournament.acts.event import events
from tournament.acts.event.declaration import declare_final
from tournament.acts.event.reveal import freeze_ranking
from tournament.acts.kernel import logbook
from tournament.acts.lifecycle.anonymity import anonymise
from tournament.acts.rounds import rounds
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Decision, Event, PersonalText
from tournament.ranking import facts
from tournament.ranking.standings import event_standings

CHAMPIONSHIPS: dict[str, Callable[[], Event]] = {
    "full day": a_full_day,
    "jury day": jury_day,
    "final": finals.finished,
    "final from zero": partial(finals.finished, "zero"),
    **{f"long day {seed}": partial(long_day, seed) for seed in range(3)},
    "no format": partial(long_day, 4, {}),
    "bonus": partial(long_day, 4, {"bonus": [9, 3]}),
    "no bonus": partial(long_day, 4, {"stages": TWO_FINALS["stages"]}),
    **{
        made.__name__: made
        for made in (
            stages.unborn, stages.gathering, stages.rehearsed, stages.wiped, stages.drawn, stages.midway,
            stages.between, stages.over, stages.doubling, stages.counting, stages.parted, stages.ahead,
        )
    },
}  # fmt: skip


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("name", CHAMPIONSHIPS)
def test_a_championship_is_confirmed(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = CHAMPIONSHIPS[name]()
    said = Files(event, tmp_path, capsys).confirmed()
    assert f"{event.revision} lines, every seal follows" in said


at_leisure = partial(pytest.param, marks=pytest.mark.long)


@pytest.mark.parametrize("made", [a_full_day, at_leisure(long_day), at_leisure(stages.midway)])
@pytest.mark.django_db
def test_an_imported_championship_is_confirmed(
    made: Callable[[], Event], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Files(importing.load(exporting.document(made()), "system", "elsewhere"), tmp_path, capsys).confirmed()


@pytest.fixture
def day(db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Files:
    return Files(a_full_day(), tmp_path, capsys)


@pytest.mark.long
@pytest.mark.django_db
def test_the_day_of_the_jury_has_every_preset_and_a_tie_at_the_cut() -> None:
    event = jury_day()
    assert set(facts.penalties(event)) <= set(event.decisions.values_list("kind", flat=True))
    last, first = event_standings(event, public=False, upto=2)[3:5]
    assert last.standing.row.points == first.standing.row.points
    assert set(Decision.Ruling.values) <= set(event.decisions.values_list("ruling", flat=True))


@laid_again
def played_out() -> Event:
    """A championship that is closed, so that names can be taken out of it."""
    event = a_full_day()
    rounds.show_round(cast.round_of(event), "system", True)
    declare_final(event, cast.by(cast.head_juror(event)), "The last table left.")
    freeze_ranking(event, "system", None)
    events.change_state(event, "system", Event.State.CLOSED)
    return cast.fresh(event)


@pytest.mark.parametrize("numbers", [[1, 2, 7], range(1, 1000)])
@pytest.mark.django_db
def test_a_championship_without_its_names_is_confirmed(
    numbers: Collection[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = played_out()
    anonymise(event, "system", numbers)
    Files(cast.fresh(event), tmp_path, capsys).confirmed()


@pytest.mark.django_db
@pytest.mark.parametrize("kept", [("salt", "text"), at_leisure(("salt",)), at_leisure(())])
def test_an_emptied_text_that_has_words_or_a_salt_is_found_by_both_programs(
    kept: Collection[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = played_out()
    before = PersonalText.objects.get(event=event, text=cast.entry(event, 7).player.name)
    anonymise(event, "system", [7])
    files = Files(cast.fresh(event), tmp_path, capsys)
    written = files.log.read_text("utf-8")
    bare = {"digest": before.digest, "salt": "", "text": ""}
    change = {name: getattr(before, name) for name in kept} or {"salt": "0"}
    changed = written.replace(json.dumps(bare), json.dumps({**bare, **change}, ensure_ascii=False))
    assert changed != written
    files.log.write_text(changed, "utf-8")
    assert "a line of the logbook emptied the text" in files.difference(lambda _document: None)
    with pytest.raises(CommandError, match="is not as Troel writes it"):
        call_command("verify", str(files.log))


@pytest.mark.long
@pytest.mark.django_db
def test_a_logbook_in_which_an_earlier_release_left_the_salts_is_confirmed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = played_out()
    name = PersonalText.objects.get(event=event, text=cast.entry(event, 7).player.name)
    with logbook.locked_event(event, even_archived=True) as event:
        logbook.write(event, "system", "anonymise", {"numbers": [7], "texts": [name.digest]})
    files = Files(cast.fresh(event), tmp_path, capsys)
    assert json.dumps({"digest": name.digest, "salt": name.salt, "text": ""}) in files.log.read_text("utf-8")
    files.confirmed()
    call_command("verify", str(files.log))


@pytest.mark.long
@pytest.mark.parametrize("made", by_day([a_full_day, long_day, stages.midway]))
@pytest.mark.django_db
def test_any_changed_value_is_found(
    made: Callable[[], Event], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = Files(made(), tmp_path, capsys)
    paths = [path for path in places(files.document, ()) if not UNCHECKED & set(path)]
    for path in Random("values").sample(paths, min(60, len(paths))):
        files.difference(partial(alter, path=path))


@pytest.mark.django_db
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_byte_of_the_export_is_found(change: Change, day: Files, capsys: pytest.CaptureFixture[str]) -> None:
    written = day.export.read_bytes()
    checked = written.index(b'"decisions"'), written.index(b'"adjustments"')
    for at in Random("bytes").sample(range(*checked), 15):
        day.export.write_bytes(change(written, at))
        assert change(written, at) == written or told(capsys, day.log, day.export)[0] == 1, at


def test_files_that_do_not_fit_end_with_their_status(day: Files, tmp_path: Path) -> None:
    program = [sys.executable, "-I", "-S", str(PROGRAM), str(day.log)]
    for export, status in ((day.export, 3), (day.log, 1), (tmp_path / "none.json", 2)):
        done = subprocess.run([*program, str(export)], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == status and "Traceback" not in done.stderr
