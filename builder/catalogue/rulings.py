"""The two parts of an edition, which are the edition part and the rulings.

The edition part contains options, prices and tables. After publication, rows may be added to it, but nothing
else may change. It is in the file ``data/<system>/<edition>.toml``.

The rulings are our reading of the rules, such as constraints, messages and summaries. They may be corrected
at any time. They are in the file ``data/<system>/rulings/<edition>.toml``. A row of the rulings adds keys to
the row of the edition part with the same code and group. In a draft, one file may contain both parts.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Plain = dict[str, Any]
"""A catalogue, or a part of it, as dicts, lists, texts and numbers. The keys are those of the files."""

DATA_FOLDER = Path(__file__).resolve().parent / "data"
RULINGS_FOLDER = "rulings"  # the folder next to the editions

# The keys that belong to the rulings, by their purpose.
_SHOWN = (
    "author credit notice edition_name earlier_edition_names setting_words summary words price_estimate page "
    "price_page place place_names terms tables sections receipt sheet texts earlier_texts unused"
)
_DESIGNS = (
    "rules rulings constraints rule level floor_rule kept_rule rule_level rule_message "
    "required_rule required_message required_unless repeat_rule repeat_level repeat_message family_rules "
    "least least_by least_rule least_level most most_by most_with most_rule most_level most_message"
)
_ROSTERS = (
    "members_rule members_level limit_rule limit_level limit_message max_rule max_level "
    "profile_rule profile_message empty_rule size_rule usual usual_by additions joins_later"
)
_FIXES = "remedies required_remedies verb needs_choice optional"
_ABOUT = "revision changes draft identity"
RULING_KEYS = frozenset(f"{_SHOWN} {_DESIGNS} {_ROSTERS} {_FIXES} {_ABOUT}".split())
ROW_KEYS = ("code", "group")  # the keys that identify a row, because two groups may have the same code
# The rulings may correct the values of these keys in the rows of these parts. A corrected row also contains
# the published values, under the key PUBLISHED.
_CORRECTED_KEYS = frozenset({"name", "label", "noun", "unit"})
_CORRECTED_PARTS = frozenset(
    {
        "attributes",
        "columns",
        "fields",
        "groups",
        "options",
        "parameters",
        "pick_slots",
        "unit_values",
        "values",
    }
)
PUBLISHED = "published"


def rulings_path(edition_file: Path) -> Path:
    """Return the path of the file with an edition's rulings. There may be no such file."""
    return edition_file.parent / RULINGS_FOLDER / edition_file.name


def with_rulings(edition: Mapping[str, Any], rulings: Mapping[str, Any]) -> Plain:
    """Return the plain data of an edition, with the keys of its rulings added."""
    completed = dict(edition)
    for key, part in rulings.items():
        original = edition.get(key)
        if isinstance(original, list) and _are_rows(part):
            completed[key] = [
                with_rulings(row, _row_for(row, part) or {}) if isinstance(row, Mapping) else row
                for row in original
            ]
        elif isinstance(original, Mapping) and isinstance(part, Mapping):
            completed[key] = with_rulings(original, part)
        else:
            completed[key] = part
    corrected = _CORRECTED_KEYS & rulings.keys() & edition.keys() if "code" in edition else ()
    if corrected:
        completed[PUBLISHED] = {key: edition[key] for key in sorted(corrected)}
    return completed


def edition_part(plain: Mapping[str, Any]) -> Plain:
    """Return the edition part of a plain catalogue, with published instead of corrected names."""
    published = plain.get(PUBLISHED, {})
    parts = {
        key: _edition_value(key, published.get(key, value))
        for key, value in plain.items()
        if key not in RULING_KEYS and key != PUBLISHED
    }
    # If the terms of rosters contain only rulings, they are empty now, and are left out.
    return {key: value for key, value in parts.items() if key != "roster" or value}


def _edition_value(key: str, value: object) -> object:
    if isinstance(value, list):
        return [_edition_value(key, row) for row in value]
    # Other tables aren't changed. In a table such as ``costs``, the keys are values and not names of fields,
    # so they can't be keys of rulings.
    if isinstance(value, Mapping) and ("code" in value or key == "roster"):
        return edition_part(value)
    return value


def rulings_faults(edition: Mapping[str, Any], rulings: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yield the faults of rulings: rows that complete no row of the edition, and keys of the edition part."""
    for key, part in rulings.items():
        original = edition.get(key)
        if isinstance(original, list) and _are_rows(part):
            for row in part:
                where = f'{path}{key} "{row["code"]}"'
                edition_rows = (candidate for candidate in original if isinstance(candidate, Mapping))
                matching_rows = (edition_row for edition_row in edition_rows if _row_for(edition_row, [row]))
                completed = next(matching_rows, None)
                if completed is not None:
                    corrected = _CORRECTED_KEYS & completed.keys() if key in _CORRECTED_PARTS else frozenset()
                    other_keys = {name: value for name, value in row.items() if name not in corrected}
                    yield from rulings_faults(completed, other_keys, f"{where}: ")
                else:
                    yield f"{RULINGS_FOLDER}: {where} completes nothing: fix its code or group"
        elif key in ROW_KEYS or key in RULING_KEYS:
            continue
        elif isinstance(part, Mapping):
            nested = original if isinstance(original, Mapping) else {}
            yield from rulings_faults(nested, part, f"{path}{key}: ")
        else:
            yield f"{RULINGS_FOLDER}: {path}{key} belongs in the file of the edition: move it there"


def _row_for(edition_row: Mapping[str, Any], rows: list[Plain]) -> Plain | None:
    """Return the row of the rulings with the code and, if it has one, the group of an edition's row."""
    code, group = edition_row.get("code"), edition_row.get("group")
    return next((row for row in rows if row["code"] == code and row.get("group", group) == group), None)


def _are_rows(part: object) -> bool:
    return isinstance(part, list) and all(isinstance(row, Mapping) and "code" in row for row in part)
