"""The search understands players' words."""

from collections.abc import Iterator

import pytest

from builder.catalogue.aliases import aliases_of
from builder.catalogue.files import bundled_catalogues
from builder.points.rules.aliases import Alias, Aliases
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.entry_search import (
    Findable,
    Match,
    find,
    findable_entry,
    findable_parts,
    findable_weapon,
    match_elsewhere,
    unmatched_word,
)

SHOWN = 5
LETTERS = 3
CATALOGUES = {catalogue.system: catalogue for catalogue in bundled_catalogues().values()}
GAMES = ("unbridled-fury", "dark-fantasy-fubar", "zapp", "stargrave", "crimson-dusk")

# The expected entries in each game, in order; "~" for the most similar, "-" for none of this kind.
MEANT = {
    "pistol": "shooting_weapons.pistol ~ranged.own-ranged weapons.firearm gear.pistol weapons.pistol",
    "sword": "combat_weapon.sword close-combat.sword weapons.sword gear.hand-weapon melee.sword",
    "healer": "spell.heal ~skills.leech cleric-spells.healing-hands powers.heal equipment.medi-pack",
    "sneaky": "model.camouflage skills.stealthy ~order.skirmish powers.camouflage equipment.camouflaged",
    "ghost": "model.aethereal ~skills.undead undead ~powers.camouflage ~equipment.holo-field",
    "horse": "model.mounted skills.mounted arm.cavalry - ~specials.fast",
    "fly": "model.flier skills.flyer flying ~powers.anti-gravity-projection equipment.jump-packs",
    "big": "size kind.monster size ~stats.health size",
    "fast": "mov skills.mounted cleric-spells.god-speed powers.quick-step specials.fast",
    "shield": "ssv shield.shield shields gear.shield equipment.combat-shield",
    "leader": "command_die kind.character general kind.captain specials.personality",
    "wizard": "mgc skills.sorcerer kind.wizard background.mystic -",
    "fire": "weapon.F instant.firebolt wizard-spells.ring-of-fire gear.flamethrower weapons.flamethrower",
    "poison": "weapon.P skills.poison - powers.toxic-claws ~ammunition.gas",
    "sniper": "model.sniper skills.sniper ~weapons.crossbow types.sniper weapons.sniper-rifle",
    "tank": "model.vehicle kind.vehicle ~kind.monster ~types.armoured-trooper weapons.tank-gun",
    "medic": "spell.heal ~skills.leech cleric-spells.healing-hands types.medic equipment.medi-pack",
    "robot": "model.construct - - types.mule ~specials.brain-dead",
    "dog": "~model.companion ~kind.monster ~kind.monster types.guard-dog ~specials.quick",
    "jump": "model.levitator ~skills.flyer wizard-spells.teleport powers.data-jump equipment.jump-packs",
    "scary": "model.terrifying skills.fearsome wizard-spells.living-nightmare - specials.fearsome",
    "tough": "model.hard-as-nails skills.carapace tough_skin powers.armour-plates specials.tough",
    "regenerate": (
        "model.regenerator ~skills.leech cleric-spells.healing-hands powers.regenerate specials.tough"
    ),
    "invisible": (
        "model.invisible ~skills.stealthy ~wizard-spells.mystic-wall ~powers.camouflage equipment.holo-field"
    ),
    "swim": "model.swimmer - ~cleric-spells.part-water - -",
    "climb": "model.climber skills.mountaineer ~flying ~powers.lift ~equipment.jump-packs",
    "bow": "shooting_weapons.bow ranged.bow weapons.bow ~gear.carbine ~weapons.own-weapon",
    "axe": "combat_weapon.axe close-combat.sword ~weapons.sword gear.hand-weapon melee.sword",
    "grenade": (
        "shooting_weapons.grenade ~ranged.own-ranged ~artillery.light gear.grenades weapons.thrown-grenade"
    ),
    "musician": "model.musician ~skills.banner - ~powers.inspiring ~specials.command-bonus",
}  # fmt: skip
CASES = [
    (game, word, meant)
    for word, in_games in MEANT.items()
    for game, meant in zip(GAMES, in_games.split(), strict=True)
]


def lists_of(catalogue: Catalogue, aliases: Aliases) -> Iterator[list[Findable]]:
    """Return the entries that each picker of an edition searches."""
    for group in catalogue.groups:
        entries = (entry for entry in catalogue.entries() if entry.group == group.code and not entry.derived)
        yield [findable_entry(entry, entry.summary) for entry in entries]
    for slot in catalogue.weapon_slots:
        yield [findable_weapon(weapon) for weapon in aliases.weapons_for(slot.code)]


