"""Two versions of a document as their difference: what makes the later one of the earlier.

A document is taken as lines: the list itself without its profiles and rosters, each profile, an empty line,
each roster; every one as canonical JSON. A delta says which lines of the earlier version come in which order,
and holds those that are new, compressed with the earlier version as dictionary: a profile with one number
changed takes some twenty bytes. It knows nothing of keys or games, so it can tell any document of any other.
"""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import chain, islice
from typing import Any

Json = dict[str, Any]
Lines = tuple[bytes, ...]

_SEPARATOR = b""  # no JSON value is empty
_WINDOW = 32_768  # bytes that Deflate looks back
_RAW = -zlib.MAX_WBITS
_LEVEL = 9
_DIGEST_BYTES = 8
_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


class DeltaError(ValueError):
    """A delta that is damaged, or that belongs to another document."""


# ------------------------------------------------------------------ documents as lines


def document_lines(document: Mapping[str, Any], like: tuple[Json, Lines] | None = None) -> Lines:
    """A document as lines. ``like`` is another one with its lines, which are used where they are the same."""
    known: dict[str, tuple[Json, bytes]] = {}
    if like is not None:
        known = {pair[0]["key"]: pair for pair in zip(like[0]["profiles"], like[1][1:], strict=False)}
    head = {name: value for name, value in document.items() if name not in ("profiles", "rosters")}
    profiles = (_profile_line(profile, known) for profile in document["profiles"])
    return (_line(head), *profiles, _SEPARATOR, *map(_line, document["rosters"]))


def _profile_line(profile: Json, known: Mapping[str, tuple[Json, bytes]]) -> bytes:
    same = known.get(profile["key"]) if known else None
    return same[1] if same is not None and same[0] == profile else _line(profile)


def _line(value: object) -> bytes:
    return _encoder.encode(value).encode()


def document_of_lines(lines: Sequence[bytes], known: dict[bytes, Json] | None = None) -> Json:
    """The document that was taken as lines; those with one ``known`` share the values of equal lines."""
    known = {} if known is None else known
    end = lines.index(_SEPARATOR)
    head, *values = (_value(line, known) for line in lines if line)
    return {**head, "profiles": values[: end - 1], "rosters": values[end - 1 :]}


def _value(line: bytes, known: dict[bytes, Json]) -> Json:
    value = known.get(line)
    if value is None:
        value = known[line] = json.loads(line.decode())
    return value


def digest_of_lines(lines: Sequence[bytes]) -> bytes:
    """A number by which a document is told from others."""
    return blake2b(b"\n".join(lines), digest_size=_DIGEST_BYTES).digest()


# ------------------------------------------------------------------ deltas

Step = range | int
"""Lines of the earlier version by their places, or so many that are new."""


def make_delta(before: Sequence[bytes], after: Sequence[bytes]) -> bytes:
    """What makes the lines of ``after`` of those of ``before``: the order of both, then what is new."""
    places: dict[bytes, int] = {}
    for place, line in enumerate(before):
        places.setdefault(line, place)
    steps: list[Step] = []
    new: list[bytes] = []
    for line in after:
        last = steps[-1] if steps else 0
        if line not in places:
            new.append(line)
            steps[-1:] = [last + 1] if isinstance(last, int) else [last, 1]
        elif isinstance(last, range) and last.stop < len(before) and before[last.stop] == line:
            steps[-1] = range(last.start, last.stop + 1)
        else:
            steps.append(range(places[line], places[line] + 1))
    order = b" ".join(map(_step_text, steps))
    if not new:
        return order
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW, zdict=_dictionary(before, steps))
    return order + b"\n" + packer.compress(b"\n".join(new)) + packer.flush()


def apply_delta(before: Sequence[bytes], delta: bytes) -> Lines:
    """The later lines; DeltaError where the delta is damaged or belongs to other lines."""
    order, _, packed = delta.partition(b"\n")
    try:
        steps = [_parse_step(text) for text in order.split()]
        new = _unpack(packed, _dictionary(before, steps)).split(b"\n") if packed else []
        coming = iter(new)
        lines = tuple(line for step in steps for line in _lines_of_step(step, before, coming))
    except (IndexError, ValueError, zlib.error) as error:
        raise DeltaError(f"A delta cannot be read: {error}") from error
    wanted = sum(step if isinstance(step, int) else 0 for step in steps)
    if wanted != len(new):
        raise DeltaError(f"A delta says {wanted} new lines and has {len(new)}.")
    return lines


def _unpack(packed: bytes, dictionary: bytes) -> bytes:
    unpacker = zlib.decompressobj(_RAW, zdict=dictionary)
    text = unpacker.decompress(packed)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("what is packed does not end where it should")
    return text


def _step_text(step: Step) -> bytes:
    return b"%d" % step if isinstance(step, int) else b"%d-%d" % (step.start, step.stop)


def _parse_step(text: bytes) -> Step:
    start, dash, stop = text.partition(b"-")
    return range(int(start), int(stop)) if dash else int(start)


def _lines_of_step(step: Step, before: Sequence[bytes], new: Iterator[bytes]) -> list[bytes]:
    return list(islice(new, step)) if isinstance(step, int) else [before[place] for place in step]


def _dictionary(before: Sequence[bytes], steps: Sequence[Step]) -> bytes:
    """The last of the earlier lines, as far as Deflate looks back: those that are gone at the very end."""
    taken = {place for step in steps if not isinstance(step, int) for place in step}
    gone = (place for place in range(len(before) - 1, -1, -1) if place not in taken)
    found, size = [], 0
    for place in chain(gone, sorted(taken, reverse=True)):
        found.append(before[place])
        size += len(before[place]) + 1
        if size >= _WINDOW:
            break
    return b"\n".join(reversed(found))[-_WINDOW:]
