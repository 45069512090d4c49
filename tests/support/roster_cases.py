"""Cases of rules of rosters as data: rosters that trigger a rule, and their neighbours that don't."""

from collections import Counter
from typing import NamedTuple

from builder.points.appraisal.appraisal import appraise
from builder.points.document.cut import extract_roster
from builder.points.document.document import Document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import RosterAppraisal
from tests.support.designs import FURY, Json, appraise_json, design, document, picks
from tests.support.rule_cases import LEVELS, parse_marks

RULE_PAGES = {rule.code: rule.pages for rule in FURY.rules}
MAGE: Json = {"mgc": 4, "magic": "low"}
WORTHLESS = design(
    size=1,
    mov=1,
    fgt=0,
    tds=11,
    cow=11,
    properties=picks("dim-witted", "clumsy", "wind-dependent", "creature-of-darkness"),
)


def fighter_with(*taken: str | Json, **changes: object) -> Json:
    """The plain fighter with these properties."""
    return design(properties=picks(*taken), **changes)


# The price of each is after it: the plain fighter is 8 + 8 + 8 + 8 = 32.
PROFILES: dict[str, Json] = {
    "captain": design(command_die="d6"),  # 32
    "major": design(command_die="d8"),  # 132
    "plain": design(),  # 32
    "knight": fighter_with("ghostsight"),  # 132
    "paladin": fighter_with("ghostsight", mov=9),  # 148
    "baron": fighter_with("ghostsight", mov=5),  # 130
    "sprout": design(cow=11, command_die="d6"),  # 25
    "archer": design(cow=11),  # 25
    "page": design(tds=7, cow=10),  # 24
    "rabble": design(mov=4, fgt=2, tds=9, cow=9),  # 13
    "giant": fighter_with("aethereal", cow=11, command_die="d8"),  # 200
    "ogre": fighter_with("aethereal", tds=7, cow=10, command_die="d8"),  # 199
    "admiral": fighter_with({"code": "airborne", "kind": "fast"}, mov=0, command_die="d6"),
    "flag": fighter_with("ensign"),
    "banner": fighter_with("ensign", "scout"),
    "drum": fighter_with("musician"),
    "fife": fighter_with("musician", "scout"),
    "mage": design(**MAGE, spells=picks("heal")),
    "witch": design(**MAGE, spells=picks("banish")),
    "adept": design(**MAGE),
    "dabbler": design(mgc=0, magic="low"),
    "cat": fighter_with("familiar"),
    "owl": fighter_with({"code": "familiar", "profile": "mage"}),
    "toad": fighter_with({"code": "familiar", "profile": "mage"}, size=1),
    "lost-cat": fighter_with({"code": "familiar", "profile": "gone"}),
    "twin": fighter_with({"code": "companion", "profile": "twin"}),
    "hound": fighter_with({"code": "companion", "profile": "knight"}),
    "stray": fighter_with({"code": "companion", "profile": "gone"}),
    "zombie": fighter_with("undead"),
    "golem": fighter_with("construct"),
    "mummy": fighter_with("undead", "construct"),
    "summoner": design(**MAGE, spells=picks({"code": "summon", "profile": "plain"})),
    "caller": design(**MAGE, spells=picks({"code": "summon", "profile": "gone"})),
    "polymorph": design(**MAGE, spells=picks({"code": "transmutation", "profile": "plain"})),
    "fumbler": design(**MAGE, spells=picks({"code": "transmutation", "profile": "gone"})),
    "rider": fighter_with("mounted", {"code": "dismount", "profile": "plain"}),
    "centaur": fighter_with("mounted", {"code": "dismount", "profile": "gone"}),
    "nomad": fighter_with("mounted", "dismount"),
    "wolf": fighter_with({"code": "were-creature", "kind": "controlled", "forms": ["plain", "archer"]}),
    "bear": fighter_with({"code": "were-creature", "kind": "controlled", "forms": ["plain", "gone"]}),
    "kite": fighter_with("wind-dependent"),
    "boat": fighter_with("waterborne"),
    "fish": fighter_with("aquatic"),
    "diver": fighter_with("swimmer"),
    "eagle": fighter_with({"code": "airborne", "kind": "fast"}, mov=0),
    "sniper": fighter_with("sniper", shg=5, shooting_weapons=[{"range": 9, "properties": []}]),
    "stalker": fighter_with("stalker"),
    "mole": fighter_with("burrower"),
    "lurker": fighter_with("burrower", "stalker"),
    "scout": fighter_with("scout"),
    "pike": fighter_with("drilled"),
    "lance": fighter_with("drilled", "fearless"),
    "wrong": design(size=9),
    "blunder": fighter_with("team", "dismount", tds=0),
    "junk": WORTHLESS,  # -32
}
NAMES = {key: key.title() for key in PROFILES}


