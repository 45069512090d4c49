"""Conversion of TOML and plain data to a catalogue, and back. Plain data is dicts, lists, texts and numbers.

Faults, such as unknown keys or integers in quotes, are one line of text: the file, the key, what is wrong,
and how to fix it. ``name`` is the file's name in faults.
"""

import dataclasses
import difflib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeVar, get_args, get_origin

from cattrs import BaseConverter, Converter
from cattrs.cols import homogenous_tuple_structure_factory, is_mapping, mapping_structure_factory
from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
)
from cattrs.gen import make_dict_structure_fn

from builder.catalogue.consistency import catalogue_faults
from builder.catalogue.defaults import with_defaults
from builder.catalogue.rulings import rulings_faults, rulings_path, with_rulings
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.field_descriptions import field_descriptions

T = TypeVar("T")
PathStep = str | int
Hook = Callable[[object, object], object]

_FRACTION = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")
_TYPE_NAMES = (
    (bool, "true or false"),
    (int, "a number"),
    (float, "a decimal"),
    (str, "text"),
    (dict, "a table"),
    (list, "a list"),
)


class CatalogueError(ValueError):
    """A file has faults. ``problems`` has a line for each fault."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def read_catalogue(path: Path) -> Catalogue:
    """Return the catalogue in the TOML file of an edition and, if there is one, in its file of rulings.

    Raises CatalogueError if a file has faults, and OSError if there is no file at ``path``.
    """
    name = "/".join(path.parts[-2:])
    rulings_file = rulings_path(path)
    rulings = _read_toml(rulings_file) if rulings_file.exists() else {}
    edition = _read_toml(path)
    if faults := [f"{name}: {fault}" for fault in rulings_faults(edition, rulings)]:
        raise CatalogueError(faults)
    return from_plain(with_defaults(with_rulings(edition, rulings)), name)


def _read_toml(path: Path) -> dict[str, object]:
    name = "/".join(path.parts[-2:])
    try:
        return parse_toml(path.read_text(encoding="utf-8"), name)
    except UnicodeDecodeError as error:
        raise CatalogueError([f"{name}: byte {error.start} is not UTF-8: save the file as UTF-8"]) from error


def parse_toml(text: str, name: str) -> dict[str, object]:
    """Return the plain data of a TOML text. Raises CatalogueError if the text isn't TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError([f"{name}: not TOML: {error}: fix the text there"]) from error


def parse_catalogue(text: str, name: str) -> Catalogue:
    """Return the catalogue in a TOML text. Raises CatalogueError if the text has faults."""
    return from_plain(with_defaults(parse_toml(text, name)), name)


def from_plain(plain: Mapping[str, object], name: str) -> Catalogue:
    """Return the catalogue in plain data, with checked codes. Raises CatalogueError for faults."""
    catalogue = structure(plain, Catalogue, name)
    problems = [f"{name}: {fault}" for fault in catalogue_faults(catalogue)]
    if problems:
        raise CatalogueError(problems)
    return catalogue


def structure(plain: object, kind: type[T], name: str) -> T:
    """Return a record of the class ``kind`` from plain data, without checking its codes.

    Raises CatalogueError if the data has faults.
    """
    try:
        return _CONVERTER.structure(plain, kind)
    except (BaseValidationError, _WrongValueError) as error:
        raise CatalogueError(
            [f"{name}: {_describe_path(plain, path)}{text}" for path, text in _single_faults(error, ())]
        ) from error


def to_plain(record: object) -> dict[str, object]:
    """Return a catalogue or another record as plain data that JSON can express, without default values."""
    plain: dict[str, object] = _CONVERTER.unstructure(record)
    return plain


class _WrongValueError(ValueError):
    """A wrong value. The text doesn't say where it is."""


def _describe_type(value: object) -> str:
    return next((word for kind, word in _TYPE_NAMES if isinstance(value, kind)), type(value).__name__)


def _require_type(kind: type, fix: str) -> Hook:
    def hook(value: object, _: object) -> object:
        if type(value) is not kind:
            raise _WrongValueError(f"is {_describe_type(value)}: {fix}")
        return value

    return hook


def _structure_fraction(value: object, _: object) -> Fraction:
    if not isinstance(value, str) or not _FRACTION.fullmatch(value):
        raise _WrongValueError(f'is not a fraction: write it as text, like "3/2", not as {value!r}')
    return Fraction(value)


