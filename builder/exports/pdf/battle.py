"""The battle sheet as data: a force on one side, with all that is looked up and marked during a game."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from builder.exports.pdf.profiles import JsonData, PrintContext, beside_text, item_name
from builder.exports.pdf.rosters import carried_weapons, roster_data
from builder.exports.pdf.text import BREAK, printable_line, shorten
from builder.exports.pdf.units import (
    MOST_BOXES,
    all_columns,
    bare_numbers,
    row_numbers,
    turn_row,
    used_headings,
    value_pairs,
)
from builder.points.document.document import Profile
from builder.points.document.items import INCLUDED, Item, items_of
from builder.points.document.play import PlaySheet, State
from builder.points.pricing.stat_line import NONE, item_numbers
from builder.points.rules.catalogue import ItemColumn
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.results import ProfileAppraisal

_SHORT = 40
_MOST_WEAPONS = 200
_LONGEST_WHO = 600
_LONGEST_CELL = 24
_MOST_STATES = 6  # of one name, beside one model: as many weapons as may jam
_IN_BRACKETS = re.compile(r" \([^()]*\)$")
_UNTOLD = ("", NONE, "–", "±0 –")


class _Owned(NamedTuple):
    """A weapon of a profile: its name, its numbers by heading, and whose it is."""

    name: str
    cells: Mapping[str, str]
    who: str


def battle_data(context: PrintContext, play: PlaySheet, index: int, words: Sequence[JsonData]) -> JsonData:
    """One roster of the document for its template; ``words`` are the groups of its glossary, to be led to."""
    sheet = roster_data(context, play, index)
    targets = _targets(words)
    profiles = context.document.profiles_by_key()
    found = [*sheet["entries"], *sheet["brought"]]
    units = [unit if "members" in unit else _alone(unit) for unit in found]
    rows = [
        _row(context, play, profiles[member["key"]], member, unit, targets)
        for unit in units
        for member in unit["members"]
    ]
    rows = _led_once(_with_used_headings(rows, apart=play.rows == "table"))
    fielded = sum(len(unit["members"]) for unit in units[: len(sheet["entries"])])
    shown = list(
        {member["key"]: profiles[member["key"]] for unit in units for member in unit["members"]}.values()
    )
    return {
        **{key: sheet[key] for key in _TAKEN_OVER},
        "short-title": shorten(sheet["title"], _SHORT),
        "short-list": shorten(sheet["list"], _SHORT),
        "force": rows[:fielded],
        "along": rows[fielded:],
        "marks": _marks(sheet, play, rows),
        "weapons": weapon_tables(context, play, shown, units, sheet),
        "turns": play.turns,
        "turn-row": turn_row(context, play),
        "noted": [
            {"name": name, "notes": notes}
            for name, notes in {
                member["key"]: (member["name"], member["notes"])
                for unit in units
                for member in unit["members"]
            }.values()
            if notes
        ],
    }


_TAKEN_OVER = (
    "title", "list", "game", "totals", "leads", "leader_word", "leader", "stamp", "remember", "side",
    "bare_name",
)  # fmt: skip


def _alone(entry: JsonData) -> JsonData:
    """A row of a game without units, as a unit of one member."""
    return {"name": entry["name"], "words": "", "pairs": [], "members": [entry], "paid": entry["paid"]}


def _targets(words: Sequence[JsonData]) -> Mapping[str, str]:
    """The places of the glossary's entries, by their names."""
    found: dict[str, str] = {}
    for group, one in enumerate(words):
        for place, (name, _, _) in enumerate(one["entries"]):
            found.setdefault(name, f"word-{group}-{place}")
    return found


# ------------------------------------------------------------------ rows


