"""An organiser at a desk, a list at the door and a jury on a phone, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.organiser_pages import fits, menu, press, sign_in
from tests.browser.support.server import Server
from tests.conftest import PHONE, NewPage
from tests.support.events import cast

NAMES = "\n".join(f"{person.name}; {person.club}" for person in cast.people(8))
FOUNDER = "from tests.support.events import cast; cast.founder()"
PLAY = "from tests.support.events import cast; cast.play_round(cast.Event.objects.get())"
DOOR = "from tests.support.events import cast; event = cast.event(24, present=False); cast.desk(event)"
TABLE = """
from tests.support.events import cast
event = cast.playing(8)
cast.write(cast.table(event), 1)
cast.juror(event)
"""


@pytest.mark.long
def test_from_a_list_of_names_to_a_ranking(page: Page, server: Server) -> None:
    server.run(FOUNDER)
    sign_in(page, "odette")
    page.goto("/staff/")
    press(page, "Create an event")
    page.get_by_label("Name", exact=True).fill("Grote Prijs van Ledegem")
    page.get_by_label("Rounds", exact=True).fill("1")
    page.get_by_label("Deals per round").fill("4")
    press(page, "Create the event")
    press(page, "Add a list of players")
    page.get_by_label("Paste the list").fill(NAMES)
    press(page, "Check the list")
    press(page, "Enter 8 players")
    menu(page, "Attendance")
    for toggle in page.locator(".toggle").all():
        toggle.click()
        expect(toggle).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#present")).to_have_text("8 of 8 present")
    fits(page)
    menu(page, "Overview")
    for step in ("Start the event", "Start", "Draw the next round", "Draw", "Round 1: publish"):
        press(page, step)
    server.run(PLAY)
    menu(page, "Overview")
    for step in ("Close the round", "Close the round", "Ranking"):
        press(page, step)
    expect(page.locator(".staff tbody tr")).to_have_count(8)


@pytest.mark.long
def test_the_list_at_the_door(phone: Page, server: Server) -> None:
    server.run(DOOR)
    sign_in(phone, "desk-of-ledegem")
    phone.goto("/staff/ledegem/attendance/")
    fits(phone)
    phone.get_by_label("Name, number or code").fill("cecile desm")
    shown = phone.locator("#roll > li:visible")
    expect(shown).to_have_count(1)
    toggle = shown.locator("button")
    toggle.focus()
    toggle.press("Enter")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    expect(toggle).to_be_focused()
    expect(shown).to_have_count(1)
    expect(phone.locator("#present")).to_have_text("1 of 24 present")
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "false")
    expect(phone.locator("#present")).to_have_text("0 of 24 present")
    phone.get_by_label("Name, number or code").fill("Piet Nieuw")
    expect(shown).to_have_count(0)
    phone.get_by_role("button", name="Register: is present").click()
    expect(phone.locator("#last")).to_contain_text("25 Piet Nieuw is present.")
    press(phone, "Undo")
    expect(phone.locator("#present")).to_have_text("0 of 25 present")
    phone.goto("/staff/ledegem/attendance/?q=3")
    expect(phone.locator("#b3")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator("#last")).to_contain_text("Cécile Desmet is present.")
    expect(phone.get_by_label("Name, number or code")).to_be_focused()
    fits(phone)


@pytest.mark.long
def test_the_list_at_the_door_without_scripts(new_page: NewPage, server: Server) -> None:
    server.run(DOOR)
    page = new_page(base_url=server.url, viewport=PHONE, java_script_enabled=False)
    sign_in(page, "desk-of-ledegem")
    page.goto("/staff/ledegem/attendance/")
    page.locator("#b3").click()
    page.wait_for_url("**/attendance/?last=3#p3")
    expect(page.locator("#b3")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_a_capitulation_is_ruled_on_a_phone(phone: Page, server: Server) -> None:
    server.run(TABLE)
    sign_in(phone, "jury-of-ledegem")
    phone.goto("/staff/ledegem/decisions/")
    for step in ("New decision", "Rule on a deal"):
        press(phone, step)
    for field in ("Round", "Table", "Deal"):
        phone.get_by_label(field, exact=True).fill("1")
    for step in ("Continue", "A player throws in their cards"):
        press(phone, step)
    phone.locator("label:has(#about-2)").click()
    press(phone, "Show the effect")
    expect(phone.locator(".effect tbody tr").nth(1)).to_contain_text("−10")
    phone.get_by_label("Public reason").fill("Kaarten op tafel gegooid na de derde slag.")
    press(phone, "Record the decision")
    expect(phone.locator(".notice.success")).to_contain_text("Decision 1 is recorded.")
