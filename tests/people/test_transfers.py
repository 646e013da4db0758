"""Fees by transfer: an account that is checked, and the code that a banking app reads."""

import re

import numpy as np
import pytest
import segno
import zxingcpp
from django.test import Client

from tests.support.events import cast
from tests.support.events.signing import proved
from tournament import links
from tournament.acts.people import admission, registration
from tournament.acts.people.fees import set_fee
from tournament.admission import Account, Admission, Price, compact_iban, is_iban, read_account, transfer_code
from tournament.models import Event, LogEntry, PersonalText
from tournament.reading.people.fees import transfer

BY = "user:1"
ACCOUNT = Account("BE68539007547034", "De Vier Azen vzw")
PRICES = (Price("Lid", 800), Price("Jeugd", 5))


def lines(code: segno.QRCode) -> list[str]:
    """What a phone reads in a code."""
    matrix = np.array([[0 if dark else 255 for dark in row] for row in code.matrix_iter(scale=6, border=4)], np.uint8)
    (read,) = zxingcpp.read_barcodes(matrix)
    return read.text.split("\n")


# Examples of the registry of IBANs and of national banks; one digit changed, two exchanged, one too few.
@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("BE68 5390 0754 7034", True),
        ("be68-5390.0754 7034", True),
        ("NL91 ABNA 0417 1643 00", True),
        ("FR14 2004 1010 0505 0001 3M02 606", True),
        ("LU28 0019 4006 4475 0000", True),
        ("DE89 3704 0044 0532 0130 00", True),
        ("GB29 NWBK 6016 1331 9268 19", True),
        ("BE68 5390 0754 7035", False),
        ("BE68 5390 0574 7034", False),
        ("BE68 5390 0754 703", False),
        ("BE86 5390 0754 7034", False),
        ("539-0075470-34", False),
        ("BE6853900754703٤", False),
        ("", False),
    ],
)
def test_an_iban_is_checked_by_its_digits(typed: str, right: bool) -> None:
    assert is_iban(compact_iban(typed)) == right


def test_an_account_is_read_as_it_was_written() -> None:
    assert read_account(str(ACCOUNT)) == ACCOUNT and ACCOUNT.spaced == "BE68 5390 0754 7034"
    assert [read_account(text) for text in ("", "BE68539007547034", f"{ACCOUNT.iban} ", "x y")] == [None] * 4
    assert read_account(f"{ACCOUNT.iban} {'x' * 71}") is None


@pytest.mark.parametrize(("cents", "amount"), [(800, "EUR8"), (5, "EUR0.05"), (1250, "EUR12.5"), (100_000, "EUR1000")])
def test_a_phone_reads_account_amount_and_message_in_the_code(cents: int, amount: str) -> None:
    code = transfer_code(Account(ACCOUNT.iban, "Café ’t Zèlfde"), cents, "Whistavond à l’été 12")
    read = lines(code)
    assert read[:4] == ["BCD", "002", "1", "SCT"]
    assert (read[5], read[6], read[7]) == ("Café ’t Zèlfde", ACCOUNT.iban, amount)
    assert read[10] == "Whistavond à l’été 12"


@pytest.fixture
def event() -> Event:
    """Four players; members pay eight euros, into an account."""
    event = cast.event(players=4, slug="deur")
    settings = Admission(prices=PRICES, account=str(ACCOUNT))
    admission.set_admission(event, BY, settings, admission.admission_token(event))
    return cast.fresh(event)


def own(event: Event, number: int = 1, more: str = "") -> str:
    return f"/p/{links.personal_token(cast.entry(event, number))}/{more}"


@pytest.mark.django_db
def test_the_chain_has_no_word_of_the_account_and_replays_to_it(event: Event) -> None:
    line = LogEntry.objects.get(event=event, act="set_admission")
    assert "BE68" not in line.text and "Azen" not in line.text
    assert PersonalText.objects.filter(event=event, text=str(ACCOUNT)).count() == 1
    assert event.admission["account"] == str(ACCOUNT)
    assert proved(event)
    with cast.nothing_written():
        settings = Admission(prices=PRICES, account=str(ACCOUNT))
        admission.set_admission(event, BY, settings, admission.admission_token(event))


