"""Between records and rows: a row as the fields of its record, and fields of a record as columns of a row."""

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any, get_type_hints

from django.db.models import Model
from msgspec import NODEFAULT, structs

from tournament.document.values import ALWAYS, Record


def written(record: type[Record], /, *rows: object, **parts: Any) -> dict[str, Any]:
    """The fields of a record as plain values, in its order and without defaults.

    Each is one of `parts`, or else the attribute of that name of the first of `rows` that has one.
    """
    plain = {}
    for name, default in _fields(record):
        value = parts[name] if name in parts else _attribute(name, rows)
        if default is NODEFAULT or value != default:
            plain[name] = value.isoformat() if isinstance(value, date) else value
    return plain


@cache
def _fields(record: type[Record]) -> list[tuple[str, Any]]:
    """The names of a record's fields and the values that are left out."""
    hints = get_type_hints(record, include_extras=True)
    return [
        (field.name, NODEFAULT if ALWAYS in getattr(hints[field.name], "__metadata__", ()) else _default(field))
        for field in structs.fields(record)
    ]


def _default(field: structs.FieldInfo) -> Any:
    return field.default if field.default_factory is NODEFAULT else field.default_factory()


def _attribute(name: str, rows: tuple[object, ...]) -> Any:
    for row in rows:
        if hasattr(row, name):
            return getattr(row, name)
    raise TypeError(f"nothing says what {name} is")


def columns(record: type[Record], model: type[Model], row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a model that have a field of the record and are in this row, as the model keeps them."""
    stored = {column.name: column for column in model._meta.concrete_fields if not column.is_relation}
    names = stored.keys() & row.keys() & set(record.__struct_fields__)
    return {name: stored[name].to_python(row[name]) for name in sorted(names)}
