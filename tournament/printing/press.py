"""The press: HTML and our style in, pages of PDF out. Knows of paper and type, nothing of a championship."""

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tournament.refusal import Refusal

HERE = Path(__file__).parent
STYLE = HERE / "style"
FONTS = [HERE / "fonts" / f"SourceSans3-{weight}.ttf" for weight in ("Regular", "Bold")]
PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core"
# A page of boxes is some hundred thousand objects that all live to the end: looking through them for garbage every
# 700 is a third of the time.
COLLECT_EVERY = 500_000
CANNOT_PRINT = 503
# A pixel of the style sheets, in millimetres.
PIXEL = 25.4 / 96


def pages(html: str, style: str = "", sheets: tuple[str, ...] = (), *, tagged: bool = False) -> bytes:
    """A PDF of `html`, which names its own title and language.

    `sheets` are files of `style/` on top of `print.css`, `style` further rules. Refuses when the machine lacks Pango.
    Of what the HTML asks for only pictures are fetched that it carries itself, as data: addresses. `tagged` keeps what
    is a heading, a table, a list, for whoever has the file read aloud; not for pages on which more is put afterwards.
    """
    with _rare_collection():
        made: bytes = _document(html).write_pdf(
            stylesheets=_rules(style, sheets), font_config=_fonts(), pdf_tags=tagged
        )
    return made


def top_of(name: str, html: str, sheets: tuple[str, ...] = ()) -> float:
    """How far below the upper edge of its page the element of an id begins, in millimetres."""
    with _rare_collection():
        laid = _document(html).render(stylesheets=_rules("", sheets), font_config=_fonts())
    return float(next(page.anchors[name][1] for page in laid.pages if name in page.anchors)) * PIXEL


def _document(html: str) -> Any:
    return _weasyprint().HTML(string=html, url_fetcher=_only("data"))


def _rules(style: str, sheets: tuple[str, ...]) -> list[Any]:
    """All the style of a document, the later parts over the earlier ones. Refuses when a font of ours is gone."""
    missing = ", ".join(font.name for font in FONTS if not font.is_file())
    if missing:
        raise Refusal(_("PDFs need these fonts, which are missing: %(fonts)s") % {"fonts": missing}, CANNOT_PRINT)
    rules = [_sheet(name) for name in ("print.css", *sheets)]
    return [*rules, _weasyprint().CSS(string=style)] if style else rules


def _weasyprint() -> Any:
    """WeasyPrint, loaded when it is needed first: it takes half a second, and pages work without it."""
    try:
        return import_module("weasyprint")
    except OSError as fault:  # a library that Debian must bring is not there
        sentence = _("PDFs need these Debian packages: %(packages)s") % {"packages": PACKAGES}
        raise Refusal(sentence, CANNOT_PRINT) from fault


@cache
def _fonts() -> Any:
    """The fonts that were loaded, for all documents of this process."""
    return _weasyprint().text.fonts.FontConfiguration()


@cache
def _sheet(name: str) -> Any:
    return _weasyprint().CSS(filename=str(STYLE / name), font_config=_fonts(), url_fetcher=_only("file"))


@atexit.register
def forget() -> None:
    """Lets go of fonts and styles. At the very end of Python their temporary files could no longer be removed."""
    _sheet.cache_clear()
    _fonts.cache_clear()


def _only(protocol: str) -> Any:
    """What fetches nothing but one kind of address: a name on a paper is no way to look elsewhere."""
    return _weasyprint().urls.URLFetcher(allowed_protocols=(protocol,))


@contextmanager
def _rare_collection() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(COLLECT_EVERY, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
