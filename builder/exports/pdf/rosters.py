"""The data of the roster for play, which is a paper with the models of a roster and their boxes to tick.

Members, combined tables and boxes are explained in ``payload.py``.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from builder.exports.pdf.details import fit_findings, fit_models, fit_profiles
from builder.exports.pdf.payload import (
    BlankBoxesData,
    BoxesData,
    FindingData,
    LeaderData,
    MemberData,
    RosterData,
    StampData,
    StampTextsData,
    TotalData,
    TraitData,
    UsedBoxesData,
    WeaponRowData,
)
from builder.exports.pdf.profiles import (
    PrintContext,
    all_prices,
    common_profile_data,
    page_reference,
    price_line,
    price_names,
    printed_finding,
)
from builder.exports.pdf.text import printable_line, with_minus_signs
from builder.exports.pdf.units import (
    item_tables,
    items_by_table,
    legend,
    line_headings,
    model_boxes,
    model_lines,
    printed_numbers,
    track_data,
    unit_data,
    used_headings,
    value_tables,
)
from builder.points.document.items import INCLUDED
from builder.points.document.play import PlaySheet
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import Rule
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.results import Finding
from builder.points.rules.wording import source_text, with_capital
from builder.points.sheets.profile import ProfileSheet
from builder.points.sheets.roster import RosterSheet, SheetMember, SheetRow
from builder.points.sheets.weapons import SheetWeapon, armour_names, band_names

_MAX_USED_UP_WEAPONS = 4  # of a model, with boxes
_MAX_MODELS_WITH_BOXES = 100  # of a profile, but games have far fewer


_Row = tuple[SheetRow | None, list[SheetMember]]
"""A row of a roster and its members whose profiles are in the list. Summoned profiles have no row."""


class _Columns(NamedTuple):
    """The headings of a roster's numbers, and the lines below its models.

    In a combined table, profiles with the same possible headings share a part of the table, which omits
    headings without numbers. ``used_headings`` maps the possible headings to the printed ones.

    A line is a name and its numbers by heading.
    """

    headings: list[str]
    used_headings: Mapping[tuple[str, ...], list[str]]
    lines_by_key: Mapping[str, list[tuple[str, dict[str, str]]]]
    line_headings: list[str]


def roster_data(context: PrintContext, index: int, papers: int = 1) -> RosterData:
    """Return the data of the roster with this index. The row with the leader comes first.

    ``papers`` is the number of papers in the PDF, which share the budget of details (``details.py``).
    """
    play, roster = context.play_sheet, context.sheet.rosters[index]
    rows = _rows(roster)
    all_rows = [*rows, *(_summoned_row(summoned.profile) for summoned in roster.summoned)]
    shown = [*_profiles(context, rows), *_profiles(context, all_rows[len(rows) :])]
    columns = _columns(play, shown)
    members = [
        _member_data(context, member, columns) for _, row_members in all_rows for member in row_members
    ]
    fitted = iter(fit_models(fit_profiles(members, papers), papers))
    units = [
        unit_data(context, row, list(islice(fitted, len(row_members))), columns.headings)
        for row, row_members in all_rows
    ]
    has_bare_numbers = play.rows == "table" and any(any(member["bare_numbers"]) for member in members)
    list_name = context.sheet.name
    return {
        "title": printable_line(roster.roster.name or list_name),
        "list_name": printable_line(list_name, 40),
        "game_text": _game_text(roster),
        "totals": totals_data(context, roster),
        "has_leaders": bool(play.leader),
        "leader_word": with_capital(context.catalogue.words.leader),
        "leaders": _leaders_data(context, roster),
        "stamp": _stamp_data(context, roster, papers),
        "has_units": bool(context.catalogue.unit_kinds or play.numbers),
        "entries": units[: len(rows)],
        "summoned": units[len(rows) :],
        "reminders": fit_findings(_reminders(context, roster, shown), "remarks", papers),
        "band_names": band_names(play),
        "armour_names": armour_names(context.catalogue, play),
        "used_boxes": _used_box_kinds(shown),
        "legend": legend(play, members),
        "side_tracks": [track_data(track, context.max_word) for track in roster.side_tracks],
        "item_tables": item_tables(context, shown),
        "row_style": play.rows,
        "item_sources": _table_sources(context) if play.rows == "table" else [],
        "bare_name": play.bare_name if has_bare_numbers else "",
        "value_tables": value_tables(context, shown),
    }


def _rows(roster: RosterSheet) -> list[_Row]:
    rows: list[_Row] = [(row, [member for member in row.members if member.profile]) for row in roster.rows]
    rows = [(row, members) for row, members in rows if members]
    rows.sort(key=lambda row: not any(member.profile and member.profile.is_leader for member in row[1]))
    return rows


def _summoned_row(sheet: ProfileSheet) -> _Row:
    key = sheet.profile.key
    return None, [SheetMember(key=key, name=sheet.name, profile=sheet, model_total=None, count=1)]


def _profiles(context: PrintContext, rows: Sequence[_Row]) -> list[ProfileSheet]:
    """Return each profile of these rows once, in the order of the rows."""
    keys = dict.fromkeys(member.key for _, members in rows for member in members)
    return [context.sheet.sheets_by_key[key] for key in keys]


def _columns(play: PlaySheet, sheets: Sequence[ProfileSheet]) -> _Columns:
    """Return the headings and lines of these profiles. Only a combined table has lines."""
    all_numbers = [printed_numbers(sheet.numbers) for sheet in sheets]
    headings = used_headings(all_numbers)
    if play.rows != "table":
        return _Columns(headings, {}, {}, [])
    used_headings_of = {
        tuple(numbers): used_headings(other for other in all_numbers if tuple(other) == tuple(numbers))
        for numbers in all_numbers
    }
    lines = {sheet.profile.key: model_lines(play, sheet) for sheet in sheets}
    line_cells = [cells for profile_lines in lines.values() for _, cells in profile_lines]
    return _Columns(headings, used_headings_of, lines, line_headings(line_cells))


def _in_table(
    context: PrintContext, sheet: ProfileSheet, member_data: MemberData, columns: _Columns
) -> MemberData:
    """Return the data of a member with its kind, lines and items for a combined table."""
    play, index = context.play_sheet, sheet.index
    kind = context.catalogue.kind(sheet.profile.design.values.get(KIND))
    hidden = {code for table in play.item_tables for code in table.of} | {line.of for line in play.lines}
    hidden |= set(play.unsaid) & index.free_groups  # items that cost points are printed in any case
    elsewhere = {slot.name for slot in index.catalogue.pick_slots if slot.group in hidden} | {INCLUDED}
    labels = {slot.name: slot.label for slot in index.catalogue.pick_slots if slot.group in play.named}
    traits = [_labelled(trait, labels) for trait in member_data["traits"] if trait["name"] not in elsewhere]
    return {
        **member_data,
        "table_kind": "" if kind and kind.plural.lower() == context.catalogue.words.models else sheet.kind,
        "traits": traits,
        "items_by_table": items_by_table(context, sheet),
        "line_headings": columns.line_headings,
        "lines": [
            {"name": name, "cells": [cells.get(heading, "") for heading in columns.line_headings]}
            for name, cells in columns.lines_by_key[sheet.profile.key]
        ],
    }


def _labelled(trait: TraitData, labels: Mapping[str, str]) -> TraitData:
    """Return a trait with the label of its slot, if there is one, before the first pick."""
    if not (label := labels.get(trait["name"])):
        return trait
    (first, price), *others = trait["items"]
    return {**trait, "items": [[f"{label}: {first}", price], *others]}


def _table_sources(context: PrintContext) -> list[str]:
    """Return the place in the rulebook of each group of items in a combined table."""
    catalogue, play = context.catalogue, context.play_sheet
    shown_codes = {code for table in play.item_tables for code in table.of} | {
        code for code in play.unsaid if code not in index_of(catalogue).free_groups
    }
    return [
        f"{group.name}: {page_reference(place)}"
        for group in catalogue.groups
        if group.code in shown_codes and (place := source_text(catalogue, 0, group.place))
    ]


# ------------------------------------------------------------------ the head


def _game_text(roster: RosterSheet) -> str:
    limit = "" if roster.limit is None else f"{roster.limit} {roster.list_sheet.catalogue.points_unit}"
    facts = map(printable_line, roster.facts_in_words)
    head = f"{roster.size_name} game, {limit}" if roster.size_name else limit
    return " · ".join(filter(None, [head, *facts]))


def totals_data(context: PrintContext, roster: RosterSheet) -> list[TotalData]:
    """Return the totals of a roster: prices, unless they are hidden, then models and other counts."""
    result, words = roster.appraisal, context.catalogue.words
    counts = [
        _total(with_capital(words.models), str(result.models), result.most_models),
        *(_total(with_capital(total.unit), total.value, total.most) for total in result.shown_counts),
        *(_total(name, with_minus_signs(text)) for name, text in roster.stat_values),
    ]
    if not context.shows_points:
        return counts
    prices = all_prices(context, roster.total, result.prices)[1:]
    return [
        _total(price_names(context.catalogue)[0], roster.points, result.limit),
        *(_total(f"{price['name']} {price['estimate']}".strip(), price["value"]) for price in prices),
        *counts,
    ]


def _total(name: str, value: str, of: int | None = None) -> TotalData:
    return {"name": name, "value": value, "of": "" if of is None else f"of {of}"}


def _leaders_data(context: PrintContext, roster: RosterSheet) -> list[LeaderData]:
    leaders = ((leader, *roster.leader_value(leader)) for leader in roster.leaders)
    return [
        {"name": context.name(leader), "attribute": attribute, "value": value}
        for leader, attribute, value in leaders
    ]


def _stamp_data(context: PrintContext, roster: RosterSheet, papers: int) -> StampData:
    errors: list[FindingData] = []
    for name, finding in roster.findings:
        if finding.level == "error":
            printed = printed_finding(context, finding)
            prefix = f"{printable_line(name, context.max_word)}: " if name else ""
            errors.append({**printed, "text": prefix + printed["text"]})
    return {**stamp_texts(context, roster), "errors": fit_findings(errors, "errors", papers)}


def stamp_texts(context: PrintContext, roster: RosterSheet) -> StampTextsData:
    """Return the word in the stamp, such as "Legal", and the text below: "over the agreed limit by 12"."""
    word, _, details = roster.status.word.partition(" by the rules, ")
    return {"status": word, "details": details if context.shows_points else ""}


# ------------------------------------------------------------------ models


def _member_data(context: PrintContext, member: SheetMember, columns: _Columns) -> MemberData:
    sheet, models, play = context.sheet.sheets_by_key[member.key], member.count, context.play_sheet
    boxes, common = tick_boxes(context, sheet), common_profile_data(context, sheet)
    ticked = () if play.rows == "table" else sheet.pick_tracks
    price = price_line(common) if models > 1 else ""
    numbers, bare_numbers = printed_numbers(sheet.numbers), printed_numbers(sheet.bare_numbers)
    headings = columns.used_headings.get(tuple(numbers), columns.headings)
    data: MemberData = {
        **common,
        **boxes,
        "key": sheet.profile.key,
        "kind": _notable_kind(sheet),
        "count": models,
        "total_price": context.total(member.total) if member.total else "",
        "weapon_rows": [weapon_row(context, weapon) for weapon in sheet.weapons],
        "models_with_boxes": min(models, _MAX_MODELS_WITH_BOXES),
        "models_without_boxes": models - min(models, _MAX_MODELS_WITH_BOXES),
        "tracks": [*boxes["tracks"], *(track_data(track, context.max_word) for track in ticked)],
        "is_leader": sheet.is_leader,
        "is_attached": member.is_attached,
        "price_each": f"{price} each" if price else "",
        "table_kind": "",
        "headings": headings,
        "numbers": [numbers.get(heading, NONE) for heading in headings],
        "bare_numbers": [bare_numbers.get(heading, "") for heading in headings],
        "items_by_table": [],
        "lines": [],
        "line_headings": [],
    }
    return _in_table(context, sheet, data, columns) if play.rows == "table" else data


def _notable_kind(sheet: ProfileSheet) -> str:
    """Return the kind of a profile, but "" for the game's first kind, which most profiles have."""
    first_kind = sheet.catalogue.kind(None)
    return "" if first_kind and sheet.kind == first_kind.name else sheet.kind


