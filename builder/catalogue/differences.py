"""Differences between a stored catalogue and the ``given`` catalogue in a file, as plain data."""

import json
from collections.abc import Iterator, Mapping

Leaf = tuple[str, object]
Row = Mapping[str, object]
_ABSENT = object()
# What a file may add to the stored rows of a published edition (docs/decisions/0011). With these additions,
# existing designs remain valid, and their prices don't change.
_NEW_KEYS_WITH_ROWS = frozenset({"parameters", "fields"})  # new keys, if the value is a list of rows
_NEW_KEYS_WITH_LISTS = frozenset({"aliases", "rolled"})  # new keys, if the value is a list
_LISTS_THAT_GROW = frozenset({"aliases", "parts"})  # new values in these lists


def describe_differences(stored: Mapping[str, object], given: Mapping[str, object]) -> Iterator[str]:
    """Yield a line for each difference: the row, the key, the stored value, and the value in the file."""
    for part in dict.fromkeys([*stored, *given]):
        old, new = stored.get(part, _ABSENT), given.get(part, _ABSENT)
        if old == new and _ordered_json(old) == _ordered_json(new):
            continue
        old_rows, new_rows = _rows_by_name(old), _rows_by_name(new)
        if old_rows is None and new_rows is None:
            yield from _value_differences(part, old, new)
        else:
            yield from _row_differences(part, old_rows or {}, new_rows or {})


def only_adds(stored: Mapping[str, object], given: Mapping[str, object]) -> bool:
    """Return whether ``given`` only adds to ``stored``, and changes, removes or moves nothing.

    Fingerprints are made from the JSON of designs. So the JSON of existing designs must not change:

    - A new attribute must be marked as ``added``. Designs without such an attribute don't have its key.
    - New slots are refused, because the JSON of every design has a key for each slot.
    """
    new_slots = [*_new_rows("weapon_slots", stored, given), *_new_rows("pick_slots", stored, given)]
    keeps_designs = not new_slots and all(
        attribute.get("added") for attribute in _new_rows("attributes", stored, given)
    )
    new_parts = (value for part, value in given.items() if part not in stored)
    given_without_new_parts = {part: value for part, value in given.items() if part in stored}
    return (
        keeps_designs
        and all(isinstance(part, list) for part in new_parts)
        and _contains("", stored, given_without_new_parts)
    )


def _new_rows(part: str, stored: Mapping[str, object], given: Mapping[str, object]) -> list[Row]:
    stored_rows = _rows_by_name(stored.get(part, [])) or {}
    rows = _rows_by_name(given.get(part, [])) or {}
    return [row for name, row in rows.items() if name not in stored_rows]


def _contains(key: str, stored: object, given: object) -> bool:
    """Return whether ``given`` is equal to ``stored``, or only adds what may be added under this key."""
    old_rows, new_rows = _rows_by_name(stored), _rows_by_name(given)
    if old_rows is not None and new_rows is not None:
        return _contains_all(old_rows, new_rows)
    if isinstance(stored, list) and isinstance(given, list) and key in _LISTS_THAT_GROW:
        return [value for value in given if value in stored] == stored
    if not (isinstance(stored, Mapping) and isinstance(given, Mapping)):
        return stored == given
    new_keys = {name: value for name, value in given.items() if name not in stored}
    return all(_may_be_new(name, value) for name, value in new_keys.items()) and _contains_all(stored, given)


def _contains_all(stored: Mapping[str, object], given: Mapping[str, object]) -> bool:
    in_order = [key for key in given if key in stored] == list(stored)
    return in_order and all(_contains(key, value, given[key]) for key, value in stored.items())


def _may_be_new(key: str, value: object) -> bool:
    """Return whether a file may add this key with this value to a stored row."""
    if key in _NEW_KEYS_WITH_ROWS:
        return _rows_by_name(value) is not None
    return key in _NEW_KEYS_WITH_LISTS and isinstance(value, list)


def _ordered_json(value: object) -> str:
    return "" if value is _ABSENT else json.dumps(value)


def _rows_by_name(value: object) -> dict[str, Row] | None:
    """Return the rows in a list by code or name, or None if the value isn't a list of rows."""
    if not isinstance(value, list) or not all(isinstance(entry, Mapping) for entry in value):
        return None
    rows: dict[str, Row] = {}
    for index, entry in enumerate(value):
        row_name = next((entry[key] for key in ("code", "label", "name") if entry.get(key)), index)
        rows[f"{entry['group']}/{row_name}" if "group" in entry else str(row_name)] = entry
    return rows


def _row_differences(part: str, old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    for name in dict.fromkeys([*old, *new]):
        where = f"{part} {name}"
        if name not in new:
            yield f"{where}: is stored, and not in the file"
        elif name not in old:
            yield f"{where}: is in the file, and not stored"
        elif old[name] != new[name]:
            yield from _value_differences(where, old[name], new[name])
        elif _ordered_json(old[name]) != _ordered_json(new[name]):
            yield f"{where}: the order of its keys differs"
    if list(old) != list(new) and set(old) == set(new):
        yield f"{part}: the order differs"


def _value_differences(where: str, old: object, new: object) -> Iterator[str]:
    before, after = dict(_leaves("", old)), dict(_leaves("", new))
    differs = False
    for path in dict.fromkeys([*before, *after]):
        left, right = before.get(path, _ABSENT), after.get(path, _ABSENT)
        if left != right:
            differs = True
            stored, read = _shortened_json(left), _shortened_json(right)
            yield f"{where}:{path and ' ' + path} {stored} is stored, {read} is in the file"
    if not differs:
        yield f"{where}: the order differs"


def _leaves(path: str, value: object) -> Iterator[Leaf]:
    """Yield the paths and values of all texts, numbers, empty dicts and empty lists in a value."""
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _leaves(f"{path}.{key}".removeprefix("."), inner)
    elif isinstance(value, list) and value:
        for index, inner in enumerate(value):
            yield from _leaves(f"{path}[{index}]", inner)
    elif value is not _ABSENT:
        yield path, value


def _shortened_json(value: object) -> str:
    if value is _ABSENT:
        return "nothing"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:59]}…"
