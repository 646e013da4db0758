"""What a hostile file costs before it is refused: a child for each, its seconds, those of the processor, its memory.

    python benchmarks/hostile.py

An event goes to `manage.py import`, a logbook to `replay`.

Beside them the largest honest one, a championship of 1,000 players and 12,000 deals, if `--honest FILE` names it.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MANAGE = [sys.executable, str(ROOT / "manage.py")]
MOST_BYTES, MOST_VALUES, MOST_LINES = 24 * 1024 * 1024, 1_000_000, 100_000
KEPT = ROOT / "fixtures" / "logbooks" / "final.json"


def entry(number: int) -> dict[str, Any]:
    """A player, as a file has one."""
    known = {"name": "An", "club": "", "role": "competitor", "status": "present"}
    return {"number": number, **known, "language": "nl", "initials_only": False}


def with_(**parts: Any) -> str:
    """An honest file with other parts."""
    return json.dumps({**json.loads(KEPT.read_text("utf-8")), **parts})


def tables(count: int) -> str:
    """Rounds of tables with impossible deals, as many as the schema lets in."""
    document = json.loads(KEPT.read_text("utf-8"))
    round = document["rounds"][0]
    deals = [{"number": number, "result": {"contract": "PC8"}, "points": {}} for number in range(1, 126)]
    laid = [{**round["tables"][0], "number": number, "deals": deals} for number in range(1, count + 1)]
    return json.dumps({**document, "rounds": [{**round, "tables": laid}]})


def logbook(count: int, row: dict[str, str]) -> str:
    """A logbook with `count` rows of one kind, each with its own digest or hash."""
    head = json.dumps({"format": "troel-log/1", "slug": "hostile"})
    own = "hash" if "hash" in row else "digest"
    return "\n".join([head, *(json.dumps({**row, own: f"{number:064x}"}) for number in range(count))])


HOSTILE: dict[str, Callable[[], str]] = {
    "a million entries": lambda: with_(entries=[entry(number) for number in range(1, 1_000_001)]),
    "200 MB of lists": lambda: "[" + "[]," * 70_000_000 + "[]]",
    "lists to the brim": lambda: "[" + "[]," * (MOST_VALUES // 2 - 2) + "[]]",
    "objects to the brim": lambda: "[" + '{"a":1},' * (MOST_VALUES // 2 - 2) + "{}]",
    "different keys to the brim": lambda: "[" + ",".join(f'{{"{n:x}":""}}' for n in range(MOST_VALUES // 2 - 2)) + "]",
    "strings to the brim": lambda: "[" + '"\u20ac\U0001f600é",' * (MOST_VALUES - 2) + "0]",
    "one long wide text": lambda: '"' + "x" * (MOST_BYTES - 100) + '\U0001f600"',
    "wide to the brim": lambda: '"' + "\U0001f600" * (MOST_BYTES // 4 - 1) + '"',
    "deep": lambda: "[" * (MOST_BYTES - 1),
    "wrong entries": lambda: with_(entries=[[]] * 19_999, decisions=[{"a": 1}] * 90_000),
    "large numbers": lambda: "[" + "9" * 4000 + ("," + "9" * 4000) * 5000 + "]",
    "impossible deals": lambda: tables(900),
    "60,000 entries": lambda: with_(entries=[entry(number) for number in range(1, 60_001)]),
    "a logbook of a million lines": lambda: logbook(1_000_000, {"line": "{}", "hash": "0"}),
    "a logbook of a million texts": lambda: logbook(1_000_000, {"digest": "0", "salt": "", "text": ""}),
    "a logbook of as many texts as may be": lambda: logbook(MOST_LINES - 1, {"digest": "0", "salt": "", "text": ""}),
}


def main() -> None:
    """Prints a line for each file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--honest", type=Path, help="a file that is taken")
    parser.add_argument("--write", help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*", help="only these")
    options = parser.parse_args()
    if options.write:
        # Made by a process of its own: a child begins with the memory its parent had.
        sys.stdout.write(HOSTILE[options.write]())
        return
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "VAR_DIR": folder, "DATABASE_URL": ""}
        subprocess.run([*MANAGE, "migrate", "--verbosity", "0"], env=environment, check=True)
        for name, file in files(Path(folder), options.names or list(HOSTILE), options.honest):
            print(measured(name, file, environment), flush=True)


def files(folder: Path, names: list[str], honest: Path | None) -> Iterator[tuple[str, Path]]:
    """Each file with its name, one at a time."""
    if honest:
        yield "honest", honest
    for name in names:
        file = folder / "hostile.json"
        with file.open("w", encoding="utf-8") as output:
            subprocess.run([sys.executable, __file__, "--write", name], stdout=output, check=True)
        yield name, file


def measured(name: str, file: Path, environment: dict[str, str]) -> str:
    """Has a child take a file: its size, the seconds, those of the processor, the most memory, how it ended."""
    started = time.monotonic()
    call = [*MANAGE, "replay" if "logbook" in name else "import", str(file), "--slug", "hostile"]
    child = subprocess.Popen(call, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = child.stdout.read().decode() if child.stdout else ""
    _pid, status, used = os.wait4(child.pid, 0)
    took = time.monotonic() - started
    size, memory = file.stat().st_size / 1024**2, used.ru_maxrss / 1024
    processor = used.ru_utime + used.ru_stime
    ended = f"{os.waitstatus_to_exitcode(status)} {output.strip().splitlines()[-1][:60]}"
    return f"{name:38} {size:6.1f} MB  {took:6.1f} s  {processor:6.1f} s  {memory:5.0f} MB  {ended}"


if __name__ == "__main__":
    main()
