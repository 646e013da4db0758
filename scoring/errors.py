"""The errors of the package: an impossible result, or a faulty rule set.

A refusal carries a code and details rather than a sentence: the caller that shows it chooses the language.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.catalogue import sentence

_MAX_QUOTED = 40


class RuleSetFault(NamedTuple):
    """One fault of a rule set: its place (`lines.PC9.made`), the code of its sentence, and the values in it."""

    place: str
    code: str
    details: Mapping[str, object]

    def sentence(self, lang: str) -> str:
        """The place and the sentence, in a language."""
        return f"{self.place}: {sentence(f'fault.{self.code}', self.details, lang)}"


class ScoringError(ValueError):
    """A refusal: `code` selects the sentence, `details` fill it in; `str()` gives the English sentence."""

    def __init__(self, code: str, details: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.details: dict[str, object] = dict(details or {})
        super().__init__(code, self.details)

    def sentence(self, lang: str) -> str:
        """The sentence in a language."""
        return sentence(f"error.{self.code}", self.details, lang)

    def __str__(self) -> str:
        return self.sentence("en")


class ResultError(ScoringError):
    """The input cannot be the result of a deal under this rule set."""


class RuleSetError(ScoringError):
    """The input is not a usable rule set."""


class RequestError(ScoringError):
    """A line asks for something that cannot be answered."""


class FaultyRuleSetError(RuleSetError):
    """A rule set with faults; `faults` (also in the details) lists them with their places."""

    def __init__(self, faults: list[RuleSetFault]) -> None:
        super().__init__("faulty", {"faults": faults})
        self.faults = faults

    def sentence(self, lang: str) -> str:
        """The number of faults and the first of them, in a language."""
        code = "error.faulty.one" if len(self.faults) == 1 else "error.faulty.many"
        return sentence(code, {"count": len(self.faults), "first": self.faults[0].sentence(lang)}, lang)

    def __reduce__(self) -> tuple[type["FaultyRuleSetError"], tuple[list[RuleSetFault]]]:
        return type(self), (self.faults,)


def quote(value: object, max_length: int = _MAX_QUOTED) -> str:
    """An outside value made safe to quote in a sentence: cut at `max_length` characters, on one line, all printable."""
    if isinstance(value, Mapping):
        return "{…}"
    if isinstance(value, (list, tuple)):
        return "[…]"
    if isinstance(value, int) and abs(value) >= 10**_MAX_QUOTED:
        return "…"  # Python refuses to print an integer of thousands of digits
    text = value if isinstance(value, str) else repr(value)
    plain = "".join(char if char.isprintable() else "?" for char in text[:max_length])
    return plain if len(text) <= max_length else plain + "…"
