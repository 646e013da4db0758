"""Teaches the nets that weigh ink (tournament/scan/strokes.py), and writes their weights.

    make tools READING=1 && .venv/bin/pip install torch==2.13.0
    .venv/bin/python -m tests.spoiled.write --only NUMBERS --out FOLDER
    .venv/bin/python benchmarks/training/faint_marks.py FOLDER … [--out strokes.npz]

4,674 sheets of the second filler taught the nets of the reader; none of them is judged. They are, in this order, of
those in pure black and white (`pair(number)[0].sort` of tests/spoiled/sheets.py is `bw`) the first 1,550 from 1,100,000
on, of the others the first 1,480 from 1,130,000 on, and once more 275 from 1,115,603 and 700 from 1,118,500 on in black
and white, and 675 of the others from 1,133,403 on, without the six that are refused. Of the odd numbers those alone
count whose first hand is in `PALE`: pale marks are what there is to learn. Only this command needs torch. A bubble is a
mark if the sheet's record says that it was meant, also in a row that went wrong; but one to which an arrow leads, and
in which nothing is, is taught as ink that is no mark, as is all other ink there. Otherwise it is empty. What looks like
a mark and was not meant counts for several.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tournament.scan import reader, strokes
from tournament.scan.ink import Ink
from tournament.scan.strips import BubbleSpot
from tournament.scan.verdicts import DENSE, rows_of, views

EMPTY, MARK, OTHER = 0, 1, 2
EPOCHS, BATCH, RATE = 12, 4, 2.5e-3
# The nets learn the same, each in an order of its own.
SEEDS = (0, 1, 2)
# Of the bubbles that nobody would doubt, so many are enough; each counts for the square root of those left out.
PLAIN = 0.15
# For how many a slip counts that looks like a mark: what darkens its bubble by so much of what is usual in its row, or
# a bubble with so little ink to which an arrow leads.
SLIP, ALIKE, SOME = 4.0, 0.45, 0.05
# How much the first look counts beside the second; so many bubbles are one step.
FIRST, STEP = 0.3, 100


@dataclass(frozen=True, slots=True)
class Lessons:
    """The bubbles of a sheet as the net sees them; what each is, and for how many it counts."""

    pictures: Any
    measures: Any
    rows: Any
    kinds: Any
    labels: Any
    weights: Any


class Net(torch.nn.Module):
    """What `strokes.likely` computes, of one sheet."""

    def __init__(self, measures: int) -> None:
        super().__init__()
        self.c1 = torch.nn.Conv2d(3, 12, 3, 2, 1)
        self.c2 = torch.nn.Conv2d(12, 20, 3, 2, 1)
        self.c3 = torch.nn.Conv2d(20, 24, 3, 2, 1)
        self.f1 = torch.nn.Linear(24 * 16 + measures, 40)
        self.s1 = torch.nn.Linear(40, 1)
        self.f2 = torch.nn.Linear(3 * 40 + 6, 32)
        self.f3 = torch.nn.Linear(32, 3)
        self.dropout = torch.nn.Dropout(0.2)

    def look(self, pictures: Any, measures: Any) -> Any:
        """What is seen of each bubble by itself."""
        for layer in (self.c1, self.c2, self.c3):
            pictures = torch.relu(layer(pictures))
        return torch.relu(self.f1(self.dropout(torch.cat([pictures.flatten(1), measures], 1))))

    def forward(self, seen: Any, rows: Any, kinds: Any) -> Any:
        """The scores of empty, mark and other ink by what is seen of a sheet; and of a mark at first look."""
        score = self.s1(seen)[:, 0]
        first = torch.sigmoid(score)
        elsewhere = (1 - torch.eye(len(seen))) * first
        beside = elsewhere * (rows[:, None] == rows)
        alike = beside * (kinds[:, None] == kinds)
        row, sheet, kind = (some.sum(1, keepdim=True) for some in (beside, elsewhere, alike))
        around = [beside @ seen / (row + strokes.NOTHING), elsewhere @ seen / (sheet + strokes.NOTHING)]
        most = [some.amax(1, keepdim=True) for some in (beside, alike)]
        hidden = torch.cat([seen, *around, first[:, None], row, *most, kind, sheet / strokes.MANY], 1)
        return self.f3(torch.relu(self.f2(self.dropout(hidden)))), score


def main() -> int:
    """Reads the sheets of the folders, teaches, writes."""
    parser = argparse.ArgumentParser(description="Teaches the nets that weigh ink.")
    parser.add_argument("folders", type=Path, nargs="+", help="sheets, written by tests.spoiled.write")
    parser.add_argument("--out", type=Path, default=strokes.WEIGHTS)
    options = parser.parse_args()
    lessons = [lesson for folder in options.folders for lesson in _lessons(folder)]
    nets = [teach(lessons, seed) for seed in SEEDS]
    np.savez_compressed(options.out, **{name: np.stack([net[name] for net in nets]) for name in nets[0]})
    return 0


def _lessons(folder: Path) -> Iterator[Lessons]:
    """What there is to learn from each sheet that is not refused."""
    book = json.loads((folder / "book.json").read_text())
    for truth in json.loads((folder / "truth.json").read_text()):
        with mock.patch.object(reader, "_marks", wraps=reader._marks) as marks:
            list(reader.read(str(folder / "files" / truth["file"]), folder, "page", book))
        (folder / "page-1.jpg").unlink(missing_ok=True)
        if marks.call_args:
            inks, _sheet, form, limits = marks.call_args.args
            yield lessons_of(truth, inks, [tuple(spot) for spot in form["spots"]], hard=limits.hard)


def lessons_of(truth: Any, inks: Sequence[Ink], spots: Sequence[BubbleSpot], *, hard: bool) -> Lessons:
    """What there is to learn from a sheet, by the record of who drew it."""
    meant = {(int(deal), *mark) for deal, row in truth["rows"].items() for mark in row["meant"]}
    meant |= {(0, *mark) for mark in truth["foot"]}
    rng = np.random.default_rng(truth["number"])
    picked, labels, weights = [], list[int](), list[float]()
    usual, rows = rows_of(inks, spots)
    for row in rows:
        inked, chosen = set(row.inked()), []
        record = truth["rows"].get(str(row.spots[0][0]), {"clear": False, "played": True, "why": ()})
        is_clear = record["clear"] or not record["played"]
        for at, (bubble, spot, noise) in enumerate(zip(row.bubbles, row.spots, row.noise, strict=True)):
            is_meant = spot[:3] in meant
            inky = bubble.core > 0.04 or bubble.ring > 0.12 or bubble.outline < 0.6 or bubble.stray > 0.12
            is_led_to = is_meant and "arrow" in record["why"] and bubble.core < SOME
            label = OTHER if is_led_to else MARK if is_meant else EMPTY if is_clear or not inky else OTHER
            is_plain = label == EMPTY and bubble.core < 0.02 and bubble.trace < noise / 2
            if (at in inked or is_meant) and not (is_plain and rng.random() > PLAIN):
                is_slip = is_led_to or (label != MARK and bubble.core > DENSE and bubble.trace > ALIKE * row.usual[1])
                chosen.append(at)
                labels.append(label)
                weights.append(SLIP if is_slip else PLAIN**-0.5 if is_plain else 1.0)
        picked.append((row, chosen))
    _numbers, looked_at = views(picked, usual, hard=hard)
    assert looked_at
    pictures, measures, of, kinds = looked_at
    counts = np.array(weights, np.float32)
    return Lessons(pictures.astype(np.float16), measures, of, kinds, np.array(labels), counts)


def teach(lessons: Sequence[Lessons], seed: int) -> dict[str, Any]:
    """The weights of the net that learnt these, as the reader keeps them."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    measures = np.concatenate([lesson.measures for lesson in lessons])
    middle, spread = measures.mean(axis=0), measures.std(axis=0) + 1e-3
    sheets = [
        [torch.as_tensor(getattr(lesson, name)) for name in ("pictures", "rows", "kinds", "labels", "weights")]
        + [torch.as_tensor(((lesson.measures - middle) / spread).clip(-strokes.FAR, strokes.FAR))]
        for lesson in lessons
    ]
    net = Net(measures.shape[1])
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-3)
    steps = EPOCHS * -(-len(sheets) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    for epoch in range(EPOCHS):
        total = 0.0
        for some in torch.randperm(len(sheets)).split(BATCH):
            loss = _loss(net, [sheets[at] for at in some])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total += loss.item()
        print(f"{epoch}: {total / len(sheets):.4f} a sheet", flush=True)
    weights = {name: tensor.numpy() for name, tensor in net.state_dict().items()} | {"middle": middle, "spread": spread}
    return {name: values.astype(np.float16) for name, values in weights.items()}


def _loss(net: Net, sheets: Sequence[Sequence[Any]]) -> Any:
    """How wrong the net is about some sheets; now and then one is upside down, and moved a bit."""
    pictures = torch.cat([_moved(sheet[0].float()) for sheet in sheets])
    seen = net.look(pictures, torch.cat([sheet[-1] for sheet in sheets])).split([len(sheet[0]) for sheet in sheets])
    return sum(_wrong(net, some, *sheet[1:-1]) for some, sheet in zip(seen, sheets, strict=True))


def _moved(pictures: Any) -> Any:
    if torch.rand(1) < 0.5:
        pictures = pictures.flip(2)
    return torch.roll(pictures, tuple(int(step) for step in torch.randint(-1, 2, (2,))), (2, 3))


def _wrong(net: Net, seen: Any, rows: Any, kinds: Any, labels: Any, weights: Any) -> Any:
    scores, first = net(seen, rows, kinds)
    functional = torch.nn.functional
    wrong = functional.cross_entropy(scores, labels.clamp(min=EMPTY), reduction="none")
    wrong += FIRST * functional.binary_cross_entropy_with_logits(first, (labels == MARK).float(), reduction="none")
    return (wrong * weights * (labels >= EMPTY)).sum() / STEP


if __name__ == "__main__":
    sys.exit(main())
