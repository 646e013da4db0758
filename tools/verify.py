"""Checks a championship from its files, without Troel: Python 3.11 or later and nothing else.

    python3 tools/verify.py LOGBOOK [EXPORT] [--seal SEAL] [--address NAME]

LOGBOOK is what `manage.py export EVENT --format logbook` writes, EXPORT what `--format json` writes (troel/1).
SEAL is a seal of the logbook as printed on a ranking ("37 · 3f9a-0c12-…"): is it on the chain, and at which line?
A logbook that was replayed at another address than it was made at needs that address as NAME.

What is checked, in this order:

1. The logbook: every line is written as Troel writes it and carries the seal that follows from the line before it;
   every text in the appendix is the one that the lines name.

It stops at the first difference of each part and names it. Exit status: 0 if there is none, 1 if there is one,
2 if a file cannot be read or an argument is wrong.

What it cannot see: whether lines were cut off the end together with what the head says of it (a seal kept elsewhere
shows that); the salt of a text that was emptied; who may do what.
"""

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

Json = dict[str, Any]


class Difference(Exception):
    """What does not fit, as a sentence that names the place."""


# ---- 1. The logbook ------------------------------------------------------------------------------------------------
#
# The file has one JSON object per line:
#   the head      {"format": "troel-log/1", "slug": …, "lines": how many sealed lines, "seal": the last one's seal}
#   sealed lines  {"line": text, "hash": SHA-256 (hex) of the previous hash followed by the text}; the first follows 0…0
#   the appendix  {"digest": SHA-256 of salt followed by text, "salt": …, "text": …}, by digest; an emptied text is ""
# The text of a sealed line is itself JSON, with sorted keys, no spaces and only ASCII. Names and free texts are not in
# it, only their digests.

GENESIS = "0" * 64
# No line of a real championship comes near it; a file that has one is not read into memory.
LONGEST_LINE = 100_000_000
SEALED = {"sequence": int, "at": str, "by": str, "act": str, "version": int, "facts": dict}
DIGEST = re.compile("[0-9a-f]{64}")
# The facts that hold the digest of a text; others hold digests of something else.
TEXTS = {"name", "place", "club", "family", "surname", "reason", "cancel_reason", "internal", "logo", "words", "text"}
TEXTS |= {"resolution"}
SEAL = re.compile(r"\s*(\d{1,9})\W+([0-9a-fA-F][0-9a-fA-F\W]*)")
FEWEST_DIGITS = 8


class Logbook:
    """A logbook file as it is read: `head`, the seals of its lines, the texts of its appendix by digest."""

    def __init__(self, path: Path) -> None:
        self.head: Json = {}
        self.seals: list[str] = []
        self.texts: dict[str, str] = {}
        # Where a text is first named, by digest: those that must be in the appendix, and all that may be.
        self._named: dict[str, int] = {}
        self._possible: set[str] = set()
        self._rows = rows_of(path)

    def lines(self) -> Iterator[Json]:
        """The sealed lines, each once it is proved, and then the appendix. Raises Difference at the first fault."""
        self._read_head()
        for at, row in self._rows:
            if "line" in row and not self.texts:
                yield self._sealed_line(at, row)
            else:
                self._appendix(at, row)
        self._check_end()

    def _read_head(self) -> None:
        _at, self.head = next(self._rows, (1, {}))
        if self.head.get("format") != "troel-log/1" or not {"format", "slug"} <= set(self.head):
            raise Difference("Line 1 of the file is not the head of a troel-log/1 logbook.")
        if set(self.head) not in ({"format", "slug"}, {"format", "slug", "lines", "seal"}):
            raise Difference("Line 1 of the file, its head, has fields that a head does not have, or lacks one.")

    def _sealed_line(self, at: int, row: Json) -> Json:
        number = len(self.seals) + 1
        place = f"Line {number} of the logbook (line {at} of the file)"
        line = parsed(row["line"], place)
        if set(row) != {"line", "hash"} or canonical(line) != row["line"]:
            raise Difference(f"{place} is not written as Troel writes a line.")
        if {name: type(value) for name, value in line.items()} != SEALED:
            raise Difference(f"{place} lacks a field that every line has, or has one too many.")
        if line["sequence"] != number:
            raise Difference(f"{place} is number {line['sequence']}: a line is missing, doubled or out of place.")
        previous = self.seals[-1] if self.seals else GENESIS
        if hashlib.sha256((previous + row["line"]).encode()).hexdigest() != row["hash"]:
            raise Difference(f"{place} does not carry the seal that follows from its text and the line before it.")
        self.seals.append(row["hash"])
        self._note_texts(line, number)
        return line

    def _note_texts(self, line: Json, number: int) -> None:
        """Notes the texts that a line names."""
        for name, value in leaves(line["facts"]):
            if isinstance(value, str) and DIGEST.fullmatch(value):
                self._possible.add(value)
                # An imported championship has the digests of internal reasons, but never their texts.
                if name in TEXTS and not (name == "internal" and line["act"] == "import_event"):
                    self._named.setdefault(value, number)

    def _appendix(self, at: int, row: Json) -> None:
        place = f"Line {at} of the file"
        if set(row) != {"digest", "salt", "text"} or not all(isinstance(value, str) for value in row.values()):
            raise Difference(f"{place} is neither a sealed line nor a text of the appendix, or is out of place.")
        digest = row["digest"]
        if self.texts and digest <= next(reversed(self.texts)):
            raise Difference(f"{place}: the text {digest[:12]}… of the appendix is doubled or out of order.")
        if row["text"] and hashlib.sha256((row["salt"] + row["text"]).encode()).hexdigest() != digest:
            raise Difference(f"{place}: the text {digest[:12]}… of the appendix is not the one that was sealed.")
        if digest not in self._possible:
            raise Difference(f"{place}: no line of the logbook names the text {digest[:12]}… of the appendix.")
        self.texts[digest] = row["text"]

    def _check_end(self) -> None:
        end = {"lines": len(self.seals), "seal": self.seals[-1] if self.seals else GENESIS}
        for name, found in end.items():
            if self.head.get(name, found) != found:
                said = f"{found}, and not with {self.head[name]}, as the head (line 1 of the file) says"
                raise Difference(f"The sealed lines end with {'number' if name == 'lines' else 'seal'} {said}.")
        for digest, number in self._named.items():
            if digest not in self.texts:
                raise Difference(f"The appendix lacks the text {digest[:12]}… that line {number} of the logbook names.")

    def sentence(self) -> str:
        """What was proved."""
        proved = f"The logbook: {len(self.seals)} lines, every seal follows; {len(self.texts)} texts are those sealed."
        return proved if "seal" in self.head else f"{proved} Its head does not say how it ends."


