"""Who works for an event: inviting, the one-time link, roles; and the logbook with its files."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.support.events import cast
from tournament import links
from tournament.acts.people import registration
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting
from tournament.models import Event, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.event(players=4)


def at(event: Event, path: str = "") -> str:
    """An address about the members of an event."""
    return f"/staff/{event.slug}/members/{path}"


def invited(client: Client, event: Event, name: str = "nieuw", role: str = "desk") -> Any:
    """Inviting somebody, and where that leads."""
    return client.post(at(event), {"username": name, "role": role}, follow=True)


def test_inviting_gives_a_link_and_a_code_that_only_one_can_use(event: Event, organiser: Client) -> None:
    answer = invited(organiser, event)
    user = User.objects.get(username="nieuw")
    link = links.invitation_url(user.pk, user.password)
    assert link in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert Membership.objects.filter(event=event, user=user, role="desk").exists()
    code = organiser.get(at(event, f"{user.pk}/invitation.svg"))
    assert (code.status_code, code["Content-Type"]) == (200, "image/svg+xml")
    assert b"style=" not in code.content
    user.set_password(cast.PASSWORD)
    user.save()
    page = organiser.get(at(event, f"{user.pk}/")).content.decode()
    assert "invitation/" not in page
    assert organiser.get(at(event, f"{user.pk}/invitation.svg")).status_code == 404


def test_whoever_has_an_account_gets_the_role_and_no_link(event: Event, organiser: Client) -> None:
    cast.outsider()
    answer = invited(organiser, event, "Passer-By", "jury")
    assert User.objects.filter(username__iexact="passer-by").count() == 1
    assert "can sign in" in answer.content.decode()


def test_the_link_of_a_member_of_another_event_is_not_given_away(event: Event, organiser: Client) -> None:
    elsewhere = cast.event(0, slug="elders")
    invited(cast.client(cast.organiser(elsewhere)), elsewhere)
    user = User.objects.get(username="nieuw")
    page = invited(organiser, event).content.decode()
    assert links.invitation_token(user.pk, user.password) not in page
    assert "This person was already invited to another event" in page
    assert organiser.get(at(event, f"{user.pk}/invitation.svg")).status_code == 404


def test_an_organiser_of_both_events_sees_the_link_in_both(event: Event, organiser: Client) -> None:
    elsewhere = cast.event(0, slug="elders")
    cast.member(elsewhere, "organiser", cast.organiser(event).get_username())
    for one in (event, elsewhere):
        assert "/invitation/" in invited(organiser, one).content.decode()


def test_a_role_twice_is_refused(event: Event, organiser: Client) -> None:
    invited(organiser, event)
    with cast.nothing_written():
        answer = invited(organiser, event)
    assert answer.status_code == 409
    assert "already has this role" in answer.content.decode()


@pytest.mark.parametrize("wrong", [{"username": ""}, {"username": "x" * 61}, {"role": "king"}, {"username": "a\0b"}])
def test_nobody_is_invited_as_nothing(event: Event, organiser: Client, wrong: dict[str, str]) -> None:
    users = User.objects.count()
    with cast.nothing_written():
        assert organiser.post(at(event), {"username": "nieuw", "role": "desk", **wrong}).status_code == 422
    assert User.objects.count() == users


def test_a_role_is_taken_away_after_asking(event: Event, organiser: Client) -> None:
    desk = cast.desk(event)
    path = at(event, f"{desk.pk}/desk/revoke/")
    with cast.nothing_written():
        assert organiser.get(path).status_code == 200
    assert organiser.post(path).status_code == 303
    assert cast.client(desk).get(f"/staff/{event.slug}/").status_code == 403
    with cast.nothing_written():
        assert organiser.post(path).status_code == 404


def test_an_event_keeps_its_last_organiser(event: Event, organiser: Client) -> None:
    with cast.nothing_written():
        answer = organiser.post(at(event, f"{cast.organiser(event).pk}/organiser/revoke/"))
    assert answer.status_code == 409
    assert "at least one organiser" in answer.content.decode()


@pytest.mark.parametrize("user", ["0", "99999", "99999999999999999999999"])
def test_who_does_not_work_here_is_not_found(event: Event, organiser: Client, user: str) -> None:
    for path in (f"{user}/", f"{user}/invitation.svg", f"{user}/desk/revoke/"):
        assert organiser.get(at(event, path)).status_code == 404


@pytest.mark.long
def test_others_see_no_links(event: Event, organiser: Client) -> None:
    invited(organiser, event)
    user = User.objects.get(username="nieuw")
    for who in (
        cast.desk(event),
        cast.head_juror(event),
        cast.outsider(),
        cast.organiser(cast.event(0, slug="elders")),
    ):
        for path in ("", f"{user.pk}/", f"{user.pk}/invitation.svg", f"{user.pk}/desk/revoke/"):
            assert cast.client(who).get(at(event, path)).status_code == 403


# --- The logbook -----------------------------------------------------------------------------------------------


def test_the_logbook_says_what_was_done_by_whom(django_assert_max_num_queries: Any) -> None:
    event = cast.playing(8)
    table = cast.table(event)
    cast.write(table, 1, cast.result("PM", (1, 2), {"1": 0, "2": 1}))
    cast.penalty(event, 3, -2, "Twee keer niet gevolgd.")
    registration.withdraw(cast.entry(event, 5), f"user:{cast.organiser(event).pk}", "Ziek")
    client = cast.client(cast.organiser(event))
    with django_assert_max_num_queries(11):
        page = cast.shown(client.get(f"/staff/{event.slug}/logbook/"))
    for words in (
        "Deal recorded · Round 1, table 1, deal 1 · Petite misère, seat 1: 0 tricks, seat 2: 1 trick",
        "captain of table 1, round 1",
        "Penalty · decision 1 · 3: −2 · “Twee keer niet gevolgd.”",
        "Withdrawn · player 5 · “Ziek”",
        "organiser-of-ledegem",
        "Rounds drawn · Round 1 · 8 players",
        "Players entered · 8 players",
        "Attendance · player 1 · present",
        "State changed · live",
    ):
        assert words in page, words


@pytest.mark.long
def test_the_logbook_turns_pages(event: Event) -> None:
    client = cast.client(cast.auditor(event))
    for number in range(60):
        registration.check_in(cast.entry(event, 1), "system", number % 2 == 1)
    first, second = (cast.shown(client.get(f"/staff/{event.slug}/logbook/?page={page}")) for page in ("1", "2"))
    assert "Page 1 of 2" in first
    assert "Event created" in second
    assert client.get(f"/staff/{event.slug}/logbook/?page=junk").status_code == 200


def test_the_files_are_the_event_and_its_logbook(event: Event) -> None:
    client = cast.client(cast.auditor(event))
    document = client.get(f"/staff/{event.slug}/logbook/event.json")
    assert document.content.decode() == exporting.text(cast.fresh(event))
    assert document["Content-Disposition"] == f'attachment; filename="{event.slug}.json"'
    lines = client.get(f"/staff/{event.slug}/logbook/logbook.jsonl").content.decode().splitlines()
    assert json.loads(lines[0])["format"] == logbook_file.FORMAT
    assert logbook_file.replay(lines, "opnieuw").revision == cast.fresh(event).revision


@pytest.mark.parametrize("path", ["", "event.json", "logbook.jsonl"])
def test_the_logbook_is_not_for_everyone(event: Event, path: str) -> None:
    for who in (cast.desk(event), cast.juror(event), cast.outsider()):
        assert cast.client(who).get(f"/staff/{event.slug}/logbook/{path}").status_code == 403
