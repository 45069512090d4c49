"""The data of a profile for pages: stat line, receipt, findings, and addresses of the site's reference pages.

The receipt lists what the points of a profile consist of.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse

from builder.points.pricing.texts import (
    NONE,
    points_text,
    total_text,
)
from builder.points.rules.catalogue import Attribute, Catalogue, Property, Value
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.numbers import number_text
from builder.points.rules.results import (
    SHOWN_LEVELS,
    Finding,
    Fix,
    Line,
    ProfileAppraisal,
    ShownLevel,
    Total,
    ValueAppraisal,
    choices_left,
    without_notes,
)
from builder.points.rules.wording import finding_place, pluralize, source_text, unit_for, unpriced
from builder.points.sheets.items import CalculatedItem, calculated_items
from builder.points.sheets.profile import StatCell
from builder.points.sheets.roster import RosterSheet

TIMES = "\N{MULTIPLICATION SIGN}"
_FRACTION_GLYPHS = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
_NON_WORD = re.compile(r"[^\w]+")
_SLOT_END = re.compile(r"(\[|\.properties).*")
_CLAUSE_END = re.compile(r"[:;,] ")
_PROFILE_PATH = re.compile(r"/profiles/\d+(?=/)", re.ASCII)
_OTHER_ANCHOR_PREFIXES = ("attribute", "entry", "kind", "rule", "table", "term", "value")


class ReceiptRow(NamedTuple):
    """A line of the receipt.

    ``page`` is 0 if the line's source has no page. ``source`` names the source in words.
    ``rounding`` is "up", "down", or an empty string for exact results.
    """

    label: str
    calculation: str
    points: str
    page: int
    url: str
    has_price: bool
    rounding: str = ""
    source: str = ""


class ReceiptGroup(NamedTuple):
    """A group of the receipt with its subtotal in points."""

    code: str
    name: str
    points: int
    rows: tuple[ReceiptRow, ...]

    @property
    def points_text(self) -> str:
        """The subtotal as text: "5+" if some rows have no price, and a dash if no row has a price."""
        has_prices = [row.has_price for row in self.rows]
        return total_text(Total(self.points, () if all(has_prices) else ("",), not any(has_prices)))


class ValueSum(NamedTuple):
    """A calculated number as text, and the lines that add up to it.

    ``estimate`` says how exact a price is, such as "±50 %". For exact prices, it is an empty string.
    ``is_shown`` is False if the profile doesn't use the number.
    """

    name: str
    text: str
    estimate: str
    rows: tuple[ReceiptRow, ...]
    is_shown: bool


class ItemNumberSum(NamedTuple):
    """A calculated number of a weapon or another item, and the lines that add up to it."""

    name: str
    text: str
    rows: tuple[ReceiptRow, ...]


class ItemSum(NamedTuple):
    """An item with its calculated numbers. ``headings`` are pairs of a heading and the text below it."""

    name: str
    headings: tuple[tuple[str, str], ...]
    numbers: tuple[ItemNumberSum, ...]


class BarSegment(NamedTuple):
    """A group of the receipt as a segment of a bar. ``x`` and ``width`` are in percent of the bar."""

    name: str
    points: int
    percent: int
    x: str
    width: str
    css_class: str


class Receipt(NamedTuple):
    """The receipt of a profile: what its points and calculated values consist of.

    ``groups`` are the lines of the first price. Only if there are ``further_prices``, the receipt has its
    ``price_name`` and ``price_estimate`` (as in ``ValueSum``).
    Templates render the receipt with ``jinja_part``, which caches the HTML of equal receipts.
    """

    groups: tuple[ReceiptGroup, ...]
    segments: tuple[BarSegment, ...]
    total: str
    unit: str
    price_name: str = ""
    price_estimate: str = ""
    further_prices: tuple[ValueSum, ...] = ()
    other_values: tuple[ValueSum, ...] = ()
    items: tuple[ItemSum, ...] = ()


class FixButton(NamedTuple):
    """The button that fixes what a finding reports. ``action`` is the value that the button sends."""

    label: str
    action: str


class Remark(NamedTuple):
    """A finding as a page shows it, with the address of its rule.

    Only the list's owner gets a ``button``. Without a button, ``field_url`` may be the address of the field
    to change.
    """

    level: ShownLevel
    message: str
    url: str
    button: FixButton | None = None
    source: str = ""
    field_url: str = ""


class FindingCount(NamedTuple):
    """The number of findings of a level. ``text`` is, for example, "2 warnings"."""

    level: ShownLevel
    number: int
    text: str


class FindingLink(NamedTuple):
    """The number of findings of a level as text, and the address of the first such finding."""

    level: str
    text: str
    url: str


# ------------------------------------------------------------------ numbers


def fraction_text(value: Fraction) -> str:
    """Return a fraction as books print it, such as 1½, 24 3/10 or 6."""
    integer, rest = divmod(value, 1)
    if not rest:
        return number_text(int(integer))
    glyph = _FRACTION_GLYPHS.get(rest)
    if glyph:
        return f"{number_text(integer) if integer else ''}{glyph}"
    return f"{number_text(integer)} {rest}" if integer else str(rest)


# ------------------------------------------------------------------ the stat line


class StatBox(NamedTuple):
    """A box of the stat line: a value, and its points as text.

    ``field_id`` is the HTML id of the field that the box links to. ``differs`` says whether the value or the
    points differ from those of the profile that this profile is compared with.
    """

    label: str
    value: str
    points: str
    is_wide: bool
    field_id: str = ""
    value_differs: bool = False
    differs: bool = False


MANY_PRICES = 3
"""If a stat line has at least this number of prices, it shows them without their unit."""


def stat_boxes(
    cells: Sequence[StatCell], unit: str, others: Iterable[StatCell] | None = None
) -> tuple[StatBox, ...]:
    """Return the boxes of a stat line. If there are many prices, they don't show ``unit``.

    ``others`` are the cells of the profile to compare with, or None.
    """
    prices = sum(cell.is_priced and cell.points is not None for cell in cells)
    unit = unit if prices < MANY_PRICES else ""
    if others is None:
        return tuple(
            StatBox(cell.label, cell.value, _cell_points(cell, unit), cell.is_wide) for cell in cells
        )
    others_by_label = {cell.label: cell for cell in others}
    return tuple(_compared_box(cell, others_by_label.get(cell.label), unit) for cell in cells)


def _compared_box(cell: StatCell, other: StatCell | None, unit: str) -> StatBox:
    value_differs = other is None or cell.value != other.value
    differs = (
        value_differs or other is None or (cell.points, cell.is_priced) != (other.points, other.is_priced)
    )
    points = _cell_points(cell, unit)
    return StatBox(cell.label, cell.value, points, cell.is_wide, value_differs=value_differs, differs=differs)


def _cell_points(cell: StatCell, unit: str) -> str:
    if not cell.is_priced:
        return NONE
    if cell.points is None:
        return ""
    return f"{number_text(cell.points)} {unit_for(cell.points, unit)}".rstrip()


# ------------------------------------------------------------------ the receipt


def make_receipt(catalogue: Catalogue, appraisal: ProfileAppraisal) -> Receipt:
    """Return the receipt of a profile. ``design_view.receipt_of`` is faster, because it caches receipts."""
    groups, prices = receipt_groups(catalogue, appraisal), _price_sums(catalogue, appraisal)
    return Receipt(
        groups=groups,
        segments=bar_segments(groups),
        total=total_text(appraisal.total),
        unit=catalogue.points_unit,
        price_name=catalogue.price_name if prices else "",
        price_estimate=catalogue.price_estimate if prices else "",
        further_prices=prices,
        other_values=_other_value_sums(catalogue, appraisal),
        items=tuple(_item_sum(catalogue, item) for item in calculated_items(catalogue, appraisal.items)),
    )


def receipt_groups(catalogue: Catalogue, appraisal: ProfileAppraisal) -> tuple[ReceiptGroup, ...]:
    """Return the groups of the receipt that have lines, in the catalogue's order."""
    rows: dict[str, list[ReceiptRow]] = {}
    points: Counter[str] = Counter()
    for line in appraisal.lines:
        rows.setdefault(line.group, []).append(_receipt_row(catalogue, line))
        points[line.group] += line.points or 0
    return tuple(
        ReceiptGroup(section.code, section.name, points[section.code], tuple(rows[section.code]))
        for section in catalogue.receipt
        if section.code in rows
    )


