"""The two things a person can get wrong: a result, or a rule set.

A refusal carries a code and details, never a finished sentence: whoever shows it chooses the language.
"""

from collections.abc import Mapping

from scoring import words

_SHOWN = 40


class Refusal(ValueError):
    """A refusal with `code` (which sentence) and `details` (what goes into it); `str()` is the English sentence."""

    def __init__(self, code: str, details: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.details: dict[str, object] = dict(details or {})
        super().__init__(code, self.details)

    def __str__(self) -> str:
        return words.error(self, "en")


class ResultError(Refusal):
    """What was entered cannot be the result of a deal under this rule set."""


class RuleSetError(Refusal):
    """This is no usable rule set; `details["faults"]`, where there, lists every fault with its place."""


def shown(value: object) -> str:
    """A value from outside as it may stand in a sentence: short, and free of what UTF-8 cannot carry."""
    if isinstance(value, Mapping):
        return "{…}"
    if isinstance(value, (list, tuple)):
        return "[…]"
    if isinstance(value, int) and abs(value) >= 10**_SHOWN:
        return "…"  # Python refuses to print an integer of thousands of digits
    text = value if isinstance(value, str) else repr(value)
    text = text.encode("utf-8", "replace").decode("utf-8")
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
