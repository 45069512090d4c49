"""Of each edit session, keep the last revision, with the complete document.

Revisions were stored as chains of changes; older ones as complete documents (``since`` is null). This file
has a frozen copy of the code that read them. A revision that can't be read keeps its bytes behind a mark, so that
the program reports it as damaged. Each list is converted in a transaction of its own, so an interrupted run can be repeated:
``began`` is null until a revision is converted.

The way back gives each revision an edit session of its own.
"""

import json
import zlib
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import chain, islice
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

Lines = tuple[bytes, ...]
Step = range | int

_LISTS = 100
_ROWS = 50
_WINDOW = 32_768
_DIGEST_BYTES = 8
_DAMAGED = b"damaged "  # no Deflate stream begins like this
_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def convert_histories(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Convert all lists, some at a time."""
    alias = editor.connection.alias
    get_model: Any = apps.get_model
    revisions = get_model("builder", "Revision").objects.using(alias)
    after = 0
    while True:
        open_ones = revisions.filter(began=None, company_list__gt=after).order_by("company_list")
        lists = list(open_ones.values_list("company_list", flat=True).distinct()[:_LISTS])
        if not lists:
            return
        for pk in lists:
            with transaction.atomic(using=alias):
                _convert_list(revisions.filter(company_list=pk))
        after = lists[-1]


def _convert_list(revisions: Any) -> None:
    ends: dict[int, Any] = {}
    lines: Lines | None = None
    rows = revisions.order_by("number").select_related("sitting").defer("words")
    for row in rows.iterator(chunk_size=_ROWS):
        lines = _read(row, lines)
        row.document = _complete_document(row, lines) or _DAMAGED + bytes(row.document)
        ends[row.sitting_id] = row
    for place, row in enumerate(ends.values()):
        session = row.sitting
        # Nothing is left to compare the oldest one with.
        row.description = session.told or ("" if place else session.words or "")
        row.by_id, row.began, row.ended = session.by_id, session.began, session.ended
        row.changes, row.is_closed = session.changes, True
    columns = ("by", "began", "ended", "changes", "is_closed", "description", "document")
    revisions.bulk_update(ends.values(), columns, batch_size=_ROWS)
    revisions.filter(began=None).delete()


def restore_sessions(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Give each revision an edit session; its words are made when somebody reads them."""
    alias = editor.connection.alias
    get_model: Any = apps.get_model
    revisions = get_model("builder", "Revision").objects.using(alias)
    sessions = get_model("builder", "EditSession").objects.using(alias)
    open_ones = revisions.filter(sitting=None).order_by("company_list", "number").defer("document")
    while rows := list(open_ones[:_ROWS]):
        with transaction.atomic(using=alias):
            for row in rows:
                row.sitting = sessions.create(
                    company_list_id=row.company_list_id, by_id=row.by_id, began=row.began, ended=row.ended,
                    changes=row.changes, told=row.description,
                )  # fmt: skip
                row.told = row.description
                row.words, row.since, row.digest = None, None, None
            revisions.bulk_update(rows, ("sitting", "told", "words", "since", "digest"))


# ------------------------------------------------------------------ reading chains


def _complete_document(row: Any, lines: Lines | None) -> bytes | None:
    """Return the packed document of a revision; None where it isn't what was written."""
    if lines is None or (row.digest is not None and _digest(lines) != bytes(row.digest)):
        return None
    try:
        return zlib.compress(_encoder.encode(_document(lines)).encode())
    except (ValueError, TypeError):
        return None


def _read(row: Any, before: Lines | None) -> Lines | None:
    """Return the lines of a revision; None where it can't be read, or where one that it builds on can't."""
    try:
        if row.since is None:
            return _document_lines(json.loads(zlib.decompress(row.document)))
        if row.since == row.number:
            return _apply_delta((), bytes(row.document))
        return None if before is None else _apply_delta(before, bytes(row.document))
    except (ValueError, LookupError, TypeError, AttributeError, zlib.error):
        return None


def _document_lines(document: Any) -> Lines:
    """The list without profiles and rosters, each profile, an empty line, each roster."""
    head = {name: value for name, value in document.items() if name not in ("profiles", "rosters")}
    return (_line(head), *map(_line, document["profiles"]), b"", *map(_line, document["rosters"]))


def _line(value: object) -> bytes:
    return _encoder.encode(value).encode()


def _document(lines: Lines) -> dict[str, Any]:
    end = lines.index(b"")
    head, *values = (json.loads(line) for line in lines if line)
    return {**head, "profiles": values[: end - 1], "rosters": values[end - 1 :]}


def _digest(lines: Lines) -> bytes:
    return blake2b(b"\n".join(lines), digest_size=_DIGEST_BYTES).digest()


def _apply_delta(before: Sequence[bytes], delta: bytes) -> Lines:
    """A delta says which lines stay in which order, and has the new ones, packed with the old as dictionary."""
    order, _, packed = delta.partition(b"\n")
    steps = [_parse_step(text) for text in order.split()]
    new = _unpack(packed, _dictionary(before, steps)).split(b"\n") if packed else []
    coming = iter(new)
    lines = tuple(line for step in steps for line in _lines_of_step(step, before, coming))
    if sum(step if isinstance(step, int) else 0 for step in steps) != len(new):
        raise ValueError("another number of new lines")
    return lines


def _parse_step(text: bytes) -> Step:
    start, dash, stop = text.partition(b"-")
    return range(int(start), int(stop)) if dash else int(start)


def _lines_of_step(step: Step, before: Sequence[bytes], new: Iterator[bytes]) -> list[bytes]:
    return list(islice(new, step)) if isinstance(step, int) else [before[place] for place in step]


def _unpack(packed: bytes, dictionary: bytes) -> bytes:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS, zdict=dictionary)
    text = unpacker.decompress(packed)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("what is packed does not end where it should")
    return text


def _dictionary(before: Sequence[bytes], steps: Sequence[Step]) -> bytes:
    """The last of the earlier lines, as far as Deflate looks back: those that don't stay at the very end."""
    taken = {place for step in steps if not isinstance(step, int) for place in step}
    gone = (place for place in range(len(before) - 1, -1, -1) if place not in taken)
    found, size = [], 0
    for place in chain(gone, sorted(taken, reverse=True)):
        found.append(before[place])
        size += len(before[place]) + 1
        if size >= _WINDOW:
            break
    return b"\n".join(reversed(found))[-_WINDOW:]


class Migration(migrations.Migration):

    atomic = False  # a transaction for each list
    dependencies = [("builder", "0024_revision_of_a_session")]

    operations = [migrations.RunPython(convert_histories, restore_sessions)]
