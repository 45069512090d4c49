"""What changed between documents as they are stored, read no further than needed.

A list of 300 profiles is saved at every tap: nothing is parsed here but what changed, and what prices it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from builder.documents import Json, StoredList
from builder.points import document as core
from builder.points.book import open_book
from builder.points.changes import Comparison, compare
from builder.points.design import Design
from builder.points.document import Document, DocumentError
from builder.points.references import named_by

_UNREAD = Design()


def compare_values(
    earlier: Sequence[Json], now: Json, stored: StoredList, also: Iterable[str] = ()
) -> Comparison:
    """What changed from each of several documents to the one that stands ``now``, all of one edition.

    ``also`` are profiles that are to be priced besides.
    """
    keys = set(also).union(*(_asked(before, now) for before in earlier))
    documents = (now, *earlier)
    after, *befores = map(_document, documents, _read(documents, keys, stored))
    return compare(befores, after, stored.catalogue, also)


def _asked(before: Json, after: Json) -> set[str]:
    """The profiles that differ, and those that rosters field which differ."""
    sides = tuple({profile["key"]: profile for profile in side["profiles"]} for side in (before, after))
    return {
        *(key for key in sides[0] | sides[1] if sides[0].get(key) != sides[1].get(key)),
        *_fielded(before["rosters"], after["rosters"]),
        *_fielded(after["rosters"], before["rosters"]),
    }


def _fielded(rosters: Iterable[Json], others: Iterable[Json]) -> Iterator[str]:
    """The profiles of the rosters that the other side does not have, each roster as often as it stands."""
    left = list(others)
    for roster in rosters:
        if roster in left:
            left.remove(roster)
        else:
            yield from (entry["profile"] for entry in roster["entries"])


def _read(documents: Sequence[Json], keys: Iterable[str], stored: StoredList) -> list[dict[str, Design]]:
    """The designs of these profiles, and of those that they name in any of the documents, in all of them.

    What stands in a later document just so is parsed with it.
    """
    values = [{profile["key"]: profile["design"] for profile in side["profiles"]} for side in documents]
    read: list[dict[str, Design]] = [{} for _ in documents]
    book, done, ahead = open_book(stored.catalogue), set[str](), list(keys)
    while ahead:
        key = ahead.pop()
        if key in done:
            continue
        done.add(key)
        for side, designs in zip(values, read, strict=True):
            if key in side:
                same = next(other[key] for other in values if other.get(key) == side[key])
                designs[key] = _design(same, stored)
                ahead += named_by(book, designs[key])
    return read


def _design(value: object, stored: StoredList) -> Design:
    """A stored design; an empty one where it cannot be read, which keeps nobody from changing the rest."""
    try:
        return stored.parse(value)
    except DocumentError:
        return _UNREAD


def _document(value: Json, designs: Mapping[str, Design]) -> Document:
    """The document with the designs that were read; the others are the same on both sides."""
    return Document(
        system=value["system"],
        edition=value["edition"],
        name=value["name"],
        setting=value["setting"],
        background=value["background"],
        profiles=tuple(
            core.Profile(
                key=item["key"],
                name=item["name"],
                notes=item["notes"],
                max=item["max"],
                design=designs.get(item["key"], _UNREAD),
            )
            for item in value["profiles"]
        ),
        rosters=tuple(
            core.Roster(
                name=item["name"],
                limit=item["limit"],
                entries=tuple(core.Entry(profile=e["profile"], count=e["count"]) for e in item["entries"]),
            )
            for item in value["rosters"]
        ),
    )
