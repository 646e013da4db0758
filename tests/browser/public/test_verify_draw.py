"""The program with which a visitor checks a draw, in a real browser: without https, under the site's own policy."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.events import published_draws as examples

SCRIPT = "/static/troel/verify-draw.js"

pytestmark = pytest.mark.long


def answer(page: Page, document: dict[str, Any]) -> Any:
    # As text: what hands values over to the browser takes for ever over a deep one.
    return page.evaluate(f"async (text) => (await import('{SCRIPT}')).verify(JSON.parse(text))", json.dumps(document))


def test_a_browser_follows_every_kind_of_draw(page: Page) -> None:
    page.goto("/")
    for field in examples.FIELDS:
        assert answer(page, examples.shown(*field)[1])["ok"], field


def test_a_browser_names_the_step_that_does_not_follow(page: Page) -> None:
    page.goto("/")
    _, document = examples.shown(36, 4, {})
    for step, forged in examples.tampered(document):
        found = answer(page, forged)
        assert (found["ok"], found["steps"][-1]["step"]) == (False, step)
