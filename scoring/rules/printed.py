"""A rule set as on a printed sheet: the grid with one line per contract, and notes on how to read it."""

from collections.abc import Iterator, Sequence

from scoring import words
from scoring.game.contracts import ALL_TRICKS
from scoring.points.amounts import NONE, gain, gains, loss, players
from scoring.points.telling import doublings
from scoring.rules.lines import ContractLine
from scoring.rules.rulesets import RuleSet

# Columns that are empty for the whole rule set are not printed.
_COLUMNS = ("contract", "declarers", "made", "over", "all13", "lost", "under", "opp", "opp_under", "jury")


def grid(ruleset: RuleSet, lang: str) -> list[tuple[str, ...]]:
    """The header row and one row of texts per contract, from low to high; empty if there are no contracts.

    The first column is the place on the ladder: contracts with the same place are equals.
    """
    rows = [
        (str(place), *_row(ruleset, ruleset.lines[key], lang))
        for place, rank in enumerate(ruleset.ladder, 1)
        for key in rank
    ]
    used = [at for at in range(len(_COLUMNS) + 1) if any(row[at] != NONE for row in rows)]
    head = ("", *(words.text(f"table.{column}", lang) for column in _COLUMNS))
    return [tuple(row[at] for at in used) for row in (head, *rows)] if rows else []


def _row(ruleset: RuleSet, line: ContractLine, lang: str) -> tuple[str, ...]:
    key = line.contract.key
    return (
        words.contract_full(key, lang, ruleset),
        players(line.declarers),
        gains(line.made),
        gain(line.over) + (f" (≤ {line.over_to})" if line.over_to and line.over_to < ALL_TRICKS else ""),
        _all13(ruleset, key),
        loss(line.lost),
        loss(line.under) if line.under else NONE,
        gains(line.opp) if line.opp else NONE,
        gain(line.opp_under),
        words.text("table.needed", lang) if key in ruleset.jury else NONE,
    )


def _all13(ruleset: RuleSet, key: str) -> str:
    all13 = ruleset.all13
    if key not in all13.contracts:
        return NONE
    return "× 2" if all13.mode == "double" else f"+{all13.points}"


def notes(ruleset: RuleSet, lang: str) -> Iterator[str]:
    """Sentences that explain the grid: who pays, what is added up, when the jury is needed."""
    if ruleset.points_only:
        yield words.text("table.points_only", lang)
        return
    yield words.text(f"table.settle_{ruleset.settle}", lang)
    yield from (words.text(f"table.{code}", lang) for code in _remarks(ruleset))
    for line in ruleset.lines.values():
        if line.doubles:
            name = words.contract(line.contract.key, lang, ruleset)
            yield words.text("table.own_double", lang, contract=name, doubles=doublings(line.doubles, lang))


def _remarks(ruleset: RuleSet) -> Iterator[str]:
    lines = ruleset.lines.values()
    several = [line for line in lines if line.contract.kind == "personal" and max(line.declarers) > 1]
    applies = {
        f"{ruleset.together}_{ruleset.settle}": bool(several),
        "opp_each": ruleset.together == "each" and any(len(line.opp) == 1 for line in several),
        "made_list": any(len(line.made) > 1 for line in lines),
        "opp_list": any(len(line.opp) > 1 for line in lines),
        "doubles": ruleset.doubles,
        "jury_note": bool(ruleset.jury),
    }
    return (code for code, needed in applies.items() if needed)


def verdict(ruleset: RuleSet, lang: str) -> str:
    """A text that says whether the figures were verified, and why or why not."""
    mark = words.text("table.verified" if ruleset.verified else "table.unverified", lang)
    return f"{mark} {words.why(ruleset, lang)}"


def aligned(rows: Sequence[Sequence[str]], left: Sequence[int]) -> Iterator[str]:
    """The rows as lines of text in columns; columns whose index is in `left` are left-aligned, others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, range(len(row)), strict=True)
        yield "  ".join(text.ljust(width) if at in left else text.rjust(width) for text, width, at in cells).rstrip()


def page(ruleset: RuleSet, lang: str) -> Iterator[str]:
    """The whole rule set as lines of text."""
    yield words.ruleset_name(ruleset, lang)
    yield ""
    rows = grid(ruleset, lang)
    if rows:
        head, *body = aligned(rows, left=(1,))
        yield from (head, "─" * max(map(len, (head, *body))), *body, "")
    yield from (f"· {note}" for note in notes(ruleset, lang))
    yield ""
    yield words.text("table.source", lang, source=ruleset.source)
    yield verdict(ruleset, lang)
