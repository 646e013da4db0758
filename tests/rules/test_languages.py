"""What no link leads to among the pages of rules: they too speak the visitor's language and no other."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring import load
from scoring.rules.written import toml
from tests.support.events import cast, stages
from tests.support.pages import pseudo
from tests.support.pages.untranslated import UNTRANSLATED, typed_in
from tournament.acts.event.own_rules import save_own
from tournament.acts.event.rules import correct_rules
from tournament.forms.rules.choices import proposed
from tournament.forms.rules.form import texts_of
from tournament.models import Event
from tournament.ranking import facts

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def nobodys(settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The site speaks a language that nobody speaks."""
    pseudo.speak(settings, monkeypatch, tmp_path)
    yield
    monkeypatch.undo()
    pseudo.forget()


def plain(answer: Any, *data: str) -> list[str]:
    """The words of a page that nobody translated."""
    assert answer.status_code < 500
    return pseudo.plain_words(answer.content.decode(), [*UNTRANSLATED, *typed_in(), *data])


def post(event: Event, page: str, changes: dict[str, str], **more: Any) -> Any:
    """A form of rules, sent by the organiser with these fields typed over."""
    rules = facts.ruleset(cast.fresh(event))
    data = {"of": rules.hash, "rules": proposed(rules), **texts_of(rules, pseudo.LANGUAGE), **changes}
    client = cast.client(cast.organiser(event), pseudo.LANGUAGE)
    return client.post(f"/staff/{event.slug}/rules/{page}", data, **more)


@pytest.mark.long
@pytest.mark.parametrize(
    "changes",
    [
        {"lines.S6.made": "13", "lines.PC9.over": "", "settle": "shared", "all13.mode": "double"},
        {"lines.S6.place": "", "lines.A12.place": "30", "lines.A12.made": "1", "lines.A12.lost": "1"},
        {"lines.S6.place": ""},
        {"lines.PC9.made": "⟦x⟧", "lines.S6.over_to": "14", "lines.PM.opp": "1 / 2", "all13.points": "", "name": ""},
        {"penalties.house-1.name": "", "penalties.house-1.note": "⟦x⟧", "penalties.misdeal.heaviest": "9999"},
    ],
)  # fmt: skip
def test_the_form_its_faults_and_what_a_correction_does(changes: dict[str, str]) -> None:
    event = stages.midway()
    for page, more in (("edit/", {}), ("edit/look/", {}), ("edit/look/", {"headers": HTMX}), ("edit/house-rule/", {})):
        assert plain(post(event, page, changes, **more), "iwwa-2025") == []


@pytest.mark.long
def test_a_correction_that_was_made_or_was_too_late() -> None:
    event = stages.midway()
    rules = facts.ruleset(event)
    other = load("world-2018")
    assert plain(post(event, "correct/", {"rules": proposed(other), "of": "0" * 64, "reason": stages.REASON})) == []
    assert plain(post(event, "edit/again/", {"rules": proposed(other)})) == []
    assert plain(post(event, "edit/", {"lines.S6.made": "13", "of": "0" * 64})) == []
    correct_rules(event, stages.BY, other, rules.hash, stages.REASON)
    client = cast.client(cast.organiser(event), pseudo.LANGUAGE)
    assert plain(client.get(f"/staff/{event.slug}/rules/")) == []


@pytest.mark.long
def test_a_file_and_its_faults() -> None:
    event = stages.unborn()
    faulty = toml(load("iwwa-2025")).replace("made = ", "made = -")
    for content in (faulty, "key =", ""):
        file = SimpleUploadedFile("rules.toml", content.encode())
        answer = post(event, "load/", {"file": file})  # type: ignore[dict-item]
        # Where a fault stands is told in the file's own words, and why it is no TOML in those of its reader.
        assert plain(answer, "lines", "made", "Invalid value (at end of document)") == []


@pytest.mark.long
def test_what_was_kept() -> None:
    founder = cast.founder()
    save_own(founder, load("wallonia"), "gilde", dict.fromkeys(("nl", "fr", "en"), "⟦Gilde⟧"))
    client = cast.client(founder, pseudo.LANGUAGE)
    for page in ("", "gilde/forget/"):
        assert plain(client.get(f"/staff/own_rules/{page}"), "gilde.toml", "gilde") == []
    assert client.get("/staff/own_rules/gilde.toml").status_code == 200
