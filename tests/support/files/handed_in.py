"""A round as its tables hand it in: sheets filled in and spoiled, as files; and the same deals typed directly."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from scoring import RuleSet
from scoring.game.contracts import CONTRACTS
from scoring.game.results import LOST
from tests.filled import camera, hand
from tests.filled.blanks import printed
from tests.filled.hand import Filled, Meant
from tests.support.events import cast, drawn
from tests.support.second import second_scorer
from tournament.acts.table.redeals import all_pass
from tournament.forms.table.keypad import keyed_lines
from tournament.models import Event, Table
from tournament.ranking import facts, live
from tournament.reading.ranking.ranking_rows import ranking_rows
from tournament.reading.table import sheets
from tournament.scan.layout import OWN_KINDS
from tournament.wording import plain

# What becomes of the sheets, in turn. A scanner makes one file of many sheets, a phone one of each.
SPOILED = (
    "scan 150 dpi, grey",
    "photo 3 MP",
    "copy in black and white, scanned",
    "scan 150 dpi, colour, strong JPEG",
    "photo 3 MP, curled and in shadow",
)
# One table takes its photo from too far away: nobody can read that.
FAR_AWAY, FAR_AWAY_TABLE = "photo from far away", 7
KINDS = {**camera.KINDS, FAR_AWAY: camera.photo(0.4, curl=5, tilt=18, dark=0.4)}
# The results of a table by deal, None where everybody passed.
Played = Mapping[int, dict[str, Any] | None]


@dataclass(frozen=True)
class HandedIn:
    """A round that was handed in: its files, the lines that each table means, by deal, and what each entry won by the
    second scorer, as the ranking writes it.
    """

    files: list[str]
    lines: dict[int, dict[int, str]]
    points: dict[int, str]


def hand_in(event: Event, typed: Event, folder: Path, language: str) -> HandedIn:
    """Has the first round of an event filled in, and types what was meant directly into `typed`, which is seated alike.

    The files are in `folder`. Deals that everybody passed are still to be played, in both.
    """
    assert drawn.seats(event) == drawn.seats(typed)
    # Ties are broken by the same lots.
    Event.objects.filter(pk=typed.pk).update(lot_seed=event.lot_seed)
    meant: dict[int, Played] = {}
    pictures: dict[str, list[Path]] = {}
    for number, blank in enumerate(printed(event, language), start=1):
        done = hand.fill(blank, f"handed in {number}")
        how = FAR_AWAY if number == FAR_AWAY_TABLE else SPOILED[number % len(SPOILED)]
        pictures.setdefault(how, []).append(_taken(done, how, folder / f"{number:03}"))
        meant[number] = {deal: result(done.meant[deal], blank.rules) for deal in blank.shape.deals}
    lines = {number: _typed(cast.table(typed, number), deals) for number, deals in meant.items()}
    return HandedIn(_files(folder, pictures), lines, _points(typed, meant))


def result(meant: Meant, rules: RuleSet) -> dict[str, Any] | None:
    """What is meant by the marks of a row, as `scoring.Result.read` takes it; None if everybody passed."""
    found = {kind: sorted(value for one, value in meant if one == kind) for kind, _value in meant}
    if "pass" in found:
        return None
    contract = CONTRACTS[found["contract"][0]]
    lost = found.get("lost", [])
    who = sorted({seat for kind in OWN_KINDS for seat in found.get(kind, [])})
    own = {seat: LOST if seat in lost else contract.target for seat in who}
    given: dict[str, Any] = {"contract": contract.key, "declarers": [int(seat) for seat in who]}
    given["tricks"] = int(found["tricks"][0]) if contract.kind == "team" else own
    jury = {"jury": "allowed" if "jury" in found else "not_called"}
    return given | (jury if contract.key in rules.jury else {})


def ranking(slug: str) -> list[list[Any]]:
    """The ranking of an event as text, place by place."""
    rows = ranking_rows(live.ranking(Event.objects.get(slug=slug), public=False).places)
    return [[row.rank, row.shared, row.number, row.name, row.round_points, row.sum, row.tie] for row in rows]


def _taken(sheet: Filled, how: str, path: Path) -> Path:
    """The file of a sheet that is spoiled in some way."""
    picture = KINDS[how](sheet.paper, random.Random(f"{path.name} {how}"))
    file = path.with_suffix(picture.ending)
    file.write_bytes(picture.data)
    return file


def _files(folder: Path, pictures: Mapping[str, Sequence[Path]]) -> list[str]:
    """The files in which the pictures are sent: one PDF per scanner, the photos as they are."""
    found: list[str] = []
    for number, (how, paths) in enumerate(pictures.items()):
        if how.startswith("photo"):
            found += map(str, paths)
        else:
            first, *others = [Image.open(path) for path in paths]
            first.save(folder / f"scanner-{number}.pdf", save_all=True, append_images=others)
            found.append(str(folder / f"scanner-{number}.pdf"))
    return found


def _typed(table: Table, deals: Played) -> dict[int, str]:
    """Records by the acts what a table means, and gives the line of each deal as somebody at the desk types it."""
    for deal, played in deals.items():
        if played is None:
            all_pass(table, "system", deal)
        else:
            cast.write(table, deal, played)
    lines = keyed_lines(sheets.sheet(table, public=False), facts.ruleset(table.round.event))
    return {deal: lines.get(deal, "0") for deal in deals}


def _points(event: Event, meant: Mapping[int, Played]) -> dict[int, str]:
    """What each entry won, by the second scorer."""
    found: Counter[int] = Counter()
    for number, deals in meant.items():
        seated = cast.seated(cast.table(event, number))
        for played in filter(None, deals.values()):
            given = second_scorer.points(event.rules["key"], played)
            found.update({seated[seat]: points for seat, points in given.items()})
    return {number: plain(points) for number, points in found.items()}
