"""Teaches the nets that weigh ink (tournament/scan/strokes.py), and writes their weights.

    make tools READING=1 && .venv/bin/pip install torch==2.13.0
    .venv/bin/python benchmarks/training/faint_marks.py [--out strokes.npz] [--sheets 20]

Sheets of the second filler teach them, none of which is judged; with `--sheets` only so many of each lot. Only this
command needs torch. A bubble is a mark if the sheet's record says that it was meant, also in a row that went wrong; but
one to which an arrow leads, and in which nothing is, is taught as ink that is no mark, as is all other ink there.
Otherwise it is empty. What looks like a mark and was not meant counts for several.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.support.measured import Lot, Measured, measured
from tournament.scan import strokes
from tournament.scan.verdicts import DENSE, rows_of, views

EMPTY, MARK, OTHER = 0, 1, 2
EPOCHS, BATCH, RATE = 10, 4, 2.5e-3
# Of the bubbles that nobody would doubt, so many are enough; each counts for the square root of those left out.
PLAIN = 0.15
# For how many a slip counts that looks like a mark: what darkens its bubble by so much of what is usual in its row, or
# a bubble with so little ink to which an arrow leads.
SLIP, ALIKE, SOME = 4.0, 0.45, 0.05
# How much the first look counts beside the second; so many bubbles are one step.
FIRST, STEP = 0.3, 100
LOTS = (
    Lot(1_100_000, 1_584, hard=True, pale=True),
    Lot(1_130_000, 1_284, hard=False, pale=True),
    Lot(1_500_000, 1_183, hard=True, unnamed=True),
    Lot(1_520_000, 1_953, hard=False, unnamed=True),
)
# The nets learn the same, each in an order of its own.
SEEDS = (0, 1, 2)


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
    """Draws the sheets and reads them, teaches, writes."""
    parser = argparse.ArgumentParser(description="Teaches the nets that weigh ink.")
    parser.add_argument("--out", type=Path, default=strokes.WEIGHTS)
    parser.add_argument("--sheets", type=int, help="at most so many of each lot")
    options = parser.parse_args()
    lessons = [lessons_of(sheet) for sheet in measured(LOTS, options.sheets)]
    nets = [teach(lessons, seed) for seed in SEEDS]
    np.savez_compressed(options.out, **{name: np.stack([net[name] for net in nets]) for name in nets[0]})
    return 0


def lessons_of(sheet: Measured) -> Lessons:
    """What there is to learn from a sheet, by the record of who drew it."""
    truth = sheet.truth
    meant = {(int(deal), *mark) for deal, row in truth["rows"].items() for mark in row["meant"]}
    meant |= {(0, *mark) for mark in truth["foot"]}
    rng = np.random.default_rng(truth["number"])
    picked, labels, weights = [], list[int](), list[float]()
    usual, rows = rows_of(sheet.inks, sheet.spots)
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
    _numbers, looked_at = views(picked, usual, hard=sheet.hard)
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
