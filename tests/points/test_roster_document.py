"""A list reduced to one roster has the same appraisal, and contains only what the roster needs."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.points.appraisal.appraisal import appraise
from builder.points.document.cut import extract_roster, keys_with_references
from builder.points.document.document import Document
from builder.points.rules.catalogue import Catalogue
from tests.support.designs import CATALOGUES, FURY, Json, design, document, picks, read_document
from tests.support.strategies import documents


def company(*entries: str, **profiles: Json) -> Document:
    """Return a list of these profiles, with a roster of one model of each entry, and one of all."""
    rosters: list[Any] = [
        {"name": "Some", "limit": 500, "entries": [{"profile": key, "count": 1} for key in entries]},
        {"name": "All", "limit": 500, "entries": [{"profile": key, "count": 1} for key in profiles]},
    ]
    listed = {"setting": "Marsh", "background": "Long ago."}
    return read_document(document(profiles, rosters=rosters, **listed))


def remaining_keys(document: Document) -> list[str]:
    """Return the keys that a list reduced to its first roster contains."""
    return [profile.key for profile in extract_roster(document, 0, FURY).profiles]


def check_appraised_alike(list_document: Document, catalogue: Catalogue) -> None:
    """Check that a list reduced to its first roster is appraised like the full list."""
    cut = extract_roster(list_document, 0, catalogue)
    before, after = appraise(list_document, catalogue), appraise(cut, catalogue)
    assert after.rosters == (before.rosters[0],)
    assert after.profiles == tuple(before.profile(profile.key) for profile in cut.profiles)
    assert cut.rosters == (list_document.rosters[0],)
    assert all(profile in list_document.profiles for profile in cut.profiles)
    fielded = {member.profile for entry in cut.rosters[0].entries for member in entry.members()}
    present = {profile.key for profile in list_document.profiles}
    assert fielded & present <= {profile.key for profile in cut.profiles}


SUMMONER = design(mgc=4, magic="low", spells=picks({"code": "summon", "profile": "imp"}))
IMP = design(properties=picks({"code": "companion", "profile": "hound"}))
WOLF = design(properties=picks({"code": "were-creature", "kind": "controlled", "forms": ["man", "imp"]}))


@pytest.mark.parametrize("catalogue", CATALOGUES.values(), ids=lambda catalogue: catalogue.system)
@given(data=st.data())
def test_an_extracted_roster_has_the_same_appraisal(catalogue: Catalogue, data: st.DataObject) -> None:
    """Points, lines and findings of any roster and its profiles."""
    check_appraised_alike(read_document(data.draw(documents(catalogue))), catalogue)


def test_an_extracted_roster_keeps_all_referenced_profiles() -> None:
    """Profiles that spells and properties name, singly or in lists, even if no price depends on them."""
    company_value = company("summoner", bystander=design(), hound=design(), imp=IMP, summoner=SUMMONER)
    assert remaining_keys(company_value) == ["hound", "imp", "summoner"]
    company_value = company("wolf", man=design(), wolf=WOLF, imp=IMP, hound=design(), bystander=design())
    assert remaining_keys(company_value) == ["man", "wolf", "imp", "hound"]


def test_a_cycle_of_references_terminates() -> None:
    """Two profiles name each other, and one is fielded."""
    left = design(properties=picks({"code": "companion", "profile": "right"}))
    right = design(properties=picks({"code": "companion", "profile": "left"}))
    assert remaining_keys(company("left", left=left, right=right, other=design())) == ["left", "right"]


def test_unknown_profiles_stay_unknown() -> None:
    """An entry or reference without its profile doesn't change, and has a finding."""
    caller = design(mgc=4, magic="low", spells=picks({"code": "summon", "profile": "gone"}))
    company_value = company("caller", "nobody", caller=caller)
    assert remaining_keys(company_value) == ["caller"]
    check_appraised_alike(company_value, FURY)


def test_the_background_is_omitted() -> None:
    """The copy has name and setting, but not the background of the list."""
    cut = extract_roster(company("one", one=design(), two=design()), 0, FURY)
    assert (cut.name, cut.setting, cut.background) == ("A company", "Marsh", "")
    assert [roster.name for roster in cut.rosters] == ["Some"]


def test_an_unknown_roster_is_rejected() -> None:
    with pytest.raises(IndexError):
        extract_roster(company(one=design()), 2, FURY)


def test_profiles_with_their_references_only() -> None:
    """The profile with those that it refers to, in the list's order; unknown keys are ignored."""
    company_value = company(hound=design(), imp=IMP, summoner=SUMMONER, other=design())
    assert keys_with_references(company_value, ("summoner", "nobody"), FURY) == ("hound", "imp", "summoner")
    assert keys_with_references(company_value, (), FURY) == ()