def weapon_row(context: PrintContext, weapon: SheetWeapon) -> WeaponRowData:
    """Return the data of a weapon: its name, its codes, its range bands, and the armour that it ignores."""
    return {
        "name": printable_line(weapon.name, min(context.max_word, 20)),
        "is_default": weapon.is_default,
        "codes": weapon.text,
        "bands": weapon.band_limits,
        "pierces": weapon.armour_reductions,
    }


def tick_boxes(context: PrintContext, sheet: ProfileSheet) -> BoxesData:
    """Return the boxes of one model."""
    return {
        "wounds": sheet.wounds,
        "wound_notes": [
            _with_page(rule.note, page_reference(source_text(context.catalogue, rule.page)))
            for rule in sheet.wound_notes
        ],
        "has_shield": sheet.has_shield,
        "uses": [
            {"name": printable_line(use.weapon, 24), "times": use.times}
            for use in sheet.uses[:_MAX_USED_UP_WEAPONS]
        ],
        "has_model_box": bool(model_boxes(context.play_sheet)),
        "tracks": [track_data(track, context.max_word) for track in sheet.tracks],
    }


def blank_tick_boxes(play: PlaySheet) -> BlankBoxesData:
    """Return the boxes of a blank card."""
    return {
        "wounds": play.wounds.takes if play.wounds else 0,
        "has_shield": bool(play.shield),
        "uses": [],
        "tracks": [],
    }


