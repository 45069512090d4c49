"""Random lists of every game that is bundled: written out and read back, they say the same."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.exports.text import TextOptions, list_text
from builder.points.document.design import Design
from builder.points.document.document import dump_document, parse_document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.sheets.profile import attributes_outside
from builder.points.shorthand import read_shorthand
from tests.lanes import is_wide
from tests.points.test_shorthand_properties import check_reading, mentions_nobody, plain, renamed
from tests.support.designs import CATALOGUES, read_document
from tests.support.strategies import Json, documents

EVERY = sorted(CATALOGUES)


@pytest.mark.parametrize("name", EVERY, ids="-".join)
@settings(max_examples=1_000 if is_wide() else 8)
@given(data=st.data())
def test_lists_survive_round_trips(name: tuple[str, str], data: st.DataObject) -> None:
    """From JSON byte for byte, from the first export on; and from its full text with the same values."""
    drawn = data.draw(documents(CATALOGUES[name], limit=2))
    saved = dump_document(read_document(drawn), CATALOGUES[name])
    again = parse_document(saved, CATALOGUES)
    assert dump_document(again, CATALOGUES[name]) == saved
    check_text(drawn, CATALOGUES[name])


def check_text(drawn: Json, catalogue: Catalogue) -> None:
    """A list's full text, as it is posted in a forum, has nothing that is not read, and says the same."""
    document = read_document(sayable(drawn, catalogue))
    if mentions_nobody(document):
        return
    reading = read_shorthand(list_text(document, catalogue, TextOptions(style="full")), catalogue)
    assert [rest.text for rest in reading.all_unparsed] == []
    names = {profile.key: profile.name for profile in document.profiles}
    assert [shown_profile.profile.name for shown_profile in reading.profiles] == list(names.values())
    read_names = {shown_profile.profile.key: shown_profile.profile.name for shown_profile in reading.profiles}
    for profile, result in zip(document.profiles, reading.profiles, strict=True):
        assert read_parts(result.profile.design, catalogue, read_names) == read_parts(
            profile.design, catalogue, names
        )
    check_reading(reading)


def sayable(drawn: Json, catalogue: Catalogue) -> Json:
    """A list without what no text can say.

    Profiles have names of their own, and so has what their players made up; a parameter without a value has
    none with a value behind it, which would be taken for it.
    """
    drawn = renamed({**drawn, "rosters": []})
    entries = {entry.code: entry for entry in catalogue.entries()}
    for pick in objects_in(drawn["profiles"]):
        if entry := entries.get(pick.get("code", "")):
            if entry.name_parameter:
                pick[entry.name_parameter] = pick.get(entry.name_parameter) or "Old Nick"
            elif any(part.code not in pick and not part.default for part in entry.parameters):
                for part in entry.parameters:
                    pick.pop(part.code, None)
    return drawn


def objects_in(value: object) -> Iterator[Json]:
    """Every object inside a JSON value."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects_in(inner)


def read_parts(design: Design, catalogue: Catalogue, names: dict[str, str]) -> tuple[Any, ...]:
    """The parts of a design that a text shows: those of its kind with a meaning, and defaults for blanks."""
    index = index_of(catalogue).for_kind(design.values)
    values, weapons, picks = plain(design, catalogue, names)
    shown = {code for column in index.catalogue.sheet for code in column.of}
    shown |= {attribute.code for attribute in attributes_outside(index.catalogue)} - {KIND}
    given = {a.code: values.get(a.code, a.default) for a in index.catalogue.attributes if a.code in shown}
    given |= {a.table_by: values.get(a.table_by) for a in index.catalogue.attributes if given.get(a.code)}
    armed = {slot.code: weapons.get(slot.code, []) for slot in index.catalogue.weapon_slots}
    for slot in index.catalogue.weapon_slots:
        own = armed[slot.code] or ([] if slot.many else [("", (), {})])
        # Those with a name are below the stat line, in another order.
        armed[slot.code] = sorted(((n, c or (() if f else slot.default), f) for n, c, f in own), key=str)
    taken = {
        slot.code: [
            (
                code,
                {
                    p.code: str(said.get(p.code, p.default))
                    for p in index.entries[slot.group][code].parameters
                },
            )
            for code, said in picks.get(slot.code, ())
        ]
        for slot in index.catalogue.pick_slots
    }
    return index.kind, given, armed, taken
