"""Cases of roster rules as data: rosters that trigger a rule, and similar rosters that don't."""

from typing import NamedTuple

from builder.points.rules.results import RosterAppraisal
from tests.support.designs import FURY, Json, appraise_json, design, document, picks

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
    """Return the design of the plain fighter with these properties."""
    return design(properties=picks(*taken), **changes)


# The comments are prices. The plain fighter costs 8 + 8 + 8 + 8 = 32.
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
    """A roster: the number of models of each profile, the roster's limit, and the ``max`` of profiles."""

    rows: tuple[tuple[str, int], ...]
    limit: int = 500
    limits: tuple[tuple[str, int], ...] = ()


def roster_spec(*rows: str | tuple[str, int], limit: int = 500, **max_by_profile: int) -> RosterSpec:
    """Return a roster. Its rows are pairs, or texts of several rows such as "captain, 3 knight"."""
    pairs = [pair for row in rows for pair in (rows_in(row) if isinstance(row, str) else [row])]
    return RosterSpec(tuple(pairs), limit, tuple(max_by_profile.items()))


def rows_in(text: str) -> list[tuple[str, int]]:
    """Return the rows in a text such as "captain, 3 knight"."""
    parts = [part.rpartition(" ") for part in text.split(", ") if part]
    return [(key, int(count or 1)) for count, _, key in parts]


def document_with_roster(spec: RosterSpec) -> Json:
    """Return a document with all profiles above and one roster."""
    entries = [{"profile": key, "count": count} for key, count in spec.rows]
    roster = {"name": "Friday", "limit": spec.limit, "entries": entries}
    list_document = document(PROFILES, rosters=[roster])
    limits = dict(spec.limits)
    list_document["profiles"] = [{**row, "max": limits.get(row["key"])} for row in list_document["profiles"]]
    return list_document


def appraise_roster(spec: RosterSpec) -> RosterAppraisal:
    """Return the appraisal of one roster."""
    (roster,) = appraise_json(document_with_roster(spec)).rosters
    return roster