def _with_page(note: str, page: str) -> str:
    return f"{note} ({page})" if page else note


def _used_box_kinds(sheets: Sequence[ProfileSheet]) -> UsedBoxesData:
    """Map each kind of box to whether a profile has it. The paper explains only kinds that it has."""
    return {
        "wounds": any(sheet.wounds for sheet in sheets),
        "shield": any(sheet.has_shield for sheet in sheets),
        "uses": any(sheet.uses for sheet in sheets),
    }


# ------------------------------------------------------------------ reminders


def _unit_names(roster: RosterSheet) -> Mapping[str, str]:
    """Map the beginning of each unit's place in the document, such as "entries[0", to the unit's name."""
    if not roster.list_sheet.catalogue.unit_kinds:
        return {}
    return {f"entries[{index}": printable_line(row.name) for index, row in enumerate(roster.all_rows)}


def _reminders(
    context: PrintContext, roster: RosterSheet, sheets: Sequence[ProfileSheet]
) -> list[FindingData]:
    """Return the findings to remember in play.

    First are the warnings and notes on the roster, then the notes on profiles and the rulings that the play
    sheet lists. Equal findings about several units or profiles are one finding with all their names.
    """
    unit_names, play = _unit_names(roster), context.play_sheet
    reminders: list[FindingData] = []
    unit_reminders: dict[tuple[str, str], FindingData] = {}  # a reminder for several units is printed once
    for finding in roster.appraisal.plain_findings:
        if finding.level == "error":
            continue
        unit_name = unit_names.get(finding.where.partition("]")[0], "")
        if unit_name and (repeated := unit_reminders.get((finding.code, finding.message))):
            repeated["names"] += f", {unit_name}"
            continue
        reminders.append({**printed_finding(context, finding), "names": unit_name, "level": finding.level})
        if unit_name:
            unit_reminders[finding.code, finding.message] = reminders[-1]
    grouped: dict[tuple[str, str], tuple[Finding, list[str]]] = {}
    for sheet in sheets:
        for finding in sheet.appraisal.findings:
            if finding.code in play.remember and finding.level == "note":
                key = finding.code, finding.message
                grouped.setdefault(key, (finding, []))[1].append(context.name(sheet))
    for rule, profile_names in _rulings(context, sheets):
        if not any(rule.code == code for code, _ in grouped):
            text = f"{rule.title}. {rule.text}"
            page = index_of(context.catalogue).page_of(rule.code)
            grouped[rule.code, text] = Finding("note", rule.code, "", text, page), profile_names
    return reminders + [
        {
            **printed_finding(context, finding),
            "names": ", ".join(dict.fromkeys(names)),
            "level": finding.level,
        }
        for finding, names in grouped.values()
    ]


def _rulings(context: PrintContext, sheets: Sequence[ProfileSheet]) -> Iterator[tuple[Rule, list[str]]]:
    """Yield each ruling to remember about an item, and the names of the profiles that have the item."""
    sheets_and_codes = [
        (sheet, {code for item in sheet.items for code in item.entry.rulings}) for sheet in sheets
    ]
    for rule in context.catalogue.rules:
        names = [context.name(sheet) for sheet, codes in sheets_and_codes if rule.code in codes]
        if names and rule.code in context.play_sheet.remember:
            yield rule, names
