"""The OpenAPI file of the open data, from the records it answers with: `docs/openapi.json` is the same."""

from inspect import cleandoc
from typing import Any, NamedTuple

import msgspec

from tournament.reading.outside import answers
from tournament.reading.outside.answers import OpenFault


class OpenPath(NamedTuple):
    """An address below `/api/1/` with what it answers; `is_list` says that `part` may be asked for."""

    address: str
    answer: type[msgspec.Struct]
    is_list: bool = False


PATHS = (
    OpenPath("events/", answers.OpenEvents, is_list=True),
    OpenPath("events/{event}/", answers.OpenEventDetails),
    OpenPath("events/{event}/ranking/", answers.OpenRanking, is_list=True),
    OpenPath("events/{event}/rounds/{round}/", answers.OpenSeating, is_list=True),
    OpenPath("events/{event}/players/{number}/", answers.OpenPlayer),
    OpenPath("events/{event}/clubs/", answers.OpenClubs),
    OpenPath("events/{event}/rules/", answers.OpenRules),
    OpenPath("organisations/", answers.OpenOrganisations, is_list=True),
    OpenPath("organisations/{organisation}/", answers.OpenOrganisationDetails),
    OpenPath("organisations/{organisation}/seasons/{series}/", answers.OpenSeason, is_list=True),
    OpenPath("organisations/{organisation}/seasons/{series}/{number}/", answers.OpenPerson),
)
WHOLE = {"type": "integer", "minimum": 1}
TEXT = {"type": "string"}
ABOUT = (
    "Read-only: what the public pages show, and nothing else. No key, no cookie; any site may ask. Answers are the same"
    " for everybody, have an ETag, and are sent again only when they change. Names may be initials or numbers, and may"
    " go: whoever keeps a copy asks again, and shows no name from names_until on."
)


def document() -> dict[str, Any]:
    """The whole file."""
    reference = "#/components/schemas/{name}"
    _, components = msgspec.json.schema_components(
        [*(path.answer for path in PATHS), OpenFault], ref_template=reference
    )
    for component in components.values():
        # Python 3.13 takes the indentation out of a docstring, older ones do not.
        component["description"] = cleandoc(component["description"])
    return {
        "openapi": "3.1.0",
        "info": {"title": "Troel, open data", "version": "1", "description": ABOUT},
        "servers": [{"url": "/api/1"}],
        "paths": {f"/{path.address}": {"get": _operation(path)} for path in PATHS},
        "components": {"schemas": components},
    }


def _operation(path: OpenPath) -> dict[str, Any]:
    names = [part[1:-1] for part in path.address.split("/") if part.startswith("{")]
    parameters = [_parameter(name, "path") for name in names]
    if path.is_list:
        parameters.append(_parameter("part", "query"))
    if path.answer is answers.OpenEvents:
        parameters.append(_parameter("organisation", "query"))
    refused = {"description": "Why there is no answer.", **_content(OpenFault)}
    about = (path.answer.__doc__ or "").partition("\n")[0]
    return {
        "summary": about,
        "parameters": parameters,
        "responses": {"200": {"description": about, **_content(path.answer)}, "404": refused, "422": refused},
    }


def _parameter(name: str, place: str) -> dict[str, Any]:
    schema = WHOLE if name in ("round", "number", "part") else TEXT
    return {"name": name, "in": place, "required": place == "path", "schema": schema}


def _content(answer: type[msgspec.Struct]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{answer.__name__}"}}}}
