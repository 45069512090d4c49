"""A list's document as its rows hold it, and what changed between two such, read no further than needed.

A list of 300 profiles is saved at every tap: nothing is parsed here but what changed, and what prices it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builder.catalogue.limits import NO_LIMITS
from builder.models import CompanyList, Profile, Roster
from builder.points import document as core
from builder.points.book import open_book
from builder.points.catalogue import Catalogue
from builder.points.changes import changes, fold
from builder.points.design import Design, parse_design
from builder.points.document import FORMAT, VERSION, Document, DocumentError
from builder.points.reading import Reader
from builder.points.references import priced_references

Json = dict[str, Any]
_UNREAD = Design()


def standing(company_list: CompanyList) -> Json:
    """The document that the rows hold now, in two queries; the row's own columns are taken as they are.

    It is what ``dump_document`` makes of the loaded list, but for the order of keys within a design.
    """
    present = {"company_list": company_list, "removed_at": None}
    profiles = Profile.objects.filter(**present).order_by("position", "pk")
    rosters: dict[int, Json] = {}
    joined = Roster.objects.filter(**present).order_by("position", "pk", "entries__position", "entries__pk")
    for pk, name, limit, key, count in joined.values_list(
        "pk", "name", "limit", "entries__profile_key", "entries__count"
    ):
        roster = rosters.setdefault(pk, {"name": name, "limit": limit, "entries": []})
        if key is not None:  # a roster without models has one row too
            roster["entries"].append({"profile": key, "count": count})
    edition = company_list.edition
    return {
        "format": FORMAT,
        "version": VERSION,
        "system": edition.system.code,
        "edition": edition.version,
        "name": company_list.name,
        "setting": company_list.setting,
        "background": company_list.background,
        "profiles": list(profiles.values("key", "name", "notes", "max", "design")),
        "rosters": list(rosters.values()),
    }


def told_changes(before: Json, after: Json, catalogue: Catalogue) -> tuple[str, ...]:
    """What changed from one document of an edition to another, a line each."""
    if before == after:
        return ()
    sides = tuple({profile["key"]: profile for profile in side["profiles"]} for side in (before, after))
    asked = [key for key in sides[0] | sides[1] if sides[0].get(key) != sides[1].get(key)]
    asked += _fielded(before["rosters"], after["rosters"])
    asked += _fielded(after["rosters"], before["rosters"])
    designs: tuple[dict[str, Design], ...] = ({}, {})
    work = list(dict.fromkeys(asked))
    while work:
        key = work.pop()
        for side, read in zip(sides, designs, strict=True):
            if key in side and key not in read:
                read[key] = _design(side[key]["design"], catalogue)
                work += priced_references(open_book(catalogue), read[key])
    documents = [_document(value, read) for value, read in zip((before, after), designs, strict=True)]
    return fold(changes(documents[0], documents[1], catalogue))


def _fielded(rosters: Iterable[Json], others: Iterable[Json]) -> Iterator[str]:
    """The profiles of the rosters that the other side does not have, each roster as often as it stands."""
    left = list(others)
    for roster in rosters:
        if roster in left:
            left.remove(roster)
        else:
            yield from (entry["profile"] for entry in roster["entries"])


def _design(value: object, catalogue: Catalogue) -> Design:
    """A stored design; an empty one where it cannot be read, which keeps nobody from changing the rest."""
    try:
        return parse_design(Reader(NO_LIMITS), "design", value, catalogue)
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
