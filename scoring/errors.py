"""The errors of the package: an impossible result, or a faulty rule set.

A refusal carries a code and details rather than a sentence: the caller that shows it chooses the language.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.catalogue import sentence

_SHOWN = 40


class Fault(NamedTuple):
    """One fault of a rule set: its place (`lines.PC9.made`), the code of its sentence, and the values in it."""

    place: str
    code: str
    details: Mapping[str, object]

    def said(self, lang: str) -> str:
        """The place and the sentence, in a language."""
        return f"{self.place}: {sentence(f'fault.{self.code}', self.details, lang)}"


class Refusal(ValueError):
    """A refusal: `code` selects the sentence, `details` fill it in; `str()` gives the English sentence."""

    def __init__(self, code: str, details: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.details: dict[str, object] = dict(details or {})
        super().__init__(code, self.details)

    def said(self, lang: str) -> str:
        """The sentence in a language."""
        return sentence(f"error.{self.code}", self.details, lang)

    def __str__(self) -> str:
        return self.said("en")


class ResultError(Refusal):
    """The input cannot be the result of a deal under this rule set."""


class RuleSetError(Refusal):
    """The input is not a usable rule set."""


class RequestError(Refusal):
    """A line asks for something that cannot be answered."""


class FaultyRuleSet(RuleSetError):
    """A rule set with faults; `faults` (also in the details) lists them with their places."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("faulty", {"faults": faults})
        self.faults = faults

    def said(self, lang: str) -> str:
        """The number of faults and the first of them, in a language."""
        code = "error.faulty.one" if len(self.faults) == 1 else "error.faulty.many"
        return sentence(code, {"count": len(self.faults), "first": self.faults[0].said(lang)}, lang)

    def __reduce__(self) -> tuple[type["FaultyRuleSet"], tuple[list[Fault]]]:
        return type(self), (self.faults,)


def shown(value: object, most: int = _SHOWN) -> str:
    """An outside value made safe to quote in a sentence: at most `most` characters, on one line, all printable."""
    if isinstance(value, Mapping):
        return "{…}"
    if isinstance(value, (list, tuple)):
        return "[…]"
    if isinstance(value, int) and abs(value) >= 10**_SHOWN:
        return "…"  # Python refuses to print an integer of thousands of digits
    text = value if isinstance(value, str) else repr(value)
    plain = "".join(char if char.isprintable() else "?" for char in text[:most])
    return plain if len(text) <= most else plain + "…"