def shown_for(catalogue: Catalogue, search: str) -> list[Match]:
    """Return the first results of every picker, and the first of the other places that it names."""
    aliases = aliases_of(catalogue)
    lists = list(lists_of(catalogue, aliases))
    shown = (find(things, aliases, search)[:SHOWN] for things in lists)
    everything = [thing for things in lists for thing in things]
    elsewhere = match_elsewhere([*everything, *findable_parts(catalogue)], aliases, search)[:SHOWN]
    return [match for matches in shown for match in matches] + elsewhere


def test_thirty_searches_are_tested() -> None:
    assert len(MEANT) == 30


@pytest.mark.parametrize(("game", "word", "meant"), CASES, ids=[f"{game}-{word}" for game, word, _ in CASES])
def test_three_letters_find_the_meant_entry(game: str, word: str, meant: str) -> None:
    """It is among the first five. If the game has no such entry, the picker says so."""
    catalogue = CATALOGUES[game]
    if meant == "-":
        assert unmatched_word(aliases_of(catalogue), word[:LETTERS]) == word
        return
    result = {match.alias_code: match for match in shown_for(catalogue, word[:LETTERS])}
    assert meant.lstrip("~") in result
    assert result[meant.lstrip("~")].is_nearest is meant.startswith("~")


# ------------------------------------------------------------------ ranking

LADDER = Findable("ladder", "kit.ladder", ("Ladder",), "For walls.")
GOAT = Findable("goat", "kit.goat", ("Mountain goat",), "Climbs.")
ROPE = Findable("rope", "kit.rope", ("Rope",), "For a goat, or a wall.")
SPADE = Findable("spade", "kit.spade", ("Spade",), "For holes.")
KIT = (ROPE, LADDER, SPADE, GOAT)
WORDS = Aliases(
    aliases=(
        Alias(words=("climb", "going up"), means=("kit.ladder", "kit.rope")),
        Alias(words=("goblin",), means=("kit.spade",), nearest=True),
    ),
    nothing=("Dragon",),
)


@pytest.mark.parametrize(
    ("search", "codes"),
    [
        ("", ["rope", "ladder", "spade", "goat"]),
        ("  ", ["rope", "ladder", "spade", "goat"]),
        ("LAD", ["ladder"]),
        ("climb", ["ladder", "rope", "goat"]),
        ("go", ["ladder", "rope", "goat", "spade"]),
        ("going up", ["ladder", "rope"]),
        ("wall", ["rope", "ladder"]),
        ("goat mountain", ["goat"]),
        ("goat nothing", []),
        ("unta", ["goat"]),
    ],
)
def test_names_come_before_words_of_players_and_summaries(search: str, codes: list[str]) -> None:
    assert [match.code for match in find(KIT, WORDS, search)] == codes


def test_a_match_names_the_matching_word() -> None:
    assert find(KIT, WORDS, "cli")[0] == Match("ladder", "kit.ladder", "climb")
    assert find(KIT, WORDS, "gob") == [Match("spade", "kit.spade", "goblin", is_nearest=True)]
    assert find(KIT, WORDS, "spa") == [Match("spade", "kit.spade")]


def test_other_places_are_searched_from_three_letters_on() -> None:
    assert match_elsewhere(KIT, WORDS, "go") == []
    assert [match.code for match in match_elsewhere(KIT, WORDS, "wal", by_summary=True)] == ["rope", "ladder"]
    assert [match.code for match in match_elsewhere(KIT, WORDS, "goa")] == ["goat"]
    assert match_elsewhere(KIT, WORDS, "wal") == []


@pytest.mark.parametrize(
    ("search", "meant"),
    [("d8", "command_die.d8"), ("ap", "weapon.AP4"), ("low magic", "magic.low"), ("rd", "-")],
)
def test_searches_of_two_letters_match_full_words_or_numbers(search: str, meant: str) -> None:
    catalogue = CATALOGUES["unbridled-fury"]
    things = [*findable_parts(catalogue), *map(findable_entry, catalogue.entries())]
    matches = match_elsewhere(things, aliases_of(catalogue), search)
    assert next((match.alias_code for match in matches), "-") == meant


def test_words_missing_from_a_game_are_explained_from_three_letters_on() -> None:
    assert unmatched_word(WORDS, "dra") == "Dragon"
    assert unmatched_word(WORDS, "dr") == unmatched_word(WORDS, "dragons") == unmatched_word(WORDS, "") == ""
