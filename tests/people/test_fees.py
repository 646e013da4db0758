"""What players pay: prices, one tap at the desk and back, totals, and the till."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.support.events import cast
from tests.support.files.workbooks_out import columns, exported
from tools import verify
from tournament import links
from tournament.acts.people import admission, registration
from tournament.acts.people.admission import request_place, set_admission
from tournament.acts.people.fees import count_cash, fee_token, set_fee, sum_of_pieces
from tournament.acts.people.registration import Entrant
from tournament.admission import Admission, Price
from tournament.errors import UserError
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Entry, Event
from tournament.reading.event.stored_data import personal_data
from tournament.reading.people.fees import owing, totals
from tournament.views.organiser.people import fees as fee_pages
from tournament.wording import money

pytestmark = pytest.mark.django_db
BY = "user:1"
PRICES = (Price("Lid", 800), Price("Jeugd", 550))


@pytest.fixture
def event() -> Event:
    """Four players, three of them present, and two prices."""
    event = cast.event(players=4, slug="deur")
    registration.check_in(cast.entry(event, 4), BY, False)
    return priced(event, PRICES)


def priced(event: Event, prices: tuple[Price, ...], **settings: Any) -> Event:
    set_admission(event, BY, Admission(prices=prices, **settings), admission.admission_token(cast.fresh(event)))
    return cast.fresh(event)


def tap(client: Client, number: int, **data: str) -> Any:
    """A tap or a form sent by somebody who has just looked."""
    of = fee_token(Entry.objects.get(event__slug="deur", number=number))
    return client.post(f"/staff/deur/players/{number}/fee/?of={of}", {"of": of, **data})


def test_a_fee_is_paid_once_and_taken_back_once(event: Event) -> None:
    entry = cast.entry(event, 1)
    set_fee(entry, BY, "Jeugd", "cash")
    with cast.nothing_written():
        set_fee(entry, "user:2", "Jeugd", "cash")
        for price, how in (("Gratis", "cash"), ("Lid", "cheque"), ("Lid", "cash")):
            with pytest.raises(UserError):
                set_fee(entry, BY, price, how)
    paid = cast.entry(event, 1)
    assert (paid.price, paid.paid, paid.paid_how) == ("Jeugd", 550, "cash")
    again = importing.load(exporting.document(cast.fresh(event)), BY, "elders")
    assert cast.entry(again, 1).paid == 550 and again.admission == event.admission
    assert personal_data(paid)["player"]["paid"] == 550
    set_fee(entry, BY, "Jeugd", "")
    assert (cast.entry(event, 1).paid, cast.entry(event, 1).price) == (0, "Jeugd")
    told = cast.shown(cast.client(cast.organiser(event)).get("/staff/deur/logbook/"))
    assert "player 1 · in cash" in told


def test_totals_count_what_was_received_and_what_those_who_play_owe(event: Event) -> None:
    set_fee(cast.entry(event, 1), BY, "Jeugd", "cash")
    set_fee(cast.entry(event, 2), BY, "Lid", "bank")
    registration.withdraw(cast.entry(event, 2), BY)
    registration.add_entries(event, BY, [Entrant("Jo Joker", role=Entry.PlayerRole.JOKER)])
    found = totals(event)
    assert [(one.players, one.cash, one.bank, one.owed) for one in found.values()] == [
        (2, 0, 800, 1600),
        (1, 550, 0, 0),
        (3, 550, 800, 1600),
    ]
    event = priced(event, (Price("Lid", 1000), Price("Jeugd", 600)))
    assert totals(event)[""].cash == 550 and totals(event)["Lid"].owed == 2000


def test_impossible_prices_are_refused_and_so_is_leaving_one_out_that_somebody_has(event: Event) -> None:
    set_fee(cast.entry(event, 1), BY, "Jeugd", "cash")
    wrong = (("Lid", 1), ("Lid", 2)), (("", 1),), (("x" * 41, 1),), (("Lid", 100_001),), (("Lid", 800),)
    with cast.nothing_written():
        for prices in wrong:
            with pytest.raises(UserError):
                priced(event, tuple(Price(*price) for price in prices))


def test_one_tap_at_the_door_and_one_back(event: Event, desk: Client) -> None:
    page = cast.shown(desk.get("/staff/deur/attendance/"))
    assert page.count("Lid €8.00 Jeugd €5.50") == 3
    assert tap(desk, 1, pay="Jeugd")["Location"] == "/staff/deur/attendance/?last=1"
    with cast.nothing_written():
        tap(desk, 1, pay="Jeugd")
        assert tap(desk, 2, pay="Gratis").status_code == 422
    address = re.findall(r'hx-post="(/staff/deur/players/2/fee/[^"]+)"', page_of(desk))[0]
    row = desk.post(address, {"pay": "Lid"}, headers={"HX-Request": "true"})
    assert "✓ €8.00 · Take back" in cast.shown(row)
    assert tap(desk, 2, take_back="Lid", fees="1")["Location"] == "/staff/deur/players/fees/"
    assert cast.entry(event, 2).paid == 0
    juror = cast.client(cast.juror(event))
    with cast.nothing_written():
        assert tap(juror, 2, pay="Lid").status_code == 403
        assert juror.get("/staff/deur/players/fees/").status_code == 403


def test_the_prices_at_the_door_are_folded_and_those_of_who_owes_are_not(desk: Client) -> None:
    assert page_of(desk).count("<summary>Fee</summary>") == 3
    assert "<summary>Fee</summary>" not in desk.get("/staff/deur/players/fees/").content.decode()


def test_who_was_ticked_by_mistake_is_found_where_the_fees_are(event: Event, desk: Client) -> None:
    tap(desk, 2, pay="Lid", fees="1")
    page = desk.get("/staff/deur/players/fees/")
    paid = cast.shown(page).partition("Paid 1")[2]
    assert "Dubois Bertrand 2 · present ✓ €8.00 · Take back" in paid
    assert 'formaction="/staff/deur/players/2/fee/' in page.content.decode()


def test_who_paid_is_listed_page_by_page(desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fee_pages, "NAMES_A_PAGE", 1)
    for number in (1, 2):
        tap(desk, number, pay="Lid", fees="1")
    first, second = (desk.get("/staff/deur/players/fees/", {"paid": number}).content.decode() for number in (1, 2))
    assert 'href="?paid=2"' in first.partition("Paid <small>2")[2]
    assert "/staff/deur/players/1/fee/" in first and "/staff/deur/players/1/fee/" not in second
    assert "/staff/deur/players/2/fee/" in second.partition('<details class="group" open>')[2]


def page_of(desk: Client) -> str:
    return str(desk.get("/staff/deur/attendance/").content.decode())


def test_what_was_received_meanwhile_is_not_erased_by_who_did_not_see_it(event: Event, desk: Client) -> None:
    form, list_ = cast.filled_in(desk.get("/staff/deur/players/1/fee/")), page_of(desk)
    assert tap(desk, 1, pay="Lid").status_code == 303
    with cast.nothing_written():
        stale = desk.post("/staff/deur/players/1/fee/", {"of": form["of"], "price": "Jeugd", "how": ""})
        assert stale.status_code == 409 and "Stored now: in cash" in cast.shown(stale)
        assert tap(desk, 1, of="", price="Jeugd", how="").status_code == 422
    (back,) = re.findall(r'formaction="(/staff/deur/players/1/fee/[^"]+)"', page_of(desk))
    assert desk.post(back, {"take_back": "Lid"}).status_code == 303
    assert tap(desk, 1, pay="Jeugd").status_code == 303
    old = re.findall(r'formaction="(/staff/deur/players/1/fee/[^"]+)"', list_)[0]
    with cast.nothing_written():
        assert desk.post(back, {"take_back": "Lid"}).status_code == 409
        assert desk.post(old, {"pay": "Lid"}).status_code == 409
        assert desk.post(old, {"pay": "Jeugd"}).status_code == 303  # two desks tap the same
    assert cast.entry(event, 1).paid == 550


def test_the_form_of_one_player_knows_a_transfer(event: Event, desk: Client) -> None:
    assert tap(desk, 3, price="Lid", how="bank")["Location"] == "/staff/deur/players/3/"
    assert cast.entry(event, 3).paid_how == "bank"
    with cast.nothing_written():
        assert tap(desk, 3, price="Jeugd", how="cash").status_code == 409
        assert tap(desk, 3, price="Gratis", how="cash").status_code == 422
    assert "checked" in desk.get("/staff/deur/players/3/fee/").content.decode()


def test_the_page_of_fees_names_who_owes_and_counts_the_till(event: Event, desk: Client) -> None:
    set_fee(cast.entry(event, 1), BY, "Jeugd", "cash")
    registration.withdraw(cast.entry(event, 1), BY)
    page = cast.shown(desk.get("/staff/deur/players/fees/"))
    assert "Total 3 €5.50 €0.00 €24.00" in page and "Still to pay 3" in page
    # The totals are wider than a phone in some languages: they slide in a box of their own.
    shown = desk.get("/staff/deur/players/fees/").content.decode()
    assert re.search(r'<div class="scroll" tabindex="0"[^>]*>\s*<table class="staff pile">', shown)
    assert '<a href="/staff/deur/players/2/fee/?fees=1">Dubois Bertrand</a>' in shown, "a transfer is written there"
    assert "Paid, but out of the event 1 Annelies Vandenbroucke €5.50" in page
    count = cast.shown(desk.get("/staff/deur/players/fees/?count=1&float=20&1000=2&500=1&50=2"))
    assert "Counted €26.00, expected €25.50. Difference: €0.50." in count
    assert desk.get("/staff/deur/players/fees/?count=1&float=x&1000=-9&page=z").status_code == 200
    assert sum_of_pieces({1000: 2, 5: 1}) == 2005


def test_a_payment_written_from_the_list_leads_back_to_it(event: Event, desk: Client) -> None:
    for of_list, back in (("?fees=1", "/staff/deur/players/fees/"), ("", "/staff/deur/players/2/")):
        form = desk.get(address := f"/staff/deur/players/2/fee/{of_list}")
        assert f'href="{back}"' in form.text.rpartition("</form>")[0]
        answer = desk.post(address, {**cast.filled_in(form), "price": "Jeugd", "how": "bank" if of_list else ""})
        assert answer.headers["Location"] == back


def test_a_cash_count_is_kept_once_with_what_should_be_there(event: Event, desk: Client) -> None:
    set_fee(cast.entry(event, 1), BY, "Jeugd", "cash")
    form = cast.filled_in(desk.get("/staff/deur/players/fees/?count=1&float=20&1000=2&500=1&50=2"))
    assert "Cash counts" not in cast.shown(desk.get("/staff/deur/players/fees/"))
    assert desk.post("/staff/deur/players/fees/count/", form)["Location"] == "/staff/deur/players/fees/"
    juror = cast.client(cast.juror(event))
    with cast.nothing_written():
        desk.post("/staff/deur/players/fees/count/", form)
        assert desk.post("/staff/deur/players/fees/count/", {"float": "20"}).status_code == 422
        assert desk.post("/staff/deur/players/fees/count/", {"10": "10000"}).status_code == 422
        with pytest.raises(UserError):
            count_cash(event, BY, {3: 1}, 0)
        assert juror.post("/staff/deur/players/fees/count/", form).status_code == 403
    (kept_count,) = cast.fresh(event).cash_counts
    assert kept_count["pieces"] == [[1000, 2], [500, 1], [50, 2]] and kept_count["float"] == 2000
    said = cast.shown(desk.get("/staff/deur/players/fees/"))
    assert "Counted €26.00, expected €25.50. Difference: €0.50." in said
    again = importing.load(exporting.document(cast.fresh(event)), BY, "elders")
    assert again.cash_counts == [kept_count]


def test_a_file_has_the_totals_and_who_has_not_paid_where_there_are_fees(event: Event, tmp_path: Path) -> None:
    assert "fees" not in exporting.document(cast.event(players=4, slug="gratis"))
    set_fee(cast.entry(event, 1), BY, "Jeugd", "cash")
    set_fee(cast.entry(event, 2), BY, "Lid", "bank")
    registration.withdraw(cast.entry(event, 3), BY)
    document = exporting.document(cast.fresh(event))
    assert document["fees"] == {"paid": 1350, "owed": 800, "unpaid": [4]}
    assert [entry.number for entry in owing(event)] == [4]
    assert list(verify.check_export(document))
    with pytest.raises(verify.CheckError, match="fees"):
        list(verify.check_export({**document, "fees": {**document["fees"], "owed": 0}}))
    sheet = columns(exported(event, tmp_path)["Fees"])
    assert (sheet["No."][0], sheet["Owed"][0], sheet["Owed"][-1]) == (4, 8, 8)
    assert (sheet["Cash"][-1], sheet["Transfer"][-1], sheet["Name"][-1]) == (5.5, 8, "Total")
    assert "Fees" not in exported(Event.objects.get(slug="gratis"), tmp_path).sheetnames


def test_prices_are_typed_one_per_line(event: Event) -> None:
    organiser, address = cast.client(cast.organiser(event)), "/staff/deur/players/registration/settings/"
    page = organiser.get(address)
    assert "Lid 8,00\nJeugd 5,50" in page.content.decode()
    form = {**cast.filled_in(page), "prices": "Lid 8,00\r\nJeugd 5,50"}
    with cast.nothing_written():
        assert "is not a name and an amount" in cast.shown(organiser.post(address, {**form, "prices": "Lid"}))
        organiser.post(address, form)
    assert organiser.post(address, {**form, "prices": "Lid 9\r\nJeugd: € 5.5\r\n"}).status_code == 303
    assert cast.fresh(event).admission["prices"] == [{"name": "Lid", "cents": 900}, {"name": "Jeugd", "cents": 550}]


def test_who_registers_chooses_a_price_and_is_told_what_to_pay(event: Event) -> None:
    event = priced(event, PRICES, form=True, room=9)
    client = cast.client()
    assert "Jeugd: €5.50" in cast.shown(client.get("/e/deur/register/"))
    with cast.nothing_written():
        assert client.post("/e/deur/register/", {"name": "An A", "key": "k", "price": "Gratis"}).status_code == 422
        assert "required" in cast.shown(client.post("/e/deur/register/", {"name": "An A", "key": "k"}))
        with pytest.raises(UserError, match="no such price"):
            request_place(event, Entrant("An A"), "k", "Gratis")
    path = client.post("/e/deur/register/", {"name": "An A", "key": "k", "price": "Jeugd"})["Location"]
    assert "To pay at the desk: €5.50." in cast.shown(client.get(path))
    set_fee(cast.entry(event, 5), BY, "Jeugd", "cash")
    assert path == f"/p/{links.personal_token(cast.entry(event, 5))}/"
    assert "You have paid €5.50." in cast.shown(client.get(path))


def test_a_joker_pays_nothing_unless_the_desk_says_so(event: Event, desk: Client) -> None:
    event = priced(event, PRICES, form=True, room=9)
    client, told = cast.client(), {"name": "Jo Joker", "joker": "on", "key": "k"}
    path = client.post("/e/deur/register/", told)["Location"]
    client.post("/e/deur/register/", {**told, "name": "Jef Joker", "key": "l", "price": "Jeugd"})
    assert [cast.entry(event, number).price for number in (5, 6)] == ["", ""]
    assert "To pay" not in cast.shown(client.get(path)) and totals(event)[""].players == 4
    with cast.nothing_written():  # the form as it opens says what is so
        assert tap(desk, 5, price="", how="").status_code == 303
        assert tap(desk, 5, price="", how="cash").status_code == 422
        assert tap(desk, 1, price="", how="").status_code == 422
    assert 'value="" selected' in desk.get("/staff/deur/players/5/fee/").content.decode()
    assert tap(desk, 5, price="Lid", how="").status_code == 303
    assert totals(event)[""].players == 5
    assert tap(desk, 5, price="", how="").status_code == 303
    assert totals(event)[""].players == 4


def test_money_is_written_as_each_language_writes_it() -> None:
    said = []
    for language in ("en", "nl", "fr"):
        with translation.override(language):
            said.append((money(1250), money(-50)))
    assert said == [("€12.50", "€−0.50"), ("€\xa012,50", "€\xa0−0,50"), ("12,50\xa0€", "−0,50\xa0€")]
