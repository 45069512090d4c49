"""What Musterbook has written is read back: its full text, and what is copied out of its papers."""

import json

import pytest
from pypdfium2 import PdfDocument

from builder.catalogue.files import sample_files
from builder.catalogue.play import play_sheet
from builder.exports.markup import TextFormat
from builder.exports.text import TextOptions, list_text
from builder.points.document.brought import brought_to_roster
from builder.points.document.design import Design
from builder.points.document.document import Document
from builder.points.shorthand import ParsedText, read_shorthand
from tests.support.crimson_dusk import DUSK, dusk_document, model
from tests.support.designs import FURY, read_document
from tests.support.pdf_pages import Paper, make_paper

READ = ((slug, json.loads(path.read_text(encoding="utf-8"))) for slug, path in sample_files())
SAMPLES = {slug: read_document(value) for slug, value in READ if value["system"] == FURY.system}


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


def check_profiles(reading: ParsedText, document: Document, keys: list[str], *, bare: bool = False) -> None:
    """The profiles of these keys in their order, each weapon once; ``bare``: without weapons."""
    known = {profile.key: profile for profile in document.profiles}
    assert [found.profile.name for found in reading.profiles] == [known[key].name for key in keys]
    assert reading.questions == ()
    for found, key in zip(reading.profiles, keys, strict=True):
        old, new = known[key].design, found.profile.design
        said = {a.code: old.values.get(a.code, a.default) for a in FURY.attributes if a.code != "base_mm"}
        assert {**dict.fromkeys(said), **new.values} == said
        assert bare or weapons(new) == weapons(old)
        for slot in ("properties", "spells", "armour_property"):
            assert [p.code for p in new.picks.get(slot, ())] == [p.code for p in old.picks.get(slot, ())]


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
            brought = brought_to_roster(document, FURY, play_sheet(FURY), fielded)
            keys = [entry.profile for entry in fielded.entries if entry.count]
            keys += [one.profile.key for one in brought]
        check_profiles(reading, document, keys)
        assert [rest.text for rest in reading.all_unparsed] == [document.setting]
        notes = {profile.name: profile.notes for profile in document.profiles}
        assert all(found.profile.notes == notes[found.profile.name] for found in reading.profiles)


@pytest.mark.parametrize("paper", ["list", "sheets", "roster"])
def test_what_is_copied_out_of_a_paper_is_read(paper: Paper) -> None:
    document = SAMPLES["drop-reavers"]
    pages = PdfDocument(make_paper(document, paper).content)
    text = "\n".join(page.get_textpage().get_text_range() for page in pages)
    text = "".join(sign for sign in text if sign not in "\u200b\u2060\ufeff\ufffe\x02").split("\nGlossary")[0]
    reading = read_shorthand(text, FURY, document.profiles)
    fielded = [entry.profile for entry in document.rosters[0].entries if entry.count]
    keys = fielded if paper == "roster" else [profile.key for profile in document.profiles]
    check_profiles(reading, document, keys)


@pytest.mark.parametrize("name", ["Coil gun", "Pistol of Nine", ""])
def test_a_weapon_of_ones_own_comes_back_with_its_numbers(name: str) -> None:
    """Each by its name, whichever of them are blank, and whatever the weapon is called (Crimson Dusk)."""
    given = {"range": 24, "rof": -1, "p": 6, "blast": 1, "hit": -1, "traits": "hail, pinning"}
    gun = {"code": "own-weapon", **({"name": name} if name else {}), **given}
    document = read_document(dusk_document({"own": model(gun, "rifle")}))
    text = list_text(document, DUSK, TextOptions(style="full"))
    told = (
        "(Range 24, RoF \N{MINUS SIGN}1, P 6, Blast 1, To hit \N{MINUS SIGN}1, Traits hail, pinning), Rifle"
    )
    assert f"Weapons: {name or 'Own weapon'} {told}" in text
    reading = read_shorthand(text, DUSK)
    assert reading.all_unparsed == ()
    assert reading.profiles[0].profile.design.picks["weapons"] == document.profiles[0].design.picks["weapons"]
