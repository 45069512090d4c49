"""What a published edition could not say when it was published: it stands beside the edition.

A catalogue gained ways to say what only the program knew. The file of a published edition never changes,
and its digest names what it says; so these parts stand in ``data/<system>/later/<edition>.toml``. They say
nothing that the program did not do before. They are added to the edition wherever it is read, and left out
of its plain form. A row of a list completes the row that has its code.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

DATA_FOLDER = Path(__file__).resolve().parent / "data"
LATER_FOLDER = "later"  # the folder next to the editions with what they could not say

Plain = dict[str, Any]


@cache
def later_parts(system: str, edition: str) -> Mapping[str, Any]:
    """The later parts of an edition; none where it says everything itself."""
    path = DATA_FOLDER / system / LATER_FOLDER / f"{edition}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def with_later_parts(plain: Mapping[str, Any]) -> Plain:
    """A plain catalogue with its later parts; those that it has already stay as they are."""
    whole = dict(plain)
    for name, part in _later(plain).items():
        if isinstance(part, list) and isinstance(rows := plain.get(name), list):
            more = {row["code"]: row for row in part}
            whole[name] = [_completed(row, more) if isinstance(row, Mapping) else row for row in rows]
        else:
            whole[name] = plain.get(name, part)
    return whole


def _completed(row: Mapping[str, Any], more: Mapping[str, Plain]) -> Plain:
    return {**more.get(str(row.get("code")), {}), **row}


def without_later_parts(plain: Mapping[str, Any]) -> Plain:
    """A plain catalogue as its own file says it."""
    own = dict(plain)
    for name, part in _later(plain).items():
        if isinstance(part, list):
            more = {row["code"]: row for row in part}
            own[name] = [_reduced(row, more.get(row["code"], {})) for row in plain.get(name, ())]
        elif own.get(name) == part:
            del own[name]
    return own


def _reduced(row: Mapping[str, Any], more: Plain) -> Plain:
    return {key: value for key, value in row.items() if key == "code" or more.get(key) != value}


def unknown_later_codes(plain: Mapping[str, Any]) -> Iterator[str]:
    """One line for each row of the later parts that completes no row."""
    for name, part in _later(plain).items():
        rows = plain.get(name)
        known = (
            {row.get("code") for row in rows if isinstance(row, Mapping)} if isinstance(rows, list) else ()
        )
        for row in part if isinstance(part, list) else ():
            if row["code"] not in known:
                yield f'{LATER_FOLDER}: {name} "{row["code"]}" completes nothing: mend the code'


def _later(plain: Mapping[str, Any]) -> Mapping[str, Any]:
    return later_parts(str(plain.get("system")), str(plain.get("edition")))