def _row(
    context: PrintContext,
    play: PlaySheet,
    profile: Profile,
    member: JsonData,
    unit: JsonData,
    targets: Mapping[str, str],
) -> JsonData:
    """A line of the force: what it is, its numbers, its boxes, and what else it has."""
    first = unit["members"][0] is member
    titled = len(unit["members"]) > 1 or unit["members"][0]["name"] != unit["name"]
    numbers, bare = row_numbers(context, play, profile), bare_numbers(context, play, profile)
    model_states, row_states = (states_of(context, play, profile, each) for each in ("model", "row"))
    return {
        **{key: member[key] for key in _OF_A_MEMBER},
        "unit": {"name": unit["name"], "words": unit["words"], "paid": unit["paid"]}
        if first and titled
        else None,
        "unit-pairs": unit["pairs"] if first else [],
        "attached": member.get("attached", False),
        "is": member["kind"] or member.get("is", ""),
        "paid": "" if titled else unit["paid"],
        "apiece": "" if titled or member["count"] == 1 else _apiece(member),
        "columns": list(numbers),
        "numbers": [text.replace(BREAK, "") for text in numbers.values()],
        "bare": bare,
        "pairs": value_pairs(context, play, profile),
        "words": [[word, targets.get(_word_of(word, targets), "")] for word in _words(context, play, member)],
        "ticks": _ticks(context, play, profile, targets),
        "tracks": [
            track for track in member["tracks"] if track["name"] in {boxes.name for boxes in play.boxes}
        ],
        "uses": member["uses"],
        "states": row_states if first else [],
        "each-states": model_states,
        "long": member["long"] or member["rows"] > _MANY_ROWS,
    }


def _apiece(member: JsonData) -> str:
    """What one model of several costs."""
    told: str = member.get("apiece", "")
    return told or (f"{member['points']} each" if member["points"] else "")


def _with_used_headings(rows: Sequence[JsonData], apart: bool) -> list[JsonData]:
    """The rows without the headings under which nobody has anything.

    Where rows stand ``apart``, those of which other numbers are asked have headings of their own.
    """
    asked = [tuple(row["columns"]) for row in rows]
    numbers = [dict(zip(row["columns"], row["numbers"], strict=True)) for row in rows]
    used = {
        one: used_headings(
            found for found, other in zip(numbers, asked, strict=True) if other == one or not apart
        )
        for one in set(asked)
    }
    return [
        {
            **row,
            "columns": used[one],
            "numbers": [found.get(heading, NONE) for heading in used[one]],
            "bare": [row["bare"].get(heading, "") for heading in used[one]],
        }
        for row, found, one in zip(rows, numbers, asked, strict=True)
    ]


def _led_once(rows: Iterable[JsonData]) -> list[JsonData]:
    """The rows, in which only the first of the same words leads to the glossary: links are dear to set."""
    led: set[str] = set()

    def once(to: str) -> str:
        if to in led:
            return ""
        led.add(to)
        return to

    return [
        {
            **row,
            "words": [[word, once(to)] for word, to in row["words"]],
            "ticks": [{**tick, "to": once(tick["to"])} for tick in row["ticks"]],
        }
        for row in rows
    ]


_MANY_ROWS = 40
_OF_A_MEMBER = (
    "name", "count", "leads", "rows", "more", "wounds", "shield", "each", "wound-notes", "shortened", "waits",
)  # fmt: skip


def _words(context: PrintContext, play: PlaySheet, member: JsonData) -> Iterator[str]:
    """What a member has, in words: its weapons, then what it picked; not what is ticked."""
    slots = {slot.name: slot.group for slot in context.catalogue.pick_slots}
    armed = {code for table in play.item_tables for code in table.of} | {line.of for line in play.lines}
    yield from (arm["name"] for arm in member["arms"] if not arm["plain"])
    own = {line.name for line in play.lines if line.name}
    yield from dict.fromkeys(line["name"] for line in member.get("lines", ()) if line["name"] not in own)
    for things in member.get("carried", ()):
        yield from (thing["name"] for thing in things if not thing["ticked"])
    for trait in member["traits"]:
        group = slots.get(trait["name"], "")
        if group in play.ticked or (trait["name"] == INCLUDED and member.get("carried")):
            continue
        texts = [text for text, _ in trait["items"]]
        if group in armed:
            texts = [_IN_BRACKETS.sub("", text) for text in texts]
        if trait.get("named"):
            yield f"{trait['name']} {', '.join(texts)}"
        else:
            yield from texts


def _word_of(text: str, targets: Mapping[str, str]) -> str:
    """The longest beginning of a text that is a word of the glossary."""
    text = text.replace(BREAK, "")[:_LONGEST_WHO]
    while text and text not in targets:
        text = text.rpartition(" ")[0]
    return text


