"""Words that card players of one language do not use for a thing, or that another sentence calls differently."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import override

from scoring import keys, load, words
from tournament.reading.jury.decision_words import preset_name, preset_note
from tournament.site import translations

GUIDES = translations.ROOT / "docs"
# One word for one thing: `docs/translating.md`.
WRONG = {
    "nl": (
        r"\bgift", r"misgedeeld", r"\bdeler\b", r"\blezing\b", r"\b[Mm]eer spelers\b", r"\bmeer bedragen\b",
        r"\b[Tt]elefoon", r"tafelschikking", r"scheidingsregels", r"[Rr]angschikkingen", r"[Pp]ublieke pagina",
        r"legde zijn kaarten open", r"Kaarten opengelegd", r"openlegde",
    ),
    "fr": (
        r"fausse donne", r"notre lecture", r"feuilles? de score", r"[Tt]éléphone est vide", r"collaborateur",
        r"abandonné ses cartes", r"Cartes abandonnées", r"[Dd]it par\b", r"\bce tour\b", r"“",
    ),
    "en": (r"[Rr]egulation", r"phone is empty", r"[Pp]hone (?:now )?writes", r"[Ww]rite on this phone"),
}  # fmt: skip


def sentences(language: str) -> Iterator[str]:
    """Everything that Troel says in a language: on pages, on paper, and in the game's own sentences."""
    for message in translations.collect() if language == "en" else translations.read(language):
        if message.id:
            yield from translations._forms(message.id if language == "en" else message.string)
    yield from _texts(tomllib.loads(Path("scoring", "languages", f"{language}.toml").read_text("utf-8")))


def _texts(table: dict[str, object]) -> Iterator[str]:
    for value in table.values():
        yield from _texts(value) if isinstance(value, dict) else [str(value)]


@pytest.mark.parametrize("language", WRONG)
def test_no_sentence_uses_a_wrong_word(language: str) -> None:
    wrong = re.compile("|".join(WRONG[language]))
    assert [said for said in sentences(language) if wrong.search(said)] == []


@pytest.mark.parametrize("language", WRONG)
def test_no_rule_set_is_shown_with_a_wrong_word(language: str) -> None:
    wrong = re.compile("|".join((*WRONG[language], "openlegde", "legt zijn kaarten open", "abandonne ses cartes")))
    with override(language):
        for ruleset in map(load, keys()):
            told = [words.why(ruleset, language)]
            told += [text for preset in ruleset.presets for text in (preset_name(preset), preset_note(preset))]
            assert [text for text in told if wrong.search(text)] == []


def test_a_rule_set_keeps_the_words_that_are_hashed() -> None:
    """The rules of an event that was made before still are those of the file that they came from."""
    thrown = next(preset for preset in load("world-2018").presets if preset.key == "capitulation")
    assert thrown.names["nl"] == "Speler legt zijn kaarten open"
    with override("nl"):
        assert preset_name(thrown) == "Speler gooit zijn kaarten open (geeft op)"
    with override("fr"):
        assert preset_name(thrown) == "Un joueur étale ses cartes et abandonne"


def test_no_guide_speaks_of_a_regulation() -> None:
    guides = [*GUIDES.glob("guide-*.md"), GUIDES / "printing.md"]
    assert [guide.name for guide in guides if "regulation" in guide.read_text("utf-8").lower()] == []


@pytest.mark.parametrize(
    ("language", "english", "told"),
    [
        ("nl", "Prices", "Inschrijvingsgeld"),
        ("fr", "Prices", "Droits d’inscription"),
        ("nl", "Fees of this evening", "Inschrijvingsgeld van deze avond"),
        ("fr", "Fees of this evening", "Droits d’inscription de cette soirée"),
        ("nl", "Prizes", "Prijzen"),
        ("fr", "Prizes", "Prix"),
        ("fr", "Sound on", "Activer le son"),
        ("fr", "Equal points", "Ex æquo"),
        ("fr", "fewest contracts lost", "le moins de contrats perdus"),
        ("fr", "most contracts made", "le plus de contrats réussis"),
    ],
)
def test_what_is_called_how(language: str, english: str, told: str) -> None:
    message = translations.read(language).get(english)
    assert message is not None and message.string == told
