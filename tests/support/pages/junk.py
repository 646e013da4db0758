"""Junk for the pages behind a link: what cannot be right in a form, bodies that are no form, tokens of nothing.

Whatever is sent, a refusal is a 4xx with a sentence, and nothing is written.
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from django.test import Client
from hypothesis import strategies as st

from tests.support.events import cast

FORM = "application/x-www-form-urlencoded"
# No number that could be meant; None takes the field away.
NUMBERS = ("", None, "-1", "9", "99999999999999999999", "1e3", "0x1", "NaN", "[2]", '{"a":2}', "☠", "\0", "true")
BODIES = [
    (b"", FORM),
    (b"[" * 100_000, "application/json"),
    (b'{"key": {"key": ' * 20_000, "application/json"),
    (b'{"key": "k", "version": 2, "waived": "1", "phone": "p"}', "application/json"),
    (b"key=k&version=2" * 200_000, FORM),
    (b"&".join(b"f%d=1" % at for at in range(5000)), FORM),
    (b"\xff\xfe\x00%ff%00=%zz&key", FORM),
    (b"key=k", "text/plain; charset=hex"),
    (b"--b\r\nContent-Disposition: form-data; name=key\r\n\r\nk", "multipart/form-data; boundary=b"),
    (b"key=k", "multipart/form-data"),
    (b"key=k", "multipart/form-data; boundary=" + "b" * 500),
]
JUNK = st.one_of(
    st.text(max_size=30),
    st.integers().map(str),
    st.sampled_from(["1", "2", "PC8", "PM", "[]", "[[[[", "{}", "null", "-0", "1.5", "9" * 400, "\ud800", "\u202e"]),
    st.lists(st.text(max_size=3), max_size=5),
)
NAMES = ("contract", "who", "tricks", "tricks1", "tricks4", "points1", "jury", "trump", "double", "rules", "seen", "x")


@dataclass(frozen=True)
class Sent:
    """A request behind a link, such as `/t/…/`, at what follows it. `body` is sent in place of the form."""

    link: str
    rest: str
    form: dict[str, Any]
    body: bytes | None = None
    kind: str = FORM
    script: bool = False

    def post(self) -> Any:
        """The answer to it."""
        body = urlencode(self.form, doseq=True, errors="replace").encode() if self.body is None else self.body
        headers = {"accept": "application/json" if self.script else "text/html"}
        phone = Client(enforce_csrf_checks=True, headers=headers)
        return phone.generic("POST", quote(f"{self.link}{self.rest}"), body, self.kind)


def refused(sent: Sent) -> None:
    """Fails unless a request is answered with a 4xx and a sentence, and leaves no line.

    A page whose choice changed after it was shown may show it again instead.
    """
    with cast.nothing_written():
        answer = sent.post()
    if answer.status_code == 303 and not sent.script and "&again=1" in answer["Location"]:
        return
    shown = answer.content.decode()
    assert 400 <= answer.status_code < 500, f"{sent}: {answer.status_code} {answer.headers.get('Location', '')}"
    if answer["Content-Type"] == "application/json":
        said = answer.json()
        assert said["status"] == answer.status_code and said["sentence"]
    else:
        # A script sends nothing to a player who does not sit there.
        stranger = answer.status_code == 404 and sent.link.startswith("/t/") and sent.rest.startswith("sign/")
        assert "<h1>" in shown and (not sent.script or stranger), f"{sent}: {shown[:300]}"


def spoilt_in(data: st.DataObject, form: dict[str, Any], field: str, value: Any) -> dict[str, Any]:
    """A form in which one field cannot be right, and anything at all stands in some others."""
    spoilt = {**form, **data.draw(st.dictionaries(st.sampled_from(NAMES), JUNK, max_size=4)), field: value}
    return {name: given for name, given in spoilt.items() if name != field or given is not None}


def bad_tokens(key: int, dead: str) -> list[str]:
    """Tokens that open nothing: one that was revoked, of the row with this key, and others like it."""
    return [dead, dead[:-1], "x", f"{key}-", f"{2**63}-{dead[2:]}", "☠", "-1"]
