"""Draws in files: written, read and replayed to the same bytes; and every file that must be refused."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.events.drawn import BY, confirm, drawn, leave, relate, seats, underway
from tests.support.events.laid_again import laid_again
from tournament import guards
from tournament.acts.rounds import rounds
from tournament.acts.rounds.promises import promise_draw
from tournament.draw import promises
from tournament.draw.wishes import WISHES
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.models import Draw, Event

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@laid_again
def a_day_of_draws() -> Event:
    """A promise kept with words, a draw half published, people who left, a promise that waits."""
    event = underway()
    leave(event, 5, 6, 7, 8)
    confirm(event)
    rounds.publish_round(cast.round_of(event, 3), BY, ahead=True)
    promise_draw(event, BY)
    return cast.fresh(event)


@laid_again
def promised() -> Event:
    """Rounds drawn with a promise and with words, of which one is published; some sit out."""
    event = cast.event(18, "promised", planned_rounds=3)
    relate(event, families=[(1, 5), (2, 6)], writers=[1, 3, 8])
    promise_draw(event, BY)
    drawn(event, 3, words="zes één", rest="sit-outs", wishes=WISHES)
    rounds.publish_round(cast.round_of(event), BY)
    return cast.fresh(event)


@pytest.mark.parametrize("made", [a_day_of_draws, promised])
def test_export_import_export_and_a_replay_give_the_same_bytes(made: Callable[[], Event]) -> None:
    guards.lay()
    event = made()
    text = exporting.text(event)
    elsewhere = importing.load(json.loads(text), BY, slug="elsewhere")
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    of_import = logbook_file.replay(list(logbook_file.lines(elsewhere)), slug="of-import")
    for copied in (elsewhere, again, of_import):
        assert exporting.text(copied).replace(f'"slug": "{copied.slug}"', f'"slug": "{event.slug}"') == text
        assert seats(copied) == seats(event)
    assert logbook_file.verify(event) > 0


def test_what_was_promised_is_kept_after_a_move_with_the_same_key() -> None:
    event = promised()
    elsewhere = importing.load(json.loads(exporting.text(event)), BY, slug="elsewhere")
    rounds.publish_round(cast.round_of(elsewhere, 2), BY, ahead=True)
    draw = Draw.objects.get(event=elsewhere)
    assert draw.secret == promises.secret(Draw.objects.get(event=event))


def test_a_file_of_before_there_were_draws_is_still_read() -> None:
    document = exporting.document(a_day_of_draws())
    for part in ("draws", "promises"):
        del document[part]
    again = exporting.document(importing.load(document, BY, slug="elsewhere"))
    assert again["rounds"] == document["rounds"] and "draws" not in again


Change = Callable[[dict[str, Any]], None]


def change(*path: str | int, to: Any) -> Change:
    """Another value at a place of the document."""

    def changed(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = to

    return changed


BAD: list[tuple[Change, str]] = [
    (change("promises", 0, "number", to=2), "not numbered"),
    (change("promises", 0, "at", to="2026-13-40T00:00:00Z"), "at: is not a time"),
    (change("promises", 0, "nonce", to="x y"), "$.promises[0].nonce: Expected str matching"),
    (change("draws", 0, "count", to=9), "rounds that are not there"),
    (change("draws", 0, "promise", to=9), "promise that is not there"),
    (change("draws", 0, "players", 0, to=999), "not entries"),
    (change("draws", 0, "order", to=[1, 2, 3]), "not one of its players"),
    (change("draws", 0, "words", to="\x00"), "cannot be kept"),
    (change("draws", 0, "secret", to="another"), "not the one that was promised"),
    (change("draws", 0, "at", to="2026-13-40T00:00:00Z"), "at: is not a time"),
    (change("draws", 0, "document", "players", to=3), "another field"),
    (change("draws", 0, "document", "rounds", 0, 0, 0, to=500), "seated once"),
    (change("draws", 0, "document", "rounds", 0, 0, to=[]), "document.rounds[0][0]: Expected"),
    (change("draws", 0, "document", "trace", "steps", to=[1]), "document.trace.steps: Expected"),
    (change("draws", 0, "document", "trace", "wish", "stays", to={"99": 1}), "was not drawn"),
    (change("draws", 0, "document", "trace", "wish", "apart", to=[[1]]), "wish.apart[0]: Expected"),
    (change("draws", 0, "document", "trace", "wish", "families", to={"19": "1"}), "was not drawn"),
    (change("draws", 0, "document", "trace", "wish", "clubs", to={"x": "1"}), "document.trace.wish.clubs: Expected"),
    (change("draws", 0, "document", "trace", "wish", "captains", to=[19]), "was not drawn"),
    (change("draws", 0, "document", "trace", "wish", "priority", to=["repeats"]), "wish.priority: Expected"),
    (change("draws", 0, "document", "trace", "swaps", to=7), "cannot be read"),
    (change("draws", 0, "document", "trace", "design", "points", to=10**9), "cannot be read: design"),
    (change("draws", 0, "document", "trace", "wish", "rest", to=[]), "cannot be read: wish"),
    (change("draws", 0, "kind", to="ranked"), "not of a draw of its kind"),
    (change("room", to=[[1, 2], [2, 0]]), "two places"),
]


@pytest.mark.parametrize(("spoil", "told"), BAD)
def test_a_file_that_cannot_be_is_refused(spoil: Change, told: str) -> None:
    document = copy.deepcopy(exporting.document(promised()))
    spoil(document)
    with cast.nothing_written(), pytest.raises(EventFileError) as fault:
        importing.judge(document)
    assert told in str(fault.value)


def test_a_file_that_goes_endlessly_deep_is_refused(tmp_path: Path) -> None:
    text, path = exporting.text(promised()), tmp_path / "deep.json"
    for levels in (100, 940, 100_000):
        deep = text.replace('"trace": {', f'"trace": {{"x": {"[" * levels}{"]" * levels}, ', 1)
        path.write_text(deep, encoding="utf-8")
        with pytest.raises(EventFileError, match=r"levels deep|recursion"):
            importing.read(path)
    path.write_text(text, encoding="utf-8")
    assert importing.read(path)["draws"]
