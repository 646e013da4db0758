"""Pictures of pages for who wants to look at them, in the folder that the environment names as PICTURES."""

import os

from playwright.sync_api import Page

FOLDER = os.environ.get("PICTURES", "")


def shown(page: Page, name: str) -> None:
    """Takes a picture of the whole page, if there is a folder."""
    if FOLDER:
        page.screenshot(path=f"{FOLDER}/{name}-{page.viewport_size['width']}.png", full_page=True)  # type: ignore[index]
