"""What Musterbook has written is read back: its full text."""

import json

import pytest

from builder.catalogue.files import sample_files
from builder.catalogue.play import play_sheet
from builder.exports.markup import TextFormat
from builder.exports.text import TextOptions, list_text
from builder.points.document.design import Design
from builder.points.document.document import Document
from builder.points.document.summoned import summonable_profiles
from builder.points.rules.catalogue import Catalogue
from builder.points.shorthand import ParsedText, read_shorthand
from tests.support.crimson_dusk import DUSK, dusk_document, model
from tests.support.designs import CATALOGUES, FURY, PUBLISHED, read_document

ALL_SAMPLES = {
    slug: read_document(json.loads(path.read_text(encoding="utf-8"))) for slug, path in sample_files()
}
SAMPLES = {slug: document for slug, document in ALL_SAMPLES.items() if document.system == FURY.system}


def weapons(design: Design) -> dict[str, list[tuple[object, ...]]]:
    """Name, codes and fields of the weapons by slot; the default where there is none."""
    return {
        slot.code: [
            (weapon.name, weapon.properties or (() if weapon.fields else slot.default), {**weapon.fields})
            for weapon in design.weapons.get(slot.code, ())
        ]
        or [("", slot.default, {})]
        for slot in FURY.weapon_slots
    }


def check_profiles(reading: ParsedText, document: Document, keys: list[str]) -> None:
    """The profiles of these keys in their order, each weapon once."""
    known = {profile.key: profile for profile in document.profiles}
    assert [profile.profile.name for profile in reading.profiles] == [known[key].name for key in keys]
    assert reading.questions == ()
    for result, key in zip(reading.profiles, keys, strict=True):
        old, new = known[key].design, result.profile.design
        said = {a.code: old.values.get(a.code, a.default) for a in FURY.attributes}
        assert {**dict.fromkeys(said), **new.values} == said
        assert weapons(new) == weapons(old)
        for slot in ("properties", "spells", "armour_property"):
            assert [p.code for p in new.picks.get(slot, ())] == [p.code for p in old.picks.get(slot, ())]


@pytest.mark.parametrize(
    ("name", "corrected"),
    [
        (
            "tollmasters",
            {
                "Is hit on": "Hit on",
                "lowest (optional)": "lowest may",
                "Spells rolled for the Cleric": "Rolled for a Cleric",
            },
        ),
        ("quarry-line", {"rulebook pages 2–24": "pages 2 to 24 of the print"}),
        ("salt-stair", {"Two moves": "Move ×2", "undated version": "undated text"}),
        ("second-opinion", {"public sources": "public facts"}),
    ],
)
def test_texts_with_the_names_of_the_published_edition_are_read(name: str, corrected: dict[str, str]) -> None:
    document = ALL_SAMPLES[name]
    catalogue = CATALOGUES[document.system, document.edition]
    text = list_text(document, catalogue, TextOptions(style="full"))
    earlier = text
    for new, published in corrected.items():
        assert new in earlier
        earlier = earlier.replace(new, published)
    before, now = read_shorthand(earlier, catalogue), read_shorthand(text, catalogue)
    assert [result.profile for result in before.profiles] == [result.profile for result in now.profiles]
    assert (before.all_unparsed, before.questions) == (now.all_unparsed, now.questions) == ((), ())


@pytest.mark.parametrize("name", ALL_SAMPLES)
def test_a_full_text_adds_no_notes(name: str) -> None:
    document = ALL_SAMPLES[name]
    catalogue = CATALOGUES[document.system, document.edition]
    reading = read_shorthand(list_text(document, catalogue, TextOptions(style="full")), catalogue)
    assert [profile.profile.notes for profile in reading.profiles] == [
        profile.notes.replace("*", "") for profile in document.profiles
    ]