def _receipt_row(catalogue: Catalogue, line: Line) -> ReceiptRow:
    return ReceiptRow(
        label=line.label, calculation=calculation_text(catalogue, line), points=points_text(line.points),
        page=line.page, url=line_url(catalogue, line), has_price=line.points is not None,
        rounding=line.rounded, source=source_text(catalogue, line.page, line.place),
    )  # fmt: skip


def _price_sums(catalogue: Catalogue, appraisal: ProfileAppraisal) -> tuple[ValueSum, ...]:
    values = index_of(catalogue).values
    return tuple(
        _value_sum(catalogue, values[appraised.code], appraised)
        for appraised in appraisal.values
        if values[appraised.code].role == "price"
    )


def _other_value_sums(catalogue: Catalogue, appraisal: ProfileAppraisal) -> tuple[ValueSum, ...]:
    """Return the values that are neither prices nor parts of other values.

    Values that are only for play are left out if they have no lines.
    """
    values = index_of(catalogue).values
    return tuple(
        _value_sum(catalogue, values[appraised.code], appraised)
        for appraised in appraisal.values
        if (role := values[appraised.code].role) not in ("price", "part")
        and (appraised.lines or role != "play")
    )


def _item_sum(catalogue: Catalogue, item: CalculatedItem) -> ItemSum:
    url = entry_url(catalogue, item.entry)
    numbers = (
        ItemNumberSum(
            number.column.name,
            number.text,
            tuple(_receipt_row(catalogue, line)._replace(url=url) for line in number.lines),
        )
        for number in item.numbers
    )
    return ItemSum(item.entry.name, tuple(item.headings), tuple(numbers))


