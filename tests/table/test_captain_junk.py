"""Junk behind a table's link, of every kind and at every address that takes a form: a 4xx with a sentence, never a 500.

Each request is one that would be taken, with one thing in it that cannot be right, and anything at all in the rest.
"""

from functools import partial
from operator import itemgetter
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.events import cast
from tests.support.pages.captain_phone import path
from tests.support.pages.junk import BODIES, NUMBERS, Sent, bad_tokens, refused, spoilt_in
from tests.support.second.played import result_form
from tournament import links
from tournament.acts.kernel import calls
from tournament.acts.rounds import rounds
from tournament.acts.table import announcing, redeals, tables
from tournament.models import Event, Table
from tournament.reading.table.sheets import sheet
from tournament.urls import captain

pytestmark = pytest.mark.django_db
BY = "user:1"
# A deal that would be recorded, and one that was: its key is spent.
DEAL, WRITTEN, SPENT = 2, 1, "spent"


@pytest.fixture
def event() -> Event:
    """Deal 1 is written, and deal 2 was passed out and misdealt: everything can be done, and taken back."""
    event = cast.playing(8)
    table = cast.table(event)
    cast.write(table, WRITTEN, key=SPENT)
    redeals.all_pass(table, BY, DEAL)
    redeals.misdeal(table, BY, DEAL, waived=True)
    announcing.announce(table, BY, DEAL, {"contract": "S12", "declarers": [1]})
    calls.take_call(calls.waiting_calls(table).get(), cast.by(cast.juror(event)))
    calls.call_jury(table, BY, "question")
    return event


def forms(table: Table) -> dict[str, dict[str, Any]]:
    """What would be taken at each address that takes a form."""
    seats, event = {"seats": sheet(table).seats}, table.round.event
    code = links.answer_code(event, 1, cast.by(cast.juror(event)))
    return {
        f"deal/{DEAL}/": {**result_form(cast.result()), "version": 3, **seats},
        f"deal/{WRITTEN}/correct/": {
            **result_form(cast.result(tricks=10)),
            "version": 1,
            "reason": "Miscounted.",
            **seats,
        },
        f"deal/{DEAL}/announce/": {"contract": "PC8", "who": ["1", "3"], "version": 3, **seats},
        f"deal/{DEAL}/pass/": {"version": 3, **seats},
        f"deal/{DEAL}/misdeal/": {"version": 3, "waived": "1", **seats},
        f"deal/{WRITTEN}/undo/": {"version": 1},
        f"deal/{DEAL}/pass/undo/": {"version": 3},
        f"deal/{DEAL}/misdeal/undo/": {"version": 3},
        "take/": {"phone": "mine", "position": 2, "of": ""},
        "close/": {"of": table.revision},
        "call/": {"reason": "misdeal", "deal": DEAL},
        "call/1/answer/": {"answer1": "allowed", "pin": code},
        **signing(table),
    }


def signing(table: Table) -> dict[str, dict[str, Any]]:
    """What a player sends who signs on the table's phone, and who closes the table without them: not yet to be done."""
    entry = cast.entry(table.round.event, cast.seated(table)[1])
    pin = {"pin": links.pin(entry), "seen": "0" * 64}
    return {
        "close/unsigned/": {"reason": "They went home.", "of": table.revision},
        f"sign/{entry.number}/": pin,
        f"sign/{entry.number}/deal/{WRITTEN}/": pin,
        f"sign/{entry.number}/dispute/{WRITTEN}/": {**pin, "text": "It was ten."},
    }


# What cannot be right in a form, whatever else is in it; None takes the field away.
ANYWHERE = [
    ("key", None),
    ("key", ""),
    ("key", "k" * 65),
    ("key", "k" * 100_000),
    ("key", "a key"),
    ("key", "\0"),
    ("key", SPENT),
]
WRONG: dict[str, list[tuple[str, Any]]] = {
    "deal/": [
        *(("version", number) for number in NUMBERS),
        # Nine tricks is what was chosen.
        *(("tricks", number) for number in NUMBERS if number != "9"),
        ("tricks", "14"),
        ("who", None),
        ("who", ["5", "1"]),
        ("who", ["0"]),
        ("who", ["-1", "x"]),
        ("who", ["1"] * 3000),
        ("contract", None),
        ("contract", "XX"),
        ("contract", ["PC8"] * 2 + ["☠" * 9000]),
        ("contract", "'; DROP TABLE tournament_deal; --"),
        ("seats", ""),
        ("seats", "1.1.1 2.1.2 3.1.3"),
        ("seats", "x" * 50_000),
        ("seats", "1.1.99999999999999999999 2.1.-1 3.1.☠ 4.1.0"),
        ("phone", "é"),
    ],
    "announce/": [
        *(("version", number) for number in NUMBERS),
        *(("who", seats) for seats in (None, ["5", "1"], ["0"], ["-1", "x"], ["1"] * 3000)),
        *(("contract", name) for name in (None, "", "XX", "☠" * 9000, "pc8;")),
        ("seats", "x" * 50_000),
        ("phone", "é"),
    ],
    "pass/": [*(("version", number) for number in NUMBERS), ("seats", "4.1.1"), ("phone", "a b")],
    "misdeal/": [*(("waived", number) for number in NUMBERS), *(("version", number) for number in NUMBERS)],
    "undo/": [*(("version", number) for number in NUMBERS), ("phone", "x" * 65)],
    "take/": [("phone", None), ("phone", ""), ("phone", "☠"), ("position", "5"), ("position", "0"), ("position", "-1")],
    # Deals are missing, so it cannot be closed, whatever it says.
    "close/": [("of", number) for number in NUMBERS],
    "unsigned/": [*(("of", number) for number in NUMBERS), *(("reason", text) for text in ("", "\0", "x" * 501))],
    "call/": [*(("reason", reason) for reason in (None, "", "☠", "x" * 50_000)), ("deal", "99"), ("phone", "é")],
    "answer/": [
        *(("pin", code) for code in (None, *NUMBERS, "12345", "١٢٣٤", "x" * 50_000)),
        *(("answer1", said) for said in (None, "", "annulled", "☠")),
    ],
    "sign/": [
        *(("pin", pin) for pin in (*NUMBERS, "12345", "١٢٣٤", "x" * 50_000)),
        *(("seen", seen) for seen in (None, "", "☠", "0" * 100_000)),
        *(("text", text) for text in (None, "", "\0", "x" * 100_000)),
    ],
}


