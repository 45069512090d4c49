"""The sheets of profiles and rosters: values, weapons, items, boxes, states and what is summoned."""

import json
from pathlib import Path

import pytest

from builder.catalogue.files import sample_files
from builder.catalogue.parsing import structure
from builder.catalogue.play import list_sheet
from builder.catalogue.quick import quick_reference
from builder.points.document.quick import QuickReference
from builder.points.sheets.profile import ProfileSheet, Trait
from builder.points.sheets.quick import quick_parts
from builder.points.sheets.roster import ListSheet, RosterSheet
from builder.points.sheets.weapons import armour_names, band_names
from tests.support.bringing_list import bringing_list
from tests.support.designs import (
    FURY,
    Json,
    catalogue_for,
    design,
    document,
    gun,
    picks,
    read_document,
)
from tests.support.fubar import FUBAR, figure, fubar_document
from tests.support.golden import EXAMPLES
from tests.support.stargrave import EXAMPLES as CREWS


def sheet_of(value: Json) -> ListSheet:
    """Return the sheet of a JSON list."""
    document = read_document(value)
    catalogue = catalogue_for(document)
    return list_sheet(document, catalogue)


def profile_of(design: Json) -> ProfileSheet:
    """Return the sheet of one design of Unbridled Fury."""
    return sheet_of(document({"own": design})).sheets_by_key["own"]


def sample(slug: str) -> ListSheet:
    """Return the sheet of a sample list."""
    return sheet_of(json.loads(Path(dict(sample_files())[slug]).read_text(encoding="utf-8")))


def texts(traits: list[Trait]) -> list[tuple[str, list[str]]]:
    return [(trait.heading, [item.text for item in trait.items]) for trait in traits]


# ------------------------------------------------------------------ a profile


def test_the_stat_line_of_the_books_captain_has_the_points_of_each_value() -> None:
    """The book's worked example: attributes 96, Command Die 100, a pistol of 4 + 5 (p. 13)."""
    captain = sheet_of(EXAMPLES["00-molybdenian-drop-reavers"]["document"]).sheets_by_key["captain"]
    cells = {cell.code: (cell.value, cell.points) for cell in captain.cells}
    assert {code: cells[code] for code in ("mov", "fgt", "shg", "tds", "cow")} == {
        "mov": ("6", 8), "fgt": ("8", 24), "shg": ("8", 16), "tds": ("3", 24), "cow": ("3", 24),
    }  # fmt: skip
    assert cells["shooting_weapons"] == ("R4 AP4", 9)
    assert cells["ssv"] == ("–", None)
    assert captain.is_leader
    assert sum(points or 0 for _, points in cells.values()) == 205


def test_weapons_have_range_bands_and_what_they_take_off_armour() -> None:
    """Five bands of 4″, for a Spray two (p. 34 and 42). AP4 takes 4 off light armour (p. 35)."""
    armed = profile_of(design(shooting_weapons=[gun("AP4"), {**gun("S"), "name": "Lance"}]))
    hand, pistol, lance = armed.weapons
    assert (hand.text, hand.is_default, hand.band_limits) == ("B", True, ["", "", "", "", ""])
    assert (pistol.name, pistol.text, pistol.is_default) == ("Shooting weapon", "R4 AP4", False)
    assert pistol.band_limits == ["4″", "8″", "12″", "16″", "20″"]
    assert (lance.name, lance.band_limits) == ("Lance", ["4″", "8″", "–", "–", "–"])
    assert band_names(armed.play_sheet) == ["±0", "−1", "−2", "−3", "−4"]
    assert (pistol.points, hand.is_priced) == (9, True)
    taken = dict(zip(armour_names(FURY, armed.play_sheet), pistol.armour_reductions, strict=True))
    assert all(text == "–" or text.startswith("−") for text in taken.values())
    assert set(lance.armour_reductions) == {"–"}


@pytest.mark.parametrize(("properties", "wounds", "note"), [
    ([], 2, ""),
    (["fearless"], 2, ""),  # the second wound kills (p. 9)
    (["amorphous"], 3, "a kill counts as two wounds"),  # p. 43
    (["vehicle"], 3, "a kill destroys it at once"),  # one more (p. 50)
    (["construct"], 3, "a kill destroys it at once"),  # p. 45
    (["construct", "vehicle"], 4, "a kill destroys it at once"),
    (["supernatural"], 1, "never wounded, only destroyed"),  # p. 48
    (["construct", "supernatural"], 1, "never wounded, only destroyed"),
])  # fmt: skip
def test_boxes_are_those_of_the_book(properties: list[str], wounds: int, note: str) -> None:
    sheet = profile_of(design(properties=picks(*properties)))
    assert sheet.wounds == wounds
    assert [rule.note for rule in sheet.wound_notes][-1:] == ([note] if note else [])


