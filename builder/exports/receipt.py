"""An appraisal as text for people: every line with its points and its page or place, then the findings."""

from collections.abc import Iterable, Iterator, Sequence

from builder.catalogue.play import play_sheet
from builder.points.document.brought import BroughtProfile, bringers_text, brought_to_roster
from builder.points.document.document import Document, Profile, Roster, RosterEntry, dump_unit
from builder.points.document.units import fields_texts, unit_name
from builder.points.legality.totals import counted_texts
from builder.points.pricing.prices import price_texts
from builder.points.pricing.stat_line import may_cost, total_text, worked_out_items
from builder.points.rules.catalogue import Catalogue, Value
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.results import (
    Appraisal,
    EntryAppraisal,
    Finding,
    Line,
    MemberAppraisal,
    ProfileAppraisal,
    RosterAppraisal,
    Total,
    ValueAppraisal,
)
from builder.points.rules.wording import finding_place, no_price_yet, source_text, unit_of, unpriced, waiting

TIMES = "\N{MULTIPLICATION SIGN}"
_MOST_LABEL = 48


def receipt_text(document: Document, appraisal: Appraisal, catalogue: Catalogue) -> str:
    """The whole appraisal, ending without a line break."""
    names = {profile.key: profile.name or profile.key for profile in document.profiles}
    blocks = [[f"{document.name or 'Unnamed list'}: {catalogue.title}"]]
    pairs = zip(document.profiles, appraisal.profiles, strict=True)
    blocks += [list(_profile(catalogue, one, found, names[one.key])) for one, found in pairs]
    play = play_sheet(catalogue)
    for picked, roster in zip(document.rosters, appraisal.rosters, strict=True):
        brought = brought_to_roster(document, catalogue, play, picked)
        total = appraisal.roster_total(roster, names, catalogue.words.price)
        blocks.append(list(_roster(picked, roster, total, brought, names, catalogue)))
    return "\n\n".join("\n".join(block) for block in blocks)


def _profile(catalogue: Catalogue, written: Profile, profile: ProfileAppraisal, name: str) -> Iterator[str]:
    estimate = f" ({catalogue.price_estimate})" if catalogue.price_estimate else ""
    price = f": {_total(profile.total, catalogue)}{estimate}"
    yield f"{name} [{profile.key}]{price if may_cost(catalogue, written, profile) else ''}"
    index = index_of(catalogue)
    free = {slot.at: slot.name for slot in catalogue.pick_slots if slot.group in index.free_groups}
    # What cannot have a price is told once, by its name: a sum of zeros explains nothing.
    paid = [line for line in profile.lines if line.where.partition("[")[0] not in free]
    yield from _table([_line(catalogue, line) for line in paid])
    for at, slot in free.items():
        places: dict[str, list[str]] = {}
        for line in profile.lines:
            if line.where.partition("[")[0] == at:
                places.setdefault(_place(source_text(catalogue, line.page, line.place)), []).append(
                    line.label
                )
        if places:
            told = (", ".join(labels) + (f" ({place})" if place else "") for place, labels in places.items())
            yield f"  {slot}, free: {'; '.join(told)}"
    for one in (value for value in profile.values if value.says_something):
        value = index_of(catalogue).values[one.code]
        yield f"  {value.name}: {one.text}{f' ({value.estimate})' if value.estimate else ''}"
        yield from (
            f"  {row}"
            for row in _table(
                [
                    _line(catalogue, line, value.word_for(line.points))
                    for line in one.lines
                    if line.points != 0 or line.label != value.name
                ]
            )
        )
    for item in worked_out_items(catalogue, profile.items):
        yield f"  {item.entry.name} [{item.where}]: {item.told}"
        for number in item.numbers:
            yield f"    {number.column.name}: {number.text}"
            rows = _table([_line(catalogue, line) for line in number.lines])
            yield from (f"    {row}" for row in rows)
    yield from _findings(catalogue, profile.findings)


