"""Sheets of every kind, filled and spoiled by a number, and what the reader says of their files."""

import json
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.filled import blanks, camera, hand
from tests.filled.blanks import Blank
from tests.filled.camera import Picture
from tests.filled.hand import Filled

ROOT = Path(__file__).resolve().parent.parent.parent
# The reader's thresholds are set on even numbers and judged on odd ones.
SET, JUDGED = 0, 1


@dataclass(frozen=True)
class Trial:
    """One sheet: how it was spoiled, the file, what was meant, and the blank."""

    seed: int
    spoiled: str
    picture: Picture
    filled: Filled
    blank: Blank

    @property
    def name(self) -> str:
        """How to find it again."""
        return f"{self.seed}, {self.spoiled}, {self.filled.pen}, {self.filled.style}"


@lru_cache
def book() -> dict[str, Any]:
    """The book of the sheets of all kinds."""
    return blanks.book([blanks.kind(at) for at in range(len(blanks.KINDS))])


def trial(seed: int) -> Trial:
    """The sheet of a number: all kinds of forms in turn, all kinds of spoiling in turn."""
    turn, spoiled = seed // 2, list(camera.KINDS)
    sheets = blanks.kind(turn % len(blanks.KINDS))
    name = spoiled[turn // len(blanks.KINDS) % len(spoiled)]
    blank = sheets[turn % len(sheets)]
    filled = hand.fill(blank, f"sheet {seed}")
    picture = camera.KINDS[name](filled.paper, random.Random(f"camera {seed}"))
    filled.paper = filled.paper[:0]
    return Trial(seed, name, picture, filled, blank)


def saved(one: Trial, folder: Path) -> Path:
    """The trial's file."""
    path = folder / f"{one.seed}{one.picture.ending}"
    path.write_bytes(one.picture.data)
    return path


def read(files: Sequence[Path], out: Path, known: dict[str, Any]) -> list[dict[str, Any]]:
    """The reader's answers about some files, as a process of its own."""
    request = json.dumps({"files": [str(path) for path in files], "out": str(out), "book": known})
    call = [sys.executable, "-m", "tournament.scan.reader"]
    done = subprocess.run(call, input=request, capture_output=True, text=True, check=True, cwd=ROOT)
    assert not done.stderr, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