@pytest.mark.django_db
@pytest.mark.parametrize("account", ["BE68539007547035 De Vier Azen", "BE68539007547034", "rekening"])
def test_what_is_no_account_is_refused(event: Event, account: str) -> None:
    with cast.refused("not an account"):
        admission.set_admission(event, BY, Admission(account=account), admission.admission_token(event))


@pytest.mark.django_db
def test_the_organiser_types_it_as_the_bank_prints_it(event: Event) -> None:
    organiser, address = cast.client(cast.organiser(event)), "/staff/deur/players/registration/settings/"
    page = organiser.get(address).content.decode()
    of = re.findall(r'name="of" value="([^"]*)"', page)[0]
    assert f'value="{ACCOUNT.iban}"' in page and f'value="{ACCOUNT.payee}"' in page
    sent = {"of": of, "prices": "Lid 8", "iban": "NL91 ABNA 0417 1643 00", "payee": " De  Azen "}
    for wrong, sentence in (({"iban": "NL91 ABNA 0417 1643 01"}, "not an IBAN"), ({"payee": ""}, "whose account")):
        answer = organiser.post(address, sent | wrong)
        assert answer.status_code == 422 and sentence in answer.content.decode()
    assert organiser.post(address, sent | {"prices": "Lid 8\nJeugd 0,05"}).status_code == 303
    assert cast.fresh(event).admission["account"] == "NL91ABNA0417164300 De Azen"


@pytest.mark.django_db
def test_a_player_who_owes_sees_the_code_and_nobody_else_does(event: Event) -> None:
    visitor = cast.client()
    page = visitor.get(own(event)).content.decode()
    assert "BE68 5390 0754 7034" in page and "transfer.svg" in page and "€8.00" in page
    code = visitor.get(own(event, more="transfer.svg"))
    assert (code.status_code, code["Content-Type"]) == (200, "image/svg+xml") and "no-store" in code["Cache-Control"]
    due = transfer(cast.entry(event, 1))
    assert due is not None and lines(due.code)[7:11] == ["EUR8", "", "", f"{event.name} 1"]
    set_fee(cast.entry(event, 1), BY, "Lid", "bank")
    registration.withdraw(cast.entry(event, 2), BY, "Ill.")
    for number in (1, 2):
        assert "BE68" not in visitor.get(own(event, number)).content.decode()
        assert visitor.get(own(event, number, "transfer.svg")).status_code == 404


@pytest.mark.django_db
def test_the_desk_shows_the_code_of_who_owes(event: Event) -> None:
    desk = cast.client(cast.desk(event))
    assert '/staff/deur/players/1/fee/?fees=1"' in desk.get("/staff/deur/players/fees/").content.decode()
    assert '/staff/deur/players/1/fee/"' in desk.get("/staff/deur/attendance/").content.decode()
    assert "BE68 5390 0754 7034" in desk.get("/staff/deur/players/1/fee/").content.decode()
    assert desk.get("/staff/deur/players/1/fee/transfer.svg").status_code == 200
    set_fee(cast.entry(event, 1), BY, "Lid", "cash")
    assert "BE68" not in desk.get("/staff/deur/players/1/fee/").content.decode()
    assert desk.get("/staff/deur/players/1/fee/transfer.svg").status_code == 404
    assert desk.get("/staff/deur/players/99/fee/transfer.svg").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["jury", "auditor", ""])
def test_others_do_not_get_the_code_of_a_player(event: Event, who: str) -> None:
    browser: Client = cast.client(cast.member(event, who) if who else None)
    assert browser.get("/staff/deur/players/1/fee/transfer.svg").status_code == (403 if who else 302)


@pytest.mark.django_db
def test_an_event_without_an_account_is_paid_at_the_desk(event: Event) -> None:
    admission.set_admission(event, BY, Admission(prices=PRICES), admission.admission_token(event))
    event = cast.fresh(event)
    assert "account" not in event.admission and transfer(cast.entry(event, 1)) is None
    assert "transfer.svg" not in cast.client().get(own(event)).content.decode()
    assert proved(event)
