"""The two parts of an edition: its contents never change, and its rulings may be corrected.

The edition part decides how a design is read and what it costs: options, prices and tables. The rulings are
the constraints, messages, levels, pages, remedies, summaries and corrected names. They are in the files
``data/<system>/<edition>.toml`` and ``data/<system>/rulings/<edition>.toml``; a row of the rulings completes
the row of the edition with the same code (and group). A draft may have everything in one file.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Plain = dict[str, Any]

DATA_FOLDER = Path(__file__).resolve().parent / "data"
RULINGS_FOLDER = "rulings"  # the folder next to the editions

# Keys of rulings, by their purpose.
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
ROW_KEYS = ("code", "group")  # the keys that identify a row; entries of two groups may have the same code
# Words that the rulings of these parts may correct. The row then has the published word in PUBLISHED.
_CORRECTED_KEYS = frozenset({"name", "label", "noun", "unit"})
_CORRECTED_PARTS = frozenset(
    {"attributes", "columns", "fields", "groups", "parameters", "pick_slots", "unit_values", "values"}
)
PUBLISHED = "published"


def rulings_path(edition_file: Path) -> Path:
    """Return the path of an edition's rulings, if they are in a separate file."""
    return edition_file.parent / RULINGS_FOLDER / edition_file.name


def with_rulings(edition: Mapping[str, Any], rulings: Mapping[str, Any]) -> Plain:
    """Return an edition completed by its rulings."""
    completed = dict(edition)
    for key, part in rulings.items():
        own = edition.get(key)
        if isinstance(own, list) and _are_rows(part):
            completed[key] = [
                with_rulings(row, _row_for(row, part) or {}) if isinstance(row, Mapping) else row
                for row in own
            ]
        elif isinstance(own, Mapping) and isinstance(part, Mapping):
            completed[key] = with_rulings(own, part)
        else:
            completed[key] = part
    corrected = _CORRECTED_KEYS & rulings.keys() & edition.keys() if "code" in edition else ()
    if corrected:
        completed[PUBLISHED] = {key: edition[key] for key in sorted(corrected)}
    return completed


def edition_part(plain: Mapping[str, Any]) -> Plain:
    """Return a plain catalogue without its rulings: the part that never changes after publication."""
    published = plain.get(PUBLISHED, {})
    parts = {
        key: _edition_value(key, published.get(key, value))
        for key, value in plain.items()
        if key not in RULING_KEYS and key != PUBLISHED
    }
    # The terms of a roster may consist of rulings only.
    return {key: value for key, value in parts.items() if key != "roster" or value}


def _edition_value(key: str, value: object) -> object:
    if isinstance(value, list):
        return [_edition_value(key, row) for row in value]
    # Other tables, such as the costs of a row, have keys of their own.
    if isinstance(value, Mapping) and ("code" in value or key == "roster"):
        return edition_part(value)
    return value


def unknown_rows(edition: Mapping[str, Any], rulings: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yield a fault for each row of the rulings that completes no row, and each key of the edition part."""
    for key, part in rulings.items():
        own = edition.get(key)
        if isinstance(own, list) and _are_rows(part):
            for row in part:
                where = f'{path}{key} "{row["code"]}"'
                rows = (own_row for own_row in own if isinstance(own_row, Mapping))
                completed = next((own_row for own_row in rows if _row_for(own_row, [row])), None)
                if completed is not None:
                    words = _CORRECTED_KEYS & completed.keys() if key in _CORRECTED_PARTS else frozenset()
                    other = {name: value for name, value in row.items() if name not in words}
                    yield from unknown_rows(completed, other, f"{where}: ")
                else:
                    yield f"{RULINGS_FOLDER}: {where} completes nothing: fix its code or group"
        elif key in ROW_KEYS or key in RULING_KEYS:
            continue
        elif isinstance(part, Mapping):
            yield from unknown_rows(own if isinstance(own, Mapping) else {}, part, f"{path}{key}: ")
        else:
            yield f"{RULINGS_FOLDER}: {path}{key} belongs in the file of the edition: move it there"


def _row_for(own: Mapping[str, Any], rows: list[Plain]) -> Plain | None:
    """Return the row of the rulings with the code of an edition's row, and its group if given; else None."""
    code, group = own.get("code"), own.get("group")
    return next((row for row in rows if row["code"] == code and row.get("group", group) == group), None)


def _are_rows(part: object) -> bool:
    return isinstance(part, list) and all(isinstance(row, Mapping) and "code" in row for row in part)
