"""JSON that is read far more often than it changes: an event's rules, of which every page wants all."""

import json
from functools import lru_cache
from typing import Any, NoReturn

from django.db import models
from django.db.models.fields.json import KeyTransform


class Shared(dict[str, Any]):
    """A table of JSON that whoever reads it shares, so that nobody may change it in place; a copy of it is a dict.

    `text` is what it was read from, for the outermost table.
    """

    text = ""

    def _refuse(self, *_args: object, **_more: object) -> NoReturn:
        raise TypeError("This is shared by all that read it: change a copy.")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __deepcopy__(self, _memo: object) -> dict[str, Any]:
        return dict(json.loads(json.dumps(self)))


class SharedJSON(models.JSONField):
    """A table of JSON, parsed once however often it is read. For migrations it is an ordinary `JSONField`."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """The table; as `JSONField` has it where a query asks for a part of it."""
        if value is None or isinstance(expression, KeyTransform):
            return super().from_db_value(value, expression, connection)
        return _read(value)

    def deconstruct(self) -> Any:
        """As an ordinary field."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


@lru_cache(maxsize=64)
def _read(text: str) -> Any:
    read = json.loads(text, object_hook=Shared)
    if isinstance(read, Shared):
        read.text = text
    return read
