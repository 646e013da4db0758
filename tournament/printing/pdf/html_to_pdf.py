"""The press: turns HTML and our style sheets into PDF pages. It knows nothing of championships."""

import atexit
import gc
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tournament.errors import UserError

HERE = Path(__file__).parents[1]
STYLE = HERE / "style"
FONTS = tuple(HERE / "fonts" / f"SourceSans3-{weight}.ttf" for weight in ("Regular", "Bold"))
PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core"
# With what a wheel of Troel brings them.
EXTRA = "'troel[pdf]'"
# A page of boxes is some hundred thousand objects that all live to the end. Collecting garbage every 700 allocations,
# Python's default, takes a third of the time.
COLLECT_EVERY = 500_000
CANNOT_PRINT = 503
# The press counts it as width, so that a text which fills its line would be broken after its first word.
_BEFORE_AN_END = re.compile(r"\s+(?=</(?:p|div|li|t[dh]|d[dt]|h[1-6])>)")


def pages(html: str, style: str = "", sheets: tuple[str, ...] = (), *, tagged: bool = False) -> bytes:
    """A PDF of `html`, which contains its own title and language.

    `sheets` are files in `style/` that follow `print.css`; `style` holds further rules. Raises UserError if the machine
    lacks Pango or has no font. The only pictures that are fetched are those in the HTML itself, as data: URLs. `tagged`
    marks headings, tables and lists for screen readers; not for pages to which something is added afterwards.
    """
    with _rare_collection():
        pdf: bytes = _document(html).write_pdf(stylesheets=_rules(style, sheets), font_config=_fonts(), pdf_tags=tagged)
    return pdf


def length(html: str, style: str = "", sheets: tuple[str, ...] = ()) -> int:
    """The number of pages that `html` takes with these styles."""
    with _rare_collection():
        return len(_document(html).render(stylesheets=_rules(style, sheets), font_config=_fonts()).pages)


def _document(html: str) -> Any:
    return _weasyprint().HTML(string=_BEFORE_AN_END.sub("", html), url_fetcher=_only("data"))


def _rules(style: str, sheets: tuple[str, ...]) -> list[Any]:
    """All style sheets of a document, in order; raises UserError if one of our fonts is missing."""
    missing = ", ".join(font.name for font in FONTS if not font.is_file())
    if missing:
        raise UserError(_("PDFs need these fonts, which are missing: %(fonts)s") % {"fonts": missing}, CANNOT_PRINT)
    rules = [_sheet(name) for name in ("print.css", *sheets)]
    return [*rules, _weasyprint().CSS(string=style)] if style else rules


def _weasyprint() -> Any:
    """WeasyPrint, imported on first use: that takes half a second, and pages work without it."""
    try:
        with redirect_stdout(StringIO()), warnings.catch_warnings():  # its own lines, amid a PDF perhaps
            warnings.filterwarnings("error", message=".*Expect ugly output")  # there is not one font
            return press("weasyprint")
    except (OSError, UserWarning) as fault:  # a Debian library is missing
        sentence = _("PDFs need these Debian packages: sudo apt-get install -y %(packages)s") % {"packages": PACKAGES}
        raise UserError(sentence, CANNOT_PRINT) from fault


def press(name: str) -> Any:
    """A package of Python that sets pages. Raises UserError where Troel was installed without papers."""
    try:
        return import_module(name)
    except ImportError as fault:
        sentence = _("This Troel was installed without papers: pip install %(package)s") % {"package": EXTRA}
        raise UserError(sentence, CANNOT_PRINT) from fault


@cache
def _fonts() -> Any:
    """The loaded fonts, shared by all documents of this process."""
    return _weasyprint().text.fonts.FontConfiguration()


@cache
def _sheet(name: str) -> Any:
    return _weasyprint().CSS(filename=str(STYLE / name), font_config=_fonts(), url_fetcher=_only("file"))


@atexit.register
def clear_cache() -> None:
    """Releases fonts and styles at exit; later in Python's shutdown their temporary files could not be removed."""
    _sheet.cache_clear()
    _fonts.cache_clear()


def _only(protocol: str) -> Any:
    """A fetcher for one URL scheme only, so that a text on a paper, such as a name, cannot make us fetch anything."""
    return _weasyprint().urls.URLFetcher(allowed_protocols=(protocol,))


@contextmanager
def _rare_collection() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(COLLECT_EVERY, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
