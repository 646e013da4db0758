"""What somebody sends who wants to break it: each gets a refusal, nothing is written and nothing breaks."""

import http.client
import logging

import pytest
from django.test import Client
from django.urls import reverse

from tests.browser.support.server import Server
from tests.support.events import cast
from tests.support.servers.waiting import PATIENCE
from tournament import links
from tournament.acts.event import events, members
from tournament.acts.people import registration
from tournament.acts.rounds import rounds
from tournament.acts.table.tables import choose_captain, renew_link
from tournament.errors import UserError
from tournament.models import Event, Round
from tournament.naming import by_surname

pytestmark = pytest.mark.django_db

# More than an integer of the database holds.
HUGE = 2**63


def answered(server: Server, method: str, path: str, kind: str, body: bytes = b"") -> tuple[int, str]:
    """The status and the page with which a server answers to a body of this Content-Type."""
    connection = http.client.HTTPConnection("127.0.0.1", int(server.url.rpartition(":")[2]), timeout=PATIENCE)
    connection.request(method, path, body, {"Content-Type": kind})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@pytest.mark.long
def test_a_charset_that_is_none_of_text_breaks_no_page(server: Server) -> None:
    for charset in ("charset=hex", "charset=idna", 'charset="rot13"', "charset*=utf-8''hex", "charset*=hex''utf-8"):
        assert answered(server, "GET", "/?page=2", f"text/plain; {charset}")[0] == 200
    body = b'--b\r\nContent-Disposition: form-data; name="username"\r\n\r\nodette\r\n--b--\r\n'
    status, shown = answered(server, "POST", "/sign-in/", 'multipart/form-data; charset=hex; boundary="b"', body)
    assert (status, "This page was open for too long" in shown) == (403, True)


@pytest.mark.parametrize(
    "onward", ["foo", "staff:home", "home", "javascript:alert(1)", "//elsewhere.example", "https:x"]
)
def test_where_to_go_next_is_an_address_of_ours_or_nowhere(onward: str) -> None:
    answer = cast.client().get("/language/nl/", {"next": onward})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    sent = {"username": cast.outsider().get_username(), "password": cast.PASSWORD}
    answer = cast.client().post(f"/sign-in/?next={onward}", sent)
    assert (answer.status_code, answer["Location"]) == (303, "/")


@pytest.mark.parametrize("page", ["member", "invitation-code", "revoke-role"])
def test_a_member_with_a_number_beyond_the_databases_is_nobody(page: str) -> None:
    event = cast.event(players=0)
    numbers = [event.slug, HUGE] + (["desk"] if page == "revoke-role" else [])
    answer = cast.client(cast.organiser(event)).get(reverse(f"staff:{page}", args=numbers))
    assert answer.status_code == 404


def test_no_token_gets_into_what_the_server_tells(caplog: pytest.LogCaptureFixture) -> None:
    table = cast.table(cast.playing())
    caplog.set_level(logging.WARNING)
    invited = links.invitation_token(cast.outsider().pk, cast.outsider().password)
    stranger = Client(enforce_csrf_checks=True)
    for path in (f"/invitation/{invited}/", f"/t/{cast.token(table)}/no/", f"/t/{cast.token(table)}/deal/9/"):
        assert stranger.post(path).status_code in (403, 404, 422)
    assert Client().post("/sign-in/", {f"f{i}": "" for i in range(4001)}).status_code == 400
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("sign", ["\x01", "\x1b", "\n", "\x85", "\u202e", "\u2067"])
def test_no_name_holds_a_sign_that_steers_a_printer_or_turns_the_names_beside_it_round(sign: str) -> None:
    event = cast.event(players=1)
    organiser = cast.client(cast.organiser(event))
    name = f"An{sign}Peeters"
    sent = {"name": name, "start": "2", "role": "competitor"}
    with cast.nothing_written():
        answer = organiser.post(f"/staff/{event.slug}/players/add/", sent)
        plan = {"name": name, "planned_rounds": 2, "deals_per_round": 4, "languages": "nl", "confirmation": "captain"}
        plan |= {"jury": "table", "appeal_minutes": 0}
        refused = organiser.post(f"/staff/{event.slug}/plan/", {**plan, "rules": "keep"})
    for page in (answer, refused):
        assert page.status_code == 422
        assert "The name contains a character that cannot be stored." in page.content.decode()


