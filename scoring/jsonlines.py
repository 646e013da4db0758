"""Lines of JSON: the input and output of the command line."""

import json
import re
from collections.abc import Callable, Iterator
from typing import BinaryIO

from scoring.errors import FaultyRuleSetError, ResultError, ScoringError, quote

MAX_DEPTH = 500
_STRING, _BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"?'), re.compile(r"[][{}]")
MAX_LINE = 64 * 1024
_BOM = b"\xef\xbb\xbf"

Data = dict[str, object]
Answer = dict[str, object]


def answers(stream: BinaryIO, reply: Callable[[Data], Answer], lang: str) -> Iterator[Answer]:
    """For each line, what `reply` makes of its object, or `error` and `message` if it refuses."""
    for line in _lines(stream):
        try:
            yield reply(parse(line))
        except FaultyRuleSetError as error:
            faults = [[fault.place, fault.code] for fault in error.faults]
            yield {"error": error.code, "message": error.sentence(lang), "faults": faults}
        except ScoringError as error:
            yield {"error": error.code, "message": error.sentence(lang)}


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines without line ends; one that is too long is cut, but stays long enough for `parse` to refuse it."""
    first = True
    while raw := stream.readline(len(_BOM) + MAX_LINE + len(b"\r\n")):
        line = raw.removeprefix(_BOM) if first else raw
        first = False
        if not line:
            return  # nothing but a byte order mark, which some editors write
        if not line.endswith(b"\n"):
            _skip(stream)
        yield line.removesuffix(b"\n").removesuffix(b"\r")


def _skip(stream: BinaryIO) -> None:
    """Skips the rest of a line of any length without keeping it in memory."""
    while (rest := stream.readline(MAX_LINE)) and not rest.endswith(b"\n"):
        continue


def parse(raw_line: bytes) -> Data:
    """The JSON object on a line; raises ResultError for anything else."""
    if len(raw_line) > MAX_LINE:
        raise ResultError("line_too_long", {"most": MAX_LINE})
    if not raw_line.strip():
        raise ResultError("blank_line")
    try:
        data = _load(raw_line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ResultError("not_utf8", {"byte": error.start + 1}) from None
    if not isinstance(data, dict):
        raise ResultError("not_an_object")
    return data


def _require_depth(text: str) -> None:
    """Refuses what is nested too deeply: how deep Python reads differs from one to the next."""
    depth = 0
    if sum(map(text.count, "[{")) > MAX_DEPTH:
        for sign in _BRACKET.findall(_STRING.sub("", text)):
            depth += 1 if sign in "[{" else -1
            if depth > MAX_DEPTH:
                raise ResultError("too_deep")


def _load(text: str) -> object:
    _require_depth(text)
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except ResultError:
        raise
    except json.JSONDecodeError as error:
        raise ResultError("not_json", {"at": error.pos + 1}) from None
    except RecursionError:
        raise ResultError("too_deep") from None
    except ValueError:  # an integer of more digits than Python converts
        raise ResultError("number_too_long") from None


def _unique(members: list[tuple[str, object]]) -> dict[str, object]:
    data: dict[str, object] = {}
    for key, value in members:
        if key in data:
            raise ResultError("duplicate_key", {"field": quote(key)})
        data[key] = value
    return data


def _refuse(constant: str) -> object:
    raise ResultError("not_finite", {"given": constant})
