"""Rosters of BattleScribe and New Recruit: an invented crew in each format, and other lists."""

import io
import json
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.catalogue.aliases import aliases_of
from builder.catalogue.files import Catalogues, bundled_catalogues
from builder.imports.limits import file_limits
from builder.imports.rosters import read_roster
from builder.imports.sources import read_files
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import dump_document, parse_document
from builder.points.document.json_reader import DEFAULT_LIMITS, DocumentError, read_json
from builder.points.other_builders.json_rosters import recognize_json
from builder.points.other_builders.matching import MatchedRoster, choose_catalogue, match_roster
from builder.points.other_builders.pasted import read_pasted
from builder.points.other_builders.structure import OtherRoster
from builder.points.other_builders.text_rosters import is_roster_text
from builder.points.rules.catalogue import Catalogue
from tests.support.stargrave import STARGRAVE

FOLDER = Path(__file__).parent / "rosters"
FILES = sorted(path.name for path in FOLDER.iterdir())
EDITIONS = list(bundled_catalogues().values())
Picks = Mapping[str, tuple[str, ...]]

# Each member: kind, background, picks in each slot, and the weapon of its type.
CREW: list[tuple[str, str | None, Picks]] = [
    ("captain", "rogue", {"improved": ("move", "shoot"), "powers": ("bribe", "fortune"),
                          "gear": ("carbine", "knife")}),
    ("first-mate", "mystic", {"powers": ("anti-gravity-projection",), "gear": ("combat-armour", "grenades")}),
    ("soldier", None, {"type": ("sniper shotgun",), "gear": ("filter-mask",)}),
    ("soldier", None, {"type": ("hacker",)}),
    ("soldier", None, {"type": ("recruit",)}),
    ("soldier", None, {"type": ("recruit",)}),
]  # fmt: skip


def roster_in(name: str, data: bytes) -> OtherRoster:
    """Return the roster in a file, read as the import does."""
    (source,) = read_files([(name, data)], "", file_limits()).sources
    roster = read_roster(source.text) if source.kind == "roster" else recognize_json(read_json(source.text))
    assert roster
    return roster


def matched(roster: OtherRoster) -> tuple[MatchedRoster, Catalogue]:
    """Return a roster as a document of its edition."""
    catalogue = choose_catalogue(roster, EDITIONS, {item.system: aliases_of(item) for item in EDITIONS})
    return match_roster(roster, catalogue, aliases_of(catalogue), DEFAULT_LIMITS), catalogue


@pytest.mark.parametrize("name", FILES)
def test_each_format_of_a_crew_gives_the_same_profiles(name: str) -> None:
    result, catalogue = matched(roster_in(name, (FOLDER / name).read_bytes()))
    assert catalogue.system == "stargrave"
    people = []
    for model in result.models:
        design = model.profile.design
        picks = {
            slot: tuple(sorted(" ".join([pick.code, *map(str, pick.parameters.values())]) for pick in picked))
            for slot, picked in design.picks.items()
        }
        people.append((design.values["kind"], design.values.get("background"), picks))
    assert people == CREW
    captain, hacker = result.models[0].profile, result.models[3].profile
    assert (captain.design.values["gained"], hacker.design.values["robot"]) == (2, 1)


@pytest.mark.parametrize("name", FILES)
def test_unknown_parts_are_listed_and_prices_compared(name: str) -> None:
    result, catalogue = matched(roster_in(name, (FOLDER / name).read_bytes()))
    unread = [part.name for model in result.models for part in model.unread]
    assert (unread, [item.name for item in result.unknown]) == (["Ray Gun"], ["Ship's Cat"])
    assert result.models[2].profile.notes.endswith("Not read: Ray Gun")
    stated = {model.profile.name: model.price for model in result.models if model.price}
    assert (stated, result.total) == ({"Sniper": 100, "Hacker": 25}, 125)
    assert appraise(result.document, catalogue).rosters[0].points == 120


@pytest.mark.parametrize("name", ["long-haul.ros", "long-haul.json"])
def test_names_notes_and_limit_are_imported(name: str) -> None:
    result, _ = matched(roster_in(name, (FOLDER / name).read_bytes()))
    (roster,) = result.document.rosters
    assert (result.document.name, roster.name, roster.limit) == ("The Long Haul", "The Long Haul", 350)
    assert [entry.count for entry in roster.entries] == [1] * 6
    captain = result.models[0].profile
    assert (captain.name, captain.notes) == ("Vex Orlo", "Owes money on three moons.")


