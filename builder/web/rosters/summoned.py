"""The profiles that the models of a roster summon or bring with them, on its pages."""

from collections.abc import Iterable
from typing import NamedTuple

from builder.catalogue.play import profile_sheet
from builder.points.document.document import Document
from builder.points.document.summoned import SummonedProfile, bringers_text
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal
from builder.web.shared.design_view import DesignSheet, design_view
from builder.web.shared.traits import Links


class SummonedRow(NamedTuple):
    """A profile that is summoned, not bought; ``by`` says which profiles summon it, and with what."""

    key: str
    name: str
    url: str
    by: str
    sheet: DesignSheet


def summoned_rows(
    summoned: Iterable[SummonedProfile],
    document: Document,
    appraisal: Appraisal,
    catalogue: Catalogue,
    links: Links,
) -> list[SummonedRow]:
    """Return a row for each summoned profile, in the order of the profiles that summon them."""
    names, appraisals = document.profile_names(), appraisal.profiles_by_key()
    return [
        SummonedRow(
            key=profile.key,
            name=names[profile.key],
            url=links[profile.key],
            by=bringers_text(bringers, names),
            sheet=design_view(profile_sheet(catalogue, profile, appraisals[profile.key], names), links).sheet,
        )
        for profile, bringers in summoned
    ]
