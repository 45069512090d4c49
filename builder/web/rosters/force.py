"""A roster on a page for people other than its owner, such as opponents."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.points.pricing.texts import NONE, total_text
from builder.points.rules.results import SHOWN_LEVELS
from builder.points.sheets.roster import RosterSheet, SheetMember, SheetRow, Summoned
from builder.web.shared.design_view import DesignSheet, design_view, receipt_of
from builder.web.shared.presentation import Remark, make_remarks
from builder.web.shared.traits import Links, explanations_in

_MAX_OPEN = 12
"""If a page has more profiles than this, all of them are collapsed at first."""


class NamedRemark(NamedTuple):
    """A finding of a roster or, with a name, of one of its profiles."""

    profile_name: str
    remark: Remark


class ForceMember(NamedTuple):
    """The models of one profile in a row of the roster.

    ``points`` are the points of all these models, and ``points_each`` those of each of several models.
    ``sheet`` is None if an earlier row shows the profile. Then the row only has a link to the earlier row.
    """

    member: SheetMember
    points: str
    points_each: str
    sheet: DesignSheet | None


class ForceUnit(NamedTuple):
    """A row of the roster: a unit, or models of one profile."""

    row: SheetRow
    members: list[ForceMember]

    @property
    def facts(self) -> list[str]:
        """The known points, other prices and values of the row, such as "112" and "Formula 100"."""
        points = [self.row.points] if self.row.points != NONE else []
        return [*points, *self.row.prices, *(f"{label} {text}" for label, text in self.row.facts_and_stats)]

    @property
    def has_heading(self) -> bool:
        """Whether the row is a unit, and not only a single model with the name of the unit."""
        names_and_counts = [(member.member.name, member.member.count) for member in self.members]
        return self.row.is_unit and names_and_counts != [(self.row.name, 1)]


def named_remarks(sheet: RosterSheet) -> list[NamedRemark]:
    """Return the findings of a roster and its profiles' errors, the most serious findings first."""
    findings = sorted(
        sheet.findings, key=lambda named_finding: SHOWN_LEVELS.index(named_finding.finding.shown_level)
    )
    texts = make_remarks(sheet.list_sheet.catalogue, (named_finding.finding for named_finding in findings))
    return [
        NamedRemark(named_finding.profile, remark)
        for named_finding, remark in zip(findings, texts, strict=True)
    ]


def force_context(sheet: RosterSheet, *, with_receipts: bool) -> dict[str, object]:
    """Return the context of ``rosters/_force.html`` and of other parts of a page for readers."""
    list_sheet, catalogue = sheet.list_sheet, sheet.list_sheet.catalogue
    links = {key: f"#p-{key}" for key in list_sheet.names}
    summoned = summoned_sheets(sheet, links)
    units = list(_force_units(sheet, links))
    return {
        "catalogue": catalogue,
        "unit": catalogue.points_unit,
        "words": catalogue.words,
        "sheet": sheet,
        "remarks": named_remarks(sheet),
        "units": units,
        "is_collapsed": sum(member.sheet is not None for unit in units for member in unit.members)
        > _MAX_OPEN,
        "summoned": summoned,
        "explanations": explanations_in(design.traits for _, design in summoned),
        "receipts": [
            (profile.name, receipt_of(profile))
            for profile in (list_sheet.sheets_by_key.values() if with_receipts else ())
        ],
    }


def summoned_sheets(sheet: RosterSheet, links: Links) -> list[tuple[Summoned, DesignSheet]]:
    """Return the profiles that a roster summons without buying them, each with its sheet."""
    return [(summoned, design_view(summoned.profile, links).sheet) for summoned in sheet.summoned]


def _force_units(sheet: RosterSheet, links: Links) -> Iterator[ForceUnit]:
    """Yield the rows of the roster. The sheet of a profile is only in the profile's first row."""
    shown_profiles: set[str] = set()
    for row in sheet.rows:
        members = []
        for member in row.members:
            members.append(_force_member(member, links, is_first=member.key not in shown_profiles))
            shown_profiles.add(member.key)
        yield ForceUnit(row, members)


def _force_member(member: SheetMember, links: Links, *, is_first: bool) -> ForceMember:
    profile = member.profile
    if profile is None:
        return ForceMember(member, "", "", None)
    total = member.total
    is_priced = profile.may_cost and total is not None and not total.is_unknown
    return ForceMember(
        member=member,
        points=total_text(total) if is_priced else "",
        points_each=total_text(member.model_total) if is_priced and member.count > 1 else "",
        sheet=design_view(profile, links).table_sheet if is_first else None,
    )
