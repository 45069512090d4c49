"""The storage of editions in the database.

A plain catalogue is a catalogue as dicts, lists, texts and numbers. It is stored in two places: ``rows_of``
returns the rows for its entries, and ``layout_of`` returns everything else, for a column of the edition.
``plain_of`` makes a plain catalogue from the rows and the column again. Only ``builder.catalogue.load``
writes them.

``catalogue_of`` caches each catalogue until the process ends. The key is the digest of the content. When
rulings change, the digest changes, and the catalogue is read again.
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
    """Return a plain value as JSON text. The order of its keys is not changed."""
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def content_digest(plain: Plain) -> str:
    """Return the digest of a plain catalogue, in hex.

    If the order of its keys changes, the digest changes.
    """
    return hashlib.sha256(encode_json(plain).encode()).hexdigest()


def identity_of(plain: Plain) -> str:
    """Return the identity of an edition, which is a digest that fingerprints contain.

    If the file of the edition has the key ``identity``, return its value. If not, return the digest of the
    edition without its rulings.

    The identity is stored in ``Edition.digest``. Another digest, of the complete catalogue, is stored in
    ``Edition.content``.
    """
    return str(plain.get("identity") or content_digest(edition_part(plain)))


def rows_of(plain: Plain, edition: Edition) -> dict[type[CatalogueRow], list[Any]]:
    """Return the unsaved rows for the entries of a plain catalogue, by the class of the rows."""
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
    """Return the plain catalogue of a stored edition.

    The entries and their keys are in the same order as before they were stored.
    """
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

    ``values`` are the text of the column ``data``, and the values of ``columns``. For a property or spell,
    the last value is the column ``points``.
    """
    data, *rest = values
    entry: Plain = {**dict(zip(columns, rest, strict=False)), **json.loads(data)}
    if len(rest) > len(columns) and rest[-1] is not None:
        entry["cost"] = _order_keys({**entry["cost"], "points": rest[-1]}, Cost)
    return entry


def _order_keys(plain: Plain, record_class: type) -> Plain:
    """Return a plain record without default values. Its keys are in the order of the class's fields.

    Keys that aren't fields of the class are last.
    """
    defaults = {field.name: field.default for field in dataclasses.fields(record_class)}
    ordered = {name: plain[name] for name, default in defaults.items() if plain.get(name, default) != default}
    return ordered | {name: value for name, value in plain.items() if name not in defaults}


def read_edition(edition: Edition) -> Catalogue:
    """Return the catalogue of a stored edition. Read it from the database, not from the cache.

    The codes in the catalogue are not checked, because they were checked before the catalogue was stored.
    """
    return structure(plain_of(edition), Catalogue, f"{edition} in the database")


def editions() -> QuerySet[Edition]:
    """Return a query for all editions, with their games.

    The large column ``layout`` is left out, because only ``plain_of`` needs it.
    """
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
    """Return an edition. ``system`` is the code of the game, and ``edition`` is the code of the edition.

    Raises Edition.DoesNotExist if there is no such edition.
    """
    if "\0" in edition:  # PostgreSQL rejects queries with a NUL
        raise Edition.DoesNotExist
    return editions().get(system__code=system, version=edition)


def get_catalogue(system: str, edition: str) -> Catalogue:
    """Return the catalogue of an edition. The arguments and the error are those of ``get_edition``."""
    return catalogue_of(get_edition(system, edition))


def all_catalogues() -> dict[tuple[str, str], Catalogue]:
    """Return the catalogues of all stored editions.

    A key is the code of a game and the code of an edition.
    """
    return {(row.system.code, row.version): catalogue_of(row) for row in editions()}


def newest_editions(catalogues: Iterable[Catalogue]) -> list[Catalogue]:
    """Return the newest edition of each game. The games are in the order in which they first appear."""
    by_system: dict[str, Catalogue] = {}
    for catalogue in catalogues:
        newest = by_system.get(catalogue.system)
        if newest is None or _edition_order(newest) <= _edition_order(catalogue):
            by_system[catalogue.system] = catalogue
    return list(by_system.values())


def _edition_order(catalogue: Catalogue) -> list[tuple[int, str]]:
    """Return a key that sorts editions by the numbers in their codes.

    Edition 0.10 comes after edition 0.9.
    """
    parts = re.split(r"([0-9]+)", catalogue.edition)
    return [(int(part[:18]), "") if part.isdecimal() else (-1, part) for part in parts if part]
