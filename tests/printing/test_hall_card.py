"""The card for the wall of the hall: its codes are read from the paper, and the password is nowhere else."""

import io
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from django.conf import settings
from django.db import connection
from django.urls import reverse

from tests.support.events import cast
from tournament import links

pytestmark = pytest.mark.django_db
PAGE = "/staff/hall_card/"


def codes_on(pdf: bytes) -> list[str]:
    """What a phone reads on the one page of a PDF."""
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    assert len(document) == 1
    return [code.text for code in zxingcpp.read_barcodes(document[0].render(scale=3).to_pil())]


@pytest.mark.parametrize(
    ("name", "password", "joining"),
    [
        ("Zaal Bo; 1", 'vier:azen"(4)é', r"WIFI:T:WPA;S:Zaal Bo\; 1;P:vier\:azen\"(4)é;;"),
        ("Open", "", "WIFI:S:Open;;"),
    ],
)
def test_both_codes_are_read_from_the_paper(name: str, password: str, joining: str) -> None:
    client = cast.client(cast.outsider())
    answer = client.post(PAGE, {"name": name, "password": password})
    assert answer.status_code == 200 and answer["Content-Type"] == "application/pdf"
    assert "no-store" in answer["Cache-Control"]
    assert sorted(codes_on(answer.content)) == sorted([joining, links.absolute("/")])


def test_the_password_is_kept_nowhere(caplog: Any) -> None:
    secret, client = "een-lang-geheim-van-de-zaal", cast.client(cast.outsider())
    assert client.post(PAGE, {"name": "Zaal", "password": secret}).status_code == 200
    assert client.post(PAGE, {"name": "", "password": secret}).status_code == 422
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            assert secret not in str(cursor.fetchall()), table
    assert secret not in caplog.text
    assert not list(Path(settings.VAR_DIR).rglob("*.pdf"))


@pytest.mark.parametrize(
    ("name", "password", "sentence"),
    [
        ("", "acht-en-meer", "This field is required."),
        ("Zaal", "kort", "at least 8"),
        ("Zaal", "x" * 64, "at most 63"),
        ("é" * 20, "acht-en-meer", "so long a name"),
        ("a\0b", "acht-en-meer", "Null characters"),
    ],
)
def test_what_no_network_can_be_is_refused(name: str, password: str, sentence: str) -> None:
    answer = cast.client(cast.outsider()).post(PAGE, {"name": name, "password": password})
    assert answer.status_code == 422 and sentence in answer.content.decode()


def test_the_card_is_for_the_staff() -> None:
    assert cast.client().get(PAGE)["Location"].startswith(reverse("sign-in"))
    assert cast.client().post(PAGE, {"name": "Zaal", "password": ""}).status_code == 403
    staff = cast.client(cast.founder())
    assert PAGE in staff.get("/staff/").content.decode()
    assert "HOST=0.0.0.0" in staff.get(PAGE).content.decode(), "no phone can come to a server of the tests"
    assert 'value="Zaal"' not in staff.get(f"{PAGE}?name=Zaal").content.decode(), "nothing is taken from the address"