def _ticks(
    context: PrintContext, play: PlaySheet, profile: Profile, targets: Mapping[str, str]
) -> list[JsonData]:
    """What is marked when it is used, as spells are: name, numbers, and so many circles."""
    found, index = context.appraisal.profile(profile.key), context.index(profile)
    counted: dict[tuple[str, str], int] = Counter()
    for item in items_of(index, profile.design):
        if item.entry.group not in play.ticked or item.pick is None:
            continue
        told = beside_text(context, item, found).strip(" ()")
        if item.entry.group not in play.beside:
            columns = all_columns(context, item.entry.group).values()
            worked = found.numbers_at(item.where, item.entry.code)
            texts = item_numbers(columns, item.entry, item.pick, worked)
            told = ", ".join(text for text in texts if text not in _UNTOLD)
        counted[printable_line(item_name(item)), printable_line(told, _LONGEST_CELL)] += 1
    return [
        {
            "name": name,
            "to": targets.get(name.replace(BREAK, ""), ""),
            "numbers": told,
            "times": min(times, MOST_BOXES),
        }
        for (name, told), times in counted.items()
    ]


def states_of(context: PrintContext, play: PlaySheet, profile: Profile, each: str) -> list[str]:
    """What a row, or each model of it, may come to be."""
    return [
        name
        for state in play.states
        if state.each == each and not _has_one(context, profile, state.unless)
        for name in _names_of(context, state, profile)
    ]


def _names_of(context: PrintContext, state: State, profile: Profile) -> Iterator[str]:
    if not state.by_name:
        if not state.having or _has_one(context, profile, state.having):
            yield state.name
        return
    index = context.index(profile)
    things = [
        weapon.name or slot.noun.capitalize()
        for slot, weapon in carried_weapons(context, profile)
        if not {*weapon.properties}.isdisjoint(state.having)
    ]
    things += [
        item_name(item)
        for item in items_of(index, profile.design)
        if item.entry.code in state.having and item.used
    ]
    for place, thing in enumerate(dict.fromkeys(things[:_MOST_STATES])):
        name = printable_line(thing, 24)
        yield name if place else f"{state.name}: {name}"


def _has_one(context: PrintContext, profile: Profile, codes: Sequence[str]) -> bool:
    """Whether a profile is, has or is worth something of these."""
    if not codes:
        return False
    values, index = profile.design.values, context.index(profile)
    kind = context.catalogue.kind(values.get(KIND))
    has = {kind.code if kind else "", *(item.entry.code for item in items_of(index, profile.design))}
    has |= {code for _, weapon in carried_weapons(context, profile) for code in weapon.properties}
    has |= {code for code, value in values.items() if value} | {
        f"{code}={value}" for code, value in values.items()
    }
    return not has.isdisjoint(codes)


def _marks(sheet: JsonData, play: PlaySheet, rows: Sequence[JsonData]) -> list[JsonData]:
    """What the boxes that occur mean, where their names do not say it."""
    marks = [
        {"shape": boxes["shape"], "name": boxes["name"], "marks": boxes["marks"]}
        for boxes in sheet["legend"]
        if boxes["marks"]
    ]
    if sheet["has"]["wounds"]:
        marks.append({"shape": "square", "name": "wounds", "marks": "the heavy one is the end"})
    if sheet["has"]["shield"]:
        marks.append({"shape": "shield", "name": "the shield", "marks": "broken"})
    return marks


# ------------------------------------------------------------------ weapons


def weapon_tables(
    context: PrintContext,
    play: PlaySheet,
    profiles: Sequence[Profile],
    units: Sequence[JsonData],
    sheet: JsonData,
) -> JsonData | None:
    """Each kind of weapon of a force once, with who has it; None where nobody has one."""
    owned = [
        *_armed(units, sheet),
        *_lined(units),
        *(() if play.lines else _numbered(context, play, profiles)),
    ]
    headings = used_headings([one.cells for one in owned])
    if not headings:
        return None
    everyone = list(dict.fromkeys(member["name"] for unit in units for member in unit["members"]))
    rows = _rows_of(owned, headings)
    apart = _told_apart(rows, headings)
    rows = _with_own_number(rows, headings.index(apart)) if apart else rows
    headings = [heading for heading in headings if heading != apart]
    names = list(dict.fromkeys(name for name, _ in rows))
    # What has nothing under the first heading is of another sort, such as a blade among guns.
    found = sorted(rows.items(), key=lambda row: (not row[0][1][0], names.index(row[0][0])))
    return {
        "columns": headings,
        "groups": _heading_groups(headings, sheet),
        "apart": apart,
        "rows": [
            [
                name,
                *cells,
                "all"
                if list(who) == everyone and len(everyone) > 1
                else shorten(", ".join(who), _LONGEST_WHO),
            ]
            for (name, cells), who in found[:_MOST_WEAPONS]
        ],
        "more": max(0, len(found) - _MOST_WEAPONS),
    }


