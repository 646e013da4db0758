"""Junk behind the links of players, and where a table is signed: a 4xx with a sentence, never a 500.

Each request is one that would be taken, with one thing in it that cannot be right, and anything at all in the rest.
"""

from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.events import cast
from tests.support.events.signing import players
from tests.support.pages.captain_phone import path
from tests.support.pages.junk import BODIES, NUMBERS, Sent, bad_tokens, refused, spoilt_in
from tournament import links
from tournament.acts.event import events
from tournament.acts.people.personal_links import renew_personal_link
from tournament.acts.rounds import rounds
from tournament.acts.table import signatures, tables
from tournament.models import Event, Table, Tries
from tournament.progress.signing import signing

pytestmark = pytest.mark.django_db
BY = "user:1"
Policy = Event.Confirmation


@pytest.fixture(params=[Policy.PLAYERS, Policy.DEALS])
def event(request: pytest.FixtureRequest) -> Event:
    """Every deal of the first table is written: it can be signed, disputed and closed."""
    event = cast.playing(8, deals=2, confirmation=request.param)
    cast.play(cast.table(event))
    return event


def own(table: Table) -> str:
    return f"/p/{links.personal_token(cast.entry(table.round.event, players(table)[0]))}/"


def reading(table: Table) -> str:
    return f"/r/{links.reading_token(table)}/"


def forms(table: Table) -> list[Sent]:
    """What would be taken at each address where a player proves who they are, signs or disputes, or closes."""
    number = players(table)[0]
    at_end = table.round.event.confirmation == Policy.PLAYERS
    state, deal = signing(table), None if at_end else 1
    pin = {"pin": links.pin(cast.entry(table.round.event, number))}
    seen, of_deal = (
        {"seen": state.version_token(number, deal)},
        {"seen": state.version_token(number, 1), "text": "It was ten."},
    )
    return [
        Sent(own(table), "round/1/sign/" if at_end else "round/1/sign/1/", seen),
        Sent(own(table), "round/1/dispute/1/", of_deal),
        Sent(reading(table), "write/", pin),
        Sent(path(table), f"sign/{number}/" if at_end else f"sign/{number}/deal/1/", {**seen, **pin}),
        Sent(path(table), f"sign/{number}/dispute/1/", {**of_deal, **pin}),
        Sent(path(table), "close/unsigned/", {"reason": "They left.", "of": table.revision, "key": "fresh"}),
    ]


# What cannot be right in a form, whatever else is in it; None takes the field away.
WRONG: dict[str, tuple[Any, ...]] = {
    "seen": (None, "", "0" * 32, "☠", "\0", "0" * 100_000, ["1", "2"]),
    "text": (None, "", "  ", "\0", "x" * 501, "x" * 100_000),
    "reason": (None, "", "  ", "\0", "x" * 501, "x" * 100_000),
    "pin": (*NUMBERS, "12345", "١٢٣٤", "x" * 50_000),
    "of": NUMBERS,
    "key": ("", None, "k" * 65, "a key", "\0"),
}


@pytest.mark.long
def test_what_is_spoilt_here_would_be_taken(event: Event) -> None:
    for sent in forms(cast.table(event)):
        with transaction.atomic():
            assert sent.post().status_code == 303, sent
            transaction.set_rollback(True)


@pytest.mark.long
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_form_in_which_something_cannot_be_right_writes_nothing(event: Event, data: st.DataObject) -> None:
    Tries.objects.all().delete()
    sent = data.draw(st.sampled_from(forms(cast.table(event))))
    field = data.draw(st.sampled_from(sorted(sent.form)))
    spoilt = spoilt_in(data, sent.form, field, data.draw(st.sampled_from(WRONG[field])))
    refused(Sent(sent.link, sent.rest, spoilt, script=data.draw(st.booleans())))


@pytest.mark.long
@pytest.mark.parametrize("script", [False, True])
def test_a_body_that_is_no_form_writes_nothing(event: Event, script: bool) -> None:
    for sent in forms(cast.table(event)):
        for body, kind in BODIES:
            Tries.objects.all().delete()
            refused(Sent(sent.link, sent.rest, {}, body, kind, script))


def test_a_way_to_write_takes_any_form_and_writes_nothing(event: Event) -> None:
    for body, kind in BODIES:
        with cast.nothing_written():
            assert Sent(own(cast.table(event)), "write/", {}, body, kind).post().status_code == 303


@pytest.mark.long
@pytest.mark.parametrize("script", [False, True])
def test_a_link_that_is_dead_or_anothers_writes_nothing(event: Event, script: bool) -> None:
    table = cast.table(event)
    wanted, entry = forms(table), cast.entry(event, players(table)[0])
    dead = {"p": (entry.pk, links.personal_token(entry)), "r": (table.pk, links.reading_token(table))}
    dead["t"] = (table.pk, cast.token(table))
    tables.renew_link(table, BY)
    renew_personal_link(entry, BY)
    for sent in (*wanted, Sent(own(table), "write/", {})):
        kind = sent.link[1]
        for token in bad_tokens(*dead[kind]):
            refused(Sent(f"/{kind}/{token}/", sent.rest, sent.form, script=script))
    # Another table's links open that table, where nothing is written yet.
    for sent, other in zip(wanted, forms(cast.table(event, 2)), strict=True):
        refused(Sent(other.link, sent.rest, sent.form, script=script))


@pytest.mark.long
@pytest.mark.parametrize("script", [False, True])
def test_what_is_over_is_not_signed(event: Event, script: bool) -> None:
    wanted = forms(cast.table(event))
    signatures.close_unsigned(cast.table(event), BY, "They left.")
    for sent in (one for one in wanted if one.rest != "write/"):
        refused(Sent(sent.link, sent.rest, sent.form, script=script))
    rounds.close_round(cast.round_of(event), BY, reason="Not all came.")
    events.change_state(event, BY, Event.State.CLOSED)
    for sent in (*wanted, Sent(own(cast.table(event)), "write/", {})):
        refused(Sent(sent.link, sent.rest, sent.form, script=script))


@pytest.mark.long
@pytest.mark.parametrize("number", ["0", "3", "-1", "99999999999999999999", "1.5", "☠"])
def test_another_round_player_or_deal_is_not_signed(event: Event, number: str) -> None:
    for sent in forms(cast.table(event)):
        parts = sent.rest.split("/")
        for at in (at for at, part in enumerate(parts) if part.isdigit()):
            rest = "/".join([*parts[:at], number, *parts[at + 1 :]])
            if rest != sent.rest:
                refused(Sent(sent.link, rest, sent.form))
