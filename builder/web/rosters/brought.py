"""What a roster brings besides its models, as its pages show it."""

from collections.abc import Iterable
from typing import NamedTuple

from builder.points.document.brought import BroughtProfile, bringers_text
from builder.points.document.document import Document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal
from builder.web.shared.traits import Links, ProfileSheet


class BroughtRow(NamedTuple):
    """A profile that comes along without being bought; ``by`` says who brings it, and by what."""

    key: str
    name: str
    url: str
    by: str
    sheet: ProfileSheet


def brought_rows(
    found: Iterable[BroughtProfile],
    document: Document,
    appraisal: Appraisal,
    catalogue: Catalogue,
    links: Links,
) -> list[BroughtRow]:
    """A row for each, in the order of what brings them."""
    names, appraisals = document.profile_names(), appraisal.profiles_by_key()
    return [
        BroughtRow(
            key=profile.key,
            name=names[profile.key],
            url=links[profile.key],
            by=bringers_text(bringers, names),
            sheet=ProfileSheet(
                catalogue=catalogue,
                profile=profile,
                appraisal=appraisals[profile.key],
                names=names,
                links=links,
            ),
        )
        for profile, bringers in found
    ]
