"""What a page's program answers, in Node: draws as the visitor's browser follows them, and other modules."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.servers.waiting import PATIENCE

SCRIPT = Path(__file__).resolve().parents[3] / "tournament" / "static" / "troel" / "verify-draw.js"
NODE = shutil.which("node")
ASK = f"""
const {{ readFileSync }} = await import("node:fs");
const source = readFileSync({json.dumps(str(SCRIPT))}, "utf8");
const {{ sha256, verify }} = await import("data:text/javascript," + encodeURIComponent(source));
const checked = ({{ whole, ranking, ...draw }}) => verify(whole ?? draw, {{ whole: !!whole, ranking }});
const answer = (asked) => typeof asked === "string" ? sha256(asked) : checked(asked);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answer)));
"""
# Where there is no Node, tests/browser/public/test_verify_draw.py asks the same of a browser.
needs_node = pytest.mark.skipif(NODE is None, reason="no Node")


def answers(asked: list[Any]) -> list[Any]:
    """What the page's program answers to documents, and to texts whose hash is asked."""
    return list(run(ASK, asked))


def run(program: str, asked: Any) -> Any:
    """What a program prints as JSON when it is given this as JSON."""
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", program],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
