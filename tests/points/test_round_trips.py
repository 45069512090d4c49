"""Lists are the same after export and import in every format, whatever the names in them."""

import json
from dataclasses import replace

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from builder.catalogue.files import sample_files
from builder.points.shorthand import read_rows
from tests.lanes import is_wide
from tests.points.round_trips import check_list, check_rosters, mentions_nobody, renamed
from tests.support.designs import CATALOGUES, Json, catalogue_for, read_document
from tests.support.golden import golden_examples
from tests.support.strategies import documents

EVERY = sorted(CATALOGUES)
WORDS = [
    "Ann", "the", "Old", "Guard", "Élan", "Žižka", "ドラゴン", "Ωμέγα", "مرحبا", "☠", "A", "D", "I", "R",
    "Mov", "Fgt 6", "SW", "CW R4 AP4", "Gun A", "Sniper rifle", "Max 1", "Max", "98 points", "(205)",
    "Total: 25", "Level: Veteran", "Equipment:", "Notes:", "Name: Bob", "2x", "×2", "3 ×", "x3", "(2)", "12",
    "-", "–", "—", '"', '""', "“", "”", "'", "«x»", "(", ")", "[", "]", "[b]", "[/b]", "{", "}", "**", "_",
    "`", "```", "\\", "\\*", ",", ";", ":", "|", "/", "&", "+", "=", "=1+1", "@", "#", "# ", "> ", "* ",
    "1. ", "•", "·", "...", "~~", "<b>", "Fearless", "Flier 8", "Undead", "Captain", "Soldier",
    "Hacker T-800", "Sword, Shield", "Veteran", "Wizard", "none", "No", "each", "free", "and", "Leader",
    "Legal", "Also bring", "part 1/2", "Unnamed profile", "Spells",
]  # fmt: skip


def read_as_name(text: str) -> bool:
    """Return whether a document can have this text as a name."""
    try:
        drawn = {"format": "company-list", "version": 1, "system": EVERY[0][0], "edition": EVERY[0][1]}
        read_document({**drawn, "name": text, "profiles": []})
    except ValueError:
        return False
    return True


names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).flatmap(
    lambda words: st.sampled_from([" ", "", "  "]).map(lambda sign: sign.join(words)[:80])
)
names = st.one_of(names, names, st.sampled_from(WORDS), st.text(max_size=20).filter(read_as_name))


SAMPLES = {slug: json.loads(path.read_text("utf-8")) for slug, path in sample_files()}
GOLDEN = {
    f"{system}-{name}": example["document"]
    for system, _ in EVERY
    for name, example in golden_examples(system).items()
    if name != "51-no-price"  # its prices are read back by tests/exports/test_text.py
}


@pytest.mark.parametrize("value", [
    *(pytest.param(value, id=slug) for slug, value in SAMPLES.items()),
    *(pytest.param(value, id=name, marks=pytest.mark.sampled(every=5)) for name, value in GOLDEN.items()),
])  # fmt: skip
def test_samples_and_golden_examples_survive_round_trips_in_every_format(value: Json) -> None:
    document = read_document(value)
    catalogue = catalogue_for(document)
    check_list(document, catalogue)
    check_rosters(document, catalogue)


def test_a_list_called_like_a_section_of_a_text_keeps_its_rosters() -> None:
    """Its title begins with "Also bring", and the roster's name follows in quotes."""
    document = read_document(next(iter(SAMPLES.values())))
    rosters = tuple(replace(roster, name="#1") for roster in document.rosters)
    document = replace(document, name="Also bring", rosters=rosters)
    check_rosters(document, catalogue_for(document))


def test_a_power_lowered_below_zero_survives_round_trips() -> None:
    """Activation 8 lowered by 9 is −1, which texts show after the power."""
    lowered = {"code": "target-designation", "lowered": 9}
    design = {"kind": None, "background": "veteran", "powers": [lowered, {"code": "puppet-master"}]}
    plain = {"format": "company-list", "version": 1, "system": "stargrave", "edition": "seed-and-facts"}
    document = read_document(
        {**plain, "name": "Crew", "profiles": [{"key": "a", "name": "Ada", "design": design}]}
    )
    check_list(document, CATALOGUES["stargrave", "seed-and-facts"])


@pytest.mark.parametrize("edition", EVERY, ids="-".join)
# A smaller example would take minutes to find.
@settings(max_examples=500 if is_wide() else 15, phases=[Phase.explicit, Phase.generate])
@given(data=st.data())
def test_lists_survive_round_trips_in_every_format(edition: tuple[str, str], data: st.DataObject) -> None:
    """Two styles of text in three kinds of mark-up, and the CSV; with the rosters of the list."""
    catalogue = CATALOGUES[edition]
    document = read_document(data.draw(documents(catalogue, limit=3)))
    document = renamed(document, catalogue, data.draw(st.lists(names, min_size=12, max_size=12)))
    assume(not mentions_nobody(document))
    check_list(document, catalogue)
    check_rosters(document, catalogue)


@pytest.mark.parametrize(("cell", "name", "codes"), [
    ("Gun A R5 AP4", "Gun A", ("AP4",)),
    ("D R5 AP4", "D", ("AP4",)),
    ("Claws and teeth R5 AP4", "Claws and teeth", ("AP4",)),
    ("Sniper rifle R5 AP4", "Sniper rifle", ("AP4",)),
    ("Rifle AP8 R5", "Rifle", ("AP8",)),
    ('"R5 AP4" R5 AP12', "R5 AP4", ("AP12",)),
])  # fmt: skip
def test_a_table_without_quotes_has_names_before_the_band(
    cell: str, name: str, codes: tuple[str, ...]
) -> None:
    """Older exports have this form, in which letters of a name look like codes."""
    catalogue = CATALOGUES["unbridled-fury", "0.9.0"]
    reading = read_rows([["Ann", cell]], ["name", "shooting_weapons"], catalogue)
    (weapon,) = reading.profiles[0].profile.design.weapons["shooting_weapons"]
    assert (weapon.name, weapon.fields, weapon.properties) == (name, {"range": 5}, codes)
    assert reading.all_unparsed == ()
