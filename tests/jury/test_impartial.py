"""Nobody rules where they play: who says so, whom it stops, and what the pages tell."""

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.pages.jury_pages import at
from tests.support.pages.rulings import DECIDED, GMT, answered_by_the_jury, rule, ruling
from tournament.acts.event import members
from tournament.acts.jury import rulings
from tournament.acts.kernel import calls
from tournament.acts.people import registration
from tournament.acts.people.deletion import delete_entry, entry_token
from tournament.acts.rounds import rounds
from tournament.acts.table import signatures
from tournament.errors import UserError
from tournament.models import Call, Decision, Event, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return answered_by_the_jury()


@pytest.fixture
def player(event: Event) -> str:
    """A juror who plays at table 1, as the logbook names them."""
    who = cast.juror(event)
    members.plays_as(event, "system", who, cast.seated(cast.table(event))[2])
    return f"user:{who.pk}"


def test_nobody_decides_at_a_table_where_they_play(event: Event, player: str) -> None:
    table, mine = cast.table(event), cast.seated(cast.table(event))[2]
    other = cast.seated(cast.table(event, 2))[1]
    refused = pytest.raises(UserError, match="Nobody decides a")
    with cast.nothing_written(), refused:
        rule(event, 1, "allowed", actor=player)
    with cast.nothing_written(), refused:
        rulings.penalise(event, player, "house", {cast.seated(table)[1]: -3}, "Zo.", table=table)
    with cast.nothing_written(), refused:
        rulings.penalise(event, player, "house", {mine: 5}, "Zo.")
    decision = rule(event, 1, "allowed")
    with cast.nothing_written(), refused:
        rulings.cancel_decision(decision, player, "Toch niet.")
    calls.call_jury(table, "table:1/1", "question")
    with cast.nothing_written(), refused:
        calls.take_call(Call.objects.get(table=table), player)
    with cast.nothing_written(), refused:
        calls.hand_on_call(Call.objects.get(table=table), "system", player, seen="")
    for number in (mine, cast.seated(table)[1]):
        with cast.nothing_written(), refused:
            registration.exclude(cast.entry(event, number), player, "Zo.")
        with cast.nothing_written(), refused:
            rulings.penalise(event, player, "house", {number: -3}, "Zo.")
    registration.exclude(cast.entry(event, cast.seated(table)[1]), "system", "Zo.")
    with cast.nothing_written(), refused:
        rulings.cancel_decision(Decision.objects.get(event=event, kind="exclusion"), player, "Toch niet.")
    rulings.penalise(event, player, "house", {other: -3}, "Zo.", table=cast.table(event, 2))
    rulings.rule(cast.table(event, 2), player, 1, "annulled", "Zo.")
    registration.exclude(cast.entry(event, other), player, "Zo.")


def test_nobody_ends_a_dispute_where_they_play() -> None:
    event = cast.playing(8, deals=1, confirmation=Event.Confirmation.PLAYERS)
    table, seats = cast.table(event), cast.seated(cast.table(event))
    cast.write(table, 1)
    signatures.dispute(table, f"entry:{seats[1]}", seats[1], 1, "Negen slagen.")
    who = cast.juror(event)
    members.plays_as(event, "system", who, seats[2])
    with cast.refused("Nobody decides at a table where they play"):
        signatures.resolve_dispute(table, cast.by(who), 1, "Acht.")
    members.plays_as(event, "system", who, cast.seated(cast.table(event, 2))[2])
    signatures.resolve_dispute(table, cast.by(who), 1, "Acht.")


def test_once_the_round_is_over_an_opponent_can_be_excluded(event: Event, player: str) -> None:
    opponent = cast.entry(event, cast.seated(cast.table(event))[1])
    rounds.close_round(cast.round_of(event), "system", reason="Klaar.")
    registration.exclude(opponent, player, "Zo.")
    assert cast.entry(event, opponent.number).excluded


