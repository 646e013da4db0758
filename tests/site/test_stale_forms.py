"""Two of the staff with the same form open: the second is refused, sees what is stored now, and may save it again."""

import base64
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.support.events import cast
from tests.support.events.finals import make_cut, planned, play_round, stages
from tournament.acts.event import events, pictures, rules
from tournament.acts.event import format as formats
from tournament.acts.event.events import EventPlan
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import room, rounds
from tournament.models import Cut, Event
from tournament.ranking import facts
from tournament.version_tokens import StaleError, token_of

pytestmark = pytest.mark.django_db
MINE, TWO_FIRST = {"bonus": [9, 6]}, {"bonus": [50, 20]}


@pytest.fixture
def event() -> Event:
    return cast.event()


def change_plan(event: Event, name: str, seen: str | None = None) -> None:
    events.change_event(event, "system", replace(EventPlan.of(cast.fresh(event)), name=name), seen=seen)


def rename(event: Event, name: str, seen: str | None = None) -> None:
    registration.change_entry(cast.entry(event, 1), "system", Entrant(name), seen=seen)


def tick(event: Event, *parts: str, seen: str | None = None) -> None:
    rules.compare_rules(event, "system", parts, facts.ruleset(event).hash, seen=seen)


# For each act: the mark of what a form shows, what somebody else saves first, and what the form then wants to save.
LOGO = pictures.Kind.LOGO
ACTS: dict[str, tuple[Callable[[Event], str], Callable[[Event], object], Callable[[Event, str], object]]] = {
    "change_event": (
        events.plan_token,
        lambda event: change_plan(event, "Theirs"),
        lambda event, seen: change_plan(event, "Mine", seen),
    ),
    "change_entry": (
        lambda event: registration.details_token(cast.entry(event, 1)),
        lambda event: rename(event, "Theirs"),
        lambda event, seen: rename(event, "Mine", seen),
    ),
    "set_format": (
        formats.format_token,
        lambda event: formats.set_format(event, "system", TWO_FIRST),
        lambda event, seen: formats.set_format(event, "system", MINE, seen=seen),
    ),
    "set_room": (
        lambda event: token_of(room.rows_of(event)),
        lambda event: room.set_room(event, "system", [[2, 1]]),
        lambda event, seen: room.set_room(event, "system", [[1, 2]], seen=seen),
    ),
    "set_logo": (
        lambda event: token_of(pictures.picture_of(event, LOGO)),
        lambda event: pictures.set_picture(event, "system", LOGO, cast.logo()),
        lambda event, seen: pictures.set_picture(event, "system", LOGO, "data:image/png;base64,AAAA", seen=seen),
    ),
    "compare_rules": (
        rules.ticks_token,
        lambda event: tick(event, "PC8"),
        lambda event, seen: tick(event, "PC9", seen=seen),
    ),
}


@pytest.mark.parametrize("act", ACTS)
def test_nobody_overwrites_what_they_have_not_seen(act: str) -> None:
    event = cast.event()
    mark, theirs, mine = ACTS[act]
    seen = mark(event)
    theirs(event)
    with cast.nothing_written(), pytest.raises(StaleError) as refusal:
        mine(cast.fresh(event), seen)
    assert refusal.value.status == 409
    mine(cast.fresh(event), mark(cast.fresh(event)))
    with cast.nothing_written():  # sent twice: it is stored, so the second is told so
        mine(cast.fresh(event), seen)


def test_another_logo_is_not_removed_unseen() -> None:
    event = cast.event()
    pictures.set_picture(event, "system", LOGO, "data:image/png;base64,AAAA")
    seen = token_of(pictures.picture_of(event, LOGO))
    pictures.set_picture(event, "system", LOGO, cast.logo())
    with cast.nothing_written(), pytest.raises(StaleError):
        pictures.remove_picture(event, "system", LOGO, seen=seen)


def test_a_cut_is_not_taken_back_unseen_once_a_finalist_was_replaced() -> None:
    event = planned(stages())
    play_round(event, {number: 10 * number for number in range(1, 9)})
    make_cut(event)
    organiser = cast.client(cast.organiser(event))
    asked = f"/staff/{event.slug}/format/cut/2/undo/"
    shown = cast.filled_in(organiser.get(asked))
    formats.replace_finalist(event, "system", 2, 5, 4)
    with cast.nothing_written():
        assert organiser.post(asked, shown).status_code == 409
    assert cast.sent_from(organiser, asked).status_code == 303 and not Cut.objects.exists()


# --- The pages ----------------------------------------------------------------------------------------------------


def pages(event: Event) -> dict[str, tuple[str, Callable[[], object], dict[str, Any], str]]:
    """For each form: its path, what somebody else saves first, what is typed, and what the page says is stored."""
    at = f"/staff/{event.slug}/"
    plan = {"planned_rounds": "2", "deals_per_round": "4", "languages": ["nl", "fr"], "confirmation": "captain"}
    plan |= {"jury": "table", "appeal_minutes": "0"}
    person = {"name": "Mine", "role": "competitor"}
    common = {"sit_out": "nothing", "unplayed": "nothing", "count": "average", "best": "3", "least": "3"}
    stage = {"stage_1_kind": "preliminary", "stage_1_rounds": "2"}
    return {
        "plan": (f"{at}plan/", lambda: change_plan(event, "Theirs"), {**plan, "name": "Mine"}, "Stored now: Theirs"),
        "player": (f"{at}players/1/", lambda: rename(event, "Theirs"), person, "Stored now: Theirs"),
        "format": (
            f"{at}format/",
            lambda: formats.set_format(event, "system", TWO_FIRST),
            {**common, **stage, "bonus": "9 6"},
            "Stored now: 50 20",
        ),
        "room": (
            f"{at}rounds/room/",
            lambda: room.set_room(event, "system", [[2, 1]]),
            {"grid": "1 2"},
            "Stored now: 2 1",
        ),
    }


