"""Appeals on the pages of players and staff: who may, what is refused, and who reads what."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.events.appealing import WHY, appealable, head, juror, organiser, penalised
from tests.support.pages.jury_pages import at, begun
from tournament import access, links
from tournament.acts.jury import rulings
from tournament.acts.jury.appeals import appeal
from tournament.models import Appeal, Decision, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return appealable()


@pytest.fixture
def decided(event: Event) -> Decision:
    return penalised(event)


@pytest.fixture
def open_one(event: Event, decided: Decision) -> Appeal:
    appeal(decided, cast.entry(event, 3), WHY, "entry:3")
    return Appeal.objects.get()


def own(event: Event, number: int, rest: str = "") -> str:
    return f"/p/{links.personal_token(cast.entry(event, number))}/decisions/{rest}"


def test_a_player_reads_and_appeals_on_their_own_page(event: Event, decided: Decision) -> None:
    phone = cast.client()
    page = cast.shown(phone.get(own(event, 3)))
    assert "Kleur niet gevolgd." in page and "Appeal (until" in page
    assert phone.get(own(event, 3, "1/appeal/")).status_code == 200
    with cast.nothing_written():
        empty = phone.post(own(event, 3, "1/appeal/"), {"text": ""})
        assert empty.status_code == 422 and "Enter why you appeal." in cast.shown(empty)
        assert phone.get(own(event, 4, "1/appeal/")).status_code == 422
        assert phone.post(own(event, 4, "1/appeal/"), {"text": WHY}).status_code == 422
        assert phone.get(own(event, 3, "9/appeal/")).status_code == 404
    assert phone.post(own(event, 3, "1/appeal/"), {"text": WHY}).status_code == 303
    page = cast.shown(phone.get(own(event, 3)))
    assert "You appealed:" in page and WHY in page and "Appeal (until" not in page
    assert WHY not in cast.shown(phone.get(own(event, 4)))
    assert WHY in cast.shown(cast.client(cast.auditor(event)).get(at(event)))


def test_two_decisions_in_the_same_words_are_no_two_landmarks_of_one_name(event: Event, decided: Decision) -> None:
    penalised(event)
    page = cast.client().get(own(event, 3)).content.decode()
    headings = re.findall(r"<h2>\s*(.*?)\s*</h2>", page)
    assert len(headings) == 2 and len(set(headings)) == 1
    assert not re.search(r"<section[^>]*aria-label", page)


@pytest.mark.long
def test_the_desk_records_an_appeal_for_a_player(event: Event, decided: Decision) -> None:
    desk, auditor = cast.client(cast.desk(event)), cast.client(cast.auditor(event))
    assert "Record an appeal" in cast.shown(desk.get(at(event, "1/")))
    with cast.nothing_written():
        for wrong in ({"entry": "4", "text": WHY}, {"entry": "3", "text": ""}, {"text": WHY}):
            assert desk.post(at(event, "1/appeal/"), wrong).status_code == 422
        assert auditor.post(at(event, "1/appeal/"), {}).status_code == 403
    assert desk.post(at(event, "1/appeal/"), {"entry": "3", "text": WHY}).status_code == 303
    assert Appeal.objects.get().by == access.actor(cast.desk(event))
    with cast.nothing_written():
        assert desk.post(at(event, "1/appeal/"), {"entry": "3", "text": "Anders."}).status_code == 409


@pytest.mark.long
def test_without_appeals_nothing_is_offered() -> None:
    event = begun()
    cast.penalty(event, 3)
    desk = cast.client(cast.desk(event))
    assert "appeal" not in cast.shown(desk.get(at(event, "1/"))).lower()
    assert desk.get(at(event, "1/appeal/")).status_code == 409
    assert "Appeal" not in cast.shown(cast.client().get(own(event, 3)))
    assert cast.client().get(own(event, 3, "1/appeal/")).status_code == 409


def test_an_appeal_that_nobody_can_settle_yet_says_who_helps(event: Event) -> None:
    by = organiser(event)
    decision = rulings.penalise(event, by, "card-by-mistake", {3: -3}, "Kleur niet gevolgd.", article="2.1")
    appeal(decision, cast.entry(event, 3), WHY, "entry:3")
    page = cast.client(cast.organiser(event))
    assert "an organiser names a head of the jury" in cast.shown(page.get(at(event, "1/")))
    head(event)
    assert "It will be settled by:" in cast.shown(page.get(at(event, "1/")))


def settled(second: str, changes: Mapping[str, str] = MappingProxyType({})) -> dict[str, Any]:
    usual = {"outcome": "cancelled", "replacement": "", "reason": "Een ander.", "second_password": cast.PASSWORD}
    return {**usual, "second": second, **dict(changes)}


def test_the_head_juror_settles_and_the_second_signs_with_their_password(event: Event, open_one: Appeal) -> None:
    second, page = organiser(event), cast.client(cast.head_juror(event))
    assert "Settle the appeal" in cast.shown(page.get(at(event, "1/")))
    for other in (cast.organiser(event), cast.juror(event), cast.auditor(event)):
        told = cast.shown(cast.client(other).get(at(event, "1/")))
        name = cast.head_juror(event).username
        assert f"It will be settled by: {name}." in told and "Settle the appeal" not in told
    address, jurors = at(event, "1/appeal/3/"), juror(event)
    others = [cast.juror(event), cast.desk(event), cast.auditor(event), cast.organiser(event)]
    assert WHY in cast.shown(page.get(address))
    with cast.nothing_written():
        for wrong in ({"second_password": "wrong"}, {"second_password": ""}, {"second": "0"}):
            answer = page.post(address, settled(second, wrong))
            assert answer.status_code == 409, wrong
            assert cast.filled_in(answer)["reason"] == "Een ander."
            assert cast.PASSWORD not in answer.content.decode()
        for wrong in ({"outcome": ""}, {"reason": ""}):
            assert page.post(address, settled(second, wrong)).status_code == 422
        for never in (jurors, head(event)):
            assert "Two people sign" in cast.shown(page.post(address, settled(never)))
        for who in others:
            assert cast.client(who).post(address, settled(second)).status_code == 403
    assert page.post(address, settled(second)).status_code == 303
    told = cast.shown(page.get(at(event, "1/")))
    assert "The decision is cancelled" in told and "head_jury-of-ledegem + organiser-of-ledegem" in told
    assert page.get(address).status_code == 200
    with cast.nothing_written():
        assert page.post(address, settled(second)).status_code == 303
        assert page.post(address, settled(second, {"reason": "Anders."})).status_code == 409
    assert "the decision is cancelled" in cast.shown(page.get(at(event))).lower()
    assert "Een ander." in cast.shown(cast.client().get(own(event, 3)))
