"""Both sides of a roster's rules as data: what is fielded, and what is said of it."""

from collections import Counter
from typing import NamedTuple

from builder.points.results import RosterAppraisal
from tests.points.kit import FURY, Json, design, document, judge, picks
from tests.points.rulebook import LEVELS, marked

PAGES = {rule.code: rule.pages for rule in FURY.rules}
MAGE: Json = {"mgc": 4, "magic": "low"}
JUNK = design(
    size=1,
    mov=1,
    fgt=0,
    tds=11,
    cow=11,
    properties=picks("dim-witted", "clumsy", "wind-dependent", "creature-of-darkness"),
)


def having(*taken: str | Json, **changes: object) -> Json:
    """The plain fighter with these properties."""
    return design(properties=picks(*taken), **changes)


# What each comes to stands behind it: the plain fighter is 8 + 8 + 8 + 8 = 32.
PROFILES: dict[str, Json] = {
    "captain": design(command_die="d6"),  # 32
    "major": design(command_die="d8"),  # 132
    "plain": design(),  # 32
    "knight": having("ghostsight"),  # 132
    "paladin": having("ghostsight", mov=9),  # 148
    "baron": having("ghostsight", mov=5),  # 130
    "sprout": design(cow=11, command_die="d6"),  # 25
    "archer": design(cow=11),  # 25
    "page": design(tds=7, cow=10),  # 24
    "rabble": design(mov=4, fgt=2, tds=9, cow=9),  # 13
    "giant": having("aethereal", cow=11, command_die="d8"),  # 200
    "ogre": having("aethereal", tds=7, cow=10, command_die="d8"),  # 199
    "flag": having("ensign"),
    "banner": having("ensign", "scout"),
    "drum": having("musician"),
    "fife": having("musician", "scout"),
    "mage": design(**MAGE, spells=picks("heal")),
    "witch": design(**MAGE, spells=picks("banish")),
    "adept": design(**MAGE),
    "dabbler": design(mgc=0, magic="low"),
    "cat": having("familiar"),
    "owl": having({"code": "familiar", "profile": "mage"}),
    "toad": having({"code": "familiar", "profile": "mage"}, size=1),
    "hound": having({"code": "companion", "profile": "knight"}),
    "stray": having({"code": "companion", "profile": "gone"}),
    "zombie": having("undead"),
    "golem": having("construct"),
    "mummy": having("undead", "construct"),
    "summoner": design(**MAGE, spells=picks({"code": "summon", "profile": "plain"})),
    "caller": design(**MAGE, spells=picks({"code": "summon", "profile": "gone"})),
    "polymorph": design(**MAGE, spells=picks({"code": "transmutation", "profile": "plain"})),
    "fumbler": design(**MAGE, spells=picks({"code": "transmutation", "profile": "gone"})),
    "rider": having("mounted", {"code": "dismount", "profile": "plain"}),
    "centaur": having("mounted", {"code": "dismount", "profile": "gone"}),
    "nomad": having("mounted", "dismount"),
    "wolf": having({"code": "were-creature", "kind": "controlled", "forms": ["plain", "archer"]}),
    "bear": having({"code": "were-creature", "kind": "controlled", "forms": ["plain", "gone"]}),
    "kite": having("wind-dependent"),
    "boat": having("waterborne"),
    "fish": having("aquatic"),
    "diver": having("swimmer"),
    "eagle": having({"code": "airborne", "kind": "fast"}, mov=0),
    "sniper": having("sniper", shg=5, shooting_weapons=[{"range": 9, "properties": []}]),
    "stalker": having("stalker"),
    "mole": having("burrower"),
    "lurker": having("burrower", "stalker"),
    "scout": having("scout"),
    "pike": having("drilled"),
    "lance": having("drilled", "fearless"),
    "wrong": design(size=9),
    "blunder": having("team", "dismount", tds=0),
    "junk": JUNK,  # -32
}
NAMES = {key: key.title() for key in PROFILES}


class Force(NamedTuple):
    """So many models of each profile for a game, with the list's own limits."""

    rows: tuple[tuple[str, int], ...]
    limit: int = 500
    most: tuple[tuple[str, int], ...] = ()


def force(*rows: tuple[str, int], limit: int = 500, **most: int) -> Force:
    """The rows of a roster in order."""
    return Force(rows, limit, tuple(most.items()))


def company(fielded: Force) -> Json:
    """The document: every profile above, and one roster."""
    entries = [{"profile": key, "count": count} for key, count in fielded.rows]
    roster = {"name": "Friday", "limit": fielded.limit, "entries": entries}
    whole = document(PROFILES, rosters=[roster])
    most = dict(fielded.most)
    whole["profiles"] = [{**row, "max": most.get(row["key"])} for row in whole["profiles"]]
    return whole


def field(fielded: Force) -> RosterAppraisal:
    """What is said of one roster."""
    (roster,) = judge(company(fielded)).rosters
    return roster


class Speaks(NamedTuple):
    """A roster that makes one rule speak, at one place or several, beside ``also`` and nothing else.

    Points left over (R-03) go without saying in most rosters; they are asked for only by their own rule.
    """

    rule: str
    level: str
    where: str | tuple[str, ...]
    fielded: Force
    also: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


class Quiet(NamedTuple):
    """The nearest roster that this rule says nothing about, beside ``also`` and nothing else."""

    rule: str
    fielded: Force
    also: tuple[str, ...] = ()


def heard(roster: RosterAppraisal, rule: str) -> set[tuple[str, str]]:
    """Level and rule of what is said, without R-03 unless it is asked for."""
    return {(f.level, f.code) for f in roster.findings if f.code != "R-03" or rule == "R-03"}


def check_speaks(case: Speaks) -> None:
    """Level, rule, places, page and message are right, and no other rule speaks."""
    roster = field(case.fielded)
    level = LEVELS[case.level]
    found = [f for f in roster.findings if (f.level, f.code) == (level, case.rule)]
    places = (case.where,) if isinstance(case.where, str) else case.where
    assert Counter(f.where for f in found) == Counter(places)
    assert heard(roster, case.rule) == {(level, case.rule), *marked(case.also)}
    for finding in found:
        assert finding.page in PAGES[case.rule]
        assert finding.message.endswith(".")
        for words in case.says:
            assert words in finding.message


def check_quiet(case: Quiet) -> None:
    """The rule does not speak, nor does any other that is not named."""
    roster = field(case.fielded)
    assert case.rule not in {f.code for f in roster.findings}
    assert heard(roster, case.rule) == marked(case.also)


def case_names(cases: list[Speaks] | list[Quiet]) -> list[str]:
    """Test ids: the rule and a number."""
    seen: Counter[str] = Counter()
    result = []
    for case in cases:
        seen[case.rule] += 1
        result.append(f"{case.rule}-{seen[case.rule]}")
    return result
