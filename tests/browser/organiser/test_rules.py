"""An organiser types the rules from a sheet of paper, in a real browser."""

import json
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring import compile_table, load
from tests.browser.support import axe
from tests.browser.support.organiser_pages import fits, sign_in
from tests.browser.support.server import Server
from tests.conftest import DESK, PHONE, NewPage
from tests.support.servers.nightly import by_day
from tests.support.servers.waiting import PATIENCE
from tournament.forms.rules.form import texts_of

pytestmark = pytest.mark.long

NEW = "from tests.support.events import cast; cast.event(0)"
PLAYED = "from tests.support.events import cast; cast.play_round(cast.playing(8))"
EDIT = "/staff/ledegem/rules/edit/"


def table(server: Server) -> Any:
    """The compiled table by which the event plays, as everybody may fetch it."""
    with urllib.request.urlopen(f"{server.url}/e/ledegem/rules.json", timeout=PATIENCE) as answer:
        return json.load(answer)


def open_form(page: Page, server: Server, code: str = NEW) -> None:
    server.run(code)
    sign_in(page, "organiser-of-ledegem")
    page.goto(EDIT)


def field(page: Page, name: str) -> Any:
    return page.locator(f'.rule-form [name="{name}"]')


def type_over(page: Page, texts: dict[str, str]) -> None:
    """Puts these texts into the form; every other field of the grid is emptied."""
    for summary in page.locator(".rule-form summary").all():
        summary.click()
    for control in page.locator(
        '.rule-form :is([name^="lines."], [name^="all13."], [name="settle"], [name="source"])'
    ).all():
        name = control.get_attribute("name") or ""
        kind = control.evaluate("(control) => control.type")
        if kind == "checkbox":
            control.set_checked(name in texts)
        elif kind == "select-one":
            control.select_option(texts[name]) if name in texts else None
        elif control.is_visible():
            control.fill(texts.get(name, ""))


@pytest.mark.parametrize("paper", by_day(["world-2018", "wallonia"]))
def test_a_rule_set_typed_from_paper_gives_the_same_table_as_the_file(page: Page, server: Server, paper: str) -> None:
    open_form(page, server)
    type_over(page, texts_of(load(paper), "en"))
    fits(page)
    with page.expect_navigation(url="**/rules/"):
        page.get_by_role("button", name="Save the rules").click()
    expect(page.locator(".notice.success")).to_contain_text("The rules are saved.")
    assert table(server)["contracts"] == json.loads(json.dumps(compile_table(load(paper))))["contracts"]
    with page.expect_navigation():
        page.get_by_role("button", name="tick all").click()
    expect(page.locator(".notice.success")).to_contain_text("Verified.")
    fits(page)


@pytest.mark.parametrize("viewport", by_day([DESK, PHONE]))
def test_while_one_types_the_points_move_and_the_old_figure_stands_below(
    new_page: NewPage, server: Server, viewport: dict[str, int]
) -> None:
    page = new_page(base_url=server.url, viewport=viewport)
    open_form(page, server)
    made = field(page, "lines.PC8.made")
    made.fill("8")
    expect(page.locator('[id="was-lines.PC8.made"]')).to_be_visible()
    expect(page.locator(".examples .is-changed")).to_have_count(1)
    expect(page.locator(".differences")).to_contain_text("Prop & cop 8, made: +7 → +8")
    expect(made).to_be_focused()
    fits(page)
    made.fill("acht")
    expect(page.locator("#faults")).to_contain_text("Prop & cop 8, made")
    expect(made).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".examples .is-changed")).to_have_count(1)
    made.fill("+7")
    expect(page.locator("#faults")).to_be_empty()
    expect(made).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator('[id="was-lines.PC8.made"]')).to_be_hidden()
    expect(page.locator(".examples .is-changed")).to_have_count(0)


