"""An appraisal as text, with a line for each part of a profile, then the findings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from builder.points.pricing.texts import NONE, sum_text
from builder.points.rules.catalogue import Catalogue, Value
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.results import (
    Finding,
    Line,
    MemberAppraisal,
    Total,
    ValueAppraisal,
)
from builder.points.rules.wording import (
    finding_place,
    in_sentence,
    missing_price_text,
    no_price_yet,
    source_text,
    unpriced,
)
from builder.points.sheets.items import calculated_items
from builder.points.sheets.profile import ProfileSheet
from builder.points.sheets.roster import ListSheet, RosterSheet, SheetRow

TIMES = "\N{MULTIPLICATION SIGN}"
_MAX_LABEL_WIDTH = 48


def receipt_text(sheet: ListSheet) -> str:
    """Return the complete appraisal, without a line break at its end."""
    blocks = [[f"{sheet.document.name or 'Unnamed list'}: {sheet.catalogue.title}"]]
    blocks += [list(_profile_lines(profile_sheet)) for profile_sheet in sheet.profiles]
    blocks += [list(_roster_lines(roster)) for roster in sheet.rosters]
    return "\n\n".join("\n".join(block) for block in blocks)


def _profile_lines(sheet: ProfileSheet) -> Iterator[str]:
    catalogue, profile = sheet.catalogue, sheet.appraisal
    estimate = f" ({catalogue.price_estimate})" if catalogue.price_estimate else ""
    price = f": {_total_text(profile.total, catalogue)}{estimate}"
    yield f"{sheet.name} [{profile.key}]{price if sheet.may_cost else ''}"
    index = index_of(catalogue)
    # Items that never cost points are listed on one line. In the table, each would have a line with a zero.
    free_slots = {slot.at: slot.name for slot in catalogue.pick_slots if slot.group in index.free_groups}
    free_lines: dict[str, list[Line]] = {at: [] for at in free_slots}
    paid_lines: list[Line] = []
    for line in profile.lines:
        free_lines.get(line.where.partition("[")[0], paid_lines).append(line)
    yield from _aligned_rows([_line_cells(catalogue, line) for line in paid_lines])
    for at, lines in free_lines.items():
        if lines:
            yield f"  {free_slots[at]}, free: {_labels_by_place(catalogue, lines)}"
    for shown_value in (value for value in profile.values if value.is_shown):
        value = index.values[shown_value.code]
        yield f"  {value.name}: {shown_value.text}{f' ({value.estimate})' if value.estimate else ''}"
        rows = [
            _line_cells(catalogue, line, value.word_for(line.points))
            for line in shown_value.lines
            if line.points != 0 or line.label != value.name
        ]
        yield from (f"  {row}" for row in _aligned_rows(rows))
    for item in calculated_items(catalogue, profile.items):
        yield f"  {item.entry.name} [{item.where}]: {item.line}"
        for number in item.numbers:
            yield f"    {number.column.name}: {number.text}"
            rows = [_line_cells(catalogue, line) for line in number.lines]
            yield from (f"    {row}" for row in _aligned_rows(rows))
    yield from _finding_lines(catalogue, profile.findings)


def _labels_by_place(catalogue: Catalogue, lines: Iterable[Line]) -> str:
    """Return the labels of lines by page or section of the rulebook: "Fly, Jump (p12); Swim (p14)"."""
    labels_by_place: dict[str, list[str]] = {}
    for line in lines:
        place = _short_place(source_text(catalogue, line.page, line.place))
        labels_by_place.setdefault(place, []).append(line.label)
    return "; ".join(
        ", ".join(labels) + (f" ({place})" if place else "") for place, labels in labels_by_place.items()
    )


def _line_cells(catalogue: Catalogue, line: Line, word: str = "") -> tuple[str, str, str, str]:
    """Return the cells of a line: label, calculation, points, and page or section.

    If ``word`` is not empty, it replaces the calculation and the points.
    """
    place = _short_place(source_text(catalogue, line.page, line.place))
    if word:
        return line.label, "", word, place
    base = unpriced(catalogue) if line.base is None else f"{line.base} {TIMES} {line.factor}"
    return line.label, base, _points_text(line.points), place


def _aligned_rows(rows: Sequence[tuple[str, str, str, str]]) -> Iterator[str]:
    label_width = min(max((len(row[0]) for row in rows), default=0), _MAX_LABEL_WIDTH)
    base_width = max((len(row[1]) for row in rows), default=0)
    points_width = max((len(row[2]) for row in rows), default=0)
    for label, base, points, place in rows:
        yield f"  {label:<{label_width}}  {base:>{base_width}} = {points:>{points_width}}  {place}"


def _short_place(text: str) -> str:
    return text.replace("p. ", "p", 1)


def _roster_lines(sheet: RosterSheet) -> Iterator[str]:
    catalogue, roster = sheet.list_sheet.catalogue, sheet.appraisal
    models = ", ".join(text.replace(",", "") for text in sheet.counted)
    texts = ", ".join(filter(None, (sheet.sum_text, sheet.missing_price, *sheet.prices, models)))
    yield f"Roster {roster.name}: {texts}"
    for name, text in sheet.facts:
        yield f"  {name}: {text}"
    yield from _value_lines(catalogue, catalogue.roster.values, roster.values)
    for row in sheet.all_rows:
        yield from _row_lines(row)
    for summoned in sheet.summoned:
        yield f"  summoned: {summoned.profile.name}, by {summoned.bringers_text}"
    yield from _finding_lines(catalogue, roster.plain_findings)


def _row_lines(row: SheetRow) -> Iterator[str]:
    catalogue, names, entry = row.list_sheet.catalogue, row.list_sheet.names, row.appraisal
    if not row.is_unit:
        yield f"  {_member_text(entry, names, catalogue)}"
        yield from (f"  {text}" for text in _value_lines(catalogue, catalogue.unit_values, entry.values))
        return
    count = catalogue.words.count(entry.models)
    points = in_sentence(no_price_yet(catalogue)) if entry.total is None else str(entry.total)
    yield f"  {row.name}: {count} = {', '.join([points, *row.prices])}"
    for member in (entry, *entry.others):
        yield f"    {_member_text(member, names, catalogue)}"
    for member in entry.attached:
        yield f"    with {_member_text(member, names, catalogue)}"
    yield from (f"    {name}: {text}" for name, text in row.facts)
    yield from (f"  {text}" for text in _value_lines(catalogue, catalogue.unit_values, entry.values))


def _value_lines(
    catalogue: Catalogue, values: Iterable[Value], appraisals: Iterable[ValueAppraisal]
) -> Iterator[str]:
    """Yield the calculated values of a row or a roster, each with the lines that add up to it."""
    names = {value.code: value.name for value in values}
    for appraisal in appraisals:
        yield f"  {names[appraisal.code]}: {appraisal.text}"
        rows = [_line_cells(catalogue, line) for line in appraisal.lines]
        yield from (f"  {row}" for row in _aligned_rows(rows))


def _member_text(member: MemberAppraisal, names: Mapping[str, str], catalogue: Catalogue) -> str:
    name = names.get(member.profile, f"[{member.profile}]")
    if member.each is None:
        return f"{member.count} {TIMES} {name}: {in_sentence(no_price_yet(catalogue))}"
    return f"{member.count} {TIMES} {name} at {_points_text(member.each)} = {_points_text(member.points)}"


def _finding_lines(catalogue: Catalogue, findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        place = _short_place(finding_place(catalogue, finding))
        yield f"  {finding.shown_level}: {finding.message}{f' ({place})' if place else ''}"


def _total_text(total: Total, catalogue: Catalogue) -> str:
    """Return a total with its unit and missing prices: "118+ points, needs the price of Imp"."""
    if total.unpriced:
        return no_price_yet(catalogue)
    return ", ".join(filter(None, (sum_text(total, catalogue), missing_price_text(total))))


def _points_text(points: int | None) -> str:
    return NONE if points is None else str(points)
