"""Who is admitted where: every page, opened by everybody, in their own event and in another one."""

import os
import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.events import cast
from tests.support.pages import club_roles, roles
from tournament import links
from tournament.access import ClubPermission, Permission
from tournament.models import Event

pytestmark = pytest.mark.django_db

# What an auditor reads that once only those could who change it.
READ = ["members/", "plan/", "format/", "decisions/said/", "decisions/ruling/1/1/", "decisions/ruling/1/1/1/"]
READ += ["ranking/final/", "players/fees/", "", "players/", "ranking/", "decisions/", "rounds/1/tables/1/"]
ROOT = Path(__file__).parents[2]
MATRIX = ROOT / "docs" / "roles.md"


@pytest.fixture
def event() -> Event:
    """The championship whose pages are opened."""
    return roles.playing()


def visitors(event: Event) -> dict[str, Client]:
    """Everybody, as they come: those who sign in with their role in this event, the others without."""
    staff: dict[str, Client] = {role: cast.client(cast.member(event, role)) for role in roles.ROLES}
    return {who: staff.get(who, cast.client()) for who in roles.EVERYBODY}


@pytest.fixture
def asks(event: Event, monkeypatch: pytest.MonkeyPatch) -> dict[roles.Page, str]:
    """What each page asks of an organiser who may also make events."""
    founder = cast.client(cast.member(event, roles.ROLES[0], cast.founder().username))
    return {page: roles.asked(page, founder, monkeypatch) for page in roles.pages(event)}


def test_templates_name_permissions_that_exist() -> None:
    text = "".join(page.read_text() for page in (ROOT / "templates").rglob("*.html"))
    named = set(re.findall(r"\bmay\.(\w+)", text))
    assert named and named <= {permission.name.lower() for permission in (*Permission, *ClubPermission)}


@pytest.mark.long
def test_the_matrix_in_the_docs_is_what_the_pages_ask(
    event: Event, asks: dict[roles.Page, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    linked = roles.linked_pages(cast.playing(players=4, slug="links"))
    clubs = club_roles.matrix(club_roles.asks(club_roles.filled("de-linde"), monkeypatch))
    text = roles.matrix(asks, clubs, linked, roles.public_pages(event))
    if os.environ.get("ROLES") == "write":
        MATRIX.write_text(text)
    assert MATRIX.read_text() == text, "make roles writes it again"


@pytest.mark.long
def test_every_page_admits_whom_the_matrix_names_and_nobody_else(event: Event, asks: dict[roles.Page, str]) -> None:
    other = cast.event(players=0, slug="elsewhere")
    members = visitors(event)
    strangers = [cast.client(cast.member(other, role)) for role in roles.ROLES]
    strangers += [cast.client(cast.outsider()), cast.client()]
    for page, permission in asks.items():
        if permission in set(Permission):
            expected = {role: role in Permission(permission).roles for role in roles.EVERYBODY}
            assert {role: _opens(page, client) for role, client in members.items()} == expected, page
            assert not [client for client in strangers if _opens(page, client)], page
        else:
            assert not _opens(page, cast.client()), page
            closed = permission in (roles.FOUNDER, roles.ADMINISTRATOR)
            assert not closed or not _opens(page, cast.client(cast.outsider())), page


@pytest.mark.long
def test_every_page_behind_a_link_admits_its_holders_to_their_own_event_and_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event, other = cast.playing(players=4), cast.playing(players=4, slug="elsewhere")
    for page in roles.linked_pages(event):
        start, holders = page.route[:2], roles.LINKS[page.route[:2]].holders
        for of, clients in ((event, visitors(event)), (other, visitors(other))):
            for who, client in clients.items():
                held = roles.tokens(of, who)
                # Who holds no link of this kind tries another that they hold, or none at all.
                tried = [held[start]] if start in held else [*held.values(), "0"]
                found = {roles.let_in(page.behind(token), client, monkeypatch) for token in tried}
                assert found == {of if who in holders else None}, (page, of, who)
                if of == other and start in held:
                    mine = next(roles.tokens(event, one)[start] for one in holders)
                    forged = mine.partition("-")[0] + "-" + held[start].partition("-")[2]
                    assert roles.let_in(page.behind(forged), client, monkeypatch) is None, (page, who)


@pytest.mark.long
def test_pages_for_everybody_answer_all_visitors_alike(event: Event) -> None:
    other = cast.event(players=0, slug="elsewhere")
    everybody = [*visitors(event).values(), *visitors(other).values(), cast.client(cast.outsider())]
    for page in roles.public_pages(event):
        answers = [page.ask(client) for client in everybody]
        assert all(map(roles.admitted, answers)), page
        assert len({answer.status_code for answer in answers}) == 1, page


@pytest.mark.long
@pytest.mark.parametrize("namespace", ["captain", "players"])
def test_a_link_opens_the_pages_of_its_own_kind_only(namespace: str) -> None:
    event, other = cast.playing(players=4), cast.playing(players=4, slug="elsewhere")
    table, entry = cast.table(event), cast.entry(event, 1)
    kinds = {
        "t/": {links.table_token(table), links.table_token(cast.table(other))},
        "p/": {links.personal_token(entry), links.personal_token(cast.entry(other, 1))},
        "r/": {links.reading_token(table), links.reading_token(cast.table(other))},
    }
    tokens = set().union(*kinds.values())
    forged = {links.table_token(table).replace(str(table.pk), str(cast.table(other).pk), 1), "1-", "0"}
    for route, names in roles.behind_links(namespace):
        kind = next(kind for kind in kinds if route.startswith(kind))
        for token in (tokens - kinds[kind]) | forged:
            address = "/" + roles.filled(route, names, token=token)
            assert cast.client().get(address).status_code in (404, 405), address
            with cast.nothing_written():  # what a form says is read before its link is
                assert cast.client().post(address).status_code in (404, 405, 422), address


def _opens(page: roles.Page, client: Client) -> bool:
    return roles.admitted(page.ask(client))


@pytest.mark.long
@pytest.mark.parametrize("state", [Event.State.LIVE, Event.State.CLOSED, "final"])
def test_an_auditor_reads_what_others_work_with_and_finds_no_form(state: str, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(
        state=Event.State.LIVE if state == "final" else state, final_at=timezone.now() if state == "final" else None
    )
    auditor = cast.client(cast.auditor(event))
    for page in READ:
        answer = auditor.get(f"/staff/{event.slug}/{page}")
        assert answer.status_code == 200, page
        shown = answer.content.decode().partition("<main")[2].partition("</main>")[0]
        assert shown and 'method="post"' not in shown, page
        with cast.nothing_written():
            assert auditor.post(f"/staff/{event.slug}/{page}").status_code in (403, 405), page
        # Nothing leads to where they are refused.
        for address in set(re.findall(rf'href="(/staff/{event.slug}/[^"#?]*)', shown)):
            assert auditor.get(address).status_code == 200, (page, address)