@pytest.mark.parametrize("form", ["plain", "markdown", "bbcode"])
@pytest.mark.parametrize("name", SAMPLES)
def test_the_full_text_is_read_back(name: str, form: TextFormat) -> None:
    document = SAMPLES[name]
    for roster in (None, 0):
        text = list_text(document, FURY, TextOptions(style="full", format=form, roster=roster))
        reading = read_shorthand(text, FURY, document.profiles)
        keys = [profile.key for profile in document.profiles]
        if roster is not None:
            fielded = document.rosters[roster]
            summoned = summonable_profiles(document, FURY, play_sheet(FURY), fielded)
            keys = [entry.profile for entry in fielded.entries if entry.count]
            keys += [item.profile.key for item in summoned]
        check_profiles(reading, document, keys)
        assert [rest.text for rest in reading.all_unparsed] == []
        notes = {profile.name: profile.notes for profile in document.profiles}
        assert all(profile.profile.notes == notes[profile.profile.name] for profile in reading.profiles)


@pytest.mark.parametrize("name", ["Coil gun", "Pistol of Nine", ""])
def test_own_weapons_are_read_back_with_their_numbers(name: str) -> None:
    """Each by its name, whichever of them are blank, and whatever the weapon is called (Crimson Dusk)."""
    given = {"range": 24, "rof": -1, "p": 6, "blast": 1, "hit": -1, "traits": "hail, pinning"}
    gun = {"code": "own-weapon", **({"name": name} if name else {}), **given}
    document = read_document(dusk_document({"own": model(gun, "rifle")}))
    text = list_text(document, DUSK, TextOptions(style="full"))
    reported = (
        '(Range 24, RoF \N{MINUS SIGN}1, P 6, Blast 1, To hit \N{MINUS SIGN}1, Traits "hail, pinning"), Rifle'
    )
    shown = f'"{name}"' if name else "Own weapon"
    assert f"Weapons: {shown} {reported}" in text
    reading = read_shorthand(text, DUSK)
    assert reading.all_unparsed == ()
    assert reading.profiles[0].profile.design.picks["weapons"] == document.profiles[0].design.picks["weapons"]


def test_a_weapon_without_a_name_stays_next_to_one_with_the_same_codes() -> None:
    text = 'Army\nAnn (–) Mov 5 Fgt 3 SW R9;"Bow" R9\nUnbridled Fury 0.9.0'
    (parsed,) = read_shorthand(text, FURY).profiles
    weapons = parsed.profile.design.weapons["shooting_weapons"]
    assert [weapon.name for weapon in weapons] == ["", "Bow"]


def test_an_unnamed_profile_ends_where_the_next_name_begins() -> None:
    rows = 'Unnamed profile (0) Kind Summoned\n"Ann 1" (4) Kind Summoned'
    text = f"Army\n{rows}\nZapp! Thou Art Slain (text of 2023)"
    profiles = read_shorthand(text, CATALOGUES["zapp", "seed"]).profiles
    assert [profile.profile.name for profile in profiles] == ["", "Ann 1"]


FREE_TEXTS = {
    "zapp": "Spearmen 24 figures, Other pole arm\n\nDrake, Large monster, flying, breath weapon",
    "unbridled-fury": "Gunner Mov 6 Fgt 5 Shg 6 Tds 6 Cow 6, rifle R6 AP4",
    "crimson-dusk": "Rifleman, Regular, assault rifle",
    "dark-fantasy-fubar": "Trooper, Seasoned, sword, light armour",
    "stargrave": "Medic",
}


@pytest.mark.parametrize("catalogue", PUBLISHED, ids=[catalogue.system for catalogue in PUBLISHED])
def test_a_text_and_its_export_are_stored_equally(catalogue: Catalogue) -> None:
    """So the export of a pasted list reads back with the same force fingerprint."""
    loose = read_shorthand(FREE_TEXTS[catalogue.system], catalogue).profiles_to_save(catalogue)
    stored = Document(system=catalogue.system, edition=catalogue.edition, name="Ours", profiles=tuple(loose))
    own = list_text(stored, catalogue, TextOptions(style="full", format="plain"))
    again = read_shorthand(own, catalogue).profiles_to_save(catalogue)
    assert [profile.design for profile in again] == [profile.design for profile in loose]


def test_a_read_profile_has_its_kind_and_the_blanks_of_a_new_profile() -> None:
    zapp = CATALOGUES["zapp", "seed"]
    designs = [
        profile.design.values for profile in read_shorthand(FREE_TEXTS["zapp"], zapp).profiles_to_save(zapp)
    ]
    assert [(values["kind"], values.get("models")) for values in designs] == [
        ("unit", None),
        ("monster", None),
    ]
