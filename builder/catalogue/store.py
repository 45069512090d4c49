"""The storage of editions in the database, and the catalogues that each process caches.

A plain catalogue is a catalogue as dicts, lists, texts and numbers. Its entries are stored in rows, and
everything else in columns of the edition, most of it in ``layout``. Only ``builder.catalogue.load`` writes
them.
"""

import dataclasses
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from builder.catalogue.parsing import structure
from builder.catalogue.rulings import Plain, edition_part
from builder.models import Attribute, CostTable, Edition, Property, Spell
from builder.points.rules import catalogue as core
from builder.points.rules.catalogue import Catalogue, Cost

CatalogueRow = Attribute | CostTable | Property | Spell

MODELS_BY_PART: Mapping[str, type[CatalogueRow]] = {
    "attributes": Attribute,
    "cost_tables": CostTable,
    "properties": Property,
    "spells": Spell,
}
COLUMNS_BY_MODEL: Mapping[type[CatalogueRow], tuple[str, ...]] = {
    Attribute: ("code", "name", "page", "summary", "label"),
    CostTable: ("code", "name", "page", "summary"),
    Property: ("code", "name", "page", "summary", "group"),
    Spell: ("code", "name", "page", "summary", "group", "penalty"),
}
CORE_CLASSES: Mapping[type[CatalogueRow], type] = {
    Attribute: core.Attribute,
    CostTable: core.CostTable,
    Property: core.Property,
    Spell: core.Spell,
}
EDITION_COLUMNS = ("author", "credit", "notice", "points_unit", "edition_name")

_catalogue_cache: dict[str, Catalogue] = {}


def encode_json(plain: object) -> str:
    """Return a plain value as JSON text."""
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def content_digest(plain: Plain) -> str:
    """Return the digest of a plain catalogue in hex, which depends on the order of keys too."""
    return hashlib.sha256(encode_json(plain).encode()).hexdigest()


def identity_of(plain: Plain) -> str:
    """Return the identity of an edition, which fingerprints contain. It is stored in ``Edition.digest``.

    It is the value of the key ``identity`` or, without this key, the digest of the edition without its
    rulings. ``Edition.content`` is another digest, of the complete catalogue.
    """
    return str(plain.get("identity") or content_digest(edition_part(plain)))


def rows_of(plain: Plain, edition: Edition) -> dict[type[CatalogueRow], list[Any]]:
    """Return the unsaved rows for the entries of a plain catalogue, by class."""
    return {
        row_class: [
            _make_row(row_class, entry, edition, index) for index, entry in enumerate(plain.get(part, []))
        ]
        for part, row_class in MODELS_BY_PART.items()
    }


def layout_of(plain: Plain) -> Plain:
    """Return the parts of a plain catalogue that are stored neither in rows nor in columns of the edition."""
    stored_elsewhere = {*MODELS_BY_PART, *EDITION_COLUMNS, "system", "edition"}
    return {name: value for name, value in plain.items() if name not in stored_elsewhere}


def _make_row(row_class: type[CatalogueRow], entry: Plain, edition: Edition, position: int) -> CatalogueRow:
    columns = {name: entry[name] for name in COLUMNS_BY_MODEL[row_class] if name in entry}
    data = {name: value for name, value in entry.items() if name not in columns}
    if "cost" in data and data["cost"]["kind"] == "fixed":
        columns["points"] = data["cost"].get("points", 0)
        data["cost"] = {name: value for name, value in data["cost"].items() if name != "points"}
    return row_class(edition=edition, position=position, data=encode_json(data), **columns)


def plain_of(edition: Edition) -> Plain:
    """Return the plain catalogue of a stored edition, in the original order of entries and keys."""
    plain = {
        "system": edition.system.code,
        "edition": edition.version,
        **{name: getattr(edition, name) for name in EDITION_COLUMNS},
        **json.loads(edition.layout),
        **{
            part: entries
            for part, row_class in MODELS_BY_PART.items()
            if (entries := _read_entries(row_class, edition))
        },
    }
    return _order_keys(plain, Catalogue)


