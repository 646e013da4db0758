"""Reads TOML from an untrusted sender: errors have a line and a column, and no input can exhaust the parser."""

import re
import tomllib
from typing import Any

from scoring.errors import RuleSetError, quote

Data = dict[str, Any]

# Python's parser keeps every prefix of a dotted key: one key of 100,000 parts, in 200 KB, takes all memory. So we limit
# the sum over the lines of the number of dots squared; texts that people write come nowhere near this.
_MAX_DOTS = 5_000_000


def parse(content: bytes) -> Data:
    """The tables of a TOML text; raises RuleSetError with the line and column of the error."""
    if sum(line.count(b".") ** 2 for line in content.split(b"\n")) > _MAX_DOTS:
        raise RuleSetError("odd_toml")
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RuleSetError("not_utf8", {"byte": error.start + 1}) from None
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError("broken_toml", _place(str(error), content)) from None
    except (ValueError, RecursionError):
        raise RuleSetError("odd_toml") from None


def _place(message: str, content: bytes) -> Data:
    """The line and column at which the TOML parser stopped, and its reason."""
    match = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", message, re.DOTALL)
    if match:
        return {"reason": quote(match[1], 120), "line": int(match[2]), "column": int(match[3])}
    last = content.count(b"\n") + 1
    return {"reason": quote(message, 120), "line": last, "column": len(content) - content.rfind(b"\n")}
