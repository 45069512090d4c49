"""The roster for play as data: who leads, every model with its boxes, what to remember, what it comes to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from builder.exports.pdf.details import fit_findings, fit_profiles, fit_rows
from builder.exports.pdf.profiles import (
    JsonData,
    PrintContext,
    all_prices,
    fielded_prices,
    is_default_weapon,
    kind_name,
    page_reference,
    price_names,
    printed_finding,
    profile_data,
)
from builder.exports.pdf.text import printable_line, with_minus_signs
from builder.exports.pdf.units import (
    UnitRow,
    bare_numbers,
    carried,
    item_tables,
    legend,
    line_columns,
    model_boxes,
    model_lines,
    row_numbers,
    side_tracks,
    ticked_picks,
    tracks,
    unit_data,
    used_headings,
    value_tables,
)
from builder.points.document.brought import brought_profiles
from builder.points.document.design import Design, Weapon
from builder.points.document.document import Document, Profile, Roster
from builder.points.document.items import INCLUDED, items_of
from builder.points.document.play import PlaySheet
from builder.points.document.units import fields_texts, unit_name
from builder.points.pricing.stat_line import NONE, attribute_text, total_text, weapon_text
from builder.points.rules.catalogue import Catalogue, Rule, WeaponSlot
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.names import list_name
from builder.points.rules.numbers import signed_text
from builder.points.rules.results import Finding, MemberAppraisal, RosterAppraisal
from builder.points.rules.wording import source_text, with_capital

_LIST_ONLY_KEYS = ("weapons", "errors", "warnings")  # "arms" and "stamp" hold these here
_MOST_USES = 4  # weapons that run out, of one model: as many as it may carry at most
_MOST_ROWS = 100  # so many models of one profile get boxes; games end at far fewer


def roster_data(context: PrintContext, play: PlaySheet, index: int, papers: int = 1) -> JsonData:
    """One roster of the document, with its profiles in playing order: the leader's first.

    Where it is one of so many ``papers`` in one PDF, it has its share of what all of them hold. In a game
    that has units, or numbers that stand in a row, every row is one, and "entries" and "brought" are units
    with members.
    """
    roster, found = context.document.rosters[index], context.appraisal.rosters[index]
    rows = _rows(context, play, roster, found)
    profiles = context.document.profiles_by_key()
    members = [member for row in rows for member in row.members]
    fielded = list({member.profile: profiles[member.profile] for member in members}.values())
    brought = brought_along(context.document, context.catalogue, play, fielded)
    along = [UnitRow(None, None, (MemberAppraisal(profile.key, 1, None, None),)) for profile in brought]
    made = [
        _entry_data(context, play, profiles[member.profile], member if row.found else None)
        for row in (*rows, *along)
        for member in row.members
    ]
    made = fit_rows(fit_profiles(made, papers), papers)
    shown = [*fielded, *brought]
    all_entries = made
    if context.catalogue.unit_kinds or play.numbers:
        made = list(_units(context, play, [*rows, *along], made))
    return {
        "title": printable_line(roster.name or list_name(context.document.name)),
        "list": printable_line(list_name(context.document.name), 40),
        "game": _game_text(context.catalogue, roster),
        "totals": totals_data(context, found),
        "leads": bool(play.leader),
        "leader_word": with_capital(context.catalogue.words.leader),
        "leader": _leader_data(context, play, fielded),
        "stamp": _legality(context, found, papers),
        "entries": made[: len(made) - len(brought)],
        "brought": made[len(made) - len(brought) :],
        "remember": fit_findings(_reminders(context, play, roster, found, shown), "remarks", papers),
        "bands": band_names(play),
        "armour": armour_names(context.catalogue, play),
        "has": _used_box_kinds(context, play, shown),
        "legend": legend(play, all_entries),
        "side": side_tracks(play, context.catalogue, roster),
        "items": item_tables(context, play, shown),
        "rows": play.rows,
        "places": _places(context.catalogue, play) if play.rows == "table" else [],
        "bare_name": play.bare_name
        if any(any(m.get("bare", ())) for u in made for m in u.get("members", ()))
        else "",
        "values": value_tables(context, play, shown),
    }


def _rows(context: PrintContext, play: PlaySheet, roster: Roster, found: RosterAppraisal) -> list[UnitRow]:
    """The rows of a roster with what the list has of their members, the leader's first; no empty one."""
    profiles = context.document.profiles_by_key()
    rows = [
        UnitRow(entry, sums, [one for one in sums.members() if one.count and one.profile in profiles])
        for entry, sums in zip(roster.entries, found.entries, strict=True)
    ]
    rows = [row for row in rows if row.members]
    rows.sort(key=lambda row: not any(play.is_leader(profiles[one.profile].design) for one in row.members))
    return rows


