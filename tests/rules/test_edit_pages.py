"""Typing figures into the rules of an event: the page, what it computes while one types, saving, being too late."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring import compile_table, load
from tests.support.events import cast
from tests.support.pages.reading import text_of
from tests.support.pages.rule_forms import sent_on
from tournament.forms.rules.form import texts_of
from tournament.models import Event, LogEntry
from tournament.ranking import facts

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def event() -> Event:
    return cast.event(players=0)


def at(event: Event, page: str = "edit/") -> str:
    return f"/staff/{event.slug}/rules/{page}"


def sent(event: Event, **changes: str) -> dict[str, str]:
    """The form as a browser sends it, with these fields typed over; `__` stands for the dot in a name."""
    ruleset = facts.ruleset(cast.fresh(event))
    typed = {name.replace("__", "."): text for name, text in changes.items()}
    return {"of": ruleset.hash, **texts_of(ruleset, "en"), **typed}


def ruleset(event: Event) -> Any:
    return facts.ruleset(cast.fresh(event))


def test_the_form_shows_what_the_rules_say(event: Event, organiser: Client) -> None:
    answer = organiser.get(at(event))
    fields = sent_on(answer)
    expected = {name: text for name, text in texts_of(ruleset(event), "en").items() if not _chosen(name)}
    assert {name: fields[name] for name in expected} == expected
    assert fields["of"] == ruleset(event).hash
    page = answer.content.decode()
    assert re.search(r'<option value="1–3" selected>', page)
    assert "style=" not in page and " on" + "click" not in page


def _chosen(name: str) -> bool:
    """Whether a field is no input that `sent_on` reads."""
    return name.rpartition(".")[2] in ("declarers", "trump", "settle", "together", "mode")


def test_a_figure_is_typed_over_and_saved(event: Event, organiser: Client) -> None:
    answer = organiser.post(at(event), sent(event, lines__PC9__made="11", source="Reglement 2026"))
    assert (answer.status_code, answer["Location"]) == (303, at(event, ""))
    now = ruleset(event)
    assert (now.lines["PC9"].made, now.source, now.verified) == ((11,), "Reglement 2026", False)
    assert now.names["nl"] == "IWWA 2025, aangepast"
    assert "+11" in cast.shown(organiser.get(f"{event.get_absolute_url()}rules/"))
    assert LogEntry.objects.latest("sequence").act == "change_rules"


def test_sent_as_it_was_nothing_is_written(event: Event, organiser: Client) -> None:
    with cast.nothing_written():
        assert organiser.post(at(event), sent(event)).status_code == 303


def test_a_tick_stays_where_the_line_stayed(event: Event, organiser: Client) -> None:
    organiser.post(at(event, "compare/all/"), {"of": ruleset(event).hash})
    organiser.post(at(event), sent(event, lines__PC9__made="11"))
    assert "PC9" not in facts.compared_parts(cast.fresh(event))
    assert "PC8" in facts.compared_parts(cast.fresh(event))


@pytest.mark.parametrize("paper", ["world-2018", "wallonia", "flanders"])
def test_typed_from_paper_the_event_plays_by_the_same_table(event: Event, organiser: Client, paper: str) -> None:
    typed = {"of": ruleset(event).hash, **texts_of(load(paper), "en")}
    assert organiser.post(at(event), typed).status_code == 303
    assert compile_table(ruleset(event))["contracts"] == compile_table(load(paper))["contracts"]


def test_every_fault_is_named_at_its_field_and_nothing_typed_is_lost(event: Event, organiser: Client) -> None:
    typed = sent(event, lines__PC9__made="tien", lines__S6__over_to="14", lines__A12__made="75", name="Gilde")
    with cast.nothing_written():
        answer = organiser.post(at(event), typed)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "3 figures must be corrected" in page
    for field in ("lines.PC9.made", "lines.S6.over_to", "lines.A12.place"):
        assert re.search(rf'id="{re.escape(field)}"[^>]*aria-invalid="true"', page), field
        assert f'id="fault-{field}"' in page and f'href="#{field}"' in page
    fields = sent_on(answer)
    assert (fields["lines.PC9.made"], fields["lines.A12.made"], fields["name"]) == ("tien", "75", "Gilde")
    assert re.search(r"<details open>\s*<summary>\s*Not played", page)


def test_whatever_is_typed_is_shown_as_text(event: Event, organiser: Client) -> None:
    nasty = '"><script>alert(1)</script>'
    page = organiser.post(at(event), sent(event, lines__PC9__made=nasty, name=nasty, source=nasty)).content.decode()
    assert "<script>alert" not in page and "&lt;script&gt;" in page


def test_nothing_is_sent_twice(event: Event, organiser: Client) -> None:
    typed = sent(event, lines__PC9__made="11")
    assert organiser.post(at(event), typed).status_code == 303
    with cast.nothing_written():
        assert organiser.post(at(event), typed).status_code == 409


def test_whoever_is_too_late_keeps_what_he_typed_and_sees_what_it_would_change(event: Event, organiser: Client) -> None:
    typed = sent(event, lines__PC9__made="11")
    organiser.post(at(event), sent(event, lines__S6__made="13"))
    with cast.nothing_written():
        late = organiser.post(at(event), typed)
    assert late.status_code == 409
    page = cast.shown(late)
    assert "were changed in the meantime" in page
    assert "Prop & cop 9, made: +10 → +11" in page and "Solo 6, made: +13 → +12" in page
    assert sent_on(late)["lines.PC9.made"] == "11"
    again = {**typed, "of": sent_on(late)["of"]}
    assert organiser.post(at(event), again).status_code == 303
    assert (ruleset(event).lines["PC9"].made, ruleset(event).lines["S6"].made) == ((11,), (12,))


def test_while_one_types_the_examples_and_the_differences_follow(event: Event, organiser: Client) -> None:
    answer = organiser.post(at(event, "edit/look/"), sent(event, lines__PC8__made="8"), headers=HTMX)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "<html" not in page and page.count('class="is-changed"') == 1
    assert "Prop & cop 8, made: +7 → +8" in cast.shown(answer)
    assert 'id="faults" hx-swap-oob="true"' in page
    with cast.nothing_written():
        assert ruleset(event) == load("iwwa-2025")


def test_while_a_figure_is_not_one_yet_the_examples_stay(event: Event, organiser: Client) -> None:
    answer = organiser.post(at(event, "edit/look/"), sent(event, lines__PC8__made=""), headers=HTMX)
    assert (answer.status_code, answer["HX-Reswap"]) == (422, "none")
    assert 'data-field="lines.PC8.made"' in answer.content.decode()


@pytest.mark.long
def test_without_scripts_a_button_recomputes(event: Event, organiser: Client) -> None:
    answer = organiser.post(at(event, "edit/look/"), sent(event, lines__PC8__made="8"))
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "<html" in page and page.count('class="is-changed"') == 1
    assert f'action="{at(event)}"' in page
    assert sent_on(answer)["lines.PC8.made"] == "8"
    assert re.search(r'id="was-lines.PC8.made">\s*<span[^>]*>IWWA 2025: </span>\s*7<', page)
    assert organiser.post(at(event, "edit/look/"), sent(event, lines__PC8__made="")).status_code == 422


@pytest.mark.long
def test_one_more_house_rule_is_asked_for_and_saved(event: Event, organiser: Client) -> None:
    answer = organiser.post(at(event, "edit/house-rule/"), sent(event, lines__PC8__made="acht"))
    page = answer.content.decode()
    assert answer.status_code == 200 and 'aria-invalid="true"' not in page
    assert sent_on(answer)["lines.PC8.made"] == "acht"
    assert page.count("autofocus") == 1 and 'name="penalties.house-1.name"' in page
    rule = {"name": "Te laat", "note": "Tien minuten.", "to": "others", "effect": "none", "heaviest": "5"}
    typed = {**sent(event), **{f"penalties.house-1.{field}": text for field, text in rule.items()}}
    assert 'name="penalties.house-2.name"' in organiser.post(at(event, "edit/house-rule/"), typed).content.decode()
    assert organiser.post(at(event), typed).status_code == 303
    assert "Te laat" in cast.shown(cast.client(cast.juror(event)).get(f"/staff/{event.slug}/decisions/new/"))


def test_the_preset_for_a_misdeal_is_not_lost_by_a_form(event: Event, organiser: Client) -> None:
    organiser.post(at(event), sent(event, penalties__misdeal__heaviest="4", penalties__misdeal__remove="on"))
    misdeal = next(penalty for penalty in ruleset(event).penalties if penalty.key == "misdeal")
    assert (misdeal.least, misdeal.most) == (-4, -3)


def test_points_only_is_a_short_form() -> None:
    event = cast.event(0, rules="points-only")
    client = cast.client(cast.organiser(event))
    page = text_of(client.get(at(event)).content.decode())
    assert "Ten example deals" not in page and "Penalties" in page
    assert client.post(at(event), sent(event, penalties__misdeal__others="2")).status_code == 303
    assert client.post(at(event, "edit/look/"), sent(event), headers=HTMX).status_code == 200


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
def test_it_is_typed_in_every_language(event: Event, language: str) -> None:
    client = cast.client(cast.organiser(event), language)
    page = client.get(at(event)).content.decode()
    name = {"nl": "Kleine soloslim 12", "fr": "Petit chelem 12", "en": "Solo 12"}[language]
    assert name in page


def test_the_form_costs_few_queries(event: Event, organiser: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(10):
        organiser.get(at(event))
    with django_assert_max_num_queries(6):
        organiser.post(at(event, "edit/look/"), sent(event), headers=HTMX)
