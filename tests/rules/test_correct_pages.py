"""Other rules once deals were written: the effect is shown, a reason asked, and only then are they corrected."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring import RuleSet, load
from scoring.rules.written import toml
from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tests.support.pages.rule_forms import sent_on
from tournament.acts.rounds import rounds
from tournament.acts.table import deals
from tournament.forms.rules.form import texts_of
from tournament.models import Event, RulesCorrection
from tournament.ranking import facts, live
from tournament.views.organiser.rules.change import MAX_MOVES

pytestmark = pytest.mark.django_db

REASON = "The figures of solo were copied wrongly."


@laid_again
def played() -> Event:
    """Everybody has won a solo of 8 tricks; the first table is closed."""
    made = cast.playing(8)
    cast.play_round(made)
    deals.close_table(cast.table(made), cast.captain(cast.table(made)))
    return cast.fresh(made)


@pytest.fixture
def event() -> Event:
    return played()


def at(event: Event, page: str = "edit/") -> str:
    return f"/staff/{event.slug}/rules/{page}"


def ruleset(event: Event) -> Any:
    return facts.ruleset(cast.fresh(event))


def effect(client: Client, event: Event, **changes: str) -> Any:
    """The page that follows on the form with these fields typed over."""
    typed = {name.replace("__", "."): text for name, text in changes.items()}
    return client.post(at(event), {"of": ruleset(event).hash, **texts_of(ruleset(event), "en"), **typed})


def points(event: Event) -> dict[int, int]:
    live.clear_cache()
    found = live.ranking(cast.fresh(event), public=False)
    places = {number: found.place(number) for number in range(1, 9)}
    return {number: place.standing.row.points for number, place in places.items() if place and place.standing}


def test_the_effect_is_shown_and_nothing_is_written(event: Event, organiser: Client) -> None:
    with cast.nothing_written():
        answer = effect(organiser, event, lines__S6__made="13")
    assert answer.status_code == 200
    page = cast.shown(answer)
    assert "Solo 6, made: +12 → +13" in page
    assert "deals with different points 4 players whose place or total changes" in page
    assert "closed tables notified 1" in page and "round 1, table 1" in page.lower()
    assert "→ 19" in page
    assert "Correct the rules" in page


def test_what_was_shown_is_what_happens(event: Event, organiser: Client) -> None:
    fields = sent_on(effect(organiser, event, lines__S6__made="13"))
    before = points(event)
    answer = organiser.post(at(event, "correct/"), {**fields, "reason": REASON})
    assert (answer.status_code, answer["Location"]) == (303, at(event, ""))
    assert ruleset(event).lines["S6"].made == (13,)
    assert sum(points(event).values()) == sum(before.values()) + 4
    made = RulesCorrection.objects.get()
    assert (made.number, made.reason, made.tables) == (1, REASON, [[1, 1]])
    page = cast.shown(organiser.get(at(event, "")))
    assert "Correction 1" in page and REASON in page and "Solo 6, made: +12 → +13" in page


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501, "a\x00b"])
def test_without_a_reason_nothing_is_corrected(event: Event, organiser: Client, reason: str) -> None:
    fields = sent_on(effect(organiser, event, lines__S6__made="13"))
    with cast.nothing_written():
        answer = organiser.post(at(event, "correct/"), {**fields, "reason": reason})
    assert answer.status_code == 422
    assert sent_on(answer)["rules"] == fields["rules"]
    assert 'aria-invalid="true"' in answer.content.decode()


def test_two_at_once_correct_once_and_the_other_sees_the_effect_anew(event: Event, organiser: Client) -> None:
    first = sent_on(effect(organiser, event, lines__S6__made="13"))
    second = sent_on(effect(organiser, event, lines__S7__made="16"))
    organiser.post(at(event, "correct/"), {**first, "reason": REASON})
    with cast.nothing_written():
        late = organiser.post(at(event, "correct/"), {**second, "reason": "Mine."})
    assert late.status_code == 409
    page = cast.shown(late)
    assert "were changed in the meantime" in page and "Mine." in page
    assert "Solo 6, made: +13 → +12" in page and "Solo 7, made: +15 → +16" in page
    again = {**sent_on(late), "reason": "Mine."}
    assert organiser.post(at(event, "correct/"), again).status_code == 303
    assert ruleset(event).lines["S7"].made == (16,)


def test_closed_tables_are_told_round_by_round(event: Event, organiser: Client) -> None:
    deals.close_table(cast.table(event, 2), cast.captain(cast.table(event, 2)))
    assert "Round 1, tables 1, 2" in cast.shown(effect(organiser, event, lines__S8__made="24"))


def test_a_form_that_is_too_late_is_told_before_any_effect(event: Event, organiser: Client) -> None:
    answer = effect(organiser, event, lines__S6__made="13", of="0" * 64)
    assert answer.status_code == 409
    assert sent_on(answer)["lines.S6.made"] == "13"


def test_results_that_could_not_be_stand_in_the_way(event: Event, organiser: Client) -> None:
    answer = effect(organiser, event, lines__S6__place="")
    page = cast.shown(answer)
    assert answer.status_code == 200
    assert "would be impossible" in page and "Round 1, table 1, deal 1" in page
    assert "Correct the rules" not in page and "Back to the figures" in page
    forced = {"rules": sent_on(answer)["rules"], "of": ruleset(event).hash, "reason": REASON}
    with cast.nothing_written():
        refused = organiser.post(at(event, "correct/"), forced)
    assert refused.status_code == 409


def test_from_contracts_to_points_alone_there_is_no_way(event: Event, organiser: Client) -> None:
    page = cast.shown(organiser.post(at(event, "choose/"), {"rules": "points-only", "of": ruleset(event).hash}))
    assert "under the other, only points are entered" in page and "Correct the rules" not in page


def test_nothing_changed_is_nothing_to_correct(event: Event, organiser: Client) -> None:
    answer = effect(organiser, event)
    assert answer.status_code == 422
    assert "are the same" in cast.shown(answer)


def test_back_to_the_figures_nothing_typed_is_lost(event: Event, organiser: Client) -> None:
    fields = sent_on(effect(organiser, event, lines__S6__made="13", penalties__misdeal__others="2"))
    answer = organiser.post(at(event, "edit/again/"), {"rules": fields["rules"], "of": fields["of"]})
    assert answer.status_code == 200
    back = sent_on(answer)
    assert (back["lines.S6.made"], back["penalties.misdeal.others"], back["of"]) == ("13", "2", fields["of"])


@pytest.mark.parametrize("missing", ["hints", "noise"])
def test_rules_that_the_form_cannot_hold_are_not_brought_back_to_it(
    event: Event, organiser: Client, missing: str
) -> None:
    data = ruleset(event).to_dict()
    del data["penalties"][missing]
    file = SimpleUploadedFile("rules.toml", toml(RuleSet.from_dict(data)).encode())
    answer = organiser.post(at(event, "load/"), {"file": file, "of": ruleset(event).hash})
    page = cast.shown(answer)
    assert answer.status_code == 200 and "Correct the rules" in page
    assert "Back to the figures" not in page


@pytest.mark.parametrize("rules", ["", "{", "[]", "null", "[" * 5000, json.dumps({"key": "x"})])
@pytest.mark.parametrize("page", ["correct/", "edit/again/"])
def test_what_is_no_rule_set_is_refused(event: Event, organiser: Client, rules: str, page: str) -> None:
    with cast.nothing_written():
        answer = organiser.post(at(event, page), {"rules": rules, "of": ruleset(event).hash, "reason": REASON})
    assert answer.status_code == 422
    assert "These rules cannot be read." in cast.shown(answer)


def test_another_rule_set_and_a_file_lead_to_the_effect_too(event: Event, organiser: Client) -> None:
    chosen = organiser.post(at(event, "choose/"), {"rules": "world-2018", "of": ruleset(event).hash})
    assert chosen.status_code == 200 and "Correct the rules" in cast.shown(chosen)
    assert json.loads(sent_on(chosen)["rules"])["key"] == "world-2018"
    assert ruleset(event).key == "iwwa-2025"


def test_a_closed_event_refuses_a_correction(event: Event, organiser: Client) -> None:
    fields = sent_on(effect(organiser, event, lines__S6__made="13"))
    rounds.close_round(cast.round_of(event), "system")
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    with cast.nothing_written():
        answer = organiser.post(at(event, "correct/"), {**fields, "reason": REASON})
    assert answer.status_code == 409 and "This event is closed." in cast.shown(answer)


@pytest.mark.long
def test_many_who_move_are_counted(organiser: Client) -> None:
    event = cast.played(40, slug="many")
    client = cast.client(cast.organiser(event))
    page = cast.shown(effect(client, event, lines__S6__made="13"))
    found = re.search(r"players whose place or total changes (\d+)", page)
    assert found and int(found[1]) > MAX_MOVES
    assert f"and {int(found[1]) - MAX_MOVES} more" in page


def test_the_preset_is_what_an_effect_is_measured_against_only_in_the_form(event: Event, organiser: Client) -> None:
    fields = sent_on(effect(organiser, event, lines__S6__made="13"))
    organiser.post(at(event, "correct/"), {**fields, "reason": REASON})
    page = cast.shown(organiser.get(at(event)))
    assert "Solo 6, made: +12 → +13" in page
    assert load("iwwa-2025").lines["S6"].made == (12,)
