"""The storage of editions: a plain catalogue is split into rows, and made from the rows again.

``plain_of`` reverses ``rows_of`` and ``layout_of``; only `builder.catalogue.load` writes rows. A catalogue
that was read from rows is cached for the lifetime of the process, by the digest of its content with rulings.
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
    """Return the JSON text of a plain value, with its keys in order."""
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def digest_of(plain: Plain) -> str:
    """Return the digest of a plain catalogue, including the order of keys, in hexadecimal."""
    return hashlib.sha256(encode_json(plain).encode()).hexdigest()


def identity_of(plain: Plain) -> str:
    """Return the edition's name in fingerprints: from its file, else the digest of its edition part."""
    return str(plain.get("identity") or digest_of(edition_part(plain)))


def rows_of(plain: Plain, edition: Edition) -> dict[type[CatalogueRow], list[Any]]:
    """Return the entries of a plain catalogue as unsaved rows of an edition."""
    return {
        table: [_make_row(table, entry, edition, index) for index, entry in enumerate(plain.get(part, []))]
        for part, table in MODELS_BY_PART.items()
    }


def layout_of(plain: Plain) -> Plain:
    """Return the parts of a plain catalogue that have neither columns nor rows of their own."""
    stored_elsewhere = {*MODELS_BY_PART, *EDITION_COLUMNS, "system", "edition"}
    return {name: value for name, value in plain.items() if name not in stored_elsewhere}


def _make_row(table: type[CatalogueRow], entry: Plain, edition: Edition, position: int) -> CatalogueRow:
    columns = {name: entry[name] for name in COLUMNS_BY_MODEL[table] if name in entry}
    data = {name: value for name, value in entry.items() if name not in columns}
    if "cost" in data and data["cost"]["kind"] == "fixed":
        columns["points"] = data["cost"].get("points", 0)
        data["cost"] = {name: value for name, value in data["cost"].items() if name != "points"}
    return table(edition=edition, position=position, data=encode_json(data), **columns)


def plain_of(edition: Edition) -> Plain:
    """Return the plain catalogue in the rows of an edition, in its original order."""
    plain = {
        "system": edition.system.code,
        "edition": edition.version,
        **{name: getattr(edition, name) for name in EDITION_COLUMNS},
        **json.loads(edition.layout),
        **{part: rows for part, table in MODELS_BY_PART.items() if (rows := _read_entries(table, edition))},
    }
    return _ordered(plain, Catalogue)


def _read_entries(table: type[CatalogueRow], edition: Edition) -> list[Plain]:
    kind, columns = CORE_CLASSES[table], COLUMNS_BY_MODEL[table]
    priced = ("points",) if table in (Property, Spell) else ()
    rows = table._default_manager.filter(edition=edition).order_by("position")
    records = rows.values_list("data", *columns, *priced)
    return [_ordered(_make_entry(columns, values), kind) for values in records]


def _make_entry(columns: tuple[str, ...], values: tuple[Any, ...]) -> Plain:
    data, *rest = values
    entry: Plain = {**dict(zip(columns, rest, strict=False)), **json.loads(data)}
    if len(rest) > len(columns) and rest[-1] is not None:
        entry["cost"] = _ordered({**entry["cost"], "points": rest[-1]}, Cost)
    return entry


def _ordered(plain: Plain, kind: type) -> Plain:
    """Return a record with its keys in the order of the fields, without default values."""
    defaults = {field.name: field.default for field in dataclasses.fields(kind)}
    ordered = {name: plain[name] for name, default in defaults.items() if plain.get(name, default) != default}
    return ordered | {name: value for name, value in plain.items() if name not in defaults}


def read_edition(edition: Edition) -> Catalogue:
    """Return the catalogue in the rows of an edition, without the cache.

    Its codes are not checked again: only checked catalogues are loaded.
    """
    return structure(plain_of(edition), Catalogue, f"{edition} in the database")


def editions() -> QuerySet[Edition]:
    """Return all editions with their systems, without the long text that only reading a catalogue needs."""
    return Edition.objects.select_related("system").defer("layout")


def catalogue_of(edition: Edition) -> Catalogue:
    """Return the catalogue of an edition; its rows are read once per process."""
    # Rows of an earlier version have no content digest until they are loaded again.
    key = edition.content or edition.digest
    catalogue = _catalogue_cache.get(key)
    if catalogue is None:
        catalogue = _catalogue_cache[key] = read_edition(edition)
    return catalogue


def get_edition(system: str, edition: str) -> Edition:
    """Return an edition by its codes. Raises Edition.DoesNotExist if it is not loaded."""
    if "\0" in edition:  # PostgreSQL rejects queries with a NUL
        raise Edition.DoesNotExist
    return editions().get(system__code=system, version=edition)


def get_catalogue(system: str, edition: str) -> Catalogue:
    """Return the catalogue of an edition by its codes. Raises Edition.DoesNotExist if it is not loaded."""
    return catalogue_of(get_edition(system, edition))


def all_catalogues() -> dict[tuple[str, str], Catalogue]:
    """Return every loaded edition by (system, edition)."""
    return {(row.system.code, row.version): catalogue_of(row) for row in editions()}


def newest_editions(catalogues: Iterable[Catalogue]) -> list[Catalogue]:
    """Return the newest edition of each game, in the order of the games."""
    by_system: dict[str, Catalogue] = {}
    for catalogue in catalogues:
        newest = by_system.get(catalogue.system)
        if newest is None or _edition_order(newest) <= _edition_order(catalogue):
            by_system[catalogue.system] = catalogue
    return list(by_system.values())


def _edition_order(catalogue: Catalogue) -> list[tuple[int, str]]:
    """Return a sort key for editions in which numbers are compared as numbers: 0.10 follows 0.9."""
    parts = re.split(r"([0-9]+)", catalogue.edition)
    return [(int(part[:18]), "") if part.isdecimal() else (-1, part) for part in parts if part]