def test_compressed_rosters_are_read() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(FOLDER / "long-haul.ros", "The Long Haul.ros")
    result, _ = matched(roster_in("crew.rosz", packed.getvalue()))
    assert result.document == matched(roster_in("a.ros", (FOLDER / "long-haul.ros").read_bytes()))[0].document


@pytest.mark.parametrize(("lines", "models"), [
    # a hand weapon with combat armour is included in it; a second one is gear
    ("First Mate Rogue: Combat Armour, Hand Weapon, Hand Weapon, Hand Weapon",
     [{"gear": "combat-armour hand-weapon hand-weapon"}]),
    # a third raise of a stat counts as a level
    ("Rogue: +1 Move, +1 Move, +1 Move", [{"improved": "move", "earned": "move move"}]),
    ("Gunfighter [100Cr]: 3x Pistol, Knife\nRogue: 2x +1 Move, 2x Knife", [
        {"type": "gunfighter", "gear": "pistol"},
        {"improved": "move", "earned": "move", "gear": "knife knife"},
    ]),
    ("2x Recruit: 2x Knife, 2x Pistol, Light Armour, 2x Shield",
     [{"type": "recruit", "gear": "shield"}, {"type": "recruit", "gear": "shield"}]),
])  # fmt: skip
def test_items_are_counted_without_those_that_are_included(lines: str, models: list[dict[str, str]]) -> None:
    """Items included in another item, in a model's type, or for all models of a line."""
    designs = [m.profile.design for m in matched(read_roster(f"++ Crew [100Cr] ++\n{lines}\n"))[0].models]
    assert [
        {slot: " ".join(pick.code for pick in picks) for slot, picks in design.picks.items() if picks}
        for design in designs
    ] == models


@pytest.mark.parametrize(
    "text",
    [
        "Captain: Rogue, Carbine\n2x Recruit",
        "++ My crew ++\nCaptain Vex: Rogue",
        "Iron Guard + Shield + Sword",
        "# Reavers\n## Captain\nBoss Mov 6 Fgt 7",
    ],
)
def test_texts_of_players_are_not_read_as_rosters(text: str) -> None:
    (source,) = read_files([], text, file_limits()).sources
    assert source.kind == "text"


