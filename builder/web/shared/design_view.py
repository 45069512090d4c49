"""The data of profiles for the rows of pages.

A design is standalone if it names no other profile. Its data is the same in every list, so it is cached.
"""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from builder.catalogue.play import profile_sheet
from builder.points.appraisal.appraisal import design_points
from builder.points.document.design import Design
from builder.points.document.document import Profile
from builder.points.legality.standalone import CACHE_SIZE, StandaloneProfile, standalone_profile
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.wording import missing_price_text, no_price_yet, with_capital
from builder.points.sheets.profile import ProfileSheet
from builder.points.systems import SYSTEMS
from builder.web.shared.presentation import (
    FindingCount,
    Receipt,
    StatBox,
    count_findings,
    make_receipt,
    stat_boxes,
)
from builder.web.shared.traits import Links, TraitRow, trait_rows


class DesignSheet(NamedTuple):
    """The stat line, further prices and traits of a design, without the name of the profile.

    ``prices`` are the names and texts of the game's prices after the first.
    Rows with the same design share this object, so a process renders its HTML only once.
    """

    kind: str
    boxes: tuple[StatBox, ...]
    prices: tuple[tuple[str, str], ...]
    traits: tuple[TraitRow, ...]


class DesignView(NamedTuple):
    """The data of a design for a row.

    ``table_sheet`` has only the parts that are used during a game, in the order of use.
    ``points`` is an empty string if the kind of profile has no price, or if the price isn't known yet.
    ``unit_text`` is the unit of the points, or says that there is no price yet. ``price_text`` also has the
    further prices.
    ``missing_price_text`` names the prices that the points lack.
    """

    sheet: DesignSheet
    table_sheet: DesignSheet
    summary: str
    points: str
    price_text: str
    unit_text: str
    missing_price_text: str
    counts: tuple[FindingCount, ...]


class DesignAddition(NamedTuple):
    """An addition that a row of a roster can make to a design.

    ``points`` is 0 if the design has no price. ``is_possible`` is True if this kind of profile can have the
    addition and the design doesn't have it yet.
    """

    code: str
    name: str
    points: int
    is_possible: bool


def design_view(sheet: ProfileSheet, links: Links) -> DesignView:
    """Return the data of a profile's design for a row. ``links`` are addresses of profiles by key."""
    standalone = _standalone(sheet)
    return _make_view(sheet, links) if standalone is None else _standalone_view(sheet.catalogue, standalone)


def receipt_of(sheet: ProfileSheet) -> Receipt:
    """Return the receipt of a profile. The receipts of standalone designs are cached."""
    standalone = _standalone(sheet)
    if standalone is None:
        return make_receipt(sheet.catalogue, sheet.appraisal)
    return _standalone_receipt(sheet.catalogue, standalone)


def design_additions(sheet: ProfileSheet) -> tuple[DesignAddition, ...]:
    """Return the additions that a row of a roster can make to a profile's design."""
    if not sheet.catalogue.roster.additions:
        return ()
    standalone = _standalone(sheet)
    if standalone is None:
        return _make_additions(sheet.catalogue, sheet.profile.design)
    return _standalone_additions(sheet.catalogue, standalone)


def _standalone(sheet: ProfileSheet) -> StandaloneProfile | None:
    """Return a profile's standalone design with its appraisal, or None if its data can't be cached.

    The data can't be cached if the design names other profiles, or if the appraisal isn't the design's own.
    The latter happens with rosters that were handed in for an event, which store their appraisals.
    """
    index, system = index_of(sheet.catalogue), SYSTEMS[sheet.catalogue.system]
    standalone = standalone_profile(index, sheet.profile.design, system)
    if standalone is None or standalone.appraisal != sheet.appraisal._replace(key=""):
        return None
    return standalone


@lru_cache(maxsize=CACHE_SIZE)
def _standalone_view(catalogue: Catalogue, standalone: StandaloneProfile) -> DesignView:
    profile = Profile(key="", name="", design=standalone.context.design)
    return _make_view(profile_sheet(catalogue, profile, standalone.appraisal), {})


@lru_cache(maxsize=CACHE_SIZE)
def _standalone_receipt(catalogue: Catalogue, standalone: StandaloneProfile) -> Receipt:
    return make_receipt(catalogue, standalone.appraisal)


@lru_cache(maxsize=CACHE_SIZE)
def _standalone_additions(catalogue: Catalogue, standalone: StandaloneProfile) -> tuple[DesignAddition, ...]:
    return _make_additions(catalogue, standalone.context.design)


def _make_additions(catalogue: Catalogue, design: Design) -> tuple[DesignAddition, ...]:
    known = index_of(catalogue).for_kind(design.values).attributes
    additions = []
    for part in catalogue.additions:
        without = {code: value for code, value in design.values.items() if code != part.code}
        before, after = (
            design_points(replace(design, values=values), catalogue)
            for values in (without, {**without, part.code: 1})
        )
        additions.append(
            DesignAddition(
                code=part.code,
                name=part.name,
                points=0 if before is None or after is None else after - before,
                is_possible=part.code in known and not design.values.get(part.code),
            )
        )
    return tuple(additions)


def _make_view(sheet: ProfileSheet, links: Links) -> DesignView:
    catalogue, total = sheet.catalogue, sheet.appraisal.total
    unit_text = price_text = ""
    if sheet.may_cost and total.is_unknown:
        unit_text = price_text = no_price_yet(catalogue)
    elif sheet.may_cost:
        unit_text = catalogue.points_unit
        price_text = " · ".join((unit_text, *sheet.prices_texts))
    design = DesignSheet(
        kind=sheet.kind,
        boxes=stat_boxes(sheet.cells, catalogue.points_unit),
        prices=tuple((price.name, price.text) for price in sheet.prices),
        traits=trait_rows(catalogue, sheet.traits, links),
    )
    return DesignView(
        sheet=design,
        table_sheet=design._replace(
            boxes=tuple(StatBox(cell.label, cell.value, "", cell.is_wide) for cell in sheet.table_cells),
            traits=trait_rows(catalogue, sheet.table_traits, links),
        ),
        summary=sheet.summary,
        points=sheet.points if sheet.may_cost and not total.is_unknown else "",
        price_text=price_text,
        unit_text=unit_text,
        missing_price_text="" if total.is_unknown else with_capital(missing_price_text(total)),
        counts=tuple(count_findings(sheet.appraisal.findings)),
    )
