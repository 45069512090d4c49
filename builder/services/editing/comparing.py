"""What changed between documents as they are stored, read no further than needed.

A list of 300 profiles is saved at every tap: nothing is parsed here but what changed, and what prices it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from builder.documents import Json, StoredList
from builder.points import document as core
from builder.points.catalogue_index import index_of
from builder.points.changes import PricedChanges, compare_documents
from builder.points.design import Design
from builder.points.document import Document, DocumentError
from builder.points.references import referenced_keys

_EMPTY_DESIGN = Design()


def compare_stored(
    earlier: Sequence[Json], now: Json, stored: StoredList, also_priced: Iterable[str] = ()
) -> PricedChanges:
    """What changed from each of several documents to the one that stands ``now``, all of one edition.

    ``also_priced`` are profiles that are to be priced besides.
    """
    keys = set(also_priced).union(*(_changed_keys(before, now) for before in earlier))
    documents = (now, *earlier)
    after, *befores = map(_partial_document, documents, _parse_designs(documents, keys, stored))
    return compare_documents(befores, after, stored.catalogue, also_priced)


def _changed_keys(before: Json, after: Json) -> set[str]:
    """The profiles that differ, and those that rosters field which differ."""
    sides = tuple({profile["key"]: profile for profile in side["profiles"]} for side in (before, after))
    return {
        *(key for key in sides[0] | sides[1] if sides[0].get(key) != sides[1].get(key)),
        *_changed_roster_keys(before["rosters"], after["rosters"]),
        *_changed_roster_keys(after["rosters"], before["rosters"]),
    }


def _changed_roster_keys(rosters: Iterable[Json], others: Iterable[Json]) -> Iterator[str]:
    """The profiles of the rosters that the other side does not have, each roster as often as it stands."""
    left = list(others)
    for roster in rosters:
        if roster in left:
            left.remove(roster)
        else:
            yield from (entry["profile"] for entry in roster["entries"])


def _parse_designs(
    documents: Sequence[Json], keys: Iterable[str], stored: StoredList
) -> list[dict[str, Design]]:
    """The designs of these profiles, and of those that they name in any of the documents, in all of them.

    What stands in a later document just so is parsed with it.
    """
    values = [{profile["key"]: profile["design"] for profile in side["profiles"]} for side in documents]
    read: list[dict[str, Design]] = [{} for _ in documents]
    book, done, ahead = index_of(stored.catalogue), set[str](), list(keys)
    while ahead:
        key = ahead.pop()
        if key in done:
            continue
        done.add(key)
        for side, designs in zip(values, read, strict=True):
            if key in side:
                same = next(other[key] for other in values if other.get(key) == side[key])
                designs[key] = _parse_design(same, stored)
                ahead += referenced_keys(book, designs[key])
    return read


def _parse_design(value: object, stored: StoredList) -> Design:
    """A stored design; an empty one where it cannot be read, which keeps nobody from changing the rest."""
    try:
        return stored.parse_design(value)
    except DocumentError:
        return _EMPTY_DESIGN


def _partial_document(value: Json, designs: Mapping[str, Design]) -> Document:
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
                design=designs.get(item["key"], _EMPTY_DESIGN),
            )
            for item in value["profiles"]
        ),
        rosters=tuple(
            core.Roster(
                name=item["name"],
                limit=item["limit"],
                entries=tuple(
                    core.RosterEntry(profile=e["profile"], count=e["count"]) for e in item["entries"]
                ),
            )
            for item in value["rosters"]
        ),
    )