class RosterSpec(NamedTuple):
    """A roster: the number of models of each profile, its limit, and the maximums of profiles."""

    rows: tuple[tuple[str, int], ...]
    limit: int = 500
    limits: tuple[tuple[str, int], ...] = ()


def roster_spec(*rows: str | tuple[str, int], limit: int = 500, **limit_value: int) -> RosterSpec:
    """The rows of a roster in order: as a text such as "captain, 3 knight", or as pairs."""
    pairs = [pair for row in rows for pair in (rows_in(row) if isinstance(row, str) else [row])]
    return RosterSpec(tuple(pairs), limit, tuple(limit_value.items()))


def rows_in(text: str) -> list[tuple[str, int]]:
    """The rows in a text such as "captain, 3 knight"."""
    parts = [part.rpartition(" ") for part in text.split(", ") if part]
    return [(key, int(count or 1)) for count, _, key in parts]


def document_with_roster(spec: RosterSpec) -> Json:
    """The document: every profile above, and one roster."""
    entries = [{"profile": key, "count": count} for key, count in spec.rows]
    roster = {"name": "Friday", "limit": spec.limit, "entries": entries}
    list_document = document(PROFILES, rosters=[roster])
    by_name = dict(spec.limits)
    list_document["profiles"] = [{**row, "max": by_name.get(row["key"])} for row in list_document["profiles"]]
    return list_document


def appraise_roster(spec: RosterSpec) -> RosterAppraisal:
    """The findings of one roster."""
    (roster,) = appraise_json(document_with_roster(spec)).rosters
    return roster


class RosterFires(NamedTuple):
    """A roster that triggers one rule, at one place or several, the rules in ``also``, and no others.

    Most rosters have points left over (R-03), which is checked only in the cases of R-03.
    """

    rule: str
    level: str
    places: list[str]
    roster: RosterSpec
    messages: tuple[str, ...]
    also: str
    pages: tuple[int, ...]


class RosterSilent(NamedTuple):
    """The nearest roster that doesn't trigger this rule, only the rules in ``also``."""

    rule: str
    roster: RosterSpec
    also: str


def fires(
    mark: str, rows: str, *messages: str, also: str = "", page: int = 0, limit: int = 500, **maximums: int
) -> RosterFires:
    """Return a case.

    ``mark`` has rule, level and places, such as "R-01 E entries limit", ``also`` other rules with their
    levels. Of a rule on several pages a reader is sent to ``page``, where the book says so of this roster.
    """
    rule, level, *places = mark.split()
    pages = (page,) if page else RULE_PAGES[rule]
    return RosterFires(rule, level, places, roster_spec(rows, limit=limit, **maximums), messages, also, pages)


def silent(rule: str, rows: str, also: str = "", limit: int = 500, **maximums: int) -> RosterSilent:
    """Return a neighbour of a case, with the arguments of ``fires``."""
    return RosterSilent(rule, roster_spec(rows, limit=limit, **maximums), also)


def levels_and_codes(roster: RosterAppraisal, rule: str) -> set[tuple[str, str]]:
    """Return level and rule of the findings, without R-03 unless ``rule`` is R-03."""
    return {(f.level, f.code) for f in roster.findings if f.code != "R-03" or rule == "R-03"}


def check_roster_fires(case: RosterFires) -> None:
    """Check level, rule, places, page and message, and that no other rule is triggered."""
    roster = appraise_roster(case.roster)
    level = LEVELS[case.level]
    findings = [f for f in roster.findings if (f.level, f.code) == (level, case.rule)]
    assert Counter(f.where for f in findings) == Counter(case.places)
    assert levels_and_codes(roster, case.rule) == {(level, case.rule), *parse_marks(case.also)}
    for finding in findings:
        assert finding.page in case.pages
        assert finding.message.endswith(".")
        for words in case.messages:
            assert words in finding.message


def check_roster_silent(case: RosterSilent) -> None:
    """Check that only the rules in ``also`` are triggered."""
    roster = appraise_roster(case.roster)
    assert case.rule not in {f.code for f in roster.findings}
    assert levels_and_codes(roster, case.rule) == parse_marks(case.also)


def assert_appraised_alike(document: Document, index: int, catalogue: Catalogue) -> None:
    """Check that the roster and each profile of the cut list are appraised as in the full list."""
    cut = extract_roster(document, index, catalogue)
    before, after = appraise(document, catalogue), appraise(cut, catalogue)
    assert after.rosters == (before.rosters[index],)
    assert after.profiles == tuple(before.profile(profile.key) for profile in cut.profiles)
    assert cut.rosters == (document.rosters[index],)
    assert all(profile in document.profiles for profile in cut.profiles)
    fielded = {entry.profile for entry in document.rosters[index].entries}
    present = {profile.key for profile in document.profiles}
    assert fielded & present <= {profile.key for profile in cut.profiles}
