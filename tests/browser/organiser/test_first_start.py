"""The first start, as the first organiser meets it: a real server, a real browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import axe
from tests.browser.support.server import Server
from tests.conftest import NewPage
from tests.support.servers.nightly import by_day
from tests.support.servers.waiting import eventually


def one_time_link(server: Server) -> str:
    """The address printed at the start of a server that nobody has an account on."""
    log = (Path(server.environment["VAR_DIR"]) / "server.log").read_text()
    found = re.search(r"http://\S+/first-organiser/\S+", log)
    assert found, log
    return found.group()


@pytest.mark.long
@pytest.mark.parametrize("visitor", ["page", "phone"])
def test_the_first_page_is_open_to_everybody(visitor: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(visitor)
    page.goto("/")
    assert page.locator("h1").count() == 1
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert axe.violations(page) == []


@pytest.mark.long
def test_the_printed_link_opens_once(new_page: NewPage, announced_server: Server) -> None:
    link = one_time_link(announced_server)
    page = new_page()
    page.goto(link)
    assert axe.violations(page) == []
    page.locator("input[name=username]").fill("hilde")
    for field in page.locator("input[type=password]").all():
        field.fill("vier azen en een joker")
    page.locator("main form button").click()
    expect(page.locator("main form input[type=password]")).to_have_count(0)
    again = page.request.get(link)
    assert 400 <= again.status < 500


@pytest.mark.long
def test_another_zone_holds_at_once_and_backups_begin(new_page: NewPage, announced_server: Server) -> None:
    page = new_page(base_url=announced_server.url, java_script_enabled=False)
    page.goto(one_time_link(announced_server))
    page.fill("[name=username]", "hilde")
    for field in page.locator("input[type=password]").all():
        field.fill("vier azen en een joker")
    page.fill("[name=club]", "")
    folder = Path(page.locator("[name=folder]").input_value())
    page.select_option("[name=zone]", "Europe/Lisbon")
    page.locator("main form button").click()
    expect(page).to_have_url(re.compile("/staff/new_event/$"))
    page.goto("/staff/backup_folder/")
    expect(page.locator("[name=folder]")).to_have_value(str(folder))
    eventually(lambda: list(folder.glob("troel-*.zip")))
    # As its next start has it.
    zone = ["shell", "--no-imports", "--command", "from django.conf import settings; print(settings.TIME_ZONE)"]
    assert announced_server.manage(*zone).strip() == "Europe/Lisbon"
    page.select_option("[name=zone]", "Europe/Paris")
    page.locator("form", has=page.locator("[name=zone]")).locator("button").click()
    expect(page.locator("p.notice.success")).to_contain_text("Europe/Paris")
    assert announced_server.manage(*zone).strip() == "Europe/Paris"


@pytest.mark.long
def test_a_server_that_was_told_no_address_lets_its_pages_choose_one(announced_server: Server) -> None:
    variables = Path(f"/proc/{announced_server.process.pid}/environ").read_bytes().split(b"\0")
    assert any(line.startswith(b"LISTEN=") for line in variables)
    assert not any(line.startswith((b"BASE_URL=", b"TIME_ZONE=")) for line in variables)


@pytest.mark.long
@pytest.mark.parametrize(("locale", "language"), by_day([("nl-BE", "nl"), ("fr-BE", "fr"), ("de-DE", "en")]))
def test_the_language_follows_the_visitor(new_page: NewPage, server: Server, locale: str, language: str) -> None:
    page = new_page(base_url=server.url, locale=locale)
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.long
def test_axe_does_find_what_is_wrong(page: Page) -> None:
    page.goto("/")
    page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    assert any(line.startswith("button-name:") for line in axe.violations(page))
