"""Tables for spreadsheets, and the profiles of a list as one: a row a profile, a column a cost.

RFC 4180 in UTF-8 with a byte order mark, by which spreadsheets know the encoding. Each part of a profile
has a column for its value, and one for its points where it is paid for; those columns add up to the total.
A cell of points is empty where something in it has no price, and so is the total then.

The table of a roster has its models and what it brings besides: a column for how many there are, 0 of those
that are not bought, one for each value that the game counts, with what all of these have, and one for who
brings these. Where the rows of rosters are units, a column names them, and the last columns have what the
models of a row come to, and in the first row of a unit what all of it does.

A spreadsheet would run a text that begins like a formula, so such a text gets an apostrophe in front, by
which spreadsheets mark a text themselves.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from builder.catalogue.play import play_sheet
from builder.points.appraisal.appraisal import appraise
from builder.points.document.brought import bringers_text, brought_to_roster
from builder.points.document.columns import (
    includes_entries,
    is_paid,
    parts_in_order,
    table_columns,
    value_heading,
    values_by_name,
)
from builder.points.document.design import Pick
from builder.points.document.document import Document, Profile, Roster
from builder.points.document.items import items_of
from builder.points.document.units import unit_name
from builder.points.pricing.prices import further_values, price_totals
from builder.points.pricing.pricing import agreed_text, pick_text
from builder.points.pricing.stat_line import (
    NONE,
    attribute_text,
    item_numbers,
    line_places,
    numbers_beside,
    points_by_place,
    weapon_text,
)
from builder.points.rules.catalogue import Attribute, Catalogue, DesignPart, Property, Value, WeaponSlot
from builder.points.rules.catalogue_index import KIND, CatalogueIndex, index_of
from builder.points.rules.results import Appraisal, ProfileAppraisal, RosterAppraisal, ValueAppraisal

MEDIA_TYPE = "text/csv; charset=utf-8; header=present"
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
# Some spreadsheets take the wide signs of East Asian keyboards for the plain ones.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")

ALSO_BROUGHT_BY = "Also brought by"

CellValue = str | int | None


def profiles_csv(document: Document, catalogue: Catalogue, roster: int | None = None) -> str:
    """The table with its header row, of the list or of one roster; lines end as RFC 4180 wants them."""
    names = document.profile_names()
    appraisal = appraise(document, catalogue)
    pairs = zip(document.profiles, appraisal.profiles, strict=True)
    rows = {profile.key: list(_row(catalogue, profile, found, names)) for profile, found in pairs}
    head = _head(catalogue)
    if roster is None:
        return csv_text([head, *rows.values()])
    counted = [f"{value.name} in all" for value in _counted(catalogue)]
    head = _put_models([*head, *counted], _first_upper(catalogue.words.models), ALSO_BROUGHT_BY)
    if catalogue.unit_kinds:
        unit = _first_upper(catalogue.words.unit)
        sums = _sum_heads(catalogue)
        head = [
            head[0],
            unit,
            *head[1:],
            *(f"{text} in all" for text in sums),
            *(f"{unit}: {text}" for text in sums),
            *(f"{unit}: {value.name}" for value in catalogue.unit_values),
        ]
    return csv_text([head, *_roster_rows(document, catalogue, appraisal, roster, rows)])


def _roster_rows(
    document: Document,
    catalogue: Catalogue,
    appraisal: Appraisal,
    index: int,
    rows: Mapping[str, list[CellValue]],
) -> Iterator[list[CellValue]]:
    roster, names, known = document.rosters[index], document.profile_names(), appraisal.profiles_by_key()
    units: list[CellValue] = []
    made = []
    sums = list(_sums(catalogue, appraisal, appraisal.rosters[index]))
    for unit, key, count in _fielded(roster, catalogue, names):
        row = rows.get(key) or [f"{key} (not in this list)", *[None] * (len(_head(catalogue)) - 1)]
        made.append(_put_models([*row, *_counts(catalogue, known.get(key), count)], count, ""))
        units.append(unit)
    for profile, bringers in brought_to_roster(document, catalogue, play_sheet(catalogue), roster):
        row = [*rows[profile.key], *_counts(catalogue, None, 0)]
        made.append(_put_models(row, 0, bringers_text(bringers, names)))
        units.append("")
    if catalogue.unit_kinds:
        blank: CellValue = None
        width = 2 * len(_sum_heads(catalogue)) + len(catalogue.unit_values)
        rest = [*sums, *[[blank] * width] * (len(made) - len(sums))]
        made = [[row[0], unit, *row[1:], *sum_] for row, unit, sum_ in zip(made, units, rest, strict=True)]
    yield from made


def _sum_heads(catalogue: Catalogue) -> list[str]:
    """What a row and a unit come to, by each reckoning."""
    unit = catalogue.points_unit
    return [
        f"Total {unit}",
        *(value_heading(value.name, value, unit, ()) for value in further_values(catalogue)),
    ]


def _sums(catalogue: Catalogue, appraisal: Appraisal, roster: RosterAppraisal) -> Iterator[list[CellValue]]:
    """What each row comes to, and in the first row of a unit what all of it does."""
    known = appraisal.profiles_by_key()
    for entry in roster.entries:
        values = {value.code: value.number for value in entry.values}
        of_unit: list[CellValue] = [
            entry.total,
            *(price.number for price in entry.prices),
            *(values.get(value.code) for value in catalogue.unit_values),
        ]
        for member in entry.members():
            if member.count:
                found = known.get(member.profile)
                prices = price_totals(catalogue, [(found.worked_out, member.count)] if found else [])
                numbers = [price.number if found else None for price in prices]
                yield [member.points, *numbers, *of_unit]
                of_unit = [None] * len(of_unit)


def _counted(catalogue: Catalogue) -> list[Value]:
    """The values that the game counts."""
    return [value for value in catalogue.values if value.role == "count"]


def _counts(catalogue: Catalogue, found: ProfileAppraisal | None, models: int) -> Iterator[int | None]:
    """What so many models of a profile have of each value that the game counts."""
    for value in _counted(catalogue):
        number = one.number if found and (one := found.value(value.code)) else None
        yield None if number is None else number * models


def _fielded(
    roster: Roster, catalogue: Catalogue, names: Mapping[str, str]
) -> Iterator[tuple[str, str, int]]:
    """So many models of each profile, in each unit where the rows are units."""
    if not catalogue.unit_kinds:
        yield from (("", key, count) for key, count in roster.counts().items() if count)
        return
    for entry in roster.entries:
        name = unit_name(entry, names)
        for member in (entry, *entry.others):
            if member.count:
                yield name, member.profile, member.count
        for member in entry.attached:
            if member.count:
                yield f"{name} (attached)", member.profile, member.count


def _first_upper(word: str) -> str:
    return word[:1].upper() + word[1:]


def _put_models(row: list[CellValue], models: CellValue, by: CellValue) -> list[CellValue]:
    """The row of a list's table as one of a roster's."""
    return [row[0], models, *row[1:], by]


def csv_text(rows: Iterable[Iterable[CellValue]]) -> str:
    """Rows as CSV with a byte order mark; no text among them is run by a spreadsheet."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    for row in rows:
        writer.writerow([escape_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return BYTE_ORDER_MARK + stream.getvalue()


def escape_formula(text: str) -> str:
    """The text with an apostrophe in front where a spreadsheet would take it for a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _head(catalogue: Catalogue) -> list[CellValue]:
    return [column.heading for column in table_columns(catalogue)]


def _row(
    catalogue: Catalogue, profile: Profile, found: ProfileAppraisal, names: Mapping[str, str]
) -> Iterator[CellValue]:
    catalogue_index, points = index_of(catalogue), points_by_place(found)
    own = catalogue_index.for_kind(profile.design.values).parts
    yield names[profile.key]
    yield profile.max
    for part in parts_in_order(catalogue):
        yield _value(catalogue_index, part, profile, found, names) if part.code in own else None
        if is_paid(catalogue_index, part):
            yield _sum([points.get(place, 0) for place in line_places(part)])
    if includes_entries(catalogue):
        items = items_of(catalogue_index.for_kind(profile.design.values), profile.design)
        brought = [item for item in items if item.pick is None]
        yield "; ".join(
            _item(catalogue_index, found, names, item.where, item.entry, None) + item.mark for item in brought
        )
    for values in values_by_name(catalogue).values():
        worked_out = ((value, found.value(value.code)) for value in values)
        yield next((_worked_out(value, one) for value, one in worked_out if one), None)
    yield found.points


def _worked_out(value: Value, found: ValueAppraisal) -> CellValue:
    """A number that is worked out, or the word that stands for it: "drifts", "never"."""
    if str(found.number) in value.texts or (found.number is None and found.text == value.none_text):
        return found.text
    return found.number


def _sum(points: list[int | None]) -> int | None:
    known = [value for value in points if value is not None]
    return sum(known) if len(known) == len(points) else None


def _value(
    catalogue_index: CatalogueIndex,
    part: DesignPart,
    profile: Profile,
    found: ProfileAppraisal,
    names: Mapping[str, str],
) -> CellValue:
    if isinstance(part, Attribute):
        value = profile.design.values.get(part.code, part.default)
        if isinstance(value, int) and not part.table_by and part.kind != "flag":
            return value
        if value is None and part.code == KIND and (kind := catalogue_index.catalogue.kind(None)):
            return kind.name
        if value is None and part.blank_option:
            return part.blank_option.name
        return attribute_text(catalogue_index.catalogue, part, profile)
    if isinstance(part, WeaponSlot):
        weapons = profile.design.weapons.get(part.code, ())
        return "; ".join(
            f"{w.name} {weapon_text(catalogue_index.catalogue, part, w)}".strip() for w in weapons
        )
    entries = catalogue_index.entries[part.group]
    picks = profile.design.picks.get(part.code, ())
    placed = ((part.place(at), entries[pick.code], pick) for at, pick in enumerate(picks))
    return "; ".join(_item(catalogue_index, found, names, *one) for one in placed)


def _item(
    catalogue_index: CatalogueIndex,
    found: ProfileAppraisal,
    names: Mapping[str, str],
    where: str,
    entry: Property,
    pick: Pick | None,
) -> str:
    """What a profile has, with its own numbers: as the game sets them beside it, or each with its column."""
    beside = play_sheet(catalogue_index.catalogue).beside
    text = pick_text(entry, pick, names) + agreed_text(entry, pick) if pick else entry.name
    worked = found.numbers_at(where, entry.code)
    if entry.group in beside:
        return text + numbers_beside(catalogue_index, beside, entry, pick, worked)
    groups = catalogue_index.catalogue.groups
    columns = next(group.columns for group in groups if group.code == entry.group)
    numbers = zip(columns, item_numbers(columns, entry, pick, worked), strict=True)
    told = [f"{column.label} {number}".strip() for column, number in numbers if number not in ("", NONE)]
    return f"{text} ({', '.join(told)})" if told else text