def _value_sum(catalogue: Catalogue, value: Value, value_appraisal: ValueAppraisal) -> ValueSum:
    rows = tuple(_value_row(catalogue, value, line) for line in value_appraisal.lines)
    estimate = value.estimate if value.role == "price" else ""
    return ValueSum(value.name, value_appraisal.text, estimate, rows, value_appraisal.is_shown)


def _value_row(catalogue: Catalogue, value: Value, line: Line) -> ReceiptRow:
    """Return a line of a value as a row. Some values have words for numbers, which the row shows instead."""
    row = _receipt_row(catalogue, line)._replace(url=_value_line_url(catalogue, value, line))
    word = value.word_for(line.points)
    return row._replace(calculation="", points=word) if word else row


def _value_line_url(catalogue: Catalogue, value: Value, line: Line) -> str:
    """Return the address of what the line is about: an entry, attribute or value, or else ``value``."""
    index = index_of(catalogue)
    group = _line_anchors(catalogue).groups.get(_SLOT_END.sub("", line.where), "")
    if line.code in index.entries.get(group, {}):
        return entry_url(catalogue, index.entries[group][line.code])
    if isinstance(index.parts.get(line.code), Attribute):
        return f"{reference_url(catalogue.system, catalogue.edition)}#attribute-{line.code}"
    return value_url(catalogue, line.code if line.code in index.values else value.code)


def value_url(catalogue: Catalogue, code: str) -> str:
    """Return the address of the explanation of a value."""
    return f"{reference_url(catalogue.system, catalogue.edition)}#value-{code}"


def calculation_text(catalogue: Catalogue, line: Line) -> str:
    """Return the calculation of a line, such as "11 × ½". A rounded result is added: "11 × ½ = 5½"."""
    if line.base is None:
        return unpriced(catalogue)
    text = number_text(line.base)
    if line.factor != 1:
        text += f" {TIMES} {fraction_text(line.factor)}"
    if line.rounded:
        text += f" = {fraction_text(line.base * line.factor)}"
    return text


