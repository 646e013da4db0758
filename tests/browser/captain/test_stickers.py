"""A phone at a table of the club: the sticker, the code once, what waited without a network, another phone."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.halls import Hall, received, record_offline, take

pytestmark = pytest.mark.long

# An evening whose first round is shown: the sticker of table 1, its link, who sits there, and the code.
EVENING = """
import json
from tests.support import club_evenings as club
from tests.support.events import cast
from tournament import links
from tournament.acts.register.playing import draw_and_publish
from tournament.progress.evenings_on import evening_plan
from tournament.acts.register.stickers import add_stickers
from tournament.models import Sticker
series, day, event = club.evening(8, deals_per_round=4)
add_stickers(series.organisation, club.BY, 2)
draw_and_publish(event, club.BY, evening_plan(event.evening.series), 1)
table = cast.table(event)
names = [cast.entry(event, number).player.name for _, number in sorted(cast.seated(table).items())]
sticker = links.sticker_code(Sticker.objects.get(number=1))
print(json.dumps([f"/k/{sticker}/", f"/t/{cast.token(table)}/", names, links.evening_code(series, day)]))
"""


def enter(page: Page, sticker: str, code: str) -> None:
    """Scans the sticker, gives the code and is at the table."""
    page.goto(sticker)
    page.get_by_label("Code of this evening").press_sequentially(code)
    page.get_by_role("button", name="To the table").tap()
    expect(page).to_have_url(re.compile("/t/"))


def test_from_the_sticker_to_the_deal_and_back(hall: Hall) -> None:
    printed = hall.run(EVENING)
    sticker, hall.link, hall.names, code = json.loads(printed.splitlines()[-1])
    first, second = hall.phone(), hall.phone()
    enter(first, sticker, code)
    take(first, hall, 1)
    record_offline(first, hall, waiting=1)
    assert hall.deals() == {}
    context = first.context
    first.close()
    context.set_offline(False)
    first = hall.tab(context)
    first.goto(sticker)
    expect(first).to_have_url(re.compile("/t/"))
    received(first, 1)
    assert list(hall.deals()) == [1]

    enter(second, sticker, code)
    expect(second.locator(".whose")).to_contain_text(f"The phone of {hall.names[1]} keeps the score at this table now.")
    take(second, hall, 2)
    assert hall.acts().count("take_table") == 2
