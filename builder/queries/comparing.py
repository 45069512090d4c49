"""What changed between stored documents, parsing no more of them than needed.

A list of 300 profiles is saved at every tap: only what changed is parsed, and what its price depends on.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from builder.documents import Json, StoredList, entry_of
from builder.points.appraisal.changes import Change, changes
from builder.points.document import document as core
from builder.points.document.design import Design
from builder.points.document.document import Document, DocumentError
from builder.points.document.references import reachable_keys
from builder.points.rules.catalogue_index import index_of

_EMPTY_DESIGN = Design()


def compare_stored(before: Json, after: Json, stored: StoredList) -> tuple[Change, ...]:
    """What changed from one document to another, both of the edition of the list that ``stored`` is of."""
    documents = (after, before)
    designs = _parse_designs(documents, _changed_keys(before, after), stored)
    later, earlier = map(_partial_document, documents, designs)
    return changes(earlier, later, stored.catalogue)


def _changed_keys(before: Json, after: Json) -> set[str]:
    """The keys of the profiles that differ, and of those that differing rosters field."""
    sides = tuple({profile["key"]: profile for profile in side["profiles"]} for side in (before, after))
    return {
        *(key for key in sides[0] | sides[1] if sides[0].get(key) != sides[1].get(key)),
        *_changed_roster_keys(before["rosters"], after["rosters"]),
        *_changed_roster_keys(after["rosters"], before["rosters"]),
    }


def _changed_roster_keys(rosters: Iterable[Json], others: Iterable[Json]) -> Iterator[str]:
    """The profiles of the rosters that have no equal among the ``others``; each of those equals one."""
    unmatched = list(others)
    for roster in rosters:
        if roster in unmatched:
            unmatched.remove(roster)
        else:
            yield from (member.profile for entry in roster["entries"] for member in entry_of(entry).members())


def _parse_designs(
    documents: Sequence[Json], keys: Iterable[str], stored: StoredList
) -> list[dict[str, Design]]:
    """The designs of these profiles, and of those that they name in any of the documents, by document."""
    values = [{profile["key"]: profile["design"] for profile in side["profiles"]} for side in documents]
    designs: list[dict[str, Design]] = [{} for _ in documents]

    def design_of(key: str, side: int) -> Design | None:
        if key in values[side] and key not in designs[side]:
            value = values[side][key]
            # An equal value of another document is the same object to ``stored``, which parses it once.
            same = next(other[key] for other in values if other.get(key) == value)
            designs[side][key] = _parse_design(same, stored)
        return designs[side].get(key)

    catalogue_index, walked, found = index_of(stored.catalogue), set[str](), set(keys)
    while found != walked:  # until no document names any more
        walked = set(found)
        for side in range(len(documents)):
            found |= reachable_keys(catalogue_index, partial(design_of, side=side), walked)
    return designs


def _parse_design(value: object, stored: StoredList) -> Design:
    """A stored design; an empty one where it cannot be read, so that the list can still be changed."""
    try:
        return stored.parse_design(value)
    except DocumentError:
        return _EMPTY_DESIGN


def _partial_document(value: Json, designs: Mapping[str, Design]) -> Document:
    """The document with the designs that were parsed; the others are left empty on both sides."""
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
                entries=tuple(map(entry_of, item["entries"])),
                fields=item.get("fields", {}),
            )
            for item in value["rosters"]
        ),
    )
