"""The messages of Troel and their translations: collected, compared, compiled. Pure Python: no gettext needed.

The code and the templates contain the English; `locale/LANGUAGE/LC_MESSAGES/django.po` the other languages. `manage.py
messages` is the command; `python -m tournament.site.translations` compiles, which is all that set-up needs.
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
LOCALE = ROOT / "tournament" / "locale"
LANGUAGES = ("nl", "fr")

# Django's functions, and which arguments are singular, plural and context ("c").
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
CALL = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\s*\(")
TRANSLATOR_COMMENT = "Translators:"
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd%]|\{\w*\}")


def po_file(language: str, locale: Path = LOCALE) -> Path:
    """The file with the translations into one language."""
    return locale / language / "LC_MESSAGES" / "django.po"


def collect(root: Path = ROOT) -> Catalog:
    """Every message to be translated, from `tournament/**.py` and `templates/`, without translations."""
    catalog = Catalog()
    for path in sorted([*(root / "tournament").rglob("*.py"), *(root / "templates").rglob("*.*")]):
        source = path.read_text(encoding="utf-8")
        python = source if path.suffix == ".py" else _as_python(source, path)
        # Most files call none of them, and taking one to pieces is slow.
        if CALL.search(python):
            _add_sentences(catalog, python, path.relative_to(root).as_posix())
    return catalog


def _as_python(template: str, path: Path) -> str:
    # Django replaces everything but the calls by filler. Its indentation means nothing, but would confuse a tokenizer.
    calls = templatize(template, origin=str(path))
    return "\n".join(line.lstrip() for line in calls.splitlines())


def _add_sentences(catalog: Catalog, python: str, where: str) -> None:
    code = io.BytesIO(python.encode())
    options = {"encoding": "utf-8"}
    for _, sentence, comments, context in extract("python", code, KEYWORDS, [TRANSLATOR_COMMENT], options):
        catalog.add(sentence, context=context, locations=[(where, 0)], auto_comments=comments)


def read(language: str, locale: Path = LOCALE) -> Catalog:
    """The present translations into one language; empty if there is no file yet."""
    path = po_file(language, locale)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(language: str, sentences: Catalog, locale: Path = LOCALE) -> None:
    """Updates one language's file: new messages are added without translation, unused ones are removed."""
    catalog = read(language, locale)
    # Checking a translation guessed from a similar message costs more than writing one.
    catalog.update(sentences, no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    body = io.BytesIO()
    write_po(body, catalog, width=100, sort_output=True, omit_header=True, include_lineno=False)
    path = po_file(language, locale)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_header(catalog).encode() + body.getvalue())


def _header(catalog: Catalog) -> str:
    # Without dates and names: a line that differs at every run hides the lines that matter.
    return (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalog.locale}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )


def faults(language: str, sentences: Catalog, locale: Path = LOCALE) -> Iterator[str]:
    """One line for each message that is not translated correctly into a language, and for each unused translation."""
    catalog = read(language, locale)
    for message in sentences:
        if message.id:
            yield from (f"{language}: {fault}: {_describe(message)}" for fault in _faults_of(message, catalog))
    for message in catalog:
        if message.id and sentences.get(message.id, message.context) is None:
            yield f"{language}: no longer used: {_describe(message)}"


def _faults_of(message: Message, catalog: Catalog) -> Iterator[str]:
    translated = catalog.get(message.id, message.context)
    if translated is None or not all(_forms(translated.string)):
        yield "missing"
    elif translated.fuzzy:
        yield "fuzzy"
    elif translated.pluralizable != message.pluralizable:
        yield "plural forms missing"
    elif not _same_placeholders(message, translated):
        yield "other placeholders"


def _same_placeholders(message: Message, translated: Message) -> bool:
    # "One table" may leave the number out, so the singular may follow either form of the original.
    originals = [_placeholders(form) for form in _forms(message.id)]
    forms = [_placeholders(form) for form in _forms(translated.string)]
    return forms[0] in originals and all(form == originals[-1] for form in forms[1:])


def _forms(text: object) -> list[str]:
    return [str(form or "") for form in text] if isinstance(text, (list, tuple)) else [str(text or "")]


def _placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def _describe(message: Message) -> str:
    context = f"[{message.context}] " if message.context else ""
    places = sorted({file for file, _ in message.locations})
    return f"{context}{_forms(message.id)[0]!r}" + (f" ({', '.join(places)})" if places else "")


def compile_all(locale: Path = LOCALE) -> None:
    """Writes the `.mo` that Django reads beside each `.po`, without fuzzy translations."""
    for language in LANGUAGES:
        with po_file(language, locale).with_suffix(".mo").open("wb") as file:
            write_mo(file, read(language, locale))


if __name__ == "__main__":
    compile_all()
