"""What people type for a contract: names, their beginnings, abbreviations, in three languages and every rule set."""

from itertools import product
from typing import Any

import pytest

from scoring import keys, load, words
from scoring.catalogue import text
from scoring.game.contracts import CONTRACTS
from scoring.game.typed import meant
from scoring.rules.rulesets import RuleSet

WORDS = {
    "nl": {
        "PC9": "pc9, samen 9, Sam. 9, vragen en meegaan 9, vraag en mee 9, v&m 9, vm9, meegaan 9, vragen 9, vr 9",
        "S6": "s6, solo 6, alleen 6, a6, al 6, so6",
        "PM": "pm, km, kleine miserie, kl. mis., kleine mis",
        "PIC": "pic, piccolo, pico, picc",
        "TR9": "tr9, troel, troel 9, tr, t9",
        "A9": "a9, ab9, abo 9, abon9, abondance 9, Abondance9",
        "GM": "gm, grote miserie, miserie, mis, gr.mis",
        "GMT": "gmt, mot, miserie op tafel, open miserie, om, mis op tafel, grote miserie op tafel",
        "S12": "s12, kleine soloslim, kleine soloslim 12, soloslim 12, ks, kss, kleine solo slim",
        "S13": "s13, grote soloslim, soloslim 13, gs, grote solo-slim",
    },
    "fr": {
        "PC9": "pc9, emballage 9, emb9, emball. 9, e9, demande 9, dem 9",
        "S6": "s6, solo 6, seul 6, so 6",
        "PM": "pm, petite misère, petite misere, p mis, PETITE MISÈRE",
        "PIC": "pic, piccolo, picolo",
        "TR9": "tr9, trou, trou 9, t9",
        "A9": "a9, ab9, abondance 9, abond. 9",
        "GM": "gm, grande misère, gr. mis., misère, mis",
        "GMT": "gmt, gme, grande misère étalée, misère étalée, misère ouverte, mis. sur table",
        "S12": "s12, petit chelem, petit chelem 12, chelem 12, petit ch",
        "S13": "s13, grand chelem, gc, chelem 13, gch",
    },
    "en": {
        "PC9": "pc9, prop & cop 9, P&C 9, prop cop 9, proposal 9",
        "S6": "s6, solo 6, so6",
        "PM": "pm, petite misère, pet mis",
        "PIC": "pic, piccolo",
        "TR9": "tr9, troel, troel 9",
        "A9": "a9, ab9, abundance 9, abund. 9",
        "GM": "gm, grande misère, misère",
        "GMT": "gmt, grande misère on the table, misère on the table, motht",
        "S12": "s12, solo 12, small slam",
        "S13": "s13, soloslim 13, grand slam",
    },
}  # fmt: skip
TYPED = [(one.strip(), key) for said in WORDS.values() for key, all in said.items() for one in all.split(",")]


def bare(key: str, language: str) -> list[str]:
    return [one.strip() for one in text(f"typed.{CONTRACTS[key].word}", language).split(",")]


@pytest.mark.parametrize(("typed", "key"), TYPED)
@pytest.mark.parametrize("rules", ["iwwa-2025", "world-2018"])
def test_what_players_write_is_one_contract(rules: str, typed: str, key: str) -> None:
    assert meant(typed, load(rules)) == (key,)


@pytest.mark.parametrize("rules", keys())
def test_every_name_in_every_language_is_its_own_contract(rules: str) -> None:
    """And so in every rule set, so that a Dutch desk may type what a French sheet says."""
    ruleset = load(rules)
    for key, language in product(ruleset.lines, words.LANGUAGES):
        for name in (words.contract(key, language, ruleset), words.contract_short(key, language, ruleset), key):
            assert meant(name, ruleset) == (key,), (name, language)
            assert meant(name.upper().replace(" ", ""), ruleset) == (key,), (name, language)
        for name in bare(key, language):
            assert key in meant(name, ruleset), (name, language)
            assert meant(f"{name} {CONTRACTS[key].target}", ruleset) == (key,), (name, language)


@pytest.mark.parametrize(
    ("rules", "typed", "could_be"),
    [
        ("iwwa-2025", "solo", "S6 S7 S8 S12"),
        ("iwwa-2025", "abondance", "A9 A10 A11"),
        ("iwwa-2025", "soloslim", "S12 S13"),
        ("iwwa-2025", "chelem", "S12 S13"),
        ("iwwa-2025", "vragen", "PC8 PC9 PC10 PC11 PC12 PC13"),
        ("flanders", "troel", "TR8 TR9"),
        ("flanders", "troel 8", "TR8"),
        ("jeux-de-cartes", "trou", "TR8 TR9"),
        ("jeux-de-cartes", "bouché dans le trou", "TR8"),
        ("jeux-de-cartes", "couleur", "PC8"),
        ("standard-v06", "a9", ""),
        ("standard-v06", "a8", "S8"),
        ("flanders", "s12", ""),
        ("wallonia", "kmt", ""),
        ("interclub-2025", "kleine mis tafel", "PMT"),
        ("points-only", "solo 6", ""),
        ("iwwa-2025", "9", ""),
        ("iwwa-2025", "", ""),
        ("iwwa-2025", "☠", ""),
        ("iwwa-2025", "pc7", ""),
        ("iwwa-2025", "solo 6 7 8" * 100, ""),
    ],
)
def test_what_fits_several_or_none(rules: str, typed: str, could_be: str) -> None:
    assert " ".join(meant(typed, load(rules))) == could_be


def test_the_names_of_a_rule_set_are_understood() -> None:
    data: dict[str, Any] = load("iwwa-2025").to_dict()
    data["lines"]["PC9"]["names"] = {"nl": "Vraagje 9", "fr": "Demande 9", "en": "Ask 9"}
    assert meant("vraagje9", RuleSet.from_dict(data)) == meant("dem 9", RuleSet.from_dict(data)) == ("PC9",)
