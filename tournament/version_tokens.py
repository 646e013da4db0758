"""What a person was looking at, which a form sends back: a token (a short hash), a version, or the value itself."""

import hashlib
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _

from tournament.errors import UserError

T = TypeVar("T")


class StaleError(UserError):
    """An act was refused because what the form was filled in for has changed since."""


def token_of(*values: object) -> str:
    """The token of plain values (numbers, texts, lists of them) that describe a state."""
    return hashlib.sha256(repr(values).encode(errors="surrogatepass")).hexdigest()[:32]


def require_current(expected: T | None, current: T, sentence: Any, error_class: type[UserError] = UserError) -> None:
    """Refuses, with this sentence, what was filled in for something else; None means that nothing was looked at."""
    if expected is not None and expected != current:
        raise error_class(sentence)


def require_unchanged(expected: str | None, current: str) -> None:
    """Raises StaleError unless the expected token is the current one; "", from a form without a token, is refused."""
    if expected == "":
        raise UserError(_("This form does not say what it was filled in for. Open its page again."), 422)
    sentence = _("Somebody has changed this in the meantime. Check it before you continue.")
    require_current(expected, current, sentence, StaleError)
