"""The JSON of catalogues and play sheets, and the JSON Schema of this JSON.

A catalogue has the options, prices and rules of an edition. A play sheet has what an edition needs in play,
such as leaders and wounds. The JSON and the schema are derived from the classes, so they always match. The
text in a field's ``Annotated`` type is the field's description in the schema.
"""

import dataclasses
import inspect
import re
from collections.abc import Mapping
from fractions import Fraction
from types import UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from builder.points.document.play import PlaySheet
from builder.points.rules.catalogue import Catalogue

Json = dict[str, Any]

CATALOGUE: Json = {"$ref": "#/components/schemas/Catalogue"}
PLAY_SHEET: Json = {"$ref": "#/components/schemas/PlaySheet"}

_PRIMITIVE_SCHEMAS: Mapping[object, Json] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Fraction: {
        "type": "string",
        "pattern": "^-?[0-9]+(/[1-9][0-9]*)?$",
        "description": 'A fraction, such as "3/2".',
    },
}


def dump_record(value: object) -> object:
    """Return a catalogue, a play sheet, or a part of these as JSON.

    Fields are included even if they have their default value. Fractions become texts.
    """
    if dataclasses.is_dataclass(value):
        return {field.name: dump_record(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {name: dump_record(inner) for name, inner in value.items()}
    if isinstance(value, tuple):
        return [dump_record(inner) for inner in value]
    return str(value) if isinstance(value, Fraction) else value


def add_catalogue_schemas(result: Json, generator: object, request: object, public: bool) -> Json:
    """Add the schemas of catalogues, play sheets, and all their parts to the OpenAPI schema.

    This is a hook of drf-spectacular.
    """
    components = result.setdefault("components", {}).setdefault("schemas", {})
    for kind in (Catalogue, PlaySheet):
        _add_component(kind, components)
    return result


def _add_component(kind: type, components: dict[str, Json]) -> Json:
    """Return the reference to the schema of a class. Add the schema if the components don't have it yet."""
    name = kind.__name__ if kind in (Catalogue, PlaySheet) else f"Catalogue{kind.__name__}"
    if name not in components:
        components[name] = {}  # reserve the name first, so that the schema precedes its parts
        hints = get_type_hints(kind, include_extras=True)
        names = [field.name for field in dataclasses.fields(kind)]
        components[name] |= {
            "type": "object",
            "description": _description(kind),
            "required": names,
            "additionalProperties": False,
            "properties": {field: _schema(hints[field], components) for field in names},
        }
    return {"$ref": f"#/components/schemas/{name}"}


def _schema(kind: Any, components: dict[str, Json]) -> Json:  # noqa: ANN401 - any annotation
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return {**_schema(inner[0], components), "description": inner[1]}
    if origin is Literal:
        return {"type": "string", "enum": list(inner)}
    if origin is tuple:
        return {"type": "array", "items": _schema(inner[0], components)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _schema(inner[1], components)}
    if origin is UnionType:
        return {"anyOf": [_schema(part, components) for part in inner]}
    return dict(_PRIMITIVE_SCHEMAS[kind]) if kind in _PRIMITIVE_SCHEMAS else _add_component(kind, components)


def _description(kind: type) -> str:
    """Return the docstring of a class as Markdown. Its tables become preformatted text."""
    text = inspect.getdoc(kind) or ""
    lines, in_table = [], False
    for line in text.splitlines():
        in_table = bool(line) and (in_table or re.fullmatch(r"=+ =+", line) is not None)
        lines.append(f"    {line}" if in_table else line)
    return "\n".join(lines)
