"""A roster is legal if it and the profiles that it fields have no errors."""

import pytest

from tests.support.designs import appraise_json
from tests.support.roster_cases import document_with_roster, roster_spec


@pytest.mark.parametrize(("rows", "legal", "errors", "profiles"), [
    (["captain"], True, 0, [("captain", 0)]),  # 500 - 32 points are left, which is a note
    (["captain, major"], False, 1, [("captain", 0), ("major", 0)]),  # two leaders
    ([], False, 1, []),
    (["captain, wrong"], False, 0, [("captain", 0), ("wrong", 1)]),  # the profile's error, not the roster's
    (["captain, 0 wrong"], True, 0, [("captain", 0)]),
    (["plain, captain, 2 plain, 0 archer, 3 nobody"], False, 1, [("captain", 0), ("plain", 0)]),
])  # fmt: skip
def test_errors_of_a_roster_and_of_its_profiles_make_it_illegal(
    rows: list[str], legal: bool, errors: int, profiles: list[tuple[str, int]]
) -> None:
    """Warnings and notes don't. Fielded profiles are listed once, in the list's order."""
    appraisal = appraise_json(document_with_roster(roster_spec(*rows)))
    (roster,) = appraisal.rosters
    shown = [(profile.key, profile.errors) for profile in appraisal.fielded_profiles(roster)]
    assert (appraisal.is_legal(roster), roster.errors, shown) == (legal, errors, profiles)
