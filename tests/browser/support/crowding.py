"""What a page does to its words where they are large or the screen is narrow: told by the page as it really is."""

from playwright.sync_api import Page

# What a browser's own setting "very large" makes of its 16 pixels, media queries included.
DOUBLE = {"standard": 32, "fixed": 26}
TOUCHING = 2  # pixels between two texts, or fewer
LEAST_HEADING = 16

FAULTS = """([touching, leastHeading]) => {
    const faults = [];
    window.scrollTo(0, 0);  // what sticks to the top lies over nothing
    const clipped = part => part && (getComputedStyle(part).clipPath === 'inset(50%)' || clipped(part.parentElement));
    const shown = part => part.checkVisibility({visibilityProperty: true}) && !clipped(part);
    const texts = part => {
        const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        const found = [];
        while (walker.nextNode())
            if (walker.currentNode.data.trim() && shown(walker.currentNode.parentElement))
                found.push(walker.currentNode);
        return found;
    };
    const boxes = (text, from, to) => {
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, to);
        return [...range.getClientRects()].filter(box => box.width > 0.5);
    };
    const words = text => [...text.data.matchAll(/[^\\s\\u00ad\\u200b\\-–\\/·…]+/gu)]
        .map(word => [word[0], boxes(text, word.index, word.index + word[0].length)
            // The hyphen that shows at a soft one is a box of what follows it.
            .filter((box, at, all) => text.data[word.index - 1] !== '\\u00ad' || at || all.length === 1)]);
    const lines = found => new Set(found.map(box => Math.round(box.top / 3))).size;

    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) {
        const apart = part => /auto|scroll|hidden/.test(getComputedStyle(part).overflowX);
        const slides = part => part && (apart(part) || slides(part.parentElement));
        const wider = [...document.querySelectorAll('body *')].filter(part =>
            shown(part) && part.getBoundingClientRect().right > innerWidth + 1 && !slides(part.parentElement));
        faults.push(`the page is ${wide} wide: ${wider.slice(0, 3).map(part => part.tagName + '.' + part.className)}`);
    }
    for (const table of document.querySelectorAll('table')) {
        const cells = [...table.querySelectorAll('th, td')].filter(shown).map(cell => ({
            cell, boxes: texts(cell).flatMap(text => words(text).flatMap(([word, all]) => all.map(box => [word, box]))),
        }));
        const near = (a, b) => a.left < b.right + touching && b.left < a.right + touching
            && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
        cells.forEach((one, at) => cells.slice(at + 1).forEach(other => {
            for (const [word, a] of one.boxes)
                for (const [next, b] of other.boxes)
                    if (near(a, b)) faults.push(`${word} touches ${next}`);
        }));
        for (const {cell} of cells) {
            const head = cell.closest('thead'), whole = head || cell.matches('td, .rank, .round');
            for (const [word, all] of texts(cell).flatMap(words))
                if ((whole || /^[\\d.,+−]+$/.test(word)) && lines(all) > 1) faults.push(`${word} is broken`);
            if (head && texts(cell).length && parseFloat(getComputedStyle(cell).fontSize) < leastHeading)
                faults.push(`${cell.textContent.trim()} is small`);
        }
    }
    const wholes = '.figures dd, .tile .face, .top h1, .lines .lead, .seatings a, th[scope=row] a, .event, .podium li, '
        + '.board dt, .latest-place b, .player-name, button, .button, summary';
    for (const figure of document.querySelectorAll(wholes)) {
        const {bottom} = figure.getBoundingClientRect();
        for (const [word, all] of texts(figure).flatMap(words))
            if (lines(all.filter(box => box.top < bottom - 2)) > 1) faults.push(`${word} is broken`);
    }
    for (const field of document.querySelectorAll('[placeholder]')) {
        const pen = document.createElement('canvas').getContext('2d'), style = getComputedStyle(field);
        pen.font = getComputedStyle(field, '::placeholder').font;
        const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        if (shown(field) && pen.measureText(field.placeholder).width > room) faults.push(`${field.placeholder} is cut`);
    }
    for (const bar of document.querySelectorAll('.band > div')) {
        const middles = [...bar.children].filter(shown).map(part => part.getBoundingClientRect())
            .map(box => box.top + box.height / 2).sort((a, b) => a - b);
        if (middles.filter((at, row) => row && at - middles[row - 1] > 16).length > 1) faults.push('header of 3 lines');
        for (const chip of bar.querySelectorAll('summary')) {
            const rows = lines(texts(chip).flatMap(words).flatMap(([word, all]) => all));
            if (rows > 2) faults.push(`${chip.textContent.trim()} takes ${rows} lines`);
        }
    }
    return [...new Set(faults)].slice(0, 12);
}"""


def double_text(page: Page) -> None:
    """Has the page shown as by a browser that is told to show text at twice its size."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": DOUBLE})


def crowded(page: Page) -> list[str]:
    """What of the page is wider than the screen, touches, is broken inside a word, or heads a column too small."""
    return list(page.evaluate(FAULTS, [TOUCHING, LEAST_HEADING]))
