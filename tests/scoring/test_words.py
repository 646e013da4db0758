"""Names and sentences in the three languages, and that none of them forgets anything."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import scoring
from scoring import Result, ResultError, RuleSetError, explain, keys, load, words
from scoring import catalogue as texts
from scoring.errors import FaultyRuleSetError
from scoring.game.contracts import CONTRACTS
from scoring.rules.rulesets import RuleSet

PACKAGE = Path(scoring.__file__).parent


def fields(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_text_is_there_with_the_same_fields(language: str) -> None:
    english, other = words.catalogue("en"), words.catalogue(language)
    assert set(english) == set(other)
    for code, text in english.items():
        assert fields(text) == fields(other[code]), code
        assert other[code].strip()


def test_every_code_in_the_source_has_its_text() -> None:
    """And no text is left that nothing says: the package, or the form in which its rule sets are typed."""
    said_in = [*PACKAGE.rglob("*.py"), *(PACKAGE.parent / "tournament/forms/rules").glob("*.py")]
    source = "\n".join(path.read_text("utf-8") for path in sorted(said_in))
    quoted = set(re.findall(r'"([a-z][a-z0-9_.]*)"', source))
    used = {f"error.{code}" for code in re.findall(r'(?:ResultError|RequestError|RuleSetError)\(\s*"(\w+)"', source)}
    used |= {f"fault.{code}" for code in re.findall(r'_Wrong\("(\w+)"', source)}
    used |= {f"fault.{code}" for code in re.findall(r'\.fault\([^,]+, "(\w+)"', source)}
    assert len(used) > 60 and used <= set(words.catalogue("en"))
    for code in words.catalogue("en"):
        group, name = code.split(".")[:2]
        if group == "about":
            assert name in keys()
        elif group not in ("contract", "full", "short", "typed", "suit"):  # these go by the word of a contract or suit
            # From the words of a rule set.
            built = name.split("_")[0] in ("settle", "each", "together", "aim", "who", "trump", "lead", "shown")
            assert {name, f"{group}.{name}"} & quoted or built or name in ("one", "many"), code


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_whoever_chooses_rules_reads_what_each_is(language: str) -> None:
    sentences = [words.about(key, language) for key in keys()]
    assert all(sentences) and len(set(sentences)) == len(keys())
    assert words.about("gilde", language) == ""


NAMES = {
    "PC8": ("Samen 8", "Emballage 8", "Prop & cop 8"),
    "S6": ("Solo 6", "Solo 6", "Solo 6"),
    "PM": ("Kleine miserie", "Petite misère", "Petite misère"),
    "PMT": ("Kleine miserie op tafel", "Petite misère étalée", "Petite misère on the table"),
    "PIC": ("Piccolo", "Piccolo", "Piccolo"),
    "P2": ("Piccolissimo", "Piccolissimo", "Piccolissimo"),
    "TR9": ("Troel 9", "Trou 9", "Troel 9"),
    "A11": ("Abondance 11", "Abondance 11", "Abundance 11"),
    "AT9": ("Abondance 9 op tafel", "Abondance 9 sur table", "Abundance 9 on the table"),
    "GM": ("Grote miserie", "Grande misère", "Grande misère"),
    "GMT": ("Miserie op tafel", "Grande misère étalée", "Grande misère on the table"),
    "S12": ("Kleine soloslim 12", "Petit chelem 12", "Solo 12"),
    "S13": ("Grote soloslim 13", "Grand chelem 13", "Soloslim 13"),
}


@pytest.mark.parametrize(("key", "names"), NAMES.items())
def test_names_of_contracts(key: str, names: tuple[str, str, str]) -> None:
    assert tuple(words.contract(key, language) for language in ("nl", "fr", "en")) == names


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_contract_has_one_name_that_its_other_forms_shorten_or_explain(language: str) -> None:
    """Samen 8 is never Vragen en meegaan 8 elsewhere: a column abbreviates the name, and more may follow it."""
    for key in CONTRACTS:
        name, letters = words.contract(key, language), iter(words.contract(key, language).casefold())
        assert all(sign in letters for sign in words.contract_short(key, language).casefold().replace(".", "")), key
        assert re.fullmatch(re.escape(name) + r"( \([^()]+\))?", words.contract_full(key, language)), key


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_contract_has_its_own_name_and_a_shorter_one(language: str) -> None:
    full = [words.contract(key, language) for key in CONTRACTS]
    short = [words.contract_short(key, language) for key in CONTRACTS]
    assert len(set(full)) == len(set(short)) == len(CONTRACTS)
    assert all(len(one) <= max(len(other), 11) and len(one) <= 18 for one, other in zip(short, full, strict=True))


@pytest.mark.parametrize("key", keys())
def test_every_rule_set_speaks_every_language(key: str) -> None:
    ruleset = load(key)
    texts = [ruleset.names, ruleset.why, *(line.names for line in ruleset.lines.values() if line.names)]
    texts += [text for penalty in ruleset.penalties for text in (penalty.names, penalty.notes)]
    for text in texts:
        assert set(text) == set(words.LANGUAGES)
        assert all(text.values())


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("key", keys())
def test_every_contract_has_a_name_of_its_own_in_every_language(key: str, language: str) -> None:
    ruleset = load(key)
    for name in (words.contract, words.contract_short):
        names = [name(contract, language, ruleset) for contract in ruleset.lines]
        assert len(set(names)) == len(names)


def test_a_rule_set_may_have_its_own_names() -> None:
    jeux = load("jeux-de-cartes")
    assert words.contract("PC8", "fr", jeux) == "Couleur 8"
    assert words.contract_short("TR8", "fr", jeux) == "Bouché dans le trou 8"
    assert words.contract("TR9", "fr", jeux) == "Trou 9"
    assert words.contract("PC9", "fr", jeux) == "Emballage 9"
    assert words.contract("PC8", "de", jeux) == "Couleur 8"
    assert words.contract_full("PC8", "nl", jeux) == "Kleur 8"
    assert words.contract_full("PC8", "nl", load("iwwa-2025")) == "Samen 8 (vragen en meegaan)"


def test_an_unknown_language_speaks_english() -> None:
    assert words.contract("S6", "de") == "Solo 6"
    assert words.text("error.blank_line", "xx") == "The line is blank."
    assert words.ruleset_name(load("wallonia"), "de") == "Wallonia"
    assert words.why(load("wallonia"), "de") == load("wallonia").why["en"]


def test_an_unknown_code_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        words.text("error.nothing", "en")


def told(key: str, language: str, data: dict[str, Any], seat: int | None = None) -> str:
    ruleset = load(key)
    return words.explanation(explain(Result.read(data, ruleset), ruleset), language, ruleset, seat)


PC9 = {"contract": "PC9", "declarers": [1, 3], "tricks": 10}
S7 = {"contract": "S7", "declarers": [1], "tricks": 9}
TR9 = {"contract": "TR9", "declarers": [1, 2], "tricks": 13, "doubles": 1}
PM = {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 0, "2": 1}}
GMT = {"contract": "GMT", "declarers": [1], "tricks": {"1": 1}}


@pytest.mark.parametrize(
    ("key", "language", "data", "sentence"),
    [
        ("iwwa-2025", "nl", PC9, "Samen 9, 10 slagen: 10 + 1 overslag × 3 = 13"),
        ("iwwa-2025", "fr", PC9, "Emballage 9, 10 plis\N{NO-BREAK SPACE}: 10 + 1 pli supplémentaire × 3 = 13"),
        ("iwwa-2025", "en", PC9, "Prop & cop 9, 10 tricks: 10 + 1 overtrick × 3 = 13"),
        (
            "iwwa-2025",
            "en",
            {**PC9, "tricks": 7},
            "Prop & cop 9, 7 tricks: −10 − 2 undertricks × 3 = −16; each opponent 10 + 2 undertricks × 3 = 16",
        ),
        ("iwwa-2025", "en", {**PC9, "tricks": 13}, "Prop & cop 9, 13 tricks: 30 (all 13 tricks)"),
        (
            "world-2018",
            "en",
            {**PC9, "tricks": 13},
            "Prop & cop 9, 13 tricks: (10 + 4 overtricks × 3) × 2 (all 13 tricks) = 44",
        ),
        ("iwwa-2025", "nl", S7, "Solo 7, 9 slagen: 15 + 1 overslag × 3 = 18 (hoogstens 8 slagen geteld)"),
        (
            "iwwa-2025",
            "fr",
            S7,
            "Solo 7, 9 plis\N{NO-BREAK SPACE}: 15 + 1 pli supplémentaire × 3 = 18 (8 plis comptés au plus)",
        ),
        ("iwwa-2025", "en", S7, "Solo 7, 9 tricks: 15 + 1 overtrick × 3 = 18 (at most 8 tricks counted)"),
        ("iwwa-2025", "en", {**S7, "tricks": 8}, "Solo 7, 8 tricks: 15 + 1 overtrick × 3 = 18"),
        ("iwwa-2025", "en", PM, "Petite misère: seat 1 with 0 tricks: 18; seat 2 with 1 trick: −18; each opponent 12"),
        (
            "iwwa-2025",
            "fr",
            GMT,
            "Grande misère étalée, 1 pli\N{NO-BREAK SPACE}: 0 (annulé\N{NO-BREAK SPACE}: le jury n’a pas été appelé)",
        ),
        (
            "wallonia",
            "fr",
            GMT,
            "Grande misère étalée, 1 pli\N{NO-BREAK SPACE}: −24 × 3 (trois autres) = −72"
            "\N{NARROW NO-BREAK SPACE}; chaque adversaire 24",
        ),
        (
            "wallonia",
            "nl",
            {**GMT, "tricks": {"1": 0}},
            "Miserie op tafel, 0 slagen: 24 × 3 (drie anderen) = 72; elke tegenspeler −24",
        ),
        (
            "flanders",
            "nl",
            TR9,
            "Troel 9, 13 slagen: (2 + 4 overslagen × 1) × 4 (alle 13 slagen, het contract zelf, 1 dubbel) = 24;"
            " elke tegenspeler −24",
        ),
        ("points-only", "nl", {"points": {"1": 5, "2": -7, "3": 0, "4": 2}}, "door de tafel ingevuld: 5 / −7 / 0 / 2"),
    ],
)
def test_explanations(key: str, language: str, data: dict[str, Any], sentence: str) -> None:
    assert told(key, language, data) == sentence


@pytest.mark.parametrize(
    ("key", "data", "seat", "sentence"),
    [
        ("iwwa-2025", {**PC9, "tricks": 7}, 2, "Prop & cop 9, 7 tricks: as an opponent 10 + 2 undertricks × 3 = 16"),
        ("iwwa-2025", PC9, 2, "Prop & cop 9, 10 tricks: as an opponent 0"),
        ("iwwa-2025", PC9, 3, "Prop & cop 9, 10 tricks: 10 + 1 overtrick × 3 = 13"),
        ("wallonia", PM, 1, "Petite misère, 0 tricks: 6 × 3 (three others) + 6 = 24"),
        ("wallonia", PM, 4, "Petite misère: as an opponent −6 + 6 = 0"),
        ("points-only", {"points": {"1": 5, "2": -7, "3": 0, "4": 2}}, 2, "entered by the table: −7"),
    ],
)
def test_explanations_for_one_seat(key: str, data: dict[str, Any], seat: int, sentence: str) -> None:
    assert told(key, "en", data, seat) == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("nl", "Solo 6 wordt gespeeld door 1, niet door 2."),
        ("fr", "Solo 6 se joue à 1, pas à 2."),
        ("en", "Solo 6 can be played by 1, not by 2."),
    ],
)
def test_errors_are_said_in_each_language(language: str, sentence: str) -> None:
    with pytest.raises(ResultError) as caught:
        Result.read({"contract": "S6", "declarers": [1, 2], "tricks": 6}, load("iwwa-2025"))
    assert caught.value.sentence(language) == sentence
    assert str(caught.value) == "Solo 6 can be played by 1, not by 2."


def test_a_faulty_rule_set_is_told_by_its_first_fault() -> None:
    data = load("iwwa-2025").to_dict()
    with pytest.raises(FaultyRuleSetError) as caught:
        RuleSet.from_dict({**data, "key": "?", "source": ""})
    assert str(caught.value).startswith("The rule set has 2 faults; the first: key: must consist of lowercase letters")
    assert [words.fault(fault, "nl") for fault in caught.value.faults][1] == "source: moet een tekst zijn, niet “”"
    assert isinstance(caught.value, RuleSetError)


# --- A language in which nothing reads like English: whatever comes out unmarked did not go through `text`.


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(texts, "_registered", {})
    words.register("xx", {code: f"⟦{text}⟧" for code, text in words.catalogue("en").items()})
    yield "xx"


def unmarked(text: str) -> str:
    while "⟦" in text:
        text = re.sub(r"⟦[^⟦⟧]*⟧", "", text)
    return text


def test_every_sentence_goes_through_text(pseudo: str) -> None:
    for key in keys():
        ruleset = load(key)
        data: dict[str, Any] = {"points": {"1": 5, "2": -7, "3": 0, "4": 2}}
        if ruleset.lines:
            data = {"contract": "PC8", "declarers": [1, 2], "tricks": 5}
        explanation = explain(Result.read(data, ruleset), ruleset)
        assert not re.search("[A-Za-z]", unmarked(words.explanation(explanation, pseudo)))
    assert not unmarked(words.contract("PC8", pseudo)) and not unmarked(words.contract_short("GM", pseudo))
    assert not unmarked(ResultError("blank_line").sentence(pseudo))
