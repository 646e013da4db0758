"""Whole rule sets: chosen, loaded from a file, downloaded, kept on the installation, forgotten."""

import tomllib
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring import RuleSet, keys, load
from scoring.rules.written import toml
from tests.support.events import cast
from tournament.models import Event, OwnRuleSet
from tournament.ranking import facts

pytestmark = pytest.mark.django_db

OWN = "/staff/own_rules/"


@pytest.fixture
def event() -> Event:
    return cast.event(players=0)


def at(event: Event, page: str) -> str:
    return f"/staff/{event.slug}/rules/{page}"


def ruleset(event: Event) -> RuleSet:
    return facts.ruleset(cast.fresh(event))


def upload(client: Client, event: Event, content: str | bytes, **more: str) -> Any:
    file = SimpleUploadedFile("rules.toml", content if isinstance(content, bytes) else content.encode())
    return client.post(at(event, "load/"), {"file": file, "of": ruleset(event).hash, **more})


def kept(client: Client, event: Event, name: str = "Gilde 2026", key: str = "") -> Any:
    return client.post(at(event, "keep/"), {"name": name, "key": key})


# --- Chosen ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", keys())
def test_any_rule_set_can_be_chosen(event: Event, organiser: Client, key: str) -> None:
    answer = organiser.post(at(event, "choose/"), {"rules": key, "of": ruleset(event).hash})
    assert (answer.status_code, answer["Location"]) == (303, at(event, ""))
    assert ruleset(event) == load(key)


def test_the_choice_names_sources_and_doubt_and_marks_what_is_played(event: Event, organiser: Client) -> None:
    page = organiser.get(at(event, "choose/")).content.decode()
    assert page.count('type="radio"') == 8 and "LukasVerstraete" in page and "unverified figures" in page
    assert page.count("checked") == 1


def test_a_choice_that_is_none_or_too_late_is_refused(event: Event, organiser: Client) -> None:
    with cast.nothing_written():
        assert organiser.post(at(event, "choose/"), {"rules": "bridge", "of": ruleset(event).hash}).status_code == 422
        assert organiser.post(at(event, "choose/"), {}).status_code == 422
        late = organiser.post(at(event, "choose/"), {"rules": "wallonia", "of": "0" * 64})
    assert late.status_code == 409 and "were changed in the meantime" in cast.shown(late)


# --- In files -----------------------------------------------------------------------------------------------------


def test_a_download_is_loaded_again(event: Event, organiser: Client) -> None:
    answer = organiser.get(at(event, "rules.toml"))
    assert answer["Content-Type"].startswith("application/toml")
    assert 'filename="iwwa-2025.toml"' in answer["Content-Disposition"]
    assert RuleSet.from_dict(tomllib.loads(answer.content.decode())) == ruleset(event)
    other = cast.event(0, slug="elders", rules="wallonia")
    assert upload(cast.client(cast.organiser(other)), other, answer.content).status_code == 303
    assert ruleset(other) == ruleset(event)


def test_a_download_is_called_after_the_name_the_rules_have_now(event: Event, organiser: Client) -> None:
    names = dict.fromkeys(("nl", "fr", "en"), "Wallonië, ons blad")
    Event.objects.update(rules=event.rules | {"names": names})
    answer = organiser.get(at(event, "rules.toml"))
    assert 'filename="wallonie-ons-blad.toml"' in answer["Content-Disposition"]


def test_a_file_may_build_on_a_preset(event: Event, organiser: Client) -> None:
    text = """
extends = "iwwa-2025"
key = "gilde"
source = "Reglement van de gilde"
verified = true
names = { nl = "Gilde", fr = "Guilde", en = "Guild" }
why = { nl = "Van het blad.", fr = "De la feuille.", en = "From the sheet." }
sums = [-72, 216]
penalties_from = "world-2018"
[lines]
PC8 = { made = 8 }
"""
    assert upload(organiser, event, text).status_code == 303
    assert (ruleset(event).key, ruleset(event).lines["PC8"].made) == ("gilde", (8,))
    # Whoever loads a file may hold another sheet than whoever made it.
    assert not ruleset(event).verified


def test_every_fault_of_a_file_is_named_and_nothing_is_saved(event: Event, organiser: Client) -> None:
    text = (
        toml(load("iwwa-2025")).replace("made = 10,", 'made = "tien",', 1).replace('settle = "table"', 'settle = "x"')
    )
    with cast.nothing_written():
        answer = upload(organiser, event, text)
    page = cast.shown(answer)
    assert answer.status_code == 422
    assert "2 faults in this file" in page and "lines.PC9.made" in page and "settle" in page


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"key = ", "line 1, column"),
        (b"\xff\xfe", "UTF-8"),
        (b"", "The submitted file is empty."),
        (b"#" * (256 * 1024 + 1), "at most 256 KB"),
        (b"a = " + b"[" * 5000, "TOML"),
        (b'extends = "bridge"', "there is no rule set"),
        (b'\x89PNG\r\n\x1a\n', "UTF-8"),
        (b"format = 1", "faults in this file"),
    ],
)  # fmt: skip
def test_a_file_that_is_none_gets_a_sentence(event: Event, organiser: Client, content: bytes, said: str) -> None:
    with cast.nothing_written():
        answer = upload(organiser, event, content)
    assert answer.status_code == 422
    assert said in cast.shown(answer)


