"""Profiles whose prices depend on each other: chains, cycles and dense networks are priced or reported
quickly.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.points.document.design import Design
from builder.points.pricing.pricing import PricedList
from builder.points.rules.catalogue_index import CatalogueIndex
from builder.points.rules.results import Appraisal, Line
from builder.points.systems import SYSTEMS
from tests.support.designs import (
    FURY,
    Json,
    appraise_design,
    appraise_json,
    design,
    document,
    findings_of,
    gun,
    picks,
)

WEB = st.dictionaries(st.integers(0, 6), st.lists(st.integers(0, 6), max_size=3), min_size=1, max_size=7)


def transmuting_into(*keys: str) -> Json:
    """Return a profile whose price depends on these profiles."""
    return design(mgc=3, magic="low", spells=[{"code": "transmutation", "profile": key} for key in keys])


def were_creature(*keys: str) -> Json:
    """Return a were-creature with these forms."""
    return design(properties=picks({"code": "were-creature", "kind": "controlled", "forms": list(keys)}))


def cycles(appraisal: Appraisal) -> set[str]:
    """Return the profiles that have a finding about a cycle."""
    return {profile.key for profile in appraisal.profiles if findings_of(profile, "P-97")}


@given(WEB)
def test_a_cycle_is_reported_on_its_members_only(web: dict[int, list[int]]) -> None:
    """A profile is in a cycle if its references lead back to it, not if they only lead to a cycle."""
    appraisal = appraise_json(
        document({f"p{key}": transmuting_into(*(f"p{k}" for k in others)) for key, others in web.items()})
    )
    reach = {key: {other for other in others if other in web} for key, others in web.items()}
    for _ in web:
        reach = {key: item.union(*(reach[other] for other in item)) for key, item in reach.items()}
    assert cycles(appraisal) == {f"p{key}" for key in web if key in reach[key]}
    for profile in appraisal.profiles:
        own = int(profile.key[1:])
        broken = any(key in reach[key] or any(k not in web for k in web[key]) for key in {own, *reach[own]})
        assert (profile.points is None) is broken


@pytest.mark.parametrize(
    ("document", "other", "where"),
    [
        (transmuting_into("other"), transmuting_into("own"), "spells[0].profile"),
        (were_creature("other"), were_creature("own"), "properties[0].forms"),
        (were_creature("other"), transmuting_into("own"), "properties[0].forms"),
        (
            design(mgc=2, magic="low", spells=picks("heal", {"code": "summon", "profile": "other"})),
            were_creature("own"),
            "spells[1].profile",
        ),
    ],
    ids=["transmutation", "were", "mixed", "summon"],
)
def test_a_cycle_is_reported_at_its_references(document: Json, other: Json, where: str) -> None:
    """The only finding is at the reference that leads into the cycle, and names the members."""
    profile = appraise_design(document, {"other": other})
    (finding,) = findings_of(profile, "P-97")
    assert (finding.level, finding.where) == ("error", where)
    assert "Own" in finding.message
    assert "Other" in finding.message
    assert finding.page in (50, 52)
    assert profile.points is None
    assert profile.errors == 1


def test_a_reference_to_itself_is_a_cycle() -> None:
    """A cycle of one profile."""
    profile = appraise_design(were_creature("own"))
    assert [f.where for f in findings_of(profile, "P-97")] == ["properties[0].forms"]
    assert profile.points is None


def test_a_cycle_has_no_nearest_profile() -> None:
    """Two references to a third profile, and references without a price, make no cycle."""
    others = {"left": transmuting_into("end"), "right": transmuting_into("end"), "end": design()}
    own = transmuting_into("left", "right")
    own["properties"] = picks({"code": "companion", "profile": "own"})
    appraisal = appraise_json(document({"own": own, **others}))
    assert cycles(appraisal) == set()
    bond = design(properties=picks("mounted", {"code": "dismount", "profile": "other"}))
    back = design(properties=picks("mounted", {"code": "dismount", "profile": "own"}))
    assert cycles(appraise_json(document({"own": bond, "other": back}))) == set()


def test_a_reference_to_a_cycle_is_reported() -> None:
    """The reference has no price and its rule a finding. The cycle is reported only on its members."""
    profile = appraise_design(
        transmuting_into("one"), {"one": transmuting_into("two"), "two": transmuting_into("one")}
    )
    assert [(f.level, f.code, f.where) for f in profile.findings if f.level == "error"] == [
        ("error", "P-96", "spells[0].profile")
    ]
    assert profile.points is None


def test_a_chain_of_300_is_priced() -> None:
    """Each profile costs 34 points more than the one before, so the last costs 300 times 34."""
    chain = {f"p{n}": transmuting_into(f"p{n + 1}") for n in range(299)} | {
        "p299": design(mgc=3, magic="low")
    }
    appraisal = appraise_json(document(chain))
    assert [p.points for p in appraisal.profiles] == [(300 - n) * (8 * 4 + 3) for n in range(300)]


def test_a_cycle_of_300_is_reported_on_each() -> None:
    """The list has as many profiles as it can have, and the message is still readable."""
    cycle = {f"p{n}": transmuting_into(f"p{(n + 1) % 300}") for n in range(300)}
    appraisal = appraise_json(document(cycle))
    assert len(cycles(appraisal)) == 300
    assert max(len(f.message) for p in appraisal.profiles for f in p.findings) < 1000


def test_a_dense_network_of_references_is_priced() -> None:
    """Sixty profiles, each the sum of all profiles after it."""
    web = {f"p{n}": transmuting_into(*(f"p{k}" for k in range(n + 1, 60))) for n in range(60)}
    appraisal = appraise_json(document(web))
    assert [p.points for p in appraisal.profiles] == [35 * 2 ** (59 - n) for n in range(60)]


def test_a_dense_cycle_is_reported() -> None:
    """Sixty profiles that refer to all others."""
    web = {f"p{n}": transmuting_into(*(f"p{k}" for k in range(60))) for n in range(60)}
    assert len(cycles(appraise_json(document(web)))) == 60


class CountedLines(tuple[Line, ...]):
    """The lines of a profile. ``times`` counts the iterations over them."""

    times = 0

    def __iter__(self) -> Iterator[Line]:
        self.times += 1
        return super().__iter__()


def times_read(monkeypatch: pytest.MonkeyPatch, profiles: int, properties: int, keys: int) -> int:
    """Return how often the lines of a large profile are iterated with this many references to it."""
    pistols = [gun(*["A"] * 100, reach=1) for _ in range(20)]
    forms = {"code": "were-creature", "kind": "controlled", "forms": ["large"] * keys}
    others = {f"p{n}": design(properties=[forms] * properties) for n in range(profiles)}
    system, priced = SYSTEMS[FURY.system], dict[str, CountedLines]()

    def price(book: CatalogueIndex, created: Design, context: PricedList) -> tuple[Line, ...]:
        lines = CountedLines(system.price(book, created, context))
        if created.weapons["shooting_weapons"]:
            priced["large"] = lines
        return lines

    with monkeypatch.context() as patched:
        patched.setitem(SYSTEMS, FURY.system, replace(system, price=price))
        appraisal = appraise_json(document({"large": design(shooting_weapons=pistols), **others}))
    assert len(appraisal.profile("large").lines) > 2000
    assert None not in [profile.points for profile in appraisal.profiles]
    return priced["large"].times


def test_a_profile_referred_to_many_times_is_priced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its total isn't added up again for each reference, so the largest lists are fast."""
    once = times_read(monkeypatch, profiles=1, properties=1, keys=1)
    assert once >= 1
    assert times_read(monkeypatch, profiles=8, properties=20, keys=100) == once
