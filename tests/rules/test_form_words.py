"""The words and the penalties of a rule form: what typed-over rules are called, presets, house rules."""

from dataclasses import replace
from typing import Any

from scoring import RuleSet, load
from tests.support.pages.rule_forms import IWWA, cells, form
from tournament.forms.rules.form import bound, texts_of, unbound

# --- What it is called ---------------------------------------------------------------------------------------------


def test_typed_over_it_says_so_in_every_language() -> None:
    sent = form({"lines.PC9.made": "11", "source": "Reglement 2026, blz. 3"}, lang="nl")
    assert sent.ruleset
    assert sent.ruleset.names == {"nl": "IWWA 2025, aangepast", "fr": "IWWA 2025, adapté", "en": "IWWA 2025, adapted"}
    assert all("Reglement 2026, blz. 3" in why for why in sent.ruleset.why.values())
    assert sent.ruleset.key == "iwwa-2025"


def test_a_figure_that_was_changed_leaves_the_doubt_about_the_others() -> None:
    changed = form({"lines.PC9.made": "11"}).ruleset
    assert changed and all(IWWA.why[lang] in why and why != IWWA.why[lang] for lang, why in changed.why.items())


def test_put_back_it_has_its_own_name_again() -> None:
    adapted = form({"lines.PC9.made": "11"}).ruleset
    assert adapted
    again = bound({**texts_of(adapted, "fr"), "lines.PC9.made": "10"}, adapted, IWWA, "fr")
    assert again.ruleset == IWWA
    still = bound({**texts_of(adapted, "fr"), "lines.PC9.made": "12"}, adapted, IWWA, "fr")
    assert still.ruleset and still.ruleset.names == adapted.names


def test_a_name_of_ones_own_stays() -> None:
    sent = form({"lines.PC9.made": "11", "name": "Gilde 2026"})
    assert sent.ruleset and set(sent.ruleset.names.values()) == {"Gilde 2026"}
    again = bound({**texts_of(sent.ruleset, "nl"), "lines.PC9.made": "12"}, sent.ruleset, IWWA, "nl")
    assert again.ruleset and set(again.ruleset.names.values()) == {"Gilde 2026"}


def test_names_in_three_languages_are_typed_over_one_by_one() -> None:
    world = load("world-2018")
    sent = bound({**texts_of(world, "fr"), "name": "Mondial"}, world, world, "fr")
    assert sent.ruleset and sent.ruleset.names == {**world.names, "fr": "Mondial"}


def test_a_source_that_fills_its_field_leaves_room_for_the_sentence() -> None:
    sent = form({"lines.PC9.made": "11", "source": "x" * 600})
    assert sent.ruleset and sent.ruleset.source == "x" * 600


def test_own_names_of_contracts_survive() -> None:
    cards = load("jeux-de-cartes")
    sent = form({"lines.PC8.made": "5"}, start=cards)
    assert sent.ruleset and sent.ruleset.lines["PC8"].names == cards.lines["PC8"].names


# --- Penalties -----------------------------------------------------------------------------------------------------


def penalty(ruleset: RuleSet | None, key: str) -> Any:
    assert ruleset
    return {penalty.key: penalty for penalty in ruleset.penalties}.get(key)


def test_the_amounts_of_a_preset_are_typed_without_a_sign() -> None:
    sent = form({"penalties.hints.mildest": "5", "penalties.hints.heaviest": "−20", "penalties.misdeal.others": "+2"})
    hints = penalty(sent.ruleset, "hints")
    assert (hints.least, hints.most) == (-20, -5)
    assert penalty(sent.ruleset, "misdeal").others == 2
    one = form({"penalties.hints.mildest": "5", "penalties.hints.heaviest": ""})
    assert (penalty(one.ruleset, "hints").least, penalty(one.ruleset, "hints").most) == (-5, -5)


def test_a_house_rule_is_added_changed_and_taken_away() -> None:
    new = {"name": "Te laat", "note": "Meer dan tien minuten.", "heaviest": "5", "to": "opponents", "others": "1"}
    added = form({f"penalties.house-1.{field}": text for field, text in new.items()}, lang="nl").ruleset
    late = penalty(added, "house-1")
    assert (late.kind, late.effect, late.least, late.most, late.to, late.others) == (
        "adjustment", "none", -5, -5, "opponents", 1,
    )  # fmt: skip
    assert set(late.names.values()) == {"Te laat"} and late.article == "H1" and not late.borrowed
    assert added
    ruling = form({"penalties.house-1.effect": "annulled", "penalties.house-1.note": "Foei."}, start=added).ruleset
    assert (penalty(ruling, "house-1").kind, penalty(ruling, "house-1").effect) == ("ruling", "annulled")
    gone = form({"penalties.house-1.remove": "on"}, start=added).ruleset
    assert penalty(gone, "house-1") is None
    assert penalty(gone, "misdeal")


def test_an_empty_row_is_no_house_rule() -> None:
    sent = form({"penalties.house-1.name": " ", "penalties.house-1.effect": "none", "penalties.house-1.to": "others"})
    assert sent.ruleset == IWWA


def test_what_was_given_in_three_languages_stays_in_the_other_two() -> None:
    said = {"nl": "Te laat", "fr": "En retard", "en": "Late"}
    house = replace(IWWA.penalties[0], key="late", names=said, notes=said)
    start = replace(IWWA, penalties=(*IWWA.penalties, house))
    sent = form({"penalties.late.name": "Trop tard"}, start=start, lang="fr").ruleset
    assert penalty(sent, "late").names == {**said, "fr": "Trop tard"}
    assert penalty(sent, "late").notes == said


def test_points_only_asks_for_its_penalties_alone() -> None:
    points = load("points-only")
    names = {cell.name for cell in cells(unbound(points, points, "en"))}
    assert {name.split(".")[0] for name in names} == {"name", "source", "penalties"}
    sent = form({"penalties.misdeal.heaviest": "4", "lines.PC8.place": "1"}, start=points)
    assert sent.ruleset and sent.ruleset.points_only and penalty(sent.ruleset, "misdeal").least == -4
