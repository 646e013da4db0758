"""Teaches the net that weighs faint ink (tournament/scan/strokes.py), and writes its weights.

    make tools READING=1 && .venv/bin/pip install torch==2.13.0
    .venv/bin/python -m tests.spoiled.write --first 1000 --sheets 200 --out A
    .venv/bin/python -m tests.spoiled.write --first 25301 --sheets 250 --out B
    .venv/bin/python -m tests.spoiled.write --first 35301 --sheets 100 --out C
    .venv/bin/python -m tests.spoiled.write --first 71803 --sheets 350 --out D
    .venv/bin/python benchmarks/training/faint_marks.py A B C D [--out strokes.npz]

These are the 900 sheets of the second filler that taught the net of the reader; none of them is judged. Only this
command needs torch. A bubble is a mark if the sheet's record says that it was meant, and empty if its row is clear; in
a row that went wrong, ink that is no mark is taught as such, and nothing is said of the marks that were meant.
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
from tournament.scan.verdicts import Limits, weighable

EMPTY, MARK, OTHER = 0, 1, 2
EPOCHS, BATCH, RATE = 6, 256, 4e-3
# Of the bubbles that nobody would doubt, so many are enough; each counts for the square root of those left out.
PLAIN = 0.12


@dataclass(frozen=True, slots=True)
class Lessons:
    """Bubbles as the net sees them: pictures, measures, what each is, and for how many it counts."""

    pictures: Any
    measures: Any
    labels: Any
    weights: Any


class Net(torch.nn.Module):
    """What `strokes.likely` computes."""

    def __init__(self, measures: int) -> None:
        super().__init__()
        self.c1 = torch.nn.Conv2d(3, 12, 3, 2, 1)
        self.c2 = torch.nn.Conv2d(12, 20, 3, 2, 1)
        self.c3 = torch.nn.Conv2d(20, 24, 3, 2, 1)
        self.f1 = torch.nn.Linear(24 * 16 + measures, 40)
        self.f2 = torch.nn.Linear(40, 3)
        self.dropout = torch.nn.Dropout(0.2)

    def forward(self, pictures: Any, measures: Any) -> Any:
        """The scores of empty, mark and other ink."""
        for layer in (self.c1, self.c2, self.c3):
            pictures = torch.relu(layer(pictures))
        seen = self.dropout(torch.cat([pictures.flatten(1), measures], 1))
        return self.f2(torch.relu(self.f1(seen)))


def main() -> int:
    """Reads the sheets of the folders, teaches, writes."""
    parser = argparse.ArgumentParser(description="Teaches the net that weighs faint ink.")
    parser.add_argument("folders", type=Path, nargs="+", help="sheets, written by tests.spoiled.write")
    parser.add_argument("--out", type=Path, default=strokes.WEIGHTS)
    options = parser.parse_args()
    lessons = [lesson for folder in options.folders for lesson in _lessons(folder)]
    np.savez_compressed(options.out, **teach(lessons))
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
            yield lessons_of(truth, inks, [tuple(spot) for spot in form["spots"]], limits)


def lessons_of(truth: Any, inks: Sequence[Ink], spots: Sequence[BubbleSpot], limits: Limits) -> Lessons:
    """What there is to learn from a sheet, by the record of who drew it."""
    meant = {(int(deal), *mark) for deal, row in truth["rows"].items() for mark in row["meant"]}
    rng = np.random.default_rng(truth["number"])
    pictures, measures, labels, weights = [], [], list[int](), list[float]()
    sheet, rows = weighable(inks, spots, limits)
    for row in rows:
        if not (deal := row.spots[0][0]):
            continue
        record, chosen = truth["rows"][str(deal)], []
        is_clear = record["clear"] or not record["played"]
        for at, (bubble, spot, noise) in enumerate(zip(row.bubbles, row.spots, row.noise, strict=True)):
            inky = bubble.core > 0.04 or bubble.ring > 0.12 or bubble.outline < 0.6 or bubble.stray > 0.12
            is_meant = spot[:3] in meant
            label = MARK if is_meant else EMPTY if is_clear or not inky else OTHER
            is_plain = label == EMPTY and bubble.core < 0.02 and bubble.trace < noise / 2
            if (is_clear or not is_meant) and not (is_plain and rng.random() > PLAIN):
                chosen.append(at)
                labels.append(label)
                weights.append(PLAIN**-0.5 if is_plain else 1.0)
        seen, weighed = sheet.views(row)
        pictures.append(seen[chosen].astype(np.float16))
        measures.append(weighed[chosen])
    return Lessons(np.concatenate(pictures), np.concatenate(measures), labels, np.array(weights, np.float32))


def teach(lessons: Sequence[Lessons]) -> dict[str, Any]:
    """The weights of the net that learnt these, as the reader keeps them."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    pictures, measures, labels, weight = (
        np.concatenate([getattr(lesson, name) for lesson in lessons])
        for name in ("pictures", "measures", "labels", "weights")
    )
    middle, spread = measures.mean(axis=0), measures.std(axis=0) + 1e-3
    levelled = ((measures - middle) / spread).clip(-strokes.FAR, strokes.FAR)
    answers, seen, weighed, weight = (torch.as_tensor(some) for some in (labels, pictures, levelled, weight))
    net = Net(measures.shape[1])
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-3)
    steps = EPOCHS * (len(answers) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    for epoch in range(EPOCHS):
        total = 0.0
        for some in torch.randperm(len(answers)).split(BATCH):
            loss = (_losses(net, seen[some].float(), weighed[some], answers[some]) * weight[some]).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item() * len(some)
        print(f"{epoch}: {total / len(answers):.4f} of {len(answers)} bubbles", flush=True)
    weights = {name: tensor.numpy() for name, tensor in net.state_dict().items()} | {"middle": middle, "spread": spread}
    return {name: values.astype(np.float16) for name, values in weights.items()}


def _losses(net: Net, pictures: Any, measures: Any, answers: Any) -> Any:
    """How wrong the net is; now and then a picture is upside down, and moved a bit."""
    if torch.rand(1) < 0.5:
        pictures = pictures.flip(2)
    pictures = torch.roll(pictures, tuple(int(step) for step in torch.randint(-1, 2, (2,))), (2, 3))
    return torch.nn.functional.cross_entropy(net(pictures, measures), answers, reduction="none")


if __name__ == "__main__":
    sys.exit(main())
