"""docs/api.md: every address in it answers, with at least what its example shows."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.pages import club_roles

pytestmark = pytest.mark.django_db
TEXT = Path("docs/api.md").read_text("utf-8")


def shape(value: Any, example: Any, place: str) -> None:
    """Fails where an example has a field or a kind of value that the answer does not have."""
    if isinstance(example, dict):
        assert example.keys() <= value.keys(), place
        for key, part in example.items():
            shape(value[key], part, f"{place}.{key}")
    elif isinstance(example, list) and example:
        assert value, place
        shape(value[0], example[0], f"{place}[]")
    elif example is not None and value is not None:
        assert type(value) is type(example), place


def test_every_example_is_true() -> None:
    club_roles.filled("de-linde")
    cast.played(4)
    blocks = re.findall(r"\$ curl -s https://troel\.example(\S+)\n(.*?)\n(?=\n|```)", TEXT, re.DOTALL)
    assert len(blocks) == 6
    for address, example in blocks:
        shape(cast.client().get(address).json(), json.loads(example), address)
    others = re.findall(r"(?:`|https://troel\.example)(/(?:api|embed|feeds|cards)/[^`\"\s…]+)", TEXT)
    assert len(others) > 10
    statuses = {address: cast.client().get(address).status_code for address in others}
    assert {address for address, status in statuses.items() if status != 200} == {"/api/1/"}
