"""Printing from a page in a real browser: the button, the bar, the file; without scripts, and across a restart."""

import io
import re
import shutil
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.support.organiser_pages import fits, menu, press, sign_in
from tests.browser.support.server import Server, serving
from tests.conftest import NewPage
from tests.support.servers.without_pango import WITHOUT_PANGO, needs_namespace

pytestmark = pytest.mark.long

HALL = "from tests.support.events import cast; cast.playing(16)"
CROWD = "from tests.support.events import cast; cast.playing(400)"


def picture() -> bytes:
    """A wide logo."""
    out = io.BytesIO()
    Image.linear_gradient("L").convert("RGB").resize((600, 200)).save(out, "JPEG")
    return out.getvalue()


def test_a_paper_is_made_looked_at_and_downloaded(page: Page, phone: Page, server: Server, tmp_path: Path) -> None:
    server.run(HALL)
    for visitor in (page, phone):
        sign_in(visitor, "organiser-of-ledegem")
        visitor.goto("/staff/ledegem/")
        menu(visitor, "Print")
        fits(visitor)
        visitor.locator("[name=language]").first.select_option("fr")
        press(visitor, "Score sheets")
        button = visitor.get_by_role("link", name="Download")
        expect(button).to_be_visible()
        assert "hx-get" not in visitor.locator("#job").evaluate("part => part.outerHTML")
        fits(visitor)
        with visitor.expect_download() as saved:
            button.click()
        assert saved.value.suggested_filename == "ledegem-sheets-1-fr.pdf"
        saved.value.save_as(tmp_path / "sheets.pdf")
        assert (tmp_path / "sheets.pdf").read_bytes().startswith(b"%PDF-")
        press(visitor, "Back to all papers")
        expect(visitor.locator("[name=language]").first).to_have_value("fr")


def test_without_scripts_the_page_comes_back_by_itself(new_page: NewPage, server: Server) -> None:
    server.run(HALL)
    page = new_page(base_url=server.url, java_script_enabled=False)
    sign_in(page, "organiser-of-ledegem")
    page.goto("/staff/ledegem/players/3/")
    page.get_by_role("link", name="On paper").click()
    page.get_by_role("button", name="Player’s results").click()
    expect(page.get_by_role("link", name="Download")).to_be_visible()


def test_a_paper_is_made_again_after_a_restart(new_page: NewPage, server: Server) -> None:
    server.run(CROWD)
    page = new_page(base_url=server.url)
    sign_in(page, "organiser-of-ledegem")
    page.goto("/staff/ledegem/papers/")
    with page.expect_navigation():
        page.get_by_role("button", name="Table cards").click()
    here = re.sub(r"^http://[^/]+", "", page.url)
    expect(page.locator("#job")).to_contain_text("is being made")
    server.kill()
    with serving(Path(server.environment["VAR_DIR"])) as again:
        page.goto(f"{again.url}{here}")
        # Once the lease of the server that was killed has run out.
        expect(page.get_by_role("link", name="Download")).to_be_visible()
        with page.expect_navigation():
            page.get_by_role("link", name="Back to all papers").click()
        with page.expect_navigation():
            page.get_by_role("button", name="Player slips").click()
        expect(page.get_by_role("link", name="Download")).to_be_visible()


def test_a_logo_is_handed_in_and_nothing_jumps_where_it_stands(page: Page, phone: Page, server: Server) -> None:
    server.run(HALL)
    sign_in(page, "organiser-of-ledegem")
    page.goto("/staff/ledegem/logo/")
    page.locator("#logo_picture").set_input_files({"name": "x.jpg", "mimeType": "image/jpeg", "buffer": picture()})
    press(page, "Add the logo")
    expect(page.locator("img.logo")).to_be_visible()
    for place in ("", "seating/", "rules/", "player/1/"):
        phone.goto(f"/e/ledegem/{place}")
        logo = phone.locator(".logo img")
        assert logo.evaluate("logo => [logo.naturalWidth, logo.clientHeight]") == [600, 63]
        fits(phone)
    # Its place is kept free before it has come.
    phone.route("**/logo.png", lambda _never_answered: None)
    phone.goto("/e/ledegem/rules/", wait_until="domcontentloaded")
    assert phone.locator(".logo img").evaluate("logo => [logo.naturalWidth, logo.clientHeight]") == [0, 63]


@needs_namespace
def test_without_pango_the_page_says_what_is_missing(new_page: NewPage, empty_database: Path, tmp_path: Path) -> None:
    shutil.copytree(empty_database, tmp_path / "var")
    with serving(tmp_path / "var", through=WITHOUT_PANGO, up_to_date=True) as server:
        server.run(HALL)
        for language, words in (("nl", "Voor PDF’s zijn deze Debian-pakketten nodig"), ("en", "PDFs need these")):
            page = new_page(base_url=server.url, locale=language)
            sign_in(page, "organiser-of-ledegem")
            page.goto("/staff/ledegem/papers/")
            page.locator("form[action$='/papers/cards/make/'] button, [formaction$='/papers/cards/make/']").click()
            expect(page.locator("main")).to_contain_text(words)
            expect(page.locator("main")).to_contain_text("libpango-1.0-0")
            fits(page)
