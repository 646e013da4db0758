"""Rule forms for tests: a rule set as its form sends it, with some fields typed over."""

import html
from collections.abc import Iterator, Mapping
from typing import Any

from scoring import RuleSet, load
from tests.support.events import cast
from tournament.forms.rules.cells import RuleCell
from tournament.forms.rules.fields import reading
from tournament.forms.rules.form import RulesForm, bound, texts_of

IWWA = load("iwwa-2025")


def form(changes: Mapping[str, str], start: RuleSet = IWWA, lang: str = "en") -> RulesForm:
    """The form of a rule set, sent with these fields typed over; its origin is that rule set too."""
    return bound({**texts_of(start, lang), **changes}, start, start, lang)


def cells(sent: RulesForm) -> Iterator[RuleCell]:
    """Every field of a form as it is shown."""
    seen = reading(sent)
    yield from (*seen.words, *seen.settling)
    for row in (*seen.played, *seen.others, *seen.rare, *seen.presets, *seen.house):
        yield from (cell for _column, cell in row.cells if cell)


def sent_on(answer: Any) -> dict[str, str]:
    """What the inputs of a page send on, as a browser reads them."""
    return {name: html.unescape(text) for name, text in cast.filled_in(answer).items()}
