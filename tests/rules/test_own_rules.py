"""Rule sets of one's own, kept on the installation: what may be kept, under which key, and what becomes of it."""

from dataclasses import replace
from typing import Any

import pytest

from scoring import RuleSet, load
from tests.support.events import cast
from tournament.acts.event.events import make_event
from tournament.acts.event.own_rules import remove_own, save_own
from tournament.errors import UserError
from tournament.models import LogEntry, OwnRuleSet

pytestmark = pytest.mark.django_db

NAMES = {"nl": "Ledegem", "fr": "Ledeghem", "en": "Ledegem rules"}


def other() -> RuleSet:
    """The federation's rules, but that a prop & cop 8 gives eight points."""
    now = load("iwwa-2025")
    return replace(now, lines={**now.lines, "PC8": replace(now.lines["PC8"], made=(8,))}, verified=True)


def save(key: str = "ledegem", rules: RuleSet | None = None, **names: Any) -> OwnRuleSet:
    return save_own(cast.founder(), rules or other(), key, {**NAMES, **names})


def test_rules_are_kept_under_their_own_key_and_name_and_nobody_has_compared_them() -> None:
    kept = save()
    assert (kept.saved_by, OwnRuleSet.objects.get().key) == (cast.founder(), "ledegem")
    expected = replace(other(), key="ledegem", names=NAMES, verified=False)
    assert RuleSet.from_dict(OwnRuleSet.objects.get().rules) == expected


def test_their_sums_follow_from_their_figures() -> None:
    now = other()
    dear = replace(now, lines={**now.lines, "GMT": replace(now.lines["GMT"], made=(500,))})
    assert RuleSet.from_dict(save(rules=dear).rules).sums == (-3 * 72 + 3 * 48, 1500)


def test_an_event_is_made_with_them_and_keeps_its_copy() -> None:
    rules = save().rules
    event = make_event("system", "zulte", replace(cast.plan(), rules=rules))
    remove_own("ledegem")
    assert cast.fresh(event).rules["lines"]["PC8"]["made"] == 8
    assert not OwnRuleSet.objects.exists()


@pytest.mark.parametrize(
    ("key", "status", "match"),
    [
        ("", 422, "lowercase letters"),
        ("Ledegem", 422, "lowercase letters"),
        ("a b", 422, "lowercase letters"),
        ("-a", 422, "lowercase letters"),
        ("x" * 41, 422, "lowercase letters"),
        ("a\n", 422, "lowercase letters"),
        ("iwwa-2025", 422, "comes with Troel"),
        ("taken", 409, "is already a rule set"),
    ],
)
def test_a_key_must_be_a_key_of_its_own(key: str, status: int, match: str) -> None:
    save("taken")
    with pytest.raises(UserError, match=match) as refusal:
        save(key)
    assert refusal.value.status == status
    assert OwnRuleSet.objects.count() == 1


@pytest.mark.parametrize("name", ["", "  ", "x" * 601, "a\0b", None])
def test_a_name_is_needed_in_every_language(name: Any) -> None:
    with pytest.raises(UserError) as refusal:
        save(fr=name)
    assert refusal.value.status == 422
    assert not OwnRuleSet.objects.exists()


def test_rules_without_a_misdeal_are_not_kept() -> None:
    with pytest.raises(UserError, match="misdeal"):
        save(rules=replace(other(), penalties=()))


def test_there_is_an_end_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.acts.event.own_rules.MOST", 2)
    save("one")
    save("two")
    with pytest.raises(UserError, match="There are 2 rule sets already"):
        save("three")


def test_what_is_not_there_cannot_be_forgotten_and_nothing_stands_in_a_logbook() -> None:
    save()
    remove_own("ledegem")
    with pytest.raises(UserError) as refusal:
        remove_own("ledegem")
    assert refusal.value.status == 404
    assert not LogEntry.objects.exists()
