"""The place of a fault in a rule set, in the words of the printed sheet: "Prop & cop 9, made" for `lines.PC9.made`."""

from scoring import catalogue as texts
from scoring.game.contracts import CONTRACTS

# The tables and single fields that have a name in the catalogue.
_TABLES = {"ladder": "part.ladder", "jury": "part.jury", "all13": "part.all13", "penalties": "part.penalties"}
_FIELDS = {"settle": "field.settle", "together": "field.together", "doubles": "field.doubles_told"}


def place(path: str, lang: str) -> str:
    """The path in words; the path itself when it has none."""
    head, *rest = path.split(".")
    if head == "lines" and rest and rest[0] in CONTRACTS:
        return ", ".join([texts.contract(rest[0], lang), *(_field(name, lang) for name in rest[1:])])
    if head in _TABLES:
        return ", ".join([texts.text(_TABLES[head], lang), *(_field(name, lang) for name in rest)])
    return texts.text(_FIELDS[head], lang) if head in _FIELDS and not rest else path


def _field(name: str, lang: str) -> str:
    code = f"field.{name}"
    return texts.text(code, lang) if code in texts.catalogue(texts.FALLBACK) else name