def _line(catalogue: Catalogue, line: Line, word: str = "") -> tuple[str, str, str, str]:
    """The cells of a line; a number that stands for a word is not calculated."""
    place = _place(source_text(catalogue, line.page, line.place))
    if word:
        return line.label, "", word, place
    base = unpriced(catalogue) if line.base is None else f"{line.base} {TIMES} {line.factor}"
    return line.label, base, _points(line.points), place


def _table(rows: Sequence[tuple[str, str, str, str]]) -> Iterator[str]:
    label = min(max((len(row[0]) for row in rows), default=0), _MOST_LABEL)
    base = max((len(row[1]) for row in rows), default=0)
    points = max((len(row[2]) for row in rows), default=0)
    for row in rows:
        yield f"  {row[0]:<{label}}  {row[1]:>{base}} = {row[2]:>{points}}  {row[3]}"


def _place(text: str) -> str:
    return text.replace("p. ", "p", 1)


def _roster(
    picked: Roster,
    roster: RosterAppraisal,
    total: Total,
    brought: Sequence[BroughtProfile],
    names: dict[str, str],
    catalogue: Catalogue,
) -> Iterator[str]:
    models = ", ".join(text.replace(",", "") for text in counted_texts(catalogue, roster))
    limit = "" if roster.limit is None else f" of {roster.limit}"
    unit = unit_of(roster.points if roster.limit is None else roster.limit, catalogue)
    points = f"{total_text(total)}{limit} {unit}"
    prices = price_texts(catalogue, roster.prices)
    told = ", ".join(filter(None, (points, waiting(total), *prices, models)))
    yield f"Roster {roster.name}: {told}"
    for name, text in fields_texts(catalogue.roster.fields, picked.fields):
        yield f"  {name}: {text}"
    yield from _values(catalogue, catalogue.roster.values, roster.values)
    for written, entry in zip(picked.entries, roster.entries, strict=True):
        yield from _row(written, entry, names, catalogue)
    for profile, bringers in brought:
        yield f"  also bring {names[profile.key]}, with {bringers_text(bringers, names)}"
    yield from _findings(catalogue, roster.findings)


def _row(
    written: RosterEntry, entry: EntryAppraisal, names: dict[str, str], catalogue: Catalogue
) -> Iterator[str]:
    """A row of a roster; a unit's name and sum stand above its members."""
    if not dump_unit(written):
        yield f"  {_member(entry, names)}"
        yield from (f"  {row}" for row in _values(catalogue, catalogue.unit_values, entry.values))
        return
    count = catalogue.words.count(entry.models)
    told = ", ".join([_points(entry.total), *price_texts(catalogue, entry.prices)])
    yield f"  {unit_name(written, names)}: {count} = {told}"
    for member in (entry, *entry.others):
        yield f"    {_member(member, names)}"
    for member in entry.attached:
        yield f"    with {_member(member, names)}"
    yield from (f"  {row}" for row in _values(catalogue, catalogue.unit_values, entry.values))


def _values(catalogue: Catalogue, values: Iterable[Value], found: Iterable[ValueAppraisal]) -> Iterator[str]:
    """The numbers of a row or a roster with their lines."""
    names = {value.code: value.name for value in values}
    for one in found:
        yield f"  {names[one.code]}: {one.text}"
        yield from (f"  {row}" for row in _table([_line(catalogue, line) for line in one.lines]))


def _member(member: MemberAppraisal, names: dict[str, str]) -> str:
    name = names.get(member.profile, f"[{member.profile}]")
    return f"{member.count} {TIMES} {name} at {_points(member.each)} = {_points(member.points)}"


def _findings(catalogue: Catalogue, findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        place = _place(finding_place(catalogue, finding))
        yield f"  {finding.shown}: {finding.message}{f' ({place})' if place else ''}"


def _total(total: Total, catalogue: Catalogue) -> str:
    """A total with its unit, and what it waits for: "118 + ? points, waits for the price of Imp"."""
    if total.unpriced:
        return no_price_yet(catalogue)
    known = None if total.waits_for else total.points
    return ", ".join(filter(None, (f"{total_text(total)} {unit_of(known, catalogue)}", waiting(total))))


def _points(points: int | None) -> str:
    return "?" if points is None else str(points)