@pytest.mark.parametrize("form", ["plan", "player", "format", "room"])
def test_a_form_that_is_out_of_date_comes_back_with_what_is_stored_now(form: str) -> None:
    event = cast.event()
    organiser = cast.client(cast.organiser(event))
    path, theirs, typed, stored = pages(event)[form]
    of = cast.filled_in(organiser.get(path))["of"]
    theirs()
    with cast.nothing_written():
        answer = organiser.post(path, {"of": of, **typed})
        unmarked = organiser.post(path, typed)
    assert (answer.status_code, unmarked.status_code) == (409, 422)
    said = cast.shown(answer)
    assert "Somebody has changed this in the meantime." in said and stored in said
    assert all(str(value) in answer.content.decode() for value in typed.values() if isinstance(value, str))
    again = {"of": cast.filled_in(answer)["of"], **typed}
    assert organiser.post(path, again).status_code == 303
    with cast.nothing_written():
        assert organiser.post(path, again).status_code == 303


# Forms that have nothing to show of what is stored: where each is asked, and what is typed.
CONFIRMED = {
    "publish": ("rounds/2/publish/", {}),
    "publish all": ("rounds/2/publish-all/", {}),
    "reject": ("rounds/2/reject/", {}),
    "withdraw": ("rounds/1/withdraw/", {"reason": "The wrong list."}),
    "exchange": ("rounds/1/exchange/?one=1&other=5", {"reason": "Brothers."}),
    "close": ("rounds/1/close/", {"reason": "Late."}),
    "bin": ("bin/", {}),
    "delete": ("players/9/delete/", {}),
    "clubs": ("players/clubs/", {"name": "De Troef", "club": cast.CLUBS[0]}),
}


@pytest.mark.parametrize("form", CONFIRMED)
def test_a_form_that_does_not_say_what_it_was_filled_in_for_is_refused(form: str) -> None:
    event = cast.event()
    rounds.publish_round(cast.given_round(event, [[1, 2, 3, 4], [5, 6, 7, 8]]), "system")
    cast.given_round(event, [[1, 2, 7, 8], [5, 6, 3, 4]])
    registration.add_entries(event, "system", [Entrant("Entered by mistake")])
    organiser = cast.client(cast.organiser(event))
    rest, typed = CONFIRMED[form]
    path = f"/staff/{event.slug}/{rest}"
    with cast.nothing_written():
        for unmarked in (typed, {**typed, "of": ""}):
            answer = organiser.post(path, unmarked)
            assert answer.status_code == 422 and "This form does not say" in cast.shown(answer)
    assert organiser.post(path, {**cast.filled_in(organiser.get(path)), **typed}).status_code == 303


def test_ticks_of_somebody_else_are_shown_beside_ones_own(organiser: Client, event: Event) -> None:
    path = f"/staff/{event.slug}/rules/"
    shown = cast.filled_in(organiser.get(path))
    tick(event, "PC8")
    with cast.nothing_written():
        answer = organiser.post(f"{path}compare/", {**shown, "parts": ["PC9"]})
    assert answer.status_code == 409 and "Somebody has changed this in the meantime." in cast.shown(answer)
    assert answer.content.decode().count(" checked") == 2
    again = {**cast.filled_in(answer), "parts": ["PC8", "PC9"]}
    assert organiser.post(f"{path}compare/", again).status_code == 303
    assert set(facts.compared_parts(cast.fresh(event))) == {"PC8", "PC9"}


def test_a_logo_that_was_changed_meanwhile_is_shown(organiser: Client, event: Event) -> None:
    path = f"/staff/{event.slug}/logo/"
    of = cast.filled_in(organiser.get(path))["of"]
    pictures.set_picture(event, "system", LOGO, "data:image/png;base64,AAAA")
    with cast.nothing_written():
        answer = organiser.post(path, {"of": of, "picture": SimpleUploadedFile("a.png", base64.b64decode(cast.DOT))})
    assert answer.status_code == 409 and "base64,AAAA" in answer.content.decode()


def test_a_round_is_not_closed_on_other_missing_deals_than_were_shown() -> None:
    event = cast.playing()
    organiser = cast.client(cast.organiser(event))
    path = f"/staff/{event.slug}/rounds/1/close/"
    of = cast.filled_in(organiser.get(path))["of"]
    cast.write(cast.table(event, 2), 1)
    with cast.nothing_written():
        with pytest.raises(StaleError):
            rounds.close_round(cast.round_of(event), "system", reason="Not all came.", seen=of)
        answer = organiser.post(path, {"of": of, "reason": "Late."})
    assert answer.status_code == 409
    assert "Somebody has changed this in the meantime." in cast.shown(answer)
    assert "Table 2: 3 deals missing" in cast.shown(answer)
    assert organiser.post(path, {**cast.filled_in(answer), "reason": "Late."}).status_code == 303
    with cast.nothing_written():
        assert "has already been closed" in cast.shown(organiser.post(path, {"of": of, "reason": "Late."}, follow=True))


def test_a_round_that_is_shown_already_is_not_shown_again() -> None:
    event = cast.playing()
    with cast.nothing_written():
        rounds.show_round(cast.round_of(event), "system", True)