def test_the_page_says_why_a_juror_cannot_rule_there(event: Event, player: str, juror: Client) -> None:
    cast.write(cast.table(event), 1, GMT)
    with cast.nothing_written():
        answer = juror.post(ruling(event, "allowed"), DECIDED)
    assert answer.status_code == 409 and "Nobody decides at a table where they play" in cast.shown(answer)


def test_the_organiser_says_who_a_member_plays_as(event: Event, organiser: Client) -> None:
    who = cast.juror(event)
    address = f"/staff/{event.slug}/members/{who.pk}/"
    assert cast.sent_from(organiser, address, number="3").status_code == 303
    assert "3" in cast.shown(organiser.get(address))
    assert list(Membership.objects.filter(event=event, user=who).values_list("entry__number", flat=True)) == [3]
    with cast.nothing_written():
        assert cast.sent_from(organiser, address, number="99").status_code == 422
        assert cast.sent_from(organiser, address, number="3").status_code == 303
        assert organiser.post(address, {"number": "4", "of": "stale"}).status_code == 409
    members.grant_role(event, "system", who, "desk")
    assert Membership.objects.filter(event=event, user=who, entry__number=3).count() == 2
    assert cast.client(who).get(address).status_code == 403
    assert cast.sent_from(organiser, address, number="").status_code == 303
    assert not Membership.objects.filter(event=event, entry__isnull=False).exists()


def test_a_juror_is_asked_once_whether_they_play(event: Event, juror: Client, organiser: Client) -> None:
    asked, hint = "Do you play in this event yourself?", "has not said whether they play"
    staff, queue, address = f"/staff/{event.slug}/members/", at(event, "calls/"), at(event, "calls/plays/")
    members.plays_as(event, "system", cast.organiser(event), None)
    assert asked in cast.shown(juror.get(queue)) and cast.shown(organiser.get(staff)).count(hint) == 1
    assert asked not in cast.shown(organiser.get(queue)), "the organiser said it"
    assert asked not in cast.shown(cast.client(cast.desk(event)).get(queue)), "the desk does not rule"
    others = [cast.client(cast.desk(event)), cast.client(cast.auditor(event))]
    with cast.nothing_written():
        assert juror.post(address, {"plays": "yes", "number": "99"}).status_code == 422
        assert juror.post(address, {"plays": "yes", "number": "☠"}).status_code == 422
        for other in others:
            assert other.post(address, {"plays": "no"}).status_code == 403
    mine = cast.seated(cast.table(event))[2]
    for _again in range(2):
        assert juror.post(address, {"plays": "yes", "number": str(mine)}).status_code == 303
    assert asked not in cast.shown(juror.get(queue)) and hint not in cast.shown(organiser.get(staff))
    with cast.nothing_written():
        assert juror.post(address, {"plays": "no"}).status_code == 409, "the organiser alone changes it"
    with cast.refused("where they play"):
        rule(event, 1, "allowed", actor=cast.by(cast.juror(event)))


def test_who_does_not_play_says_so_once_and_who_lost_their_number_is_asked_again(event: Event, juror: Client) -> None:
    asked, queue, address = "Do you play in this event yourself?", at(event, "calls/"), at(event, "calls/plays/")
    assert juror.post(address, {"plays": "no"}).status_code == 303
    with cast.nothing_written():
        assert juror.post(address, {"plays": "no"}).status_code == 303
    assert asked not in cast.shown(juror.get(queue))
    who = cast.juror(event)
    members.plays_as(event, "system", who, 3)
    members.revoke_role(event, "system", who, "jury")
    members.grant_role(event, "system", who, "jury")
    assert asked in cast.shown(juror.get(queue))


def test_a_player_deleted_by_mistake_is_nobodys_any_more() -> None:
    event = cast.event(players=2)
    who = cast.juror(event)
    members.plays_as(event, "system", who, 2)
    delete_entry(cast.entry(event, 2), "system", entry_token(cast.entry(event, 2)))
    assert Membership.objects.get(event=event, user=who).entry is None
