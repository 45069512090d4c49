"""Cases of rules as data: designs that trigger a rule, and their nearest neighbours that don't."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Finding
from tests.support.designs import Json, appraise_design

LEVELS = {"E": "error", "W": "warning", "N": "note"}


class ProfileFires(NamedTuple):
    """A design that triggers one rule, at one place or several, the rules in ``also``, and no others."""

    rule: str
    level: str
    places: tuple[str, ...]
    design: Json
    others: dict[str, Json]
    also: str
    message: str


class ProfileSilent(NamedTuple):
    """The nearest design that doesn't trigger this rule, only the rules in ``also``."""

    rule: str
    design: Json
    others: dict[str, Json]
    also: str


def fires(
    mark: str, design: Json, also: str = "", message: str = "", others: dict[str, Json] | None = None
) -> ProfileFires:
    """Return a case.

    ``mark`` has rule, level (E, W or N) and places, such as "P-21 E shooting_weapons", and ``also`` has
    levels and rules, such as "N P-17, W P-14".
    """
    rule, level, *places = mark.split()
    return ProfileFires(rule, level, tuple(places) or ("",), design, others or {}, also, message)


def silent(rule: str, design: Json, also: str = "", others: dict[str, Json] | None = None) -> ProfileSilent:
    """Return a neighbour of a case, with the arguments of ``fires``."""
    return ProfileSilent(rule, design, others or {}, also)


def parse_marks(also: str) -> set[tuple[str, str]]:
    """Return levels and rules of a text such as "N P-17, W P-14"."""
    return {(LEVELS[word[0]], word[2:]) for word in also.split(", ") if word}


def check_profile_fires(case: ProfileFires) -> None:
    """Check level, rule, places and message, and that no other rule is triggered."""
    profile = appraise_design(case.design, case.others)
    level = LEVELS[case.level]
    findings = [f for f in profile.findings if (f.level, f.code) == (level, case.rule)]
    assert Counter(f.where for f in findings) == Counter(case.places)
    assert {(f.level, f.code) for f in profile.findings} == {(level, case.rule), *parse_marks(case.also)}
    for finding in findings:
        assert case.message in finding.message
        assert finding.message[:1].isupper() or not finding.message[:1].isalpha()
        assert finding.message.endswith((".", "?"))


def check_profile_silent(case: ProfileSilent) -> None:
    """Check that only the rules in ``also`` are triggered."""
    profile = appraise_design(case.design, case.others)
    assert case.rule not in {f.code for f in profile.findings}
    assert {(f.level, f.code) for f in profile.findings} == parse_marks(case.also)


class Fires(NamedTuple):
    """A value that triggers one rule at a place with ``words`` in the message, and the rules in ``also``."""

    rule: str
    level: str
    where: str
    made: Json
    words: str = ""
    also: tuple[str, ...] = ()


class Silent(NamedTuple):
    """The nearest value that doesn't trigger this rule, only the rules in ``also``."""

    rule: str
    made: Json
    also: tuple[str, ...] = ()


class GameRules(NamedTuple):
    """The cases of a game's rules, and the lists in which a profile or a roster is judged."""

    catalogue: Catalogue
    expected_of: Callable[[Json], Json]
    profile_list: Callable[[Json], Json]
    roster_list: Callable[[Json], Json]
    fires: list[Fires]
    silent: list[Silent]
    rosters_fire: list[Fires]
    rosters_silent: list[Silent]
    never: set[str]
    rulings: set[tuple[str, str]]
    """The rulings that give findings, with the levels of those."""


def spoken(findings: Iterable[Finding]) -> set[str]:
    """Return level and rule of each finding, such as "E P-02"."""
    return {f"{finding.level[0].upper()} {finding.code}" for finding in findings}


def levels(findings: Iterable[Json]) -> Json:
    """Return the codes of the rules in findings (as JSON), by level."""
    said = [(finding["level"], finding["code"]) for finding in findings]
    return {f"{level}s": sorted({code for at, code in said if at == level}) for level in LEVELS.values()}