def rows_of(path: Path) -> Iterator[tuple[int, Json]]:
    """The objects of a file with their line numbers, one at a time; raises Difference at a line of another form."""
    with path.open("rb") as file:
        for at in count(1):
            raw = file.readline(LONGEST_LINE)
            if not raw:
                return
            row = parsed(raw, f"Line {at} of the file")
            if (json.dumps(row, ensure_ascii="digest" not in row) + "\n").encode(errors="replace") != raw:
                raise Difference(f"Line {at} of the file is not written as Troel writes it, to the byte.")
            yield at, row


def parsed(text: Any, place: str) -> Json:
    """The JSON object in a text; raises Difference if it is not one."""
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError) as fault:
        raise Difference(f"{place} is not JSON: {fault}.") from fault
    if not isinstance(found, dict):
        raise Difference(f"{place} is not a JSON object.")
    return found


def canonical(value: Any) -> str:
    """JSON in the one form that is sealed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every value inside a value that is not a list or an object, with the name of the field it stands in."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, name)
    else:
        yield name, value


def witness(seals: list[str], seal: tuple[int, str]) -> str:
    """What a kept seal says about the chain; raises Difference if it is not on it."""
    number, digits = seal
    if number <= len(seals) and number and seals[number - 1].startswith(digits):
        return f"The seal is that of line {number} of {len(seals)}: up to there nothing was changed or cut off."
    elsewhere = [at for at, found in enumerate(seals, 1) if found.startswith(digits)]
    if elsewhere:
        raise Difference(f"The seal is that of line {elsewhere[0]}, not of line {number}.")
    if number > len(seals):
        raise Difference(f"The logbook ends at line {len(seals)}: line {number}, of the seal, was cut off.")
    raise Difference(f"The seal is not that of line {number}: this is another logbook.")


def read_seal(text: str) -> tuple[int, str]:
    """A seal as typed from paper: the number of a line and the first digits of its hash."""
    found = SEAL.fullmatch(text)
    digits = re.sub(r"\W", "", found[2].lower()) if found else ""
    if not found or not FEWEST_DIGITS <= len(digits) <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is no seal: a line's number and {FEWEST_DIGITS} digits or more")
    return int(found[1]), digits


# ---- What is said ---------------------------------------------------------------------------------------------------


def main(arguments: list[str]) -> int:
    """Runs the program; returns its exit status."""
    parser = argparse.ArgumentParser(prog="verify.py", description="Checks a championship without Troel.")
    parser.add_argument("logbook", type=Path, help="the file of the logbook")
    parser.add_argument("--seal", type=read_seal, help='a seal that was kept: "37 · 3f9a-0c12-…"')
    parser.add_argument("--address", default="", help="the address at which the logbook was replayed")
    asked = parser.parse_args(arguments)
    try:
        return check(asked)
    except OSError as fault:
        sys.stderr.write(f"{fault.filename} cannot be read: {fault.strerror}.\n")
        return 2


def check(asked: argparse.Namespace) -> int:
    """Checks each part and says what was found; returns the exit status."""
    book = Logbook(asked.logbook)
    try:
        first = ""
        for line in book.lines():
            first = first or made_at(line)
        if book.head["slug"] != (asked.address or first):
            raise Difference(f"The head (line 1 of the file) says {book.head['slug']!r}, line 1 made it at {first!r}.")
        say(book.sentence())
        say(
            witness(book.seals, asked.seal) if asked.seal else "No seal was given: nobody witnessed that it ends there."
        )
    except Difference as difference:
        say(f"DIFFERENCE: {difference}")
        return 1
    return 0


def made_at(line: Json) -> str:
    """The address at which the first line of a logbook made the event."""
    facts = line["facts"]
    return str(facts.get("slug") or facts.get("event", {}).get("slug", ""))


def say(sentence: str) -> None:
    """One sentence on standard output."""
    sys.stdout.write(f"{sentence}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
