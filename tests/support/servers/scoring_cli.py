"""The scoring command, run with a bare Python."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import NamedTemporaryFile

from scoring.__main__ import main

PC9 = b'{"contract": "PC9", "declarers": [1, 3], "tricks": 10}'
SCORED = {"points": {"1": 13, "2": 0, "3": 13, "4": 0}}


def run(*arguments: str | Path, given: bytes = b"") -> tuple[object, str, str]:
    """Exit status, output and errors; the output must be UTF-8."""
    told, asked = io.StringIO(), sys.stdin
    # A file, because a command that fails points what it writes to elsewhere, by its number.
    with NamedTemporaryFile() as kept, Path(kept.name).open("w", encoding="ascii") as output:
        sys.stdin = io.TextIOWrapper(io.BytesIO(given))
        try:
            with redirect_stdout(output), redirect_stderr(told):
                status: object = main([str(argument) for argument in arguments])
        except SystemExit as ended:
            status = ended.code
        finally:
            sys.stdin = asked
        output.flush()
        return status, kept.read().decode("utf-8"), told.getvalue()


def score(given: bytes, *arguments: str, rules: str = "iwwa-2025") -> tuple[object, list[dict[str, object]]]:
    """Exit status and the answers, one for each line."""
    status, output, told = run("score", "--rules", rules, *arguments, given=given)
    assert told == ""
    return status, [json.loads(line) for line in output.splitlines()]
