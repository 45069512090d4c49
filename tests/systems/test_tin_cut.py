"""A made-up game cut to a roster: what names another profile is known from its catalogue alone."""

import pytest
from hypothesis import given

from builder.points.document.cut import extract_roster
from builder.points.document.fingerprint import FingerprintMaker
from tests.support.roster_cases import assert_appraised_alike
from tests.support.strategies import documents
from tests.support.tin_soldiers import GUARDS, TIN, Json, document, read

pytestmark = pytest.mark.usefixtures("tin_soldiers")


@given(documents(TIN))
def test_an_extracted_roster_has_the_same_appraisal(drawn: Json) -> None:
    """The claim of every system."""
    assert_appraised_alike(read(drawn), 0, TIN)


def test_referenced_moulds_stay_in_the_cut() -> None:
    """The band that another one is made from comes along; a third does not."""
    mould = {"figures": 2, "body": {"pace": 1}, "drills": [{"code": "mould", "of": "guards"}]}
    roster = {"name": "Friday", "limit": 100, "entries": [{"profile": "own", "count": 1}]}
    list_document = read(document({"guards": GUARDS, "other": GUARDS, "own": mould}, rosters=[roster]))
    assert [profile.key for profile in extract_roster(list_document, 0, TIN).profiles] == ["guards", "own"]


@given(documents(TIN), documents(TIN))
def test_two_documents_have_two_fingerprints(document: Json, other: Json) -> None:
    """And one has one."""
    prints = {FingerprintMaker(TIN, "0").older_of_list(read(value)) for value in (document, other)}
    assert (len(prints) == 1) is (read(document) == read(other))
