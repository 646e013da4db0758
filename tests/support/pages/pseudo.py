"""A language nobody speaks: every sentence of ours is in ⟦brackets⟧, so that a word that was never to be translated
stands out.

    pseudo.speak(settings, monkeypatch, folder)
    client = Client(headers={"accept-language": pseudo.LANGUAGE})

What stands where a placeholder was stays outside the brackets, and is judged for itself. Of Django's own sentences
only those are put in brackets that Django has in Dutch and in French.
"""

import io
import re
from collections.abc import Iterable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import django
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from django.apps import apps
from django.conf.locale import LANG_INFO

from scoring import catalogue as scoring_catalogue
from scoring import load, words
from scoring.rules import reading
from tests.support.events import laid_again
from tournament.ranking import facts
from tournament.site import translations

LANGUAGE = "xx"
# What is never translated: placeholders, tags and entities of HTML.
FIXED = re.compile(r"(%\(\w+\)[a-z]|%[sd%]|\{\w*\}|<[^<>]*>|&\w+;)")
LETTER = re.compile(r"[^\W\d_]")
WORD = re.compile(r"[^\W\d_]{2,}")
BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")
ADDRESS = re.compile(r"https?://\S+")
# Attributes that a person sees or hears.
SAID = ("title", "placeholder", "alt", "label", "summary", "aria-label", "aria-description", "hx-confirm")
BUTTONS = ("submit", "button", "reset")


def bracketed(text: str) -> str:
    """A sentence in brackets, piece by piece between its placeholders."""
    pieces = FIXED.split(text)
    return "".join(f"⟦{piece}⟧" if not at % 2 and LETTER.search(piece) else piece for at, piece in enumerate(pieces))


def speak(settings: Any, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Has the site and the scoring package speak this language too; `folder` is for its catalogue.

    Whoever asks for it calls `forget` at the end, so that no other test meets a rule set that was read in the meantime.
    """
    path = folder / LANGUAGE / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(_compiled())
    monkeypatch.setitem(LANG_INFO, LANGUAGE, {"bidi": False, "code": LANGUAGE, "name": "⟦xx⟧", "name_local": "⟦xx⟧"})
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, folder]
    settings.LANGUAGES = [*settings.LANGUAGES, (LANGUAGE, "⟦xx⟧")]
    said = {code: bracketed(text) for code, text in words.catalogue("en").items()}
    monkeypatch.setitem(scoring_catalogue._registered, LANGUAGE, said)
    texts_of = reading._texts

    def bracketed_too(value: Any) -> dict[str, str]:
        given = {language: text for language, text in value.items() if language != LANGUAGE}
        return {**texts_of(given), LANGUAGE: bracketed(str(value["en"]))}

    # What rule sets say of themselves: an event's own copy of them too.
    monkeypatch.setattr(reading, "_texts", bracketed_too)
    forget()


def forget() -> None:
    """Drops the rule sets that were read, and events made of them, to be made again in the languages there are."""
    load.cache_clear()
    facts._ruleset.cache_clear()
    laid_again.forget()


@cache
def sentences() -> Catalog:
    """Every sentence of ours, collected once."""
    return translations.collect()


def catalogue() -> Catalog:
    """All sentences of ours and those of Django's that exist in every language of ours, each in brackets."""
    made = Catalog(locale="en")
    for message in [*sentences(), *_borrowed()]:
        if message.id:
            made.add(message.id, _forms(message), context=message.context)
    return made


def plain_words(html: str, data: Iterable[str] = ()) -> list[str]:
    """The texts of a page that hold a word neither in brackets nor in one of the texts of `data`, in order."""
    texts = _Texts()
    texts.feed(html)
    known = sorted(dict.fromkeys(text for text in data if WORD.search(text)), key=len, reverse=True)
    return [text for text in texts.found if WORD.search(_stripped(text, known))]


@cache
def _compiled() -> bytes:
    body = io.BytesIO()
    write_mo(body, catalogue())
    return body.getvalue()


def _forms(message: Message) -> str | tuple[str, ...]:
    if isinstance(message.id, str):
        return bracketed(message.id)
    return tuple(bracketed(form) for form in message.id)


def _borrowed() -> list[Message]:
    """Sentences of Django and of the apps we use, where both other languages have them."""
    folders = [Path(django.__file__).parent / "conf", *(Path(app.path) for app in apps.get_app_configs())]
    found = []
    for folder in folders:
        spoken = [_messages(folder / "locale" / language / "LC_MESSAGES") for language in translations.LANGUAGES]
        if folder.name != "tournament" and all(spoken):
            first, *others = spoken
            found += [message for key, message in first.items() if all(key in other for other in others)]
    return found


def _messages(folder: Path) -> dict[tuple[str | None, str], Message]:
    """The messages of a compiled catalogue by context and sentence; none where there is no catalogue."""
    path = folder / "django.mo"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        messages = [message for message in read_mo(file) if message.id]
    for message in messages:
        # Babel reads sentences as text but leaves their contexts as bytes.
        message.context = message.context.decode() if isinstance(message.context, bytes) else message.context
    return {(message.context, str(message.id)): message for message in messages}


def _stripped(text: str, known: list[str]) -> str:
    # A sign takes their place, so that no name is found across two others.
    text = ADDRESS.sub("|", BRACKETED.sub("|", text))
    for name in known:
        text = text.replace(name, "|")
    return text


class _Texts(HTMLParser):
    """Every text that a page shows or has read out."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        # What stands in <code> is for machines: hashes, commands; so is markup to copy.
        self._silent = tag in ("script", "style", "code") or given.get("translate") == "no"
        said = [given.get(name) for name in SAID]
        if tag == "input" and given.get("type") in BUTTONS:
            said.append(given.get("value"))
        if tag == "meta" and given.get("name") == "description":
            said.append(given.get("content"))
        self.found += [text for text in said if text]

    def handle_endtag(self, tag: str) -> None:
        self._silent = False

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.found.append(" ".join(data.split()))
