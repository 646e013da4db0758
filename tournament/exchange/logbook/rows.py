"""Every row that belongs to an event as plain values, named as people know them, to compare two databases.

Names and values follow from the models alone, so a new field is compared without further work.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db.models import Field, ForeignKey, Model, UniqueConstraint

from tournament.models import Event, LogEntry, PersonalText

# A row is named by the values of its model's `_names`, such as (2, 7): round 2, table 7.
Name = tuple[Any, ...]
Row = Mapping[str, Any]
# The logbook itself and its texts: these are proved by seals and digests.
SEALED = (LogEntry, PersonalText)


def models() -> list[type[Model]]:
    """The models whose rows follow from the lines of an event."""
    there = apps.get_app_config("tournament").get_models()
    return [model for model in there if _way(model) and model not in SEALED]


def of(event: Event, model: type[Model]) -> dict[Name, Row]:
    """The rows of a model in an event, by name: the value of every field that is compared."""
    names, held = _names(model), _held(model)
    lookups = list(dict.fromkeys([*names, *held]))
    found = model._default_manager.filter(**{_way(model): event.pk}).order_by().values_list(*lookups)
    rows = [dict(zip(lookups, values, strict=True)) for values in found.iterator()]
    return {tuple(row[name] for name in names): {name: row[name] for name in held} for row in rows}


def told(model: type[Model], name: Name) -> str:
    """A row as named in a sentence: "deal (table round number 2, table number 7, number 3)"."""
    parts = ", ".join(f"{lookup.replace('__', ' ')} {value}" for lookup, value in zip(_names(model), name, strict=True))
    return f"{model._meta.verbose_name} ({parts})" if parts else str(model._meta.verbose_name)


def faults(event: Event) -> Iterator[str]:
    """Values that no form or act would accept: too long, too large, or not among the choices; one sentence each."""
    for model in models():
        fields = [(lookup, field) for lookup, field in _held(model).items() if field and not field.is_relation]
        for name, row in of(event, model).items():
            for lookup, field in fields:
                problem = _problem(field, row[lookup])
                if problem:
                    yield f"{told(model, name)}: {lookup} {problem}"


def _problem(column: "Field[Any, Any]", value: Any) -> str:
    if value in column.empty_values:
        return ""
    try:
        column.clean(value, None)
    except ValidationError as fault:
        return f"cannot be {str(value)[:60]!r}: {' '.join(fault.messages)}"
    return ""


@cache
def _way(model: type[Model]) -> str:
    """The lookup that leads from a row to its event; "" if it belongs to none."""
    if model is Event:
        return "pk"
    for field in _keys(model):
        further = "" if field.null or field.related_model is model else _way(field.related_model)
        if further:
            return f"{field.name}__{further}"
    return ""


@cache
def _names(model: type[Model]) -> tuple[str, ...]:
    """The lookups that name a row within its event: those of its unique constraint, or all its fields if it has none.

    A model with a single row per event needs none.
    """
    constraints = [one for one in model._meta.constraints if isinstance(one, UniqueConstraint)]
    if constraints:
        fields = [model._meta.get_field(name) for name in constraints[0].fields]
        return tuple(lookup for field in fields for lookup in _called(field))
    alone = any(field.unique and field.related_model is Event for field in _keys(model))
    return () if model is Event or alone else tuple(_held(model))


@cache
def _held(model: type[Model]) -> dict[str, "Field[Any, Any] | None"]:
    """The lookups of all facts in a row, each with its field; None for a reference to another row.

    A field that is not editable is not a fact: it follows from others, as a sort key follows from a name.
    """
    held: dict[str, Field[Any, Any] | None] = {}
    for field in model._meta.concrete_fields:
        target = field.related_model
        if field.primary_key or target is Event or not field.editable:
            continue
        if not isinstance(target, type) or not issubclass(target, Model):
            held[field.name] = field
        elif _way(target):
            # By its number and its event, because another event may have the same number.
            held |= dict.fromkeys((*_called(field), f"{field.name}__{_way(target)}"))
        elif target._meta.app_label == "tournament":
            held |= {f"{field.name}__{name}": inner for name, inner in _held(target).items()}
        else:
            held[field.attname] = None
    return held


def _called(field: Any) -> tuple[str, ...]:
    """The lookups with which a row names the value of one of its fields."""
    target = field.related_model
    if target is None:
        return (field.name,)
    if target is Event:
        return ()
    if not _way(target):
        return (field.attname,)
    return tuple(f"{field.name}__{name}" for name in _names(target))


def _keys(model: type[Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