def test_things_that_run_out_break_or_jam_have_a_box() -> None:
    plain_design = design(ssv=6, mgc=4, magic="low", shooting_weapons=[{**gun("LA2", "U"), "name": "Jezail"}])
    sheet = profile_of(plain_design)
    assert sheet.has_shield
    assert sheet.uses == [("Jezail", 2)]
    assert sheet.state_names("model") == ["Jammed: Jezail", "No more magic"]
    assert sheet.state_names("row") == []
    assert not profile_of(design()).has_shield


def test_rows_of_a_quick_reference_name_the_models_that_they_concern() -> None:
    """By an entry, an attribute, an option or their points. A row with none of these is for all models."""
    rows = [
        {"text": "Ensign", "value": "+3", "having": ["ensign"], "page": "45–46"},
        {"text": "Shield", "having": ["ssv"]},
        {"text": "Low magic", "having": ["magic=low", "mounted"]},
        {"text": "On foot", "having": ["ensign"], "unless": ["mounted"]},
        {"text": "Lost", "points": 200},
        {"text": "Armed", "having": ["B"]},
        {"text": "Wounded", "value": "−d6"},
        {"text": "Terrifying near", "having": ["terrifying"], "faced": True},
    ]
    sections = [
        {"name": "Checks", "page": "26", "rows": rows},
        {"name": "High magic", "having": ["magic=high"], "rows": rows[-2:]},
    ]
    quick = structure({"sections": sections}, QuickReference, "quick")
    profiles = {
        "bearer": design(ssv=6, properties=picks("ensign")),
        "wizard": design(mgc=4, magic="low"),
        "captain": design(command_die="d10", fgt=11, properties=picks("mounted", "ensign")),
    }
    sheets = sheet_of(document(profiles)).profiles
    part, _ = quick_parts(quick, FURY, sheets)
    names = [sheet.name for sheet in sheets]
    assert part.place == "p. 26"
    assert [(line.text, line.profile_names) for line in part.lines] == [
        ("Ensign", f"{names[0]}, {names[2]}"),
        ("Shield", names[0]),
        ("Low magic", f"{names[1]}, {names[2]}"),
        ("On foot", names[0]),
        ("Lost", names[2]),
        ("Armed", "all"),
        ("Wounded", ""),
        ("Terrifying near", ""),
    ]
    assert part.lines[0].place == "p. 45–46"
    part, of_others = quick_parts(quick, FURY, sheets[1:2], every_row=False)
    assert [line.text for line in part.lines] == ["Low magic", "Armed", "Wounded", "Terrifying near"]
    assert [line.text for line in of_others.lines] == ["Terrifying near"]


def test_dark_fantasy_fubar_names_who_forms_a_shield_wall_and_who_casts_over_turns() -> None:
    """Formations are for units without Skirmishers. A sorcerer without a sustained spell isn't named."""
    profiles = {
        "wall": figure(kind="trooper", shield="shield", close_combat="two-handed-spear"),
        "screen": figure(kind="trooper", shield="shield", skills="skirmisher"),
        "hero": figure(kind="character", shield="shield", skills="sorcerer", sustained="earthquake"),
        "adept": figure(kind="character", skills="sorcerer", close_combat="lance"),
    }
    sheet = sheet_of(fubar_document(profiles))
    wall, _, hero, _ = (profile.name for profile in sheet.profiles)
    parts = quick_parts(quick_reference(FUBAR), FUBAR, sheet.profiles)
    who = {line.text[:11]: line.profile_names for part in parts for line in part.lines if line.profile_names}
    assert (who["Shield wall"], who["Reach 2 or "], who["Total of pa"]) == (wall, wall, hero)


def test_all_items_of_the_furnace_strider() -> None:
    assert texts(sample("sunken-foundry").sheets_by_key["strider"].traits) == [
        ("Stamping foot", ["D Demolisher"]),
        ("Slag mortar", ["R8", "GB Greater Blast", "I Indirect", "SR Slow Reload"]),
        ("Steam lance", ["R3", "S Spray"]),
        ("Armour property", ["X Extreme"]),
        ("Model properties", ["Vehicle", "Capacity 3[2]"]),
    ]


def test_each_item_has_a_summary_and_a_page() -> None:
    """The default combat weapon isn't listed, unless it has a name."""
    for slug, path in sample_files():
        if path.parent.parent.name != FURY.system:
            continue
        for profile in sample(slug).profiles:
            assert ("Combat weapon", ["B Basic"]) not in texts(profile.traits)
            items = [item for trait in profile.traits for item in trait.items]
            assert all(item.name and item.summary and item.page for item in items)
    assert ("Shovel", ["B Basic"]) in texts(sample("sunken-foundry").sheets_by_key["drowned-hand"].traits)


def test_heroes_have_a_circle_for_each_hero_point() -> None:
    """A trooper has none; a heroic character has three."""
    created = {"knight": figure("heroic", kind="character", hero_points=3), "guard": figure("veteran")}
    sheets = sheet_of(fubar_document(created)).sheets_by_key
    assert [(sheet.name, sheet.shape, sheet.signs) for sheet in sheets["knight"].tracks] == [
        ("Hero Points", "circle", ("", "", ""))
    ]
    assert sheets["guard"].tracks == []


