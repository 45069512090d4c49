"""Default values for what the file of an edition may leave out: some keys of its rows, and the layout.

The layout is the sections of the profile editor and of the receipt, and the boxes of a printed profile.
Catalogues in the database and in the API always have all keys.
"""

from collections.abc import Mapping
from typing import Any

from builder.catalogue.rulings import Plain

RECEIPT = "attributes"  # the section of the receipt for attributes and groups that don't name a section

_PAGE = {"page": 0}
_TEXT = {**_PAGE, "summary": ""}
_DEFAULTS: Mapping[str, Mapping[str, object]] = {
    "attributes": _TEXT,
    "constraints": _PAGE,
    "cost_tables": _PAGE,
    "fields": _TEXT,
    "groups": {**_PAGE, "receipt": RECEIPT},
    "multipliers": _PAGE,
    "pick_slots": _TEXT,
    "properties": _TEXT,
    "spells": _TEXT,
    "tables": _PAGE,
    "terms": _TEXT,
    "weapon_slots": _TEXT,
}
# Keys that may be left out, each with the other key from which the value is copied.
_COPIED_KEYS = {"at": "code", "label": "name"}
_ROWS_WITH_COPIED_KEYS = ("attributes", "fields", "pick_slots", "weapon_slots")
_DESIGN_PARTS = ("attributes", "weapon_slots", "pick_slots")


def with_defaults(edition: Mapping[str, Any]) -> Plain:
    """Return the data of an edition's file with the keys and the layout that the file leaves out."""
    completed = {key: _complete(key, part) for key, part in edition.items()}
    rows = [row for part in _DESIGN_PARTS for row in _rows(completed.get(part)) if "code" in row]
    layout = {
        "sections": [{"code": "profile", "name": "Profile", "fields": [row["code"] for row in rows]}],
        "receipt": [{"code": RECEIPT, "name": "Price"}],
        "sheet": [{"label": row.get("label", ""), "of": [row["code"]]} for row in rows],
    }
    return {**completed, **{key: rows for key, rows in layout.items() if not completed.get(key)}}


def _rows(part: object) -> list[Plain]:
    return [row for row in part if isinstance(row, dict)] if isinstance(part, list) else []


def _complete(key: str, part: object) -> object:
    """Return the part of an edition with this key, such as "attributes", with default values in its rows."""
    if isinstance(part, Mapping):
        return {inner: _complete(inner, value) for inner, value in part.items()}
    if not isinstance(part, list):
        return part
    return [_complete_row(key, row) if isinstance(row, Mapping) else row for row in part]


def _complete_row(key: str, row: Mapping[str, Any]) -> Plain:
    copied_keys = _COPIED_KEYS if key in _ROWS_WITH_COPIED_KEYS else {}
    copied = {own: row[other] for own, other in copied_keys.items() if other in row}
    values = {inner: _complete(inner, value) for inner, value in row.items()}
    return {**_DEFAULTS.get(key, {}), **copied, **values}