def _read_entries(row_class: type[CatalogueRow], edition: Edition) -> list[Plain]:
    record_class, columns = CORE_CLASSES[row_class], COLUMNS_BY_MODEL[row_class]
    points_column = ("points",) if row_class in (Property, Spell) else ()
    rows = row_class._default_manager.filter(edition=edition).order_by("position")
    values_of_rows = rows.values_list("data", *columns, *points_column)
    return [_order_keys(_make_entry(columns, values), record_class) for values in values_of_rows]


def _make_entry(columns: tuple[str, ...], values: tuple[Any, ...]) -> Plain:
    """Return the entry in a row.

    ``values`` are ``data``, the ``columns`` and, for properties and spells, the points.
    """
    data, *rest = values
    entry: Plain = {**dict(zip(columns, rest, strict=False)), **json.loads(data)}
    if len(rest) > len(columns) and rest[-1] is not None:
        entry["cost"] = _order_keys({**entry["cost"], "points": rest[-1]}, Cost)
    return entry


def _order_keys(plain: Plain, record_class: type) -> Plain:
    """Return a plain record without default values, with its keys in the order of the class's fields."""
    defaults = {field.name: field.default for field in dataclasses.fields(record_class)}
    ordered = {name: plain[name] for name, default in defaults.items() if plain.get(name, default) != default}
    return ordered | {name: value for name, value in plain.items() if name not in defaults}


def read_edition(edition: Edition) -> Catalogue:
    """Return the catalogue of a stored edition from the database, not from the cache.

    Its codes are not checked again.
    """
    return structure(plain_of(edition), Catalogue, f"{edition} in the database")


def editions() -> QuerySet[Edition]:
    """Return a query for all editions with their games, without the large column ``layout``."""
    return Edition.objects.select_related("system").defer("layout")


def catalogue_of(edition: Edition) -> Catalogue:
    """Return the catalogue of an edition, from the cache if possible."""
    # Editions that an earlier version of Musterbook stored have an empty ``content`` until they are loaded
    # again.
    key = edition.content or edition.digest
    catalogue = _catalogue_cache.get(key)
    if catalogue is None:
        catalogue = _catalogue_cache[key] = read_edition(edition)
    return catalogue


def get_edition(system: str, edition: str) -> Edition:
    """Return the edition with the codes of a game and an edition. Raises Edition.DoesNotExist."""
    if "\0" in edition:  # PostgreSQL rejects queries with a NUL
        raise Edition.DoesNotExist
    return editions().get(system__code=system, version=edition)


def get_catalogue(system: str, edition: str) -> Catalogue:
    """Return the catalogue of an edition. Raises Edition.DoesNotExist."""
    return catalogue_of(get_edition(system, edition))


def all_catalogues() -> dict[tuple[str, str], Catalogue]:
    """Return the catalogues of all stored editions by the codes of game and edition."""
    return {(row.system.code, row.version): catalogue_of(row) for row in editions()}


def newest_editions(catalogues: Iterable[Catalogue]) -> list[Catalogue]:
    """Return the newest edition of each game, in the order of the games' first appearance."""
    by_system: dict[str, Catalogue] = {}
    for catalogue in catalogues:
        newest = by_system.get(catalogue.system)
        if newest is None or _edition_order(newest) <= _edition_order(catalogue):
            by_system[catalogue.system] = catalogue
    return list(by_system.values())


def _edition_order(catalogue: Catalogue) -> list[tuple[int, str]]:
    """Return a key that sorts edition 0.10 after edition 0.9."""
    parts = re.split(r"([0-9]+)", catalogue.edition)
    return [(int(part[:18]), "") if part.isdecimal() else (-1, part) for part in parts if part]