def wrong_at(rest: str) -> list[tuple[str, Any]]:
    """What cannot be right in a form sent there."""
    if rest.startswith("sign/"):
        return WRONG["sign/"]
    if rest.endswith("answer/"):
        return WRONG["answer/"]
    last = rest.split("/")[-2]
    return [*ANYWHERE, *WRONG[f"{'deal' if last.isdigit() or last == 'correct' else last}/"]]


def test_what_is_spoilt_here_would_be_taken(event: Event) -> None:
    table = cast.table(event)
    for rest, form in forms(table).items():
        with transaction.atomic():
            answer = Sent(path(table), rest, {**form, "key": "fresh"}).post()
            # Deals are missing, so nobody can sign or close this table, whatever is sent.
            assert answer.status_code == (409 if rest.startswith(("close/", "sign/")) else 303), rest
            transaction.set_rollback(True)


def test_every_address_that_takes_a_form_is_asked(event: Event) -> None:
    table, answers = cast.table(event), {}
    for pattern in captain.urlpatterns:
        place = {"token": cast.token(table), "number": DEAL, "entry": cast.seated(table)[1]}
        kwargs = {name: value for name, value in place.items() if f":{name}>" in str(pattern.pattern)}
        address = reverse(f"captain:{pattern.name}", kwargs=kwargs)
        answers[pattern.name] = Client().post(address).status_code
    taking = {name for name, status in answers.items() if status != 405}
    # Withdrawing a call takes a key and nothing else.
    assert len(taking - {"withdraw-call"}) == len(forms(table))


@pytest.mark.long
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_form_in_which_something_cannot_be_right_writes_nothing(event: Event, data: st.DataObject) -> None:
    table = cast.table(event)
    rest, form = data.draw(st.sampled_from(sorted(forms(table).items(), key=itemgetter(0))))
    field, value = data.draw(st.sampled_from(wrong_at(rest)))
    spoilt = spoilt_in(data, {**form, "key": "fresh"}, field, value)
    refused(Sent(path(table), rest, spoilt, script=data.draw(st.booleans())))


@pytest.mark.long
@pytest.mark.parametrize("script", [False, True])
def test_a_body_that_is_no_form_writes_nothing(event: Event, script: bool) -> None:
    table = cast.table(event)
    for rest in forms(table):
        for body, kind in BODIES:
            refused(Sent(path(table), rest, {}, body, kind, script))


@pytest.mark.long
@pytest.mark.parametrize("script", [False, True])
def test_a_link_that_is_dead_or_anothers_writes_nothing(event: Event, script: bool) -> None:
    table = cast.table(event)
    wanted = {rest: {**form, "key": "fresh"} for rest, form in forms(table).items()}
    dead = cast.token(table)
    tables.renew_link(table, BY)
    tokens = [*bad_tokens(table.pk, dead), f"0{cast.token(cast.table(event))}"]
    for token in tokens:
        for rest, form in wanted.items():
            refused(Sent(f"/t/{token}/", rest, form, script=script))
    # Another table's link opens that table, where others sit and nothing was told yet.
    other = cast.table(event, 2)
    for rest in (rest for rest in wanted if rest != "call/" and not rest.startswith(("take/", "close/"))):
        refused(Sent(path(other), rest, wanted[rest], script=script))
    rounds.close_round(cast.round_of(event), BY, reason="Not all came.")
    for rest, form in wanted.items():
        refused(Sent(path(cast.table(event)), rest, form, script=script))


at_leisure = partial(pytest.param, marks=pytest.mark.long)


@pytest.mark.parametrize(
    "number", ["3", "☠", *(at_leisure(number) for number in ("0", "5", "-1", "99999999999999999999", "1.5"))]
)
def test_a_deal_that_is_not_played_now_is_not_written(event: Event, number: str) -> None:
    table = cast.table(event)
    for rest, form in forms(table).items():
        if rest.startswith("deal/"):
            other = f"deal/{number}/{rest.split('/', 2)[2]}"
            refused(Sent(path(table), other, {**form, "key": "fresh"}))
