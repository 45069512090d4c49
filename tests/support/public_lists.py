"""Very many public lists. They are written directly to the tables, because importing them takes too long."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from builder.catalogue.store import catalogue_of, editions
from builder.models import CompanyList, Listing, ListingTag, Profile, Roster, RosterEntry, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import dump_design
from builder.points.document.document import Document
from builder.points.document.list_summary import dump_list_summary, largest_roster_points, summarise_list
from builder.services.gallery import listing_tags, searchable_text
from builder.services.tag_counts import correct_tag_counts, wrong_tag_counts

FIRST_PUBLISHED = datetime(2026, 1, 1, 12, tzinfo=UTC)
SETTINGS = ("Rain Coast", "Salt Desert", "Ash Fields", "Old Harbour", "High Passes", "Low Marsh", "Iron Moon")


def publish_many(owner: User, document: Document, count: int, rare: Sequence[str] = ()) -> list[CompanyList]:
    """Publish ``count`` lists with this document, a minute apart, the oldest first.

    The lists differ in name, setting and number of copies. ``rare`` are the names of the last lists.
    """
    edition = editions().get(system__code=document.system, version=document.edition)
    catalogue = catalogue_of(edition)
    dice = random.Random(count)  # noqa: S311 - the numbers need not be secret
    names = [f"Company {number}" for number in range(count - len(rare))] + list(rare)
    rows = CompanyList.objects.bulk_create(
        CompanyList(
            owner=owner,
            edition=edition,
            name=name,
            setting=SETTINGS[number % len(SETTINGS)],
            background=document.background,
            published_at=FIRST_PUBLISHED + timedelta(minutes=number),
            times_copied=dice.randrange(5),
        )
        for number, name in enumerate(names)
    )
    ids = _create_contents(
        rows, document, [dump_design(profile.design, catalogue) for profile in document.profiles]
    )
    appraisal = appraise(document, catalogue)
    listings = Listing.objects.bulk_create(
        Listing(
            company_list=row,
            system=edition.system,
            edition=edition,
            published_at=FIRST_PUBLISHED + timedelta(minutes=number),
            changed_at=row.updated,
            times_copied=row.times_copied,
            text=searchable_text(_renamed(document, row), catalogue),
            cost=largest_roster_points(document, appraisal),
            profile_count=len(document.profiles),
            roster_count=len(document.rosters),
            summary=dump_list_summary(summarise_list(document, catalogue, appraisal, ids[row.pk])),
        )
        for number, row in enumerate(rows)
    )
    ListingTag.objects.bulk_create(
        (
            ListingTag(
                listing=listing,
                kind=kind,
                value=value,
                published_at=listing.published_at,
                times_copied=listing.times_copied,
            )
            for row, listing in zip(rows, listings, strict=True)
            for kind, value in set(listing_tags(_renamed(document, row), catalogue))
        ),
        batch_size=2000,
    )
    correct_tag_counts(wrong_tag_counts())
    return rows


def _renamed(document: Document, row: CompanyList) -> Document:
    return replace(document, name=row.name, setting=row.setting)


def _create_contents(
    rows: Sequence[CompanyList], document: Document, designs: Sequence[dict[str, object]]
) -> dict[int, list[str]]:
    """Create the document's profiles and rosters in each list. Return the ids of the rosters by list."""
    Profile.objects.bulk_create(
        (
            Profile(
                company_list=row,
                key=profile.key,
                name=profile.name,
                max=profile.max,
                design=design,
                position=position,
            )
            for row in rows
            for position, (profile, design) in enumerate(zip(document.profiles, designs, strict=True))
        ),
        batch_size=1000,
    )
    rosters = Roster.objects.bulk_create(
        (
            Roster(
                company_list=row,
                name=roster.name,
                limit=roster.limit,
                fields=dict(roster.fields),
                position=position,
            )
            for row in rows
            for position, roster in enumerate(document.rosters)
        ),
        batch_size=2000,
    )
    entries = [roster.entries for _ in rows for roster in document.rosters]
    RosterEntry.objects.bulk_create(
        (
            RosterEntry(roster=roster, profile_key=entry.profile, count=entry.count, position=position)
            for roster, of_it in zip(rosters, entries, strict=True)
            for position, entry in enumerate(of_it)
        ),
        batch_size=2000,
    )
    ids: dict[int, list[str]] = {row.pk: [] for row in rows}
    for roster in rosters:
        ids[roster.company_list_id].append(roster.public_id)
    return ids
