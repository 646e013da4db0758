"""A visitor whose browser runs no scripts: follows links and presses buttons by what is written on them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.test import Client


@dataclass
class Button:
    """A button of a form: what is written on it, and what it sends."""

    words: str = ""
    name: str = ""
    value: str = ""
    method: str = ""
    action: str = ""


@dataclass
class Form:
    """A form as it is: where it leads, the values it would send, the values one can choose, its buttons."""

    action: str
    method: str
    sends: dict[str, list[str]] = field(default_factory=dict)
    offers: dict[str, list[str]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)


class Visit:
    """One page after another, as one visitor meets them."""

    def __init__(self, client: Client, address: str) -> None:
        self.client = client
        self.go(address)

    def go(self, address: str, **sent: Any) -> "Visit":
        """Opens an address, redirects and all."""
        return self._meet(self.client.get(address, follow=True, **sent))

    def follow(self, words: str, nth: int = 0) -> "Visit":
        """Follows the first link with these words, or another of them."""
        found = [address for text, address in self.page.links if words in text]
        assert found, f"no link {words!r} among {self.links}"
        return self.go(urljoin(self.address, found[nth]))

    @property
    def links(self) -> list[str]:
        """What is written on the links of the page, in order."""
        return [text for text, _address in self.page.links]

    def press(self, words: str, **choices: str | list[str]) -> "Visit":
        """Makes these choices in the form that has a button with these words, and presses it."""
        form, button = self._button(words)
        sent = {name: list(values) for name, values in form.sends.items()}
        for name, chosen in choices.items():
            values = [chosen] if isinstance(chosen, str) else chosen
            assert name in form.types, f"the form has no {name}, only {sorted(form.types)}"
            if name in form.offers:
                assert set(values) <= set(form.offers[name]), f"{name} offers {form.offers[name]}"
            sent[name] = values
        if button.name:
            sent[button.name] = [button.value]
        address = urljoin(self.address, button.action or form.action)
        post = (button.method or form.method) == "post"
        # A form sent by GET replaces the query of its address.
        send = self.client.post if post else self.client.get
        return self._meet(send(address if post else urlsplit(address).path, sent, follow=True))

    def _button(self, words: str) -> tuple[Form, Button]:
        every = [(form, button) for form in self.page.forms for button in form.buttons]
        found = [pair for pair in every if words in pair[1].words]
        assert found, f"no button {words!r} among {[button.words for _, button in every]}"
        return found[-1]

    def _meet(self, response: Any) -> "Visit":
        self.status: int = response.status_code
        query = response.request["QUERY_STRING"]
        self.address: str = response.request["PATH_INFO"] + (f"?{query}" if query else "")
        self.response = response
        self.page = Page()
        self.page.feed(response.content.decode())
        self.words = " ".join(" ".join(self.page.words).split())
        return self


class Page(HTMLParser):
    """What of a page can be read, followed and sent."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.forms: list[Form] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self._form: Form | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._open += [tag] if tag in ("a", "button", "script", "main") else []
        if tag == "a":
            self.links.append(("", given.get("href", "")))
        elif tag == "form":
            self._form = Form(given.get("action", ""), given.get("method", "get"))
            self.forms.append(self._form)
        elif tag == "button" and self._form:
            named = [given.get(name, "") for name in ("name", "value", "formmethod", "formaction")]
            button = Button("", *named)
            self._form.buttons.append(button)
        elif tag in ("input", "select", "textarea") and self._form and "name" in given:
            self._control(self._form, given, given.get("type", "text"))

    def _control(self, form: Form, given: dict[str, str], type: str) -> None:
        name, value = given["name"], given.get("value", "on" if type == "checkbox" else "")
        form.types[name] = type
        if type in ("radio", "checkbox"):
            form.offers.setdefault(name, []).append(value)
        if type not in ("radio", "checkbox") or "checked" in given:
            form.sends.setdefault(name, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        if tag in self._open:
            self._open.remove(tag)

    def handle_data(self, data: str) -> None:
        if "a" in self._open:
            text, address = self.links[-1]
            self.links[-1] = (f"{text} {' '.join(data.split())}".strip(), address)
        if "button" in self._open and self._form:
            self._form.buttons[-1].words = f"{self._form.buttons[-1].words} {' '.join(data.split())}".strip()
        if "main" in self._open and "script" not in self._open:
            self.words.append(data)