def test_the_powers_of_the_veteran_captain_have_the_activation_and_strain_of_the_source() -> None:
    """The printed number, 2 more for a power that isn't core, 1 less where it is lowered."""
    captain = sheet_of(CREWS["00-of-the-sources"]["document"]).sheets_by_key["veteran-captain"]
    powers = next(slot for slot in captain.slots if slot.slot.code == "powers")
    assert [item.entry.name + item.numbers_after_name() for item in powers.items] == [
        "Command 9/0",
        "Coordinated Fire 10/0",
        "Energy Shield 10/0",
        "Power Spike 7/1",
        "Heal 12/0",
    ]


# ------------------------------------------------------------------ a roster


@pytest.fixture
def coven() -> RosterSheet:
    """Return a roster that brings a foot profile, creatures and other forms."""
    return sheet_of(bringing_list()).rosters[0]


def test_a_roster_sheet_has_its_rows_and_summoned_profiles(coven: RosterSheet) -> None:
    assert [row.text for row in coven.rows] == [
        "1 × Witch", "2 × Rider", "1 × Cat", "1 × Hound", "1 × Guard",
    ]  # fmt: skip
    assert [row.name for row in coven.all_rows][-1] == "Idle"
    assert {item.profile.name: item.bringers_text for item in coven.summoned} == {
        "Imp": "Witch (Summon), Wolf (Summon)",
        "Foot": "Rider (Dismount)",
        "Wolf": "Hound (Were-Creature)",
        "Toad": "Imp (Transmutation)",
    }
    assert (coven.size_name, coven.limit, coven.counted) == ("Enhanced", 1000, ["6 models"])


def test_an_item_names_the_profiles_that_it_summons(coven: RosterSheet) -> None:
    hound = coven.list_sheet.sheets_by_key["hound"]
    assert texts(hound.traits) == [("Model properties", ["Were-Creature Controlled: Wolf"])]
    assert hound.traits[0].items[0].profiles == (("wolf", "Wolf"),)


def test_the_sheet_of_the_rulebooks_roster_is_three_points_over() -> None:
    """Five profiles. The book has 3 points less for the captain (p. 13)."""
    roster = sheet_of(EXAMPLES["00-molybdenian-drop-reavers"]["document"]).rosters[0]
    assert (roster.points, roster.limit, roster.size_name) == ("753", 750, "Normal")
    assert roster.sum_text == "753 of 750 points"
    (leader,) = roster.leaders
    assert (leader.name, roster.leader_value(leader)) == ("Captain", ("Command Die", "d8"))


def test_units_have_own_and_attached_members() -> None:
    created = {name: figure("veteran") for name in ("line", "banner")} | {
        "knight": figure("heroic", kind="character", hero_points=3)
    }
    row = {
        "profile": "line", "count": 9, "name": "Grey Line",
        "others": [{"profile": "banner", "count": 1}],
        "attached": [{"profile": "knight", "count": 1}],
    }  # fmt: skip
    roster = sheet_of(
        fubar_document(created, rosters=[{"name": "R", "limit": None, "entries": [row]}])
    ).rosters[0]
    (unit,) = roster.rows
    assert unit.is_unit
    assert (unit.name, unit.text) == ("Grey Line", "Grey Line: 9 × Line, 1 × Banner, with 1 × Knight")
    assert [(member.name, member.count, member.is_attached) for member in unit.members] == [
        ("Line", 9, False), ("Banner", 1, False), ("Knight", 1, True),
    ]  # fmt: skip


def test_missing_prices_are_named_by_the_games_word() -> None:
    """Unbridled Fury's word is "price". The rest is still added up."""
    summoner = design(mgc=6, magic="high", spells=picks({"code": "summon"}))
    entries = [{"profile": "own", "count": 1}]
    rosters = [{"name": "", "limit": 500, "entries": entries}]
    fury = sheet_of(document({"own": summoner}, rosters=rosters)).rosters[0]
    assert (fury.name, fury.missing_price) == ("Unnamed roster", "needs the price of Own")
    assert fury.points.endswith("+")


def test_errors_of_profiles_are_findings_of_the_roster() -> None:
    """The roster's own findings, and those of its models with their names. Profiles that aren't fielded have
    none.
    """
    broken = design(mov=99)
    rosters = [{"name": "", "limit": 500, "entries": [{"profile": "own", "count": 1}]}]
    roster = sheet_of(document({"own": broken, "idle": broken}, rosters=rosters)).rosters[0]
    assert [item.name for item in roster.illegal_profiles] == ["Own"]
    assert {finding.profile for finding in roster.findings} == {"", "Own"}
    assert (roster.status.code, roster.status.word) == ("illegal", "Not legal")
