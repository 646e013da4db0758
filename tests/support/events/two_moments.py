"""What a table says it is playing, and what stands there."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.events import cast
from tournament.acts.table.announcing import announce
from tournament.errors import UserError
from tournament.models import Deal, Table

SOLO = {"contract": "S6", "declarers": [2]}
SLAM = {"contract": "S12", "declarers": [1]}


def say(table: Table, number: int = 1, told: dict[str, Any] = SOLO, **more: Any) -> Any:
    return announce(table, cast.captain(table), number, told, **more)


def refused(status: int, act: Callable[[], object]) -> str:
    """Why an act is refused, which then writes nothing."""
    with cast.nothing_written(), pytest.raises(UserError) as refusal:
        act()
    assert refusal.value.status == status
    return str(refusal.value)


def standing(table: Table, number: int = 1) -> Any:
    row = Deal.objects.filter(table=table, number=number).first()
    return row and row.announced
