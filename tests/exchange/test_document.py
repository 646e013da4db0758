"""The records of a troel/1 file: what they leave out is what the rows have anyway, and they are a schema."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.db.models import NOT_PROVIDED, Choices, Model
from jsonschema import Draft202012Validator
from msgspec import NODEFAULT, structs

from tournament.document import draws, event, jury, people, play, values, whole
from tournament.document.values import Record
from tournament.models import Appeal, Call, Decision, Draw, Entry, Event, Player, Promise, Signature, Table

PAIRS: list[tuple[type[Record], type[Model]]] = [
    (event.EventRecord, Event),
    (people.EntryRecord, Entry),
    (people.EntryRecord, Player),
    (play.TableRecord, Table),
    (play.SignatureRecord, Signature),
    (jury.DecisionRecord, Decision),
    (jury.AppealRecord, Appeal),
    (jury.CallRecord, Call),
    (draws.PromiseRecord, Promise),
    (draws.DrawRecord, Draw),
]
# What an event keeps beside its file: what follows from its acts, and the rules under their older name.
BESIDE_THE_FILE = {"id", "revision", "seal", "rules"}


def default_of(field: structs.FieldInfo) -> Any:
    return field.default if field.default_factory is NODEFAULT else field.default_factory()


@pytest.mark.parametrize(("record", "model"), PAIRS)
def test_what_a_file_leaves_out_is_what_the_model_has_by_itself(record: type[Record], model: type[Model]) -> None:
    columns = {column.name: column for column in model._meta.concrete_fields if not column.is_relation}
    for field in structs.fields(record):
        column = columns.get(field.name)
        if column is None or (default := default_of(field)) in (NODEFAULT, values.ABSENT):
            continue
        usual = "" if column.default is NOT_PROVIDED else column.get_default()
        assert default == usual, field.name


def test_every_column_of_an_event_is_in_its_record() -> None:
    columns = {column.name for column in Event._meta.concrete_fields}
    assert columns - {field.name for field in structs.fields(event.EventRecord)} == BESIDE_THE_FILE


def schema_of(kind: type) -> dict[str, Any]:
    """The schema of a kind of value for which msgspec has none."""
    if issubclass(kind, Choices):
        return {"enum": kind.values}
    return {"type": "object"} if issubclass(kind, values.Plain) else {"type": "string", "minLength": 10}


@pytest.mark.parametrize("name", ["final", "full-day"])
def test_the_records_are_a_schema_that_files_fit(name: str) -> None:
    schema = msgspec.json.schema(whole.DocumentRecord, schema_hook=schema_of)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    document = json.loads(Path(f"fixtures/logbooks/{name}.json").read_text("utf-8"))
    assert whole.decode(document) and validator.is_valid(document)
    document["rounds"][0]["tables"][0]["captain"] = 6
    assert not validator.is_valid(document)
    with pytest.raises(msgspec.ValidationError, match="captain"):
        whole.decode(document)
