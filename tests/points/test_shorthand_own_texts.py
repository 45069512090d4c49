"""Full texts that Musterbook wrote are read again."""

import json
from dataclasses import replace
from typing import Any

import pytest

from builder.catalogue.files import sample_files
from builder.catalogue.play import list_sheet, play_sheet
from builder.exports.text import TextOptions, TextStyle, list_text
from builder.points.document.document import Document
from builder.points.document.summoned import summonable_profiles
from builder.points.rules.catalogue import Catalogue
from builder.points.shorthand import ParsedText, read_shorthand
from tests.points.round_trips import check_reading, points
from tests.support.bringing_list import bringing_list
from tests.support.crimson_dusk import DUSK, dusk_document, model
from tests.support.designs import CATALOGUES, FURY, PUBLISHED, catalogue_for, read_document
from tests.support.golden import EXAMPLES

SAMPLES = {slug: read_document(json.loads(path.read_text(encoding="utf-8"))) for slug, path in sample_files()}
COVEN = read_document(bringing_list())


def reading_of(document: Document, style: TextStyle, **options: Any) -> ParsedText:
    """Return what is read from the text of a list."""
    catalogue = catalogue_for(document)
    return read_shorthand(
        list_text(list_sheet(document, catalogue), TextOptions(style=style, **options)), catalogue
    )


@pytest.mark.parametrize("document", SAMPLES.values(), ids=SAMPLES)
def test_texts_add_no_notes_and_without_points_no_claims(document: Document) -> None:
    full = reading_of(document, "full").profiles
    assert [profile.profile.notes for profile in full] == [
        profile.notes.replace("*", "") for profile in document.profiles
    ]
    compact = reading_of(document, "compact", points=False).profiles
    assert [profile.profile.name for profile in compact] == [profile.name for profile in document.profiles]
    assert [profile.claims for profile in compact] == [()] * len(compact)


@pytest.mark.parametrize("document", SAMPLES.values(), ids=SAMPLES)
@pytest.mark.parametrize("style", ["full", "compact"])
def test_texts_of_a_list_and_of_its_roster_have_the_name_of_the_list(
    document: Document, style: TextStyle
) -> None:
    for roster in (None, 0):
        assert reading_of(document, style, roster=roster).title == document.name
        assert reading_of(replace(document, name=""), style, roster=roster).title == ""


@pytest.mark.parametrize(("name", "corrected"), [
    ("tollmasters", {
        "Is hit on": "Hit on", "Shaken at": "Shaken", "Removed at": "Removed",
        "lowest if wanted": "lowest may",
        "Mail or leather": "Other than plate", "drifts 2″": "drifts", "Dice with lances": "Lances",
        "Rerolls in melee 1s and 2s": "Melee reroll 1 to 2", "Move in woods": "Woods",
        "Spells rolled for the Cleric": "Rolled for a Cleric",
    }),
    ("quarry-line", {"rulebook pages 2–24": "pages 2 to 24 of the print"}),
    ("salt-stair", {
        "Two moves": "Move ×2", "undated version": "undated text", "By formula": "Formula",
    }),
    ("second-opinion", {"public sources": "public facts", "Included: ": "With it: "}),
])  # fmt: skip
def test_texts_with_the_names_of_the_published_edition_are_read(name: str, corrected: dict[str, str]) -> None:
    document = SAMPLES[name]
    catalogue = catalogue_for(document)
    text = list_text(list_sheet(document, catalogue), TextOptions(style="full"))
    earlier = text
    for new, published in corrected.items():
        assert new in earlier
        earlier = earlier.replace(new, published)
    before, now = read_shorthand(earlier, catalogue), read_shorthand(text, catalogue)
    assert [result.profile for result in before.profiles] == [result.profile for result in now.profiles]
    assert (before.all_unparsed, before.questions) == (now.all_unparsed, now.questions) == ((), ())


def test_an_earlier_unit_is_no_label() -> None:
    """Stargrave's "other powers" had the unit "other". "Other: knife" is about no power."""
    (unread,) = read_shorthand(
        "Vex, captain. Other: knife", CATALOGUES["stargrave", "seed-and-facts"]
    ).all_unparsed
    assert (unread.text, unread.hint) == ("Other", "")


@pytest.mark.sampled(every=5)
@pytest.mark.parametrize("name", EXAMPLES)
def test_compact_texts_state_every_price(name: str) -> None:
    document = read_document(EXAMPLES[name]["document"])
    prices = [[] if price is None else [price] for price in points(document)]
    assert [[*profile.claims] for profile in reading_of(document, "compact").profiles] == prices


@pytest.mark.parametrize("style", ["compact", "full"])
@pytest.mark.parametrize("document", [*SAMPLES.values(), COVEN], ids=[*SAMPLES, "coven"])
def test_the_text_of_a_roster_has_its_profiles_and_those_that_it_summons(
    document: Document, style: TextStyle
) -> None:
    """So they cost the same in a list of their own. Numbers of models aren't part of profiles."""
    catalogue = catalogue_for(document)
    known = {profile.key: profile for profile in document.profiles}
    for place, roster in enumerate(document.rosters):
        reading = reading_of(document, style, roster=place)
        summoned = summonable_profiles(document, catalogue, play_sheet(catalogue), roster)
        members = [m.profile for entry in roster.entries for m in entry.members() if m.count]
        keys = list(dict.fromkeys([*members, *(item.profile.key for item in summoned)]))
        check_reading(
            replace(document, profiles=tuple(known[key] for key in keys)), reading, catalogue, style
        )


@pytest.mark.parametrize("name", ["Coil gun", "Pistol of Nine", ""])
def test_own_weapons_are_read_back_with_their_numbers(name: str) -> None:
    """Each by its name, whichever numbers are blank, and whatever it is called (Crimson Dusk)."""
    given = {"range": 24, "rof": -1, "p": 6, "blast": 1, "hit": -1, "traits": "hail, pinning"}
    gun = {"code": "own-weapon", **({"name": name} if name else {}), **given}
    document = read_document(dusk_document({"own": model(gun, "rifle")}))
    text = list_text(list_sheet(document, DUSK), TextOptions(style="full"))
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
    """So the export of a pasted list has the same first fingerprint."""
    loose = read_shorthand(FREE_TEXTS[catalogue.system], catalogue).profiles_to_save(catalogue)
    stored = Document(system=catalogue.system, edition=catalogue.edition, name="Ours", profiles=tuple(loose))
    own = list_text(list_sheet(stored, catalogue), TextOptions(style="full", format="plain"))
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
