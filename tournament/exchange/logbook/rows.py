"""Every row that belongs to an event or a register as plain values, named as people know them, for comparison.

Names and values follow from the models alone, so a new field is compared without further work.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db.models import Field, ForeignKey, Model, UniqueConstraint

from tournament.models import AppendixText, ChainOwner, Event, Organisation, SealedLine

# A row is named by the values of its model's `_names`, such as (2, 7): round 2, table 7.
Name = tuple[Any, ...]
Row = Mapping[str, Any]
# Whose rows they may be. A row of both, such as that of a hosted event, is the register's.
OWNERS: tuple[type[ChainOwner], ...] = (Organisation, Event)


def models(owner: type[ChainOwner]) -> list[type[Model]]:
    """The models whose rows follow from the lines of this kind of owner: not the lines and the texts themselves."""
    there = apps.get_app_config("tournament").get_models()
    return [model for model in there if owner_of(model) is owner and not issubclass(model, (SealedLine, AppendixText))]


def of(owner: ChainOwner, model: type[Model]) -> dict[Name, Row]:
    """The rows of a model that belong to one owner, by name: the value of every field that is compared."""
    names, held = _names(model), _held(model)
    lookups = list(dict.fromkeys([*names, *held]))
    found = model._default_manager.filter(**{_way(model): owner.pk}).order_by().values_list(*lookups)
    rows = [dict(zip(lookups, values, strict=True)) for values in found.iterator()]
    return {tuple(row[name] for name in names): {name: row[name] for name in held} for row in rows}


def told(model: type[Model], name: Name) -> str:
    """A row as named in a sentence: "deal (table round number 2, table number 7, number 3)"."""
    parts = ", ".join(f"{lookup.replace('__', ' ')} {value}" for lookup, value in zip(_names(model), name, strict=True))
    return f"{model._meta.verbose_name} ({parts})" if parts else str(model._meta.verbose_name)


def faults(owner: ChainOwner) -> Iterator[str]:
    """Values that no form or act would accept: too long, too large, or not among the choices; one sentence each."""
    for model in models(type(owner)):
        fields = [(lookup, field) for lookup, field in _held(model).items() if field and not field.is_relation]
        for name, row in of(owner, model).items():
            for lookup, field in fields:
                problem = _problem(field, row[lookup])
                if problem:
                    yield f"{told(model, name)}: {lookup} {problem}"


@cache
def owner_of(model: type[Model]) -> type[ChainOwner] | None:
    """Whose rows those of a model are; None for rows that belong to nobody."""
    return next((owner for owner in OWNERS if _way_to(model, owner)), None)


def _problem(column: "Field[Any, Any]", value: Any) -> str:
    if value in column.empty_values:
        return ""
    try:
        column.clean(value, None)
    except ValidationError as fault:
        return f"cannot be {str(value)[:60]!r}: {' '.join(fault.messages)}"
    return ""


def _way(model: type[Model]) -> str:
    """The lookup that leads from a row to its owner; "" if it belongs to none."""
    owner = owner_of(model)
    return _way_to(model, owner) if owner else ""


@cache
def _way_to(model: type[Model], owner: type[ChainOwner]) -> str:
    if model is owner:
        return "pk"
    for field in _keys(model):
        further = "" if field.null or field.related_model is model else _way_to(field.related_model, owner)
        if further:
            return f"{field.name}__{further}"
    return ""


@cache
def _names(model: type[Model]) -> tuple[str, ...]:
    """The lookups that name a row within its owner: those of its unique constraint, or all its fields if it has none.

    A model with a single row per owner needs none.
    """
    constraints = [one for one in model._meta.constraints if isinstance(one, UniqueConstraint)]
    if constraints:
        fields = [model._meta.get_field(name) for name in constraints[0].fields]
        return tuple(lookup for field in fields for lookup in _called(field))
    alone = any(field.unique and field.related_model is owner_of(model) for field in _keys(model))
    return () if model in OWNERS or alone else tuple(_held(model))


@cache
def _held(model: type[Model]) -> dict[str, "Field[Any, Any] | None"]:
    """The lookups of all facts in a row, each with its field; None for a reference to another row.

    A field that is not editable is not a fact: it follows from others, as a sort key follows from a name.
    """
    held: dict[str, Field[Any, Any] | None] = {}
    for field in model._meta.concrete_fields:
        target = field.related_model
        if field.primary_key or _leads_to_owner(field) or not field.editable:
            continue
        if not isinstance(target, type) or not issubclass(target, Model):
            held[field.name] = field
        elif _way(target):
            # By its number and its owner, because another owner may have the same number.
            held |= dict.fromkeys((*_called(field), f"{field.name}__{_way(target)}"[: -len("pk")] + "slug"))
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
    if _leads_to_owner(field):
        return ()
    if target in OWNERS:
        return (f"{field.name}__slug",)
    if not _way(target):
        return (field.attname,)
    return tuple(f"{field.name}__{name}" for name in _names(target))


def _leads_to_owner(field: Any) -> bool:
    """Whether a key is the one by which its row belongs to an owner, which goes without saying."""
    return field.related_model is not None and _way(field.model) == f"{field.name}__pk"


def _keys(model: type[Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