def bar_segments(groups: Sequence[ReceiptGroup]) -> tuple[BarSegment, ...]:
    """Return a segment for each group that costs points."""
    total = sum(group.points for group in groups if group.points > 0)
    segments, points_before = [], 0
    for index, group in enumerate(groups):
        if group.points <= 0:
            continue
        x, width = percent_text(points_before, total), percent_text(group.points, total)
        percent = rounded_percent(group.points, total)
        segments.append(BarSegment(group.name, group.points, percent, x, width, f"s{index % 8}"))
        points_before += group.points
    return tuple(segments)


def rounded_percent(part: int, total: int) -> int:
    """Return ``part`` in percent of ``total``, rounded half up. If the total is 0, return 0.

    Equal parts have equal percentages, so the percentages of all parts may not add up to 100.
    """
    return (200 * part + total) // (2 * total) if total else 0


def percent_text(part: int, total: int) -> str:
    """Return ``part`` in percent of ``total`` with two decimals for SVG. If the total is 0, return 0.00."""
    hundredths = round(Fraction(10_000 * part, total)) if total else 0
    return f"{hundredths // 100}.{hundredths % 100:02}"


# ------------------------------------------------------------------ findings


def make_remarks(
    catalogue: Catalogue,
    findings: Iterable[Finding],
    make_button: Callable[[Fix], FixButton] | None = None,
    field_url_of: Callable[[Finding], str] | None = None,
) -> list[Remark]:
    """Return a ``Remark`` for each finding, in order. The arguments are those of ``make_remark``."""
    return [make_remark(catalogue, finding, make_button, field_url_of) for finding in findings]


def make_remark(
    catalogue: Catalogue,
    finding: Finding,
    make_button: Callable[[Fix], FixButton] | None = None,
    field_url_of: Callable[[Finding], str] | None = None,
) -> Remark:
    """Return a finding as a page shows it.

    ``field_url_of`` is used if the finding has no button: for errors and warnings, and for notes that name a
    field.
    """
    url, source = rule_url(catalogue, finding.code), finding_place(catalogue, finding)
    if make_button and finding.fix:
        message = message_without_fix(finding.message, finding.fix)
        return Remark(finding.shown_level, message, url, make_button(finding.fix), source)
    names_field = finding.level != "note" or finding.remedies.control
    field_url = field_url_of(finding) if field_url_of and names_field else ""
    return Remark(finding.shown_level, finding.message, url, source=source, field_url=field_url)


def message_without_fix(message: str, fix: Fix) -> str:
    """Return the message without its last clause if the label of the fix begins with this clause.

    A clause begins after a colon, semicolon or comma.
    """
    label = f"{fix.label[:1].lower()}{fix.label[1:]}"
    for separator in _CLAUSE_END.finditer(message):
        if label.startswith(message[separator.end() :].removesuffix(".")):
            return f"{message[: separator.start()]}."
    return message


def profile_patch_argument(fix: Fix) -> str:
    """Return the label and the JSON Patch of a fix as the argument that a button sends.

    The paths in the patch are relative to the profile.
    """
    patch = [op._replace(path=_PROFILE_PATH.sub("", op.path)).to_json() for op in fix.patch]
    return f"{fix.label.replace(':', ' ')}:{json.dumps(patch, ensure_ascii=False)}"


def roster_remarks(sheet: RosterSheet) -> list[Remark]:
    """Return the errors and warnings of a roster, without the findings on its profiles."""
    return make_remarks(sheet.list_sheet.catalogue, without_notes(sheet.appraisal.findings))


def count_findings(findings: Iterable[Finding]) -> list[FindingCount]:
    """Return the number of findings for each level that occurs, the most serious level first."""
    return count_levels([finding.shown_level for finding in findings])


def count_levels(levels: Sequence[ShownLevel]) -> list[FindingCount]:
    """Return how often each level occurs, the most serious level first."""
    return [
        FindingCount(level, count, _count_text(level, count))
        for level in SHOWN_LEVELS
        if (count := levels.count(level))
    ]


def _count_text(level: ShownLevel, count: int) -> str:
    return choices_left(count) if level == "missing" else pluralize(count, level)