OTHERS: dict[str, tuple[object, str]] = {
    "army-forge.json": (
        {"gameSystem": "gff", "name": "Two Hundred", "pointsLimit": 200, "units": [{"name": "Brother"}]},
        "is an Army Forge list",
    ),
    "squad.xws": (
        {"faction": "rebelalliance", "pilots": [{"id": "a"}], "points": 20, "version": "2.0.0"},
        "is an X-Wing squad (XWS) list",
    ),
    "knights.json": (
        {"roster": {"gameSystemName": "Tin Knights", "forces": [], "generatedBy": "https://newrecruit.eu"}},
        "is a New Recruit list for “Tin Knights”",
    ),
    "knights.ros": ('<roster gameSystemName="Tin Knights"/>', "is a BattleScribe list for “Tin Knights”"),
    "knights.html": (
        '<html><body class="battlescribe"><h1>Mine (Tin Knights) [9pts]</h1><h4>Squire [9pts]</h4></body>',
        "is a BattleScribe list for “Tin Knights”",
    ),
    "knights.txt": ("++ Patrol [9pts] ++\nSquire [9pts]: Lance\n", "is a BattleScribe list for a game that"),
    "army-forge.txt": ("++ Mine [GF 30pts] ++\nBrother [1] Q3+ D2+ | 30pts\n", "is an Army Forge list"),
    "page.html": ("<html><style>.x{mov:6}</style><p>Hello</p></html>", "is a web page without a roster"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_lists_of_other_games_are_rejected_with_the_fix(name: str) -> None:
    value, words = OTHERS[name]
    data = value if isinstance(value, str) else json.dumps(value)
    with pytest.raises(DocumentError) as refused:
        matched(roster_in(name, data.encode()))
    assert words in str(refused.value)
    assert "import that" in refused.value.fix


def test_own_documents_are_not_read_as_rosters_of_other_builders(catalogues: Catalogues) -> None:
    assert recognize_json({"format": "company-list", "pilots": [], "faction": ""}) is None
    assert recognize_json([1]) is None


def test_an_unknown_background_is_listed() -> None:
    (model,) = matched(read_roster("++ Crew [0Cr] ++\nFirst Mate Gardener: Knife\n"))[0].models
    assert model.profile.design.values == {"kind": "first-mate"}
    assert [part.name for part in model.unread] == ["First Mate Gardener"]


def test_rosters_above_the_limits_are_rejected() -> None:
    with pytest.raises(DocumentError, match="more than 100 items in one place"):
        matched(read_roster("++ Crew [0Cr] ++\nRogue: 101x Knife\n"))


FORMS = {
    "tournament": """+++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Standard Crew
+ TOTAL ARMY POINTS: 120Cr
+ NUMBER OF UNITS: 3
+++++++++++++++++++++++++++++++

Char1: 1x Rogue (0 Cr): Bribe
1x Hacker (20 Cr): Deck, Knife
1x Sniper (100 Cr)
• 1x Shotgun
""",
    "headings in capitals": """CHARACTERS

Rogue (0 Cr)
  • Bribe

OTHER MEMBERS

Hacker (20 Cr)
Sniper (100 Cr)
  • 1x Shotgun

++ Total: [120 Cr] ++
Created with New Recruit
""",
    "bold headings": """**Captain**
Rogue: Bribe
**Soldiers**
Hacker [20 Cr]
Sniper [100 Cr]: Shotgun
Total: [120 Cr]
Created with newrecruit.eu v35.1
""",
}


@pytest.mark.parametrize("form", FORMS)
def test_other_text_formats_of_new_recruit_are_read(form: str) -> None:
    (source,) = read_files([], FORMS[form], file_limits()).sources
    result, _ = matched(read_roster(source.text))
    picks = [
        [pick.code for picks in model.profile.design.picks.values() for pick in picks]
        for model in result.models
    ]
    assert picks == [["bribe"], ["hacker"], ["sniper"]]
    assert result.models[2].profile.design.picks["type"][0].parameters == {"weapon": "shotgun"}
    assert (result.total, result.unknown, [model.unread for model in result.models]) == (
        120,
        (),
        [(), (), ()],
    )


def test_lines_without_a_name_are_listed() -> None:
    text = "++ Crew [0Cr] ++\n: Deck\nRogue\n: Deck\n[5Cr]: Knife\n"
    roster = read_roster(text)
    assert [text[start:end] for start, end in roster.unread] == [": Deck", ": Deck"]
    result, _ = matched(roster)
    assert [item.name for item in result.unknown] == [""]


def test_long_texts_are_cut_to_the_limits() -> None:
    parts = [{"name": f"Unknown thing {number} {'x' * 150}"} for number in range(900)]
    force = {"selections": [{"name": "Rogue", "customName": "V" * 900, "selections": parts}]}
    limits = [{"name": "Cr", "value": 99_999_999}]
    value = {"roster": {"gameSystemName": "Stargrave", "costLimits": limits, "forces": [force]}}
    roster = recognize_json(value)
    assert roster
    (profile,) = matched(roster)[0].document.profiles
    assert (len(profile.name), len(profile.notes)) == (DEFAULT_LIMITS.name, DEFAULT_LIMITS.text)
    assert matched(roster)[0].document.rosters[0].limit == 400


SCRAPS = [
    "++", "+ ", "[20Cr]", "[]", "(", ")", "[", "]", ":", ",", "2x ", "\n", ". ", "• ", "Total:", "#", " - [",
    "**", "<h4>", "</li>", '"', "{", "}", "999", "Knife", "Rogue", "First Mate", "é", "\t", "Categories: ",
]  # fmt: skip
damages = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 40), st.sampled_from(SCRAPS), st.integers(0, 3)),
    min_size=1,
    max_size=10,
)


@given(name=st.sampled_from(FILES), changes=damages)
def test_damaged_rosters_are_read_or_rejected_without_losing_text(
    name: str, changes: list[tuple[float, int, str, int]]
) -> None:
    """Each letter of a text is read, or reported as not read."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    for place, length, scrap, times in changes:
        start = int(place * len(text))
        text = text[:start] + scrap * times + text[start + length :]
    sources = read_files([(name, text.encode())], "", file_limits())
    for source in sources.sources:
        if source.kind == "roster":
            with suppress(DocumentError):
                matched_roster, edition = matched(read_roster(source.text))
                value = dump_document(matched_roster.document, edition)
                assert dump_document(parse_document(value, bundled_catalogues()), edition) == value
    if not is_roster_text(text) or text.lstrip().startswith(("<", "{")):
        return
    with suppress(DocumentError):
        parsed = read_pasted(text, STARGRAVE, aliases_of(STARGRAVE))
        pieces = [*parsed.pieces, *(piece for profile in parsed.profiles for piece in profile.pieces)]
        places = [(piece.start, piece.end) for piece in pieces]
        places += [(piece.start, piece.end) for piece in parsed.all_unparsed]
        places += [(total.start, total.end) for total in parsed.totals]
        covered = {at for start, end in places for at in range(start, end)}
        assert not [sign for at, sign in enumerate(parsed.text) if at not in covered and sign.isalnum()]