def _units(
    context: PrintContext, play: PlaySheet, rows: Sequence[UnitRow], made: Sequence[JsonData]
) -> Iterator[JsonData]:
    """The rows as units, with the data that was made for each of their members, in the same order."""
    profiles, left = context.document.profiles_by_key(), iter(made)
    keys = {member.profile for row in rows for member in row.members}
    numbers = {key: row_numbers(context, play, profiles[key]) for key in keys}
    shown = [numbers[one.profile] for row in rows for one in row.members]
    headings = used_headings(shown)
    # In one table profiles of which other things are asked have headings of their own.
    of_alike = {
        tuple(one): used_headings(other for other in shown if tuple(other) == tuple(one)) for one in shown
    }
    lines = {key: model_lines(context, play, profiles[key]) for key in keys} if play.rows == "table" else {}
    line_headings = line_columns([line["cells"] for found in lines.values() for line in found])
    for row in rows:
        attached = {id(member) for member in row.found.attached} if row.found else set()
        members = [
            {
                **one,
                "attached": id(member) in attached,
                "apiece": _apiece(one) if member.count > 1 else "",
                **(
                    _in_table(
                        context,
                        play,
                        profiles[member.profile],
                        one,
                        of_alike[tuple(numbers[member.profile])],
                    )
                    | {
                        "lines": [
                            {**line, "cells": [line["cells"].get(heading, "") for heading in line_headings]}
                            for line in lines[member.profile]
                        ],
                        "line-columns": line_headings,
                    }
                    if play.rows == "table"
                    else {"numbers": [numbers[member.profile].get(heading, NONE) for heading in headings]}
                ),
            }
            for member, one in zip(row.members, left, strict=False)
        ]
        yield {**unit_data(context, row, members), "columns": headings}


def _in_table(
    context: PrintContext, play: PlaySheet, profile: Profile, made: JsonData, headings: Sequence[str]
) -> JsonData:
    """What a model has besides in the one table of a roster: in a word what it is, and what it carries."""
    bare, index = bare_numbers(context, play, profile), context.index(profile)
    kind = context.catalogue.kind(profile.design.values.get(KIND))
    numbers = row_numbers(context, play, profile)
    apart = {code for table in play.item_tables for code in table.of} | {line.of for line in play.lines}
    apart |= set(play.unsaid) & index.free_groups  # what was paid for says what a model is
    others = {slot.name for slot in index.catalogue.pick_slots if slot.group in apart} | {INCLUDED}
    labels = {slot.name: slot.label for slot in index.catalogue.pick_slots if slot.group in play.named}
    said = [_labelled(trait, labels) for trait in made["traits"] if trait["name"] not in others]
    return {
        "is": ""
        if kind and kind.plural.lower() == context.catalogue.words.models
        else kind_name(context.catalogue, profile),
        "traits": said,
        "columns": headings,
        "numbers": [numbers.get(heading, NONE) for heading in headings],
        "bare": [bare.get(heading, "") for heading in headings],
        "carried": carried(context, play, profile),
    }


def _labelled(trait: JsonData, labels: Mapping[str, str]) -> JsonData:
    """What was picked in a slot, behind the label that the slot has among these, if it has one."""
    if not (label := labels.get(trait["name"])):
        return trait
    (first, price), *others = trait["items"]
    return {**trait, "items": [[f"{label}: {first}", price], *others]}


def _places(catalogue: Catalogue, play: PlaySheet) -> list[str]:
    """Where what stands in the one table of a roster is from, of each group of it."""
    shown = {code for table in play.item_tables for code in table.of} | {
        code for code in play.unsaid if code not in index_of(catalogue).free_groups
    }
    return [
        f"{group.name}: {page_reference(place)}"
        for group in catalogue.groups
        if group.code in shown and (place := source_text(catalogue, 0, group.place))
    ]


def _apiece(member: JsonData) -> str:
    """What one model of a unit costs: "9 / 11 each"."""
    prices = [price["value"] for price in member["prices"]] or [member["points"]]
    return f"{' / '.join(prices)} each" if any(prices) else ""