def _structure_literal(kind: type, _: BaseConverter) -> Hook:
    allowed = get_args(kind)

    def hook(value: object, _: object) -> object:
        if value not in allowed:
            words = ", ".join(f'"{word}"' for word in allowed)
            raise _WrongValueError(f"is {value!r}: write one of {words}")
        return value

    return hook


def _structure_mapping(kind: type, converter: BaseConverter) -> Hook:
    return _after_check(
        dict, 'write a table, like { key = "value" }', mapping_structure_factory(kind, converter)
    )


def _structure_tuple(kind: type, converter: BaseConverter) -> Hook:
    return _after_check(list, "write a list in [ ]", homogenous_tuple_structure_factory(kind, converter))


def _structure_record(kind: type, converter: BaseConverter) -> Hook:
    keys = ", ".join(field_descriptions(kind))
    fix = f"write a table, like {{ key = value }}; the keys here are {keys}"
    return _after_check(dict, fix, make_dict_structure_fn(kind, converter))


def _after_check(kind: type, fix: str, inner: Callable[..., object]) -> Hook:
    check = _require_type(kind, fix)

    def hook(value: object, target: object) -> object:
        return inner(check(value, target), target)

    return hook


def _is_literal(kind: object) -> bool:
    return get_origin(kind) is Literal


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) is tuple


def _make_converter() -> Converter:
    converter = Converter(
        forbid_extra_keys=True,
        omit_if_default=True,
        detailed_validation=True,
        unstruct_collection_overrides={tuple: list},
    )
    converter.register_structure_hook(int, _require_type(int, "write a whole number without quotes, like 6"))
    converter.register_structure_hook(str, _require_type(str, 'write text in quotes, like "flier"'))
    converter.register_structure_hook(bool, _require_type(bool, "write true or false"))
    converter.register_structure_hook(Fraction, _structure_fraction)
    converter.register_unstructure_hook(Fraction, str)
    converter.register_structure_hook_factory(_is_literal, _structure_literal)
    converter.register_structure_hook_factory(is_mapping, _structure_mapping)
    converter.register_structure_hook_factory(_is_tuple, _structure_tuple)
    converter.register_structure_hook_factory(dataclasses.is_dataclass, _structure_record)
    return converter


_CONVERTER = _make_converter()


def _single_faults(
    error: Exception, path: tuple[PathStep, ...]
) -> Iterator[tuple[tuple[PathStep, ...], str]]:
    """Yield the path and the text of each fault in an error of cattrs, which can contain other errors."""
    if isinstance(error, ClassValidationError | IterableValidationError):
        noted, bare = error.group_exceptions()
        for inner, note in noted:
            step = note.name if isinstance(note, AttributeValidationNote) else note.index
            if isinstance(inner, KeyError) and isinstance(error, ClassValidationError):
                meaning = field_descriptions(error.cl).get(str(step), "").rstrip(".")
                yield (*path, step), f"is missing: add it ({meaning})" if meaning else "is missing: add it"
            else:
                yield from _single_faults(inner, (*path, step))
        for inner in bare:
            yield from _single_faults(inner, path)
    elif isinstance(error, ForbiddenExtraKeysError):
        keys = [field.name for field in dataclasses.fields(error.cl)]
        for key in sorted(map(str, error.extra_fields)):
            near = difflib.get_close_matches(key, keys, n=1)
            fix = f"did you mean {near[0]}?" if near else f"the keys here are {', '.join(keys)}"
            yield (*path, key), f"is not a known key: {fix}"
    else:
        yield path, str(error)


def _describe_path(plain: object, path: tuple[PathStep, ...]) -> str:
    """Return a path as text with a space at its end: ``properties[12] "flier": cost.factor ``."""
    if not path:
        return "the whole "
    if len(path) == 1 or isinstance(path[0], int) or not isinstance(path[1], int):
        return f"{_join_path(path)} "
    rows = plain.get(path[0]) if isinstance(plain, Mapping) else None
    row = rows[path[1]] if isinstance(rows, list) else None
    names = [row.get(key) for key in ("code", "name", "label")] if isinstance(row, Mapping) else []
    name = next((f' "{word}"' for word in names if isinstance(word, str)), "")
    rest = _join_path(path[2:])
    return f"{path[0]}[{path[1]}]{name}: {rest} " if rest else f"{path[0]}[{path[1]}]{name} "


def _join_path(path: tuple[PathStep, ...]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")
