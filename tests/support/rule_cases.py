"""Both sides of a rule as data: designs that make it speak, and their nearest neighbours that do not."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Finding
from tests.support.designs import Json, appraise_design

LEVELS = {"E": "error", "W": "warning", "N": "note"}


class ProfileFires(NamedTuple):
    """A design that makes one rule speak, at one place or several, beside ``also`` and nothing else.

    Levels are E, W and N; ``also`` holds pairs such as "N P-17".
    """

    rule: str
    level: str
    where: str | tuple[str, ...]
    design: Json
    others: dict[str, Json] | None = None
    also: tuple[str, ...] = ()
    message: str = ""


class ProfileSilent(NamedTuple):
    """The nearest design that this rule says nothing about, beside ``also`` and nothing else."""

    rule: str
    design: Json
    others: dict[str, Json] | None = None
    also: tuple[str, ...] = ()


def parse_marks(words: tuple[str, ...]) -> set[tuple[str, str]]:
    """Level and rule of such pairs."""
    return {(LEVELS[word[0]], word[2:]) for word in words}


def check_profile_fires(case: ProfileFires) -> None:
    """Level, rule, places, page and message are right, and no other rule speaks."""
    profile = appraise_design(case.design, case.others)
    level = LEVELS[case.level]
    findings = [f for f in profile.findings if (f.level, f.code) == (level, case.rule)]
    places = (case.where,) if isinstance(case.where, str) else case.where
    assert Counter(f.where for f in findings) == Counter(places)
    assert {(f.level, f.code) for f in profile.findings} == {(level, case.rule), *parse_marks(case.also)}
    for finding in findings:
        assert case.message in finding.message
        assert finding.message[:1].isupper() or not finding.message[:1].isalpha()
        assert finding.message.endswith((".", "?"))


def check_profile_silent(case: ProfileSilent) -> None:
    """The rule does not speak, nor does any other that is not named."""
    profile = appraise_design(case.design, case.others)
    assert case.rule not in {f.code for f in profile.findings}
    assert {(f.level, f.code) for f in profile.findings} == parse_marks(case.also)


def profile_case_ids(cases: list[ProfileFires] | list[ProfileSilent]) -> list[str]:
    """Test ids: the rule and a number."""
    seen: Counter[str] = Counter()
    result = []
    for case in cases:
        seen[case.rule] += 1
        result.append(f"{case.rule}-{seen[case.rule]}")
    return result


class Fires(NamedTuple):
    """What makes one rule speak at a place, with these words in its message, beside ``also``."""

    rule: str
    level: str
    where: str
    made: Json
    words: str = ""
    also: tuple[str, ...] = ()


class Silent(NamedTuple):
    """The nearest that this rule says nothing about, beside ``also``."""

    rule: str
    made: Json
    also: tuple[str, ...] = ()


def named(cases: Sequence[Fires | Silent]) -> list[str]:
    """The rule of each case with its number."""
    return [f"{case.rule}-{number}" for number, case in enumerate(cases)]


def tried_levels(*cases: Fires, rulings: bool = True) -> set[tuple[str, str]]:
    """Return each rule with the levels at which some case makes it speak."""
    return {(case.rule, LEVELS[case.level]) for case in cases if rulings or case.rule[0] != "C"}


def verdict_levels(catalogue: Catalogue) -> set[tuple[str, str]]:
    """Return each rule with the levels that its verdict names."""
    return {
        (rule.code, level)
        for rule in catalogue.rules
        for level in LEVELS.values()
        if re.search(rf"\b{level}\b", rule.verdict)
    }


def spoken(findings: Iterable[Finding]) -> set[str]:
    """Level and rule of everything that is found: "E P-02"."""
    return {f"{finding.level[0].upper()} {finding.code}" for finding in findings}


def expect(findings: Sequence[Finding], case: Fires) -> None:
    """The rule speaks at its place in these words, and beside it only what the case names."""
    here = [f for f in findings if (f.level, f.code, f.where) == (LEVELS[case.level], case.rule, case.where)]
    assert any(case.words in finding.message for finding in here), findings
    assert spoken(findings) - {f"{case.level} {case.rule}"} == set(case.also)