def brought_along(
    document: Document, catalogue: Catalogue, play: PlaySheet, fielded: Iterable[Profile]
) -> list[Profile]:
    """The profiles that these bring without a row of their own."""
    return [brought.profile for brought in brought_profiles(document, catalogue, play, fielded)]


def roster_profiles(document: Document, index: int) -> list[Profile]:
    """The profiles in a roster, in the list's order."""
    taken = {member.profile for member in document.rosters[index].members() if member.count}
    return [profile for profile in document.profiles if profile.key in taken]


# ------------------------------------------------------------------ the head


def _game_text(catalogue: Catalogue, roster: Roster) -> str:
    size = catalogue.game_size_name(roster.limit)
    limit = "" if roster.limit is None else f"{roster.limit} {catalogue.points_unit}"
    facts = map(printable_line, game_facts(catalogue, roster))
    return " · ".join(filter(None, [f"{size} game, {limit}" if size else limit, *facts]))


def game_facts(catalogue: Catalogue, roster: Roster) -> list[str]:
    """The further facts of a roster in words; what is ticked is said by its name alone."""
    ticked = {part.name for part in catalogue.roster.fields if roster.fields.get(part.code) is True}
    return [
        name if name in ticked else f"{name} {text}"
        for name, text in fields_texts(catalogue.roster.fields, roster.fields)
    ]


def totals_data(context: PrintContext, found: RosterAppraisal) -> list[JsonData]:
    """What a roster comes to: points, further prices, models, what else is counted."""
    most = "" if found.most_models is None else f"of {found.most_models}"
    name = context.catalogue.words.models
    models = {"name": name[:1].upper() + name[1:], "value": str(found.models), "of": most}
    counted = [
        {
            "name": with_capital(one.unit),
            "value": one.value,
            "of": "" if one.most is None else f"of {one.most}",
        }
        for one in found.told_counts
    ]
    known = {value.code: value for value in context.catalogue.roster.values}
    counted += [
        {"name": known[one.code].label or known[one.code].name, "value": with_minus_signs(one.text), "of": ""}
        for one in found.values
        if known[one.code].role == "stat"
    ]
    if not context.points:
        return [models, *counted]
    names, price = context.document.profile_names(), context.catalogue.words.price
    total = context.appraisal.roster_total(found, names, price)
    limit = "" if found.limit is None else f"of {found.limit}"
    first = {"name": price_names(context.catalogue)[0], "value": total_text(total), "of": limit}
    further = [
        {"name": f"{price['name']} {price['estimate']}".strip(), "value": price["value"], "of": ""}
        for price in all_prices(context, total, fielded_prices(context, found))[1:]
    ]
    return [first, *further, models, *counted]


def _leader_data(context: PrintContext, play: PlaySheet, fielded: Iterable[Profile]) -> list[JsonData]:
    if not play.leader:
        return []
    attribute = index_of(context.catalogue).attributes[play.leader]
    names = context.names()
    return [
        {
            "name": names[profile.key],
            "what": attribute.name,
            "value": ""
            if attribute.kind == "flag"
            else attribute_text(context.catalogue, attribute, profile),
        }
        for profile in fielded
        if play.is_leader(profile.design)
    ]


def _legality(context: PrintContext, found: RosterAppraisal, papers: int) -> JsonData:
    names = context.names()
    errors = [printed_finding(context, finding) for finding in found.findings if finding.level == "error"]
    for profile in context.appraisal.fielded_profiles(found):
        wrong = (finding for finding in profile.findings if finding.level == "error")
        errors += [_prefixed(names[profile.key], printed_finding(context, finding)) for finding in wrong]
    # "Legal, over the agreed limit by 12": what comes behind the comma stands small below the stamped word.
    status = context.appraisal.status(found)
    word, _, besides = status.word.partition(", ")
    return {
        "status": word,
        "besides": besides if context.points else "",
        "errors": fit_findings(errors, "errors", papers),
    }


def _prefixed(name: str, finding: JsonData) -> JsonData:
    return {**finding, "text": f"{name}: {finding['text']}"}


# ------------------------------------------------------------------ models