def test_the_field_one_types_in_stays_where_it_is(page: Page, server: Server) -> None:
    open_form(page, server)
    made = field(page, "lines.PC8.made")
    made.focus()
    before = made.bounding_box()
    made.fill("acht")
    expect(page.locator("#faults")).to_contain_text("Prop & cop 8, made")
    assert made.bounding_box() == before
    made.fill("7")
    expect(page.locator("#faults")).to_be_empty()
    assert made.bounding_box() == before


def test_enter_goes_on_along_the_line_and_saves_nothing(page: Page, server: Server) -> None:
    open_form(page, server)
    field(page, "lines.PC8.place").focus()
    for name in ("declarers", "made", "over", "over_to", "all13", "lost", "under", "opp", "opp_under", "jury"):
        page.keyboard.press("Tab")
        expect(field(page, f"lines.PC8.{name}")).to_be_focused()
    field(page, "lines.PC8.made").focus()
    page.keyboard.press("Enter")
    expect(field(page, "lines.PC8.over")).to_be_focused()
    assert page.url.endswith(EDIT)


def test_where_opponents_pay_their_columns_are_out_of_sight(page: Page, server: Server) -> None:
    open_form(page, server)
    expect(field(page, "lines.PC8.opp")).to_be_visible()
    field(page, "settle").select_option("shared")
    expect(field(page, "lines.PC8.opp")).to_be_hidden()
    field(page, "all13.mode").select_option("double")
    expect(field(page, "all13.points")).to_be_hidden()


def test_without_scripts_everything_is_typed_recomputed_and_saved(new_page: NewPage, server: Server) -> None:
    page = new_page(base_url=server.url, viewport=PHONE, java_script_enabled=False)
    open_form(page, server)
    field(page, "lines.PC8.made").fill("8")
    page.locator(".recompute button").click()
    expect(page.locator(".examples .is-changed")).to_have_count(1)
    with page.expect_navigation():
        page.locator('[formaction$="house-rule/"]').click()
    for name, text in (("name", "Te laat"), ("note", "Meer dan tien minuten."), ("heaviest", "5")):
        field(page, f"penalties.house-1.{name}").fill(text)
    with page.expect_navigation(url="**/rules/"):
        page.locator(".stick button").click()
    assert "Te laat" in page.locator(".comparison").inner_text()
    assert table(server)["contracts"]["PC8"]["cells"]["2"]["8"][0]["made"] == 8


def test_what_is_wrong_is_where_one_types_on(page: Page, server: Server) -> None:
    open_form(page, server)
    field(page, "lines.PIC.lost").fill("veel")
    page.locator(".stick button").click()
    expect(page.locator("#faults a")).to_have_text("Piccolo, lost")
    expect(field(page, "lines.PIC.lost")).to_be_focused()
    fits(page)


@pytest.mark.parametrize(
    ("locale", "viewport"), by_day([("fr-BE", PHONE), ("nl-BE", PHONE), ("nl-BE", DESK), ("fr-BE", DESK)])
)
def test_a_correction_is_looked_at_and_made(
    new_page: NewPage, server: Server, locale: str, viewport: dict[str, int]
) -> None:
    page = new_page(base_url=server.url, viewport=viewport, locale=locale)
    open_form(page, server, PLAYED)
    assert axe.violations(page) == []
    field(page, "lines.S6.made").fill("13")
    with page.expect_navigation():
        page.locator(".stick button").click()
    fits(page)
    expect(page.locator(".rank-changes tbody tr").first).to_contain_text("→")
    with page.expect_navigation():
        page.locator('[formaction$="again/"]').click()
    expect(field(page, "lines.S6.made")).to_have_value("13")
    with page.expect_navigation():
        page.locator(".stick button").click()
    page.locator("[name=reason]").fill("Solo 6 stond verkeerd.")
    with page.expect_navigation():
        page.locator("main form button").first.click()
    expect(page.locator(".corrections")).to_contain_text("Solo 6 stond verkeerd.")
    fits(page)