def finding_links(levels: Sequence[ShownLevel], urls: Mapping[str, str]) -> list[FindingLink]:
    """Return the number of findings for each level that occurs, the most serious level first.

    ``urls`` are the addresses of the first finding of each level.
    """
    return [FindingLink(count.level, count.text, urls[count.level]) for count in count_levels(levels)]


# ------------------------------------------------------------------ addresses of the reference pages


@lru_cache(maxsize=32)
def reference_url(system: str, edition: str) -> str:
    """Return the address of an edition's reference page."""
    return reverse("reference", args=(system, edition))


@lru_cache(maxsize=32)
def rules_url(system: str, edition: str) -> str:
    """Return the address of the page with an edition's legality rules and rulings."""
    return reverse("rules", args=(system, edition))


def rule_url(catalogue: Catalogue, code: str) -> str:
    """Return the address of the explanation of a rule or ruling."""
    return f"{rules_url(catalogue.system, catalogue.edition)}#rule-{code}"


def entry_url(catalogue: Catalogue, entry: Property) -> str:
    """Return the address of the explanation of a property or spell."""
    anchor = entry_anchor(catalogue, entry.group, entry.code)
    return f"{reference_url(catalogue.system, catalogue.edition)}#{anchor}"


def entry_anchor(catalogue: Catalogue, group: str, code: str) -> str:
    """Return the id of an entry on the reference page: "weapon-AP4", "property-flier" or "spell-heal"."""
    return f"{_anchor_prefixes(catalogue)[group]}-{code}"


def line_url(catalogue: Catalogue, line: Line) -> str:
    """Return the address of the table, entry or attribute that a line's price comes from."""
    anchors = _line_anchors(catalogue)
    if line.where in anchors.attributes:
        anchor = anchors.attributes[line.where].get(line.table, f"attribute-{line.code}")
    elif (line.table, line.code) in anchors.entries:
        anchor = entry_anchor(catalogue, anchors.entries[line.table, line.code], line.code)
    else:
        anchor = anchors.tables.get(line.table, f"attribute-{line.code}")
    return f"{reference_url(catalogue.system, catalogue.edition)}#{anchor}"


class _LineAnchors(NamedTuple):
    """The anchors on the reference page that lines of the receipt link to.

    A line contains the name of its table or group, not the code, and several can have the same name.
    ``attributes`` are the anchors by the place of an attribute in the design and the name of a table.
    ``entries`` are codes of groups by the name of the group and the code of an entry.
    ``tables`` are anchors by the name of a table.
    ``groups`` are codes of groups by the place of a slot in the design.
    """

    attributes: Mapping[str, Mapping[str, str]]
    entries: Mapping[tuple[str, str], str]
    tables: Mapping[str, str]
    groups: Mapping[str, str]


@lru_cache(maxsize=32)
def _line_anchors(catalogue: Catalogue) -> _LineAnchors:
    index = index_of(catalogue)
    names = {group.code: group.name for group in catalogue.groups}
    return _LineAnchors(
        attributes={
            attribute.at: {
                index.tables[code].name: f"table-{code}"
                for code in (attribute.table, *attribute.tables.values())
                if code
            }
            for attribute in catalogue.attributes
        },
        entries={
            (names[group], code): group
            for group, entries_by_code in index.entries.items()
            for code in entries_by_code
        },
        tables={table.name: f"table-{table.code}" for table in catalogue.cost_tables},
        groups={slot.at: slot.group for slot in catalogue.weapon_slots}
        | {slot.at: slot.group for slot in catalogue.pick_slots},
    )


@lru_cache(maxsize=32)
def _anchor_prefixes(catalogue: Catalogue) -> Mapping[str, str]:
    """Return the prefix of each group's anchors, by the group's code.

    It is the noun of the group's slot or the group's code. If another prefix is the same, it is ``entry-``
    and the code.
    """
    nouns = {slot.group: slot.noun for slot in catalogue.pick_slots if slot.many}
    words = {group.code: _NON_WORD.sub("-", nouns.get(group.code, group.code)) for group in catalogue.groups}
    uses = Counter((*words.values(), *_OTHER_ANCHOR_PREFIXES))
    return {code: word if uses[word] == 1 else f"entry-{code}" for code, word in words.items()}
