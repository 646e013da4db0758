"""What is wrong with a rule form, and at which field it is said."""

import pytest

from tests.support.pages.rule_forms import IWWA, form
from tournament.forms.rules.fields import reading
from tournament.forms.rules.form import RulesForm, bound


def faults(sent: RulesForm) -> dict[str, list[str]]:
    """The codes of what is wrong, by field."""
    return {name: [fault.code for fault in found] for name, found in sent.faults_by_field.items()}


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"lines.PC9.made": "tien"}, {"lines.PC9.made": ["not_whole"]}),
        ({"lines.PC9.made": ""}, {"lines.PC9.made": ["missing"]}),
        ({"lines.PC9.lost": "–"}, {"lines.PC9.lost": ["missing"]}),
        ({"lines.PC9.made": "10 / 13"}, {"lines.PC9.over": ["made_and_over"]}),
        ({"lines.PC9.over": ""}, {}),
        ({"lines.S6.over": ""}, {"lines.S6.over_to": ["over_to_alone"]}),
        ({"lines.S6.over_to": "14"}, {"lines.S6.over_to": ["out_of_range"]}),
        ({"lines.PM.opp": "12 / 18"}, {"lines.PM.opp": ["opp_per_failure"]}),
        ({"lines.PM.made": "18 / 20"}, {"lines.PM.made": ["one_amount"]}),
        ({"lines.PC8.opp": "7 / 8"}, {"lines.PC8.opp": ["one_amount"]}),
        ({"lines.PC8.place": "laag"}, {"lines.PC8.place": ["not_place"]}),
        ({"lines.A12.made": "75"}, {"lines.A12.place": ["missing"]}),
        ({"lines.A12.place": "20", "lines.A12.lost": "1", "lines.A12.opp": "1"}, {"lines.A12.made": ["missing"]}),
        ({"lines.PM.declarers": "2–9"}, {"lines.PM.declarers": ["not_whole"]}),
        ({"lines.PC8.trump": "hearts"}, {"lines.PC8.trump": ["not_choice"]}),
        ({"lines.PC8.doubles": "10"}, {"lines.PC8.doubles": ["out_of_range"]}),
        ({"lines.PC8.made": "100001"}, {"lines.PC8.made": ["out_of_range"]}),
        ({"all13.points": ""}, {"all13.points": ["missing"]}),
        ({"all13.mode": "thrice"}, {"all13.mode": ["not_choice"]}),
        ({"settle": ""}, {"settle": ["not_choice"]}),
        ({"together": "perhaps"}, {"together": ["not_choice"]}),
        ({"name": " "}, {"name": ["missing"]}),
        ({"source": ""}, {"source": ["missing"]}),
        ({"source": "a\x00b"}, {"source": ["bad_character"]}),
        ({"name": "x" * 700}, {"name": ["too_long"]}),
        ({"penalties.misdeal.heaviest": "veel"}, {"penalties.misdeal.heaviest": ["not_whole"]}),
        ({"penalties.misdeal.heaviest": "2000"}, {"penalties.misdeal.heaviest": ["out_of_range"]}),
        ({"penalties.hints.mildest": "20"}, {"penalties.hints.heaviest": ["not_least_most"]}),
        ({"penalties.misdeal.others": "-1"}, {"penalties.misdeal.others": ["not_whole"]}),
        ({"penalties.house-1.name": "Te laat"}, {"penalties.house-1.note": ["missing"]}),
        ({"penalties.house-1.name": "", "penalties.house-1.note": "x"}, {"penalties.house-1.name": ["missing"]}),
    ],
)  # fmt: skip
def test_a_fault_stands_at_the_field_it_belongs_to(changes: dict[str, str], wrong: dict[str, list[str]]) -> None:
    sent = form(changes)
    assert {name: sorted(set(found)) for name, found in faults(sent).items()} == wrong
    assert (sent.ruleset is None) == bool(wrong)


def test_nothing_sent_is_no_rule_set() -> None:
    sent = bound({}, IWWA, IWWA, "en")
    assert sent.ruleset is None
    assert "empty" in faults(sent)[""]


def test_every_fault_is_named_with_the_field_and_a_sentence() -> None:
    seen = reading(form({"lines.PC9.made": "tien", "lines.S6.over_to": "14", "settle": "x"}, lang="nl"))
    said = {fault.field: f"{fault.place}: {fault.sentence}" for fault in seen.faults}
    assert said["lines.PC9.made"] == "Samen 9, gemaakt: moet een geheel getal zijn, niet “tien”"
    assert set(said) == {"lines.PC9.made", "lines.S6.over_to", "settle"}
