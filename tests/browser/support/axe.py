"""What axe-core finds wrong with a page, for those who cannot see it or cannot use a mouse."""

from pathlib import Path

from playwright.sync_api import Page

SOURCE = Path(__file__).resolve().parents[2] / "vendor" / "axe" / "axe.min.js"


def violations(page: Page) -> list[str]:
    """One line for each rule broken by the page as it is now: the rule, its sentence, where. Empty is good."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(SOURCE.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{violation['id']}: {violation['help']}: {', '.join(str(node['target']) for node in violation['nodes'][:5])}"
        for violation in found["violations"]
    ]