def _entry_data(
    context: PrintContext, play: PlaySheet, profile: Profile, entry: MemberAppraisal | None
) -> JsonData:
    found = context.appraisal.profile(profile.key)
    models = entry.count if entry else 1
    data = profile_data(context, profile, found)
    paid = context.total(context.appraisal.entry_total(entry)) if entry else ""
    boxes = tick_boxes(context, play, profile)
    return {
        **{kind: value for kind, value in data.items() if kind not in _LIST_ONLY_KEYS},
        "key": profile.key,
        "kind": _told_kind(context.catalogue, data["kind"]),
        "count": models,
        "paid": paid,
        "arms": weapon_rows(context, play, profile),
        "rows": min(models, _MOST_ROWS),
        "more": models - min(models, _MOST_ROWS),
        **boxes,
        "tracks": [
            *boxes["tracks"],
            *(() if play.rows == "table" else ticked_picks(context, play, profile)),
        ],
        "leads": play.is_leader(profile.design),
    }


def _told_kind(catalogue: Catalogue, kind: str) -> str:
    """What kind a profile is; "" for the first kind, which most are and which goes without saying."""
    first = catalogue.kind(None)
    return "" if first and kind == first.name else kind


def weapon_rows(context: PrintContext, play: PlaySheet, profile: Profile) -> list[JsonData]:
    """Every weapon of a model, what every model has with it: ranges, and what it takes off armour."""
    return [
        _weapon_row(context.catalogue, play, slot, weapon, context.word)
        for slot, weapon in carried_weapons(context, profile)
    ]


def tick_boxes(context: PrintContext, play: PlaySheet, profile: Profile) -> JsonData:
    """The boxes that one model needs: wounds, a shield to break, and weapons that are used up."""
    taken = picked_codes(context.catalogue, profile.design)
    wounds = play.wounds
    shield = profile.design.values.get(play.shield) if play.shield else None
    return {
        "wounds": wounds.taken_with(taken) if wounds else 0,
        "wound-notes": [
            _noted(rule.note, page_reference(source_text(context.catalogue, rule.page)))
            for rule in wounds.rules_of(taken)
            if rule.note
        ]
        if wounds
        else [],
        "shield": isinstance(shield, int) and shield > 0,
        "uses": [
            {"name": printable_line(name, 24), "times": times}
            for name, times in weapons_used_up(context, play, profile)
        ][:_MOST_USES],
        "each": bool(model_boxes(play)),
        "tracks": tracks(context, play, profile),
    }


def weapons_used_up(context: PrintContext, play: PlaySheet, profile: Profile) -> Iterator[tuple[str, int]]:
    """The weapons of a model that can be used so many times, by name."""
    for slot, weapon in carried_weapons(context, profile):
        for code in dict.fromkeys(weapon.properties):
            if code in play.uses:
                yield weapon.name or slot.noun.capitalize(), play.uses[code]


def blank_tick_boxes(play: PlaySheet) -> JsonData:
    """The boxes of a blank card."""
    return {
        "wounds": play.wounds.takes if play.wounds else 0,
        "shield": bool(play.shield),
        "uses": [],
        "tracks": [],
    }


def _noted(note: str, page: str) -> str:
    return f"{note} ({page})" if page else note


def picked_codes(catalogue: Catalogue, design: Design) -> set[str]:
    """The codes of all that a model has in slots of many, with their slots' prefixes."""
    slots = [slot for slot in catalogue.pick_slots if slot.many]
    return {slot.prefix + pick.code for slot in slots for pick in design.picks.get(slot.code, ())}


def _used_box_kinds(context: PrintContext, play: PlaySheet, profiles: Iterable[Profile]) -> JsonData:
    """Which kinds of boxes occur, so that only those are explained."""
    found = [tick_boxes(context, play, profile) for profile in profiles]
    return {kind: any(one[kind] for one in found) for kind in ("wounds", "shield", "uses")}


def carried_weapons(context: PrintContext, profile: Profile) -> Iterator[tuple[WeaponSlot, Weapon]]:
    """The weapons of a model with their slots; what every model has where a slot of one is empty."""
    for slot in context.view(profile).weapon_slots:
        weapons = profile.design.weapons.get(slot.code, ())
        for weapon in weapons or (() if slot.many else (Weapon(),)):
            yield slot, weapon


def _weapon_row(
    catalogue: Catalogue, play: PlaySheet, slot: WeaponSlot, weapon: Weapon, word: int
) -> JsonData:
    name = weapon.name or slot.noun.capitalize()
    return {
        "name": printable_line(name, min(word, 20)),
        "plain": is_default_weapon(slot, weapon),
        "code": weapon_text(catalogue, slot, weapon),
        "bands": range_cells(play, weapon),
        "pierces": piercing_cells(catalogue, play, weapon),
    }


