"""The labels of the fields in the form for the rules, and the options of those that are choices."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import words
from scoring.game.contracts import CONTRACTS, Contract
from scoring.points.amounts import players
from tournament.forms.rules import penalties


def label(column: str, lang: str) -> str:
    """The label of a column, or of a field of a penalty."""
    own = {
        "place": _("place in the order"),
        "mildest": _("loses at least"),
        "heaviest": _("loses at most"),
        "name": _("Name"),
        "source": _("Where the figures come from"),
        "note": _("What it is for"),
        "remove": _("remove this rule"),
        "effect": _("What happens to the deal"),
        "others": _("each of the others gets"),
        "all13.mode": _("All 13 tricks"),
        "all13.points": _("Points for all 13 tricks"),
    }
    keys = {"all13": "table.all13", "jury": "table.jury", "doubles_told": "field.doubles_told"}
    return own.get(column) or words.text(keys.get(column, f"field.{column}"), lang)


def heading(column: str, lang: str) -> str:
    """The heading of a column, as short as on paper: its neighbours explain the rest."""
    own = {"place": _("place"), "over_to": pgettext("overtricks are counted up to so many tricks", "up to")}
    return own.get(column) or words.text(f"table.{column}", lang)


def choices(name: str, lang: str) -> list[tuple[str, str]]:
    """The options of the field with this name, each with its label; [] for a field that is not a choice."""
    field = name.rpartition(".")[2]
    if field == "declarers":
        return [(option, option) for option in dict.fromkeys(_usual_declarers(CONTRACTS[name.split(".")[1]]))]
    return [(option, _chosen(field, option, lang)) for option in _CHOICES[field](name)] if field in _CHOICES else []


def _chosen(field: str, option: str, lang: str) -> str:
    alone = _("nothing: points only") if (field, option) == ("effect", "none") else ""
    return alone or words.text(f"value.{field}.{option}", lang)


def _usual_trump(name: str) -> tuple[str, ...]:
    usual = CONTRACTS[name.split(".")[1]].trump
    return tuple(dict.fromkeys((usual, "suit", "any", "none")))


_CHOICES: Mapping[str, Callable[[str], Sequence[str]]] = {
    "trump": _usual_trump,
    "settle": lambda name: ("table", "shared"),
    "together": lambda name: ("each", "together"),
    "mode": lambda name: ("none", "flat", "double"),
    "effect": lambda name: penalties.EFFECTS,
    "to": lambda name: penalties.RECEIVERS,
}


def _usual_declarers(contract: Contract) -> Iterator[str]:
    """How many may play it, the usual number first; then one, up to two, up to three, …"""
    yield players(contract.declarers)
    for most in contract.allowed:
        yield players(tuple(range(1, most + 1)))