_Rows = dict[tuple[str, tuple[str, ...]], dict[str, None]]


def _rows_of(owned: Iterable[_Owned], headings: Sequence[str]) -> _Rows:
    rows: _Rows = {}
    for one in owned:
        cells = tuple("" if (text := one.cells.get(heading, "")) in _UNTOLD else text for heading in headings)
        if any(cells):
            rows.setdefault((one.name, cells), {})[one.who] = None
    return rows


def _told_apart(rows: _Rows, headings: Sequence[str]) -> str:
    """The only heading under which one weapon differs by who has it; "" where there is none, or several."""
    differing = {
        heading
        for _, group in groupby(sorted(rows, key=lambda row: row[0]), key=lambda row: row[0])
        for heading, texts in zip(headings, zip(*(cells for _, cells in group), strict=True), strict=True)
        if len(set(texts)) > 1
    }
    return differing.pop() if len(differing) == 1 else ""


def _with_own_number(rows: _Rows, place: int) -> _Rows:
    """The rows with the number at a place behind the names of those who have it."""
    made: _Rows = {}
    for (name, cells), who in rows.items():
        key = name, (*cells[:place], *cells[place + 1 :])
        made.setdefault(key, {}).update(dict.fromkeys(f"{one} {cells[place]}".strip() for one in who))
    return made


def _heading_groups(headings: Sequence[str], sheet: JsonData) -> list[list[str | int]]:
    """What stands above range bands and kinds of armour, with how many columns; "" above the others."""
    above = dict.fromkeys(sheet["bands"], "Range bands") | dict.fromkeys(sheet["armour"], "Takes off armour")
    runs: list[list[str | int]] = [
        [name, len(list(run))] for name, run in groupby(above.get(heading, "") for heading in headings)
    ]
    return runs if any(name for name, _ in runs) else []


def _armed(units: Sequence[JsonData], sheet: JsonData) -> Iterator[_Owned]:
    """Weapons that are designed, with range bands and what they take off armour."""
    for member in (member for unit in units for member in unit["members"]):
        for arm in member["arms"]:
            if arm["plain"]:
                continue
            cells = {
                "Properties": arm["code"],
                **dict(zip(sheet["bands"], arm["bands"], strict=False)),
                **dict(zip(sheet["armour"], arm["pierces"], strict=False)),
            }
            yield _Owned(arm["name"], cells, member["name"])


def _lined(units: Sequence[JsonData]) -> Iterator[_Owned]:
    """Weapons that are lines below a model."""
    for member in (member for unit in units for member in unit["members"]):
        for line in member.get("lines", ()):
            yield _Owned(
                line["name"], dict(zip(member["line-columns"], line["cells"], strict=True)), member["name"]
            )


def _numbered(context: PrintContext, play: PlaySheet, profiles: Sequence[Profile]) -> Iterator[_Owned]:
    """Picks that have numbers of their own, but for those that are ticked where they stand."""
    names = context.names()
    for table in play.item_tables:
        for code in table.of:
            if table.columns or code in play.ticked:
                continue
            columns = _played_columns(context, play, code)
            for profile in profiles:
                found = context.appraisal.profile(profile.key)
                for item in items_of(context.index(profile), profile.design):
                    if item.entry.group == code:
                        yield _Owned(item_name(item), _cells(item, columns, found), names[profile.key])


def _cells(item: Item, columns: Sequence[ItemColumn], found: ProfileAppraisal) -> Mapping[str, str]:
    worked = found.numbers_at(item.where, item.entry.code)
    texts = item_numbers(columns, item.entry, item.pick, worked)
    return {
        column.label: printable_line(text, _LONGEST_CELL) for column, text in zip(columns, texts, strict=True)
    }


def _played_columns(context: PrintContext, play: PlaySheet, code: str) -> list[ItemColumn]:
    """The columns of a group that are played with: those that stand behind a name, if any do."""
    known = all_columns(context, code)
    told = re.findall(r"{(\w+)}", play.beside.get(code, ""))
    if told:
        return [known[one] for one in told]
    return list(next(group for group in context.catalogue.groups if group.code == code).columns)
