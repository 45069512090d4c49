"""The play sheet of each edition, and the sheets of profiles and lists.

A play sheet is the data of a game that papers and summaries need, such as which model is a leader. The sheet
of a profile or list has everything that pages and papers show of it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from builder.catalogue.files import edition_file_reader
from builder.catalogue.known_codes import unknown_codes
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, Profile
from builder.points.document.play import LookupTable, PlaySheet
from builder.points.document.variants import with_variants
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.names import profile_name
from builder.points.rules.results import Appraisal, ProfileAppraisal
from builder.points.sheets.profile import ProfileSheet
from builder.points.sheets.roster import ListSheet


def profile_sheet(
    catalogue: Catalogue,
    profile: Profile,
    appraisal: ProfileAppraisal,
    names: Mapping[str, str] | None = None,
) -> ProfileSheet:
    """Return the sheet of one profile.

    ``names`` are the names of all profiles in the list by key, because a profile can refer to others.
    """
    return ProfileSheet(
        catalogue=catalogue,
        profile=profile,
        appraisal=appraisal,
        profile_names={profile.key: profile_name(profile.name)} if names is None else names,
        play_sheet=play_sheet(catalogue),
    )


def list_sheet(document: Document, catalogue: Catalogue, appraisal: Appraisal | None = None) -> ListSheet:
    """Return the sheet of a list. If ``appraisal`` is None, appraise the list."""
    expanded = with_variants(document, catalogue)
    return ListSheet(
        document=expanded,
        catalogue=catalogue,
        appraisal=appraisal or appraise(document, catalogue),
        play_sheet=play_sheet(catalogue),
        names=expanded.profile_names(),
    )


def game_summary(catalogue: Catalogue) -> str:
    """Return the summary of the game from the edition or the play sheet. It is one line or empty."""
    return catalogue.summary or play_sheet(catalogue).summary


def play_sheet_faults(sheet: PlaySheet, catalogue: Catalogue) -> Iterator[str]:
    """Yield a fault for each code in a play sheet that the edition doesn't have."""
    catalogue_index = index_of(catalogue)
    entries = catalogue_index.entries
    weapons = {code for slot in catalogue.weapon_slots for code in entries[slot.group]}
    picks = {s.prefix + code for s in catalogue.pick_slots if s.many for code in entries[s.group]}
    wounds = sheet.wounds.rules if sheet.wounds else ()
    groups = {group.code for group in catalogue.groups}
    number_attributes = {part.code for part in catalogue.attributes if part.kind == "number"}
    parts = {*catalogue_index.parts, *catalogue_index.values}
    roster_facts = {part.code for part in catalogue.roster.fields if part.kind == "number"}
    numbers = {*catalogue_index.attributes, *catalogue_index.values}
    columns = {f"{group.code}.{column.code}" for group in catalogue.groups for column in group.columns}
    all_columns = columns | {f"{g.code}.{column.code}" for g in catalogue.groups for column in g.worked_out}
    # Each row is a key of the play sheet, the codes that are allowed there, and the codes that are there.
    codes_by_key: tuple[tuple[str, set[str], list[str]], ...] = (
        ("begins", {kind.code for kind in catalogue.kinds}, list(sheet.begins)),
        ("leader", set(catalogue_index.attributes), [sheet.leader]),
        ("models_by", set(catalogue_index.attributes), [sheet.models_by]),
        ("shield", set(catalogue_index.attributes), [sheet.shield]),
        ("shares.of", set(catalogue_index.parts), [code for share in sheet.shares for code in share.of]),
        ("uses", weapons, list(sheet.uses)),
        ("brings", picks, list(sheet.brings)),
        ("wounds.rules.property", picks, [rule.property for rule in wounds]),
        ("remember", {rule.code for rule in catalogue.rules}, list(sheet.remember)),
        ("bands.width", _weapon_fields(catalogue), [sheet.bands.width] if sheet.bands else []),
        ("bands.at_most", weapons, list(sheet.bands.at_most) if sheet.bands else []),
        ("tables", {table.code for table in catalogue.tables}, _table_codes(sheet)),
        ("tables_for", set(sheet.tables), list(sheet.tables_for)),
        (
            "tables_for",
            parts | {kind.code for kind in catalogue.kinds},
            [code for codes in sheet.tables_for.values() for code in codes],
        ),
        ("numbers", numbers, list(sheet.numbers)),
        ("boxes.of", number_attributes | set(catalogue_index.values), [boxes.of for boxes in sheet.boxes]),
        ("item_tables.of", groups, _codes_in(sheet.item_tables)),
        (
            "item_tables.columns",
            all_columns,
            [f"{t.of[0]}.{code}" for t in sheet.item_tables for code in t.columns],
        ),
        ("lines.of", groups, [line.of for line in sheet.lines]),
        (
            "lines.columns",
            all_columns,
            [f"{i.of}.{code}" for i in sheet.lines if not i.name for code in i.columns.values()],
        ),
        ("lines.columns", numbers, [code for i in sheet.lines if i.name for code in i.columns.values()]),
        ("value_tables.of", numbers, _codes_in(sheet.value_tables)),
        ("explained", groups, list(sheet.explained)),
        ("boxes.at", set(catalogue_index.values), [code for boxes in sheet.boxes for code in boxes.at]),
        ("side_boxes.of", roster_facts, [boxes.of for boxes in sheet.side_boxes]),
        ("ticked", groups, list(sheet.ticked)),
        ("unsaid", groups, list(sheet.unsaid)),
        ("named", groups, list(sheet.named)),
        ("beside", groups, list(sheet.beside)),
        ("beside", columns, _columns_after_names(sheet)),
        ("bare", set(sheet.numbers), list(sheet.bare)),
        ("bare", numbers, list(sheet.bare.values())),
        ("turn_table", {table.code for table in catalogue.tables}, [sheet.turn_table]),
        (
            "states",
            condition_codes(catalogue),
            [code.partition("=")[0] for state in sheet.states for code in (*state.having, *state.unless)],
        ),
    )
    for key, known, codes in codes_by_key:
        yield from unknown_codes(key, "code", codes, known)


def condition_codes(catalogue: Catalogue) -> set[str]:
    """Return the codes of parts, values, kinds and entries, for the fields ``having`` and ``unless``."""
    index = index_of(catalogue)
    kinds = {kind.code for kind in catalogue.kinds}
    return {*index.parts, *index.values, *kinds, *chain.from_iterable(index.entries.values())}


def _weapon_fields(catalogue: Catalogue) -> set[str]:
    return {field.code for slot in catalogue.weapon_slots for field in slot.fields}


def _columns_after_names(sheet: PlaySheet) -> list[str]:
    return [
        f"{group}.{code}" for group, text in sheet.beside.items() for code in re.findall(r"{(\w+)}", text)
    ]


def _codes_in(tables: Iterable[LookupTable]) -> list[str]:
    return [code for table in tables for code in table.of]


def _table_codes(sheet: PlaySheet) -> list[str]:
    return [*sheet.tables, *([sheet.piercing.table] if sheet.piercing else [])]


play_sheet = edition_file_reader("play", PlaySheet, play_sheet_faults)
"""Return the play sheet of an edition. The play sheet is empty if the edition has no file of it."""