@pytest.mark.parametrize("name", ["محمد بن علي", "יוסף כהן", "Z̷̢̛a̸l̶g̵o̸", "Ana\u200dMaria", "Nguyễn Thị Ánh", "W" * 80])
def test_a_name_of_any_script_is_kept_as_it_is(name: str) -> None:
    event = cast.event(players=0)
    sent = {"name": name, "start": "1", "role": "competitor"}
    assert cast.client(cast.organiser(event)).post(f"/staff/{event.slug}/players/add/", sent).status_code == 303
    assert by_surname(name) in cast.client().get(f"/e/{event.slug}/").content.decode()
    assert name in cast.client().get(f"/e/{event.slug}/player/1/").content.decode()


def test_a_page_that_stood_open_draws_no_round_after_the_one_it_asked_about() -> None:
    event = cast.event()
    organiser = cast.client(cast.organiser(event))
    assert 'name="round" value="1"' in organiser.get(f"/staff/{event.slug}/rounds/seat/").content.decode()
    cast.next_round(event)
    with cast.nothing_written():
        answer = organiser.post(f"/staff/{event.slug}/rounds/seat/", {"round": "1"})
    assert answer.status_code == 409
    assert "This round has already been published." in answer.content.decode()
    assert Round.objects.filter(event=event).count() == 1


def test_nothing_of_an_archived_championship_changes_any_more() -> None:
    event = cast.playing()
    for state in (Event.State.CLOSED, Event.State.ARCHIVED):
        events.change_state(event, "system", state)
    table, entry = cast.table(event), cast.entry(event, 1)
    refused = [
        lambda: events.change_event(event, "system", cast.plan(name="Another")),
        lambda: registration.change_entry(entry, "system", registration.Entrant("Another")),
        lambda: rounds.show_round(table.round, "system", False),
        lambda: rounds.close_round(table.round, "system", reason="Not all came."),
        lambda: renew_link(table, "system"),
        lambda: choose_captain(table, "system", 1),
    ]
    with cast.nothing_written():
        for act in refused:
            with pytest.raises(UserError, match="This event is closed"):
                act()
    # Who may look at it is another matter.
    members.grant_role(event, "system", cast.outsider(), "auditor")


def test_a_final_ranking_changes_neither_by_the_plan_nor_by_a_players_role() -> None:
    event = cast.playing()
    events.change_state(event, "system", Event.State.CLOSED)
    with cast.nothing_written():
        for changes in ({"ranks_jokers": True}, {"tie_breaks": ["lot"]}):
            with pytest.raises(UserError, match="This event is closed"):
                events.change_event(event, "system", cast.plan(deals_per_round=4, **changes))
        with pytest.raises(UserError, match="This event is closed"):
            registration.change_entry(cast.entry(event, 1), "system", registration.Entrant("An", role="joker"))
    events.change_event(event, "system", cast.plan(deals_per_round=4, name="Kampioenschap van Ledegem 2026"))
    registration.change_entry(cast.entry(event, 1), "system", registration.Entrant("An Peeters"))


@pytest.mark.parametrize("page", ["", "rows/", "player/1/", "seating/", "seating/1/", "seating/1/names/", "rules/"])
def test_a_cache_on_the_way_mixes_no_languages(page: str) -> None:
    event = cast.playing()
    vary = cast.client().get(f"/e/{event.slug}/{page}")["Vary"]
    assert {"Accept-Language", "Cookie"} <= set(vary.split(", "))
