"""The rules of an event on the organiser's page: as printed, compared with the sheet, who may."""

from typing import Any

import pytest
from django.test import Client

from scoring import keys, load, words
from scoring.rules.parts import parts
from tests.support.events import cast
from tests.support.pages.reading import text_of
from tournament.acts.event.events import change_state
from tournament.acts.event.rules import ticks_token
from tournament.models import Event
from tournament.ranking import facts

pytestmark = pytest.mark.django_db

PAGES = ("", "edit/", "choose/", "load/", "keep/", "rules.toml")
POSTS = ("compare/", "compare/all/", "edit/", "edit/look/", "edit/house-rule/", "edit/again/", "correct/", "choose/",
         "load/", "keep/")  # fmt: skip


@pytest.fixture
def event() -> Event:
    return cast.event(players=0)


def at(event: Event, page: str = "") -> str:
    return f"/staff/{event.slug}/rules/{page}"


def of(event: Event) -> str:
    return facts.ruleset(cast.fresh(event)).hash


def compare(client: Client, event: Event, *ticked: str, **more: str) -> Any:
    marks = {"of": of(event), "ticks": ticks_token(cast.fresh(event))}
    return client.post(at(event, "compare/"), {**marks, "parts": list(ticked), **more})


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("language", ["nl", "fr"])
def test_the_rules_stand_there_as_they_are_printed(key: str, language: str) -> None:
    event = cast.event(0, rules=key)
    ruleset = load(key)
    page = cast.client(cast.organiser(event), language).get(at(event)).content.decode()
    assert page.count('name="parts"') == len(parts(ruleset))
    read, before = text_of(page), -1
    for rank in ruleset.ladder:
        for contract in rank:
            before = read.index(words.contract(contract, language, ruleset), before + 1)


def test_a_line_is_ticked_by_somebody_at_a_time(event: Event, organiser: Client) -> None:
    answer = compare(organiser, event, "PC8", "penalties")
    assert (answer.status_code, answer["Location"]) == (303, at(event))
    page = cast.shown(organiser.get(at(event)))
    assert "Parts compared with the sheet: 2 of 24." in page
    assert page.count("compared by organiser-of-ledegem") == 2
    assert organiser.get(at(event)).content.decode().count("checked") == 2
    compare(organiser, event, "PC8")
    assert list(facts.compared_parts(cast.fresh(event))) == ["PC8"]


def test_everything_at_once_makes_the_figures_verified(event: Event, organiser: Client) -> None:
    assert "Unverified figures." in cast.shown(organiser.get(at(event)))
    organiser.post(at(event, "compare/all/"), {"of": of(event)})
    assert facts.ruleset(cast.fresh(event)).verified
    page = cast.shown(organiser.get(at(event)))
    assert "Verified." in page and "Unverified" not in page
    compare(organiser, event)
    assert "Unverified figures." in cast.shown(organiser.get(at(event)))


def test_unverified_is_told_once_on_the_overview_and_is_a_chip_elsewhere(event: Event, organiser: Client) -> None:
    overview, chip = f"/staff/{event.slug}/", '<details class="chip">'
    page = organiser.get(overview).content.decode()
    assert page.count("Unverified figures.") == 1 and chip not in page
    assert f'href="{at(event)}#sheet"' in page and 'id="sheet"' in organiser.get(at(event)).content.decode()
    assert "#sheet" not in cast.client(cast.juror(event)).get(overview).content.decode()
    ranking = organiser.get(f"{overview}ranking/").content.decode()
    assert ranking.count("Unverified figures.") == ranking.count(chip) == 1
    organiser.post(at(event, "compare/all/"), {"of": of(event)})
    assert all("nverified" not in cast.shown(organiser.get(path)) for path in (overview, f"{overview}ranking/"))


def test_ticks_on_rules_that_are_others_by_now_are_refused(event: Event, organiser: Client) -> None:
    with cast.nothing_written():
        for page in ("compare/", "compare/all/"):
            assert organiser.post(at(event, page), {"parts": ["PC8"], "of": "0" * 64}).status_code == 409
        assert compare(organiser, event, "PC99").status_code == 422


def test_who_may_look_sees_everything_and_changes_nothing(event: Event) -> None:
    for who in (cast.desk(event), cast.juror(event), cast.auditor(event)):
        client = cast.client(who)
        page = client.get(at(event)).content.decode()
        assert page.count("<form") == 1 and "Download as a file" in page
        for button in ("edit/", "choose/", "load/", "keep/"):
            assert at(event, button) not in page
        assert 'type="checkbox"' not in page and "<button" not in text_of(page)
        assert client.get(at(event, "rules.toml")).status_code == 200


@pytest.mark.parametrize("page", ["edit/", "choose/", "load/", "keep/"])
def test_only_an_organiser_is_shown_what_changes_them(event: Event, page: str) -> None:
    for who in (cast.desk(event), cast.juror(event), cast.auditor(event)):
        assert cast.client(who).get(at(event, page)).status_code == 403


@pytest.mark.parametrize("page", POSTS)
def test_only_an_organiser_of_this_event_changes_its_rules(event: Event, page: str) -> None:
    elsewhere = cast.event(0, slug="elders")
    for who in (cast.desk(event), cast.head_juror(event), cast.organiser(elsewhere), cast.outsider(), cast.founder()):
        with cast.nothing_written():
            assert cast.client(who).post(at(event, page), {"of": of(event)}).status_code == 403


@pytest.mark.parametrize("page", PAGES)
def test_other_people_see_nothing(event: Event, page: str) -> None:
    elsewhere = cast.event(0, slug="elders")
    for who in (cast.outsider(), cast.organiser(elsewhere)):
        answer = cast.client(who).get(at(event, page))
        assert answer.status_code == 403 and event.name not in answer.content.decode()
    asked = cast.client().get(at(event, page))
    assert (asked.status_code, asked["Location"]) == (302, f"/sign-in/?next={at(event, page)}")


@pytest.mark.parametrize("page", POSTS)
def test_what_only_takes_a_form_is_never_fetched(event: Event, organiser: Client, page: str) -> None:
    only = page not in ("edit/", "choose/", "load/", "keep/")
    assert organiser.get(at(event, page)).status_code == (405 if only else 200)


def test_a_closed_event_offers_no_change(event: Event, organiser: Client) -> None:
    for state in (Event.State.LIVE, Event.State.CLOSED):
        change_state(event, "system", state)
    page = organiser.get(at(event)).content.decode()
    assert at(event, "edit/") not in page and at(event, "compare/") in page
    change_state(event, "system", Event.State.ARCHIVED)
    assert "<button" not in text_of(organiser.get(at(event)).content.decode())
    with cast.nothing_written():
        assert compare(organiser, event, "PC8").status_code == 409


def test_the_page_costs_the_same_whatever_the_ticks(
    event: Event, organiser: Client, django_assert_max_num_queries: Any
) -> None:
    organiser.post(at(event, "compare/all/"), {"of": of(event)})
    with django_assert_max_num_queries(12):
        organiser.get(at(event))


def test_the_menu_and_the_overview_lead_to_the_rules(event: Event) -> None:
    page = cast.client(cast.juror(event)).get(f"/staff/{event.slug}/").content.decode()
    assert page.count(f'href="{at(event)}"') == 2