def range_cells(play: PlaySheet, weapon: Weapon) -> list[str]:
    """The far end of each range band, "" beyond the last; nothing for a weapon without a range."""
    bands = play.bands
    if bands is None:
        return []
    width = weapon.fields.get(bands.width)
    if width is None:
        return [""] * bands.shown
    most = min((n for code, n in bands.at_most.items() if code in weapon.properties), default=bands.shown)
    return [f"{width * n}{bands.unit}" if n <= most else NONE for n in range(1, bands.shown + 1)]


def band_names(play: PlaySheet) -> list[str]:
    """The modifier of each range band."""
    if play.bands is None:
        return []
    return [signed_text(play.bands.step * n) for n in range(play.bands.shown)]


def armour_names(catalogue: Catalogue, play: PlaySheet) -> list[str]:
    """The kinds of armour that weapons may pierce."""
    if play.piercing is None:
        return []
    return list(_table(catalogue, play.piercing.table)[0][1:])


def piercing_cells(catalogue: Catalogue, play: PlaySheet, weapon: Weapon) -> list[str]:
    """What the weapon takes off each kind of armour."""
    if play.piercing is None:
        return []
    rows = _table(catalogue, play.piercing.table)[1]
    nothing = next(iter(rows.values()))
    row = next((rows[code] for code in weapon.properties if code in rows), nothing)
    return [NONE if cell == same else with_minus_signs(cell) for cell, same in zip(row, nothing, strict=True)]


def _table(catalogue: Catalogue, code: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
    table = next(table for table in catalogue.tables if table.code == code)
    return table.columns, {row[0]: row[1:] for row in table.rows}


# ------------------------------------------------------------------ what to remember


def _unit_names(context: PrintContext, roster: Roster) -> Mapping[str, str]:
    """The names of a roster's units, by where a remark on one stands; none where rows are no units."""
    if not context.catalogue.unit_kinds:
        return {}
    names = context.document.profile_names()
    return {
        f"entries[{place}": printable_line(unit_name(entry, names))
        for place, entry in enumerate(roster.entries)
    }


def _reminders(
    context: PrintContext,
    play: PlaySheet,
    roster: Roster,
    found: RosterAppraisal,
    profiles: Iterable[Profile],
) -> list[JsonData]:
    """Warnings and notes of the roster, then the notes on its profiles that matter in play, each once."""
    units, names = _unit_names(context, roster), context.names()
    of_roster: list[JsonData] = []
    of_units: dict[tuple[str, str], JsonData] = {}  # what is said of several units alike is said once
    for finding in found.findings:
        if finding.level == "error":
            continue
        who = units.get(finding.where.partition("]")[0], "")
        if who and (said := of_units.get((finding.code, finding.message))):
            said["who"] += f", {who}"
            continue
        of_roster.append({**printed_finding(context, finding), "who": who, "level": finding.level})
        if who:
            of_units[finding.code, finding.message] = of_roster[-1]
    grouped: dict[tuple[str, str], tuple[Finding, list[str]]] = {}
    for profile in profiles:
        for finding in context.appraisal.profile(profile.key).findings:
            if finding.code in play.remember and finding.level == "note":
                grouped.setdefault((finding.code, finding.message), (finding, []))[1].append(
                    names[profile.key]
                )
    for rule, named in _rulings(context, play, profiles):
        if not any(rule.code == code for code, _ in grouped):
            text = f"{rule.title}. {rule.text}"
            page = index_of(context.catalogue).page_of(rule.code)
            grouped[rule.code, text] = Finding("note", rule.code, "", text, page), named
    return of_roster + [
        {**printed_finding(context, finding), "who": ", ".join(dict.fromkeys(who)), "level": finding.level}
        for finding, who in grouped.values()
    ]


def _rulings(
    context: PrintContext, play: PlaySheet, profiles: Iterable[Profile]
) -> Iterator[tuple[Rule, list[str]]]:
    """The rulings to remember about what these profiles have, and whose it is."""
    names, shown = context.names(), list(profiles)
    named = {
        profile.key: {
            code for item in items_of(context.index(profile), profile.design) for code in item.entry.rulings
        }
        for profile in shown
    }
    for rule in context.catalogue.rules:
        who = [names[profile.key] for profile in shown if rule.code in named[profile.key]]
        if who and rule.code in play.remember:
            yield rule, who