def test_no_file_at_all_and_a_file_that_is_too_late(event: Event, organiser: Client) -> None:
    with cast.nothing_written():
        assert organiser.post(at(event, "load/"), {"of": ruleset(event).hash}).status_code == 422
        assert upload(organiser, event, toml(load("wallonia")), of="0" * 64).status_code == 409


def test_a_file_without_the_preset_for_a_misdeal_gets_a_sentence(event: Event, organiser: Client) -> None:
    text = toml(load("iwwa-2025")).split("[penalties")[0]
    with cast.nothing_written():
        answer = upload(organiser, event, text)
    assert answer.status_code == 422 and 'role="alert"' in answer.content.decode()


# --- Kept -----------------------------------------------------------------------------------------------------------


def test_rules_are_kept_listed_downloaded_and_chosen(event: Event, organiser: Client) -> None:
    assert kept(organiser, event).status_code == 303
    founder = cast.client(cast.founder())
    page = founder.get(OWN).content.decode()
    assert "Gilde 2026" in page and f"{OWN}gilde-2026.toml" in page
    file = founder.get(f"{OWN}gilde-2026.toml")
    assert tomllib.loads(file.content.decode())["key"] == "gilde-2026"
    other = cast.event(0, slug="elders", rules="wallonia")
    client = cast.client(cast.organiser(other))
    assert "Gilde 2026" in cast.shown(client.get(at(other, "choose/")))
    client.post(at(other, "choose/"), {"rules": "gilde-2026", "of": ruleset(other).hash})
    assert (ruleset(other).key, ruleset(other).lines) == ("gilde-2026", load("iwwa-2025").lines)


def test_the_form_of_an_event_measures_against_the_rules_it_was_made_with(event: Event, organiser: Client) -> None:
    kept(organiser, event)
    organiser.post(at(event, "choose/"), {"rules": "gilde-2026", "of": ruleset(event).hash})
    assert "What differs from Gilde 2026" in cast.shown(organiser.get(at(event, "edit/")))
    OwnRuleSet.objects.all().delete()
    assert "What differs from Gilde 2026 Nothing." in cast.shown(organiser.get(at(event, "edit/")))


@pytest.mark.parametrize(
    ("name", "key", "status"),
    [("", "", 422), ("Gilde", "iwwa-2025", 422), ("Gilde", "Niet Zo", 422), ("☠", "", 422), ("x" * 121, "x", 422)],
)
def test_a_name_or_key_that_cannot_be_is_refused(
    event: Event, organiser: Client, name: str, key: str, status: int
) -> None:
    assert kept(organiser, event, name, key).status_code == status
    assert not OwnRuleSet.objects.exists()


def test_a_key_is_kept_once(event: Event, organiser: Client) -> None:
    assert [kept(organiser, event).status_code for _time in range(2)] == [303, 409]
    assert OwnRuleSet.objects.count() == 1


def test_forgetting_asks_first(event: Event, organiser: Client) -> None:
    kept(organiser, event)
    founder = cast.client(cast.founder())
    assert founder.get(f"{OWN}gilde-2026/forget/").status_code == 200 and OwnRuleSet.objects.exists()
    assert founder.post(f"{OWN}gilde-2026/forget/").status_code == 303
    assert not OwnRuleSet.objects.exists()
    assert founder.post(f"{OWN}gilde-2026/forget/").status_code == 404
    assert founder.get(f"{OWN}gilde-2026/forget/").status_code == 404
    assert founder.get(f"{OWN}gilde-2026.toml").status_code == 404
    assert "No rule set has been saved yet." in cast.shown(founder.get(OWN))


@pytest.mark.parametrize("page", ["", "gilde-2026.toml", "gilde-2026/forget/"])
def test_only_who_may_make_events_sees_what_is_kept(event: Event, organiser: Client, page: str) -> None:
    kept(organiser, event)
    for who in (cast.organiser(event), cast.outsider()):
        assert cast.client(who).get(OWN + page).status_code == 403
    assert cast.client(cast.organiser(event)).post(f"{OWN}gilde-2026/forget/").status_code == 403
    assert OwnRuleSet.objects.exists()
