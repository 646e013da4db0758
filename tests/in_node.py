"""Draws as the visitor's browser follows them, in Node."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import PATIENCE

SCRIPT = Path(__file__).resolve().parent.parent / "tournament" / "static" / "troel" / "verify-draw.js"
NODE = shutil.which("node")
ASK = f"""
const {{ readFileSync }} = await import("node:fs");
const source = readFileSync({json.dumps(str(SCRIPT))}, "utf8");
const {{ sha256, verify }} = await import("data:text/javascript," + encodeURIComponent(source));
const checked = ({{ whole, ranking, ...draw }}) => verify(whole ?? draw, {{ whole: !!whole, ranking }});
const answer = (asked) => typeof asked === "string" ? sha256(asked) : checked(asked);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answer)));
"""
# Where there is no Node, tests/browser/test_verify_draw.py asks the same of a browser.
needs_node = pytest.mark.skipif(NODE is None, reason="no Node")


def answers(asked: list[Any]) -> list[Any]:
    """What the page's program answers to documents, and to texts whose hash is asked."""
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", ASK],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))
