"""The two things a person can get wrong: a result, or a rule set.

A refusal carries a code and details, never a finished sentence: whoever shows it chooses the language.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.catalogue import sentence

_SHOWN = 40


class Fault(NamedTuple):
    """One thing wrong with a rule set: where (`lines.PC9.made`), which sentence, and what goes into it."""

    place: str
    code: str
    details: Mapping[str, object]

    def said(self, lang: str) -> str:
        """The place and the sentence."""
        return f"{self.place}: {sentence(f'fault.{self.code}', self.details, lang)}"


class Refusal(ValueError):
    """A refusal with `code` (which sentence) and `details` (what goes into it); `str()` is the English sentence."""

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
    """What was entered cannot be the result of a deal under this rule set."""


class RuleSetError(Refusal):
    """This is no usable rule set."""


class FaultyRuleSet(RuleSetError):
    """A rule set with faults in it; `faults` (also in the details) holds every one with its place."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("faulty", {"faults": faults})
        self.faults = faults

    def said(self, lang: str) -> str:
        """How many faults there are, and the first of them."""
        code = "error.faulty.one" if len(self.faults) == 1 else "error.faulty.many"
        return sentence(code, {"count": len(self.faults), "first": self.faults[0].said(lang)}, lang)

    def __reduce__(self) -> tuple[type["FaultyRuleSet"], tuple[list[Fault]]]:
        return type(self), (self.faults,)


def shown(value: object, most: int = _SHOWN) -> str:
    """A value from outside as it may stand in a sentence: short, on one line, and nothing that cannot be printed."""
    if isinstance(value, Mapping):
        return "{…}"
    if isinstance(value, (list, tuple)):
        return "[…]"
    if isinstance(value, int) and abs(value) >= 10**_SHOWN:
        return "…"  # Python refuses to print an integer of thousands of digits
    text = value if isinstance(value, str) else repr(value)
    plain = "".join(char if char.isprintable() else "?" for char in text[:most])
    return plain if len(text) <= most else plain + "…"
