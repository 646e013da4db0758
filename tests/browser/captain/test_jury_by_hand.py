"""A contract that the jury itself allows, on a small phone in a real browser: not asked, waiting, answered."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.captain.test_captain import tap
from tests.browser.captain.test_entry import OUT_OF_SIGHT
from tests.browser.support.pictures import shown
from tests.browser.support.server import Server
from tests.conftest import NewPage
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.long

SEAT = """
import json
from tests.support.events import cast
from tournament.models import Event
event = cast.playing(8, deals=4, jury=Event.Jury.HAND)
event.demo = True
event.save()
print(json.dumps(cast.token(cast.table(event))))
"""
RULES = """
from tests.support.events import cast
from tournament.acts.jury import rulings
from tournament.models import Event
table = cast.table(Event.objects.get(slug="ledegem"))
rulings.rule(table, "system", {deal}, "{ruling}", "De reden.", contract="{contract}", about=[{seat}])
"""
SMALL = {"width": 360, "height": 640}


@pytest.mark.parametrize(
    ("language", "counts", "waits", "allowed", "passes"),
    by_day(
        [
            ("nl-BE", "telt zodra de jury", "wacht op de jury", "De jury liet", "moet passen"),
            ("fr-BE", "compte dès que le jury", "attend le jury", "Le jury a autorisé", "doit passer"),
        ]
    ),
)
def test_the_jury_answers_and_the_phone_tells(
    new_page: NewPage, server: Server, language: str, counts: str, waits: str, allowed: str, passes: str
) -> None:
    link = f"/t/{json.loads(server.manage('shell', '--no-imports', '--command', SEAT))}/"

    def rule(deal: int, ruling: str, contract: str, seat: int) -> None:
        rules = RULES.format(deal=deal, ruling=ruling, contract=contract, seat=seat)
        server.run(rules)

    page = new_page(base_url=server.url, viewport=SMALL, has_touch=True, is_mobile=True, locale=language)
    page.goto(link)
    page.locator(".actions.stick a").click()
    tap(page, "contract-S12")
    tap(page, "who-4")
    tap(page, "tricks-11")
    # No other question: the jury is not asked of the table.
    expect(page.locator("#deal button[type=submit]")).to_be_enabled()
    expect(page.locator("#entry")).to_contain_text(counts)
    expect(page.locator(".preview .minus").first).to_be_visible()
    shown(page, f"entry-{language}")
    assert page.evaluate(OUT_OF_SIGHT) == []
    page.locator("#deal button[type=submit]").click()
    expect(page.locator("#deal-1 .pending")).to_have_text(waits)
    expect(page.locator("#deal-1 .points")).to_have_count(0)
    shown(page, f"waiting-{language}")
    rule(1, "allowed", "S12", 4)
    expect(page.locator(".board .points").first).to_be_visible()
    expect(page.locator("#deal-1")).not_to_contain_text(waits)
    # The second deal is in hand while the jury speaks.
    page.locator(".actions.stick a").click()
    tap(page, "contract-S12")
    tap(page, "who-2")
    rule(2, "allowed", "S12", 2)
    expect(page.locator("#entry")).to_contain_text(allowed)
    tap(page, "tricks-12")
    expect(page.locator("#entry")).not_to_contain_text(counts)
    shown(page, f"allowed-{language}")
    page.locator("#deal button[type=submit]").click()
    expect(page.locator("#deal-2 .points").first).to_be_attached()
    rule(3, "refused", "S12", 1)
    expect(page.locator("#deal-3")).to_contain_text(passes)
    shown(page, f"refused-{language}")
    page.locator(".actions.stick a").click()
    tap(page, "contract-S12")
    tap(page, "who-1")
    tap(page, "tricks-12")
    expect(page.locator("#deal button[type=submit]")).to_have_count(0)
    expect(page.locator("#entry [role=alert]")).to_be_visible()
