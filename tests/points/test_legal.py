"""Whether a roster is legal: by its own findings and by those of the profiles that it has models of."""

import pytest

from tests.support.designs import appraise_json
from tests.support.roster_cases import document_with_roster, roster_spec


@pytest.mark.parametrize(("rows", "legal", "errors", "profiles"), [
    (["captain"], True, 0, [("captain", 0)]),  # 500 - 32 points stay unspent, which is a note
    (["captain, major"], False, 1, [("captain", 0), ("major", 0)]),  # two leaders
    ([], False, 1, []),
    (["captain, wrong"], False, 0, [("captain", 0), ("wrong", 1)]),  # the profile's error, not the roster's
    (["captain, 0 wrong"], True, 0, [("captain", 0)]),
    (["plain, captain, 2 plain, 0 archer, 3 nobody"], False, 1, [("captain", 0), ("plain", 0)]),
])  # fmt: skip
def test_errors_of_a_roster_and_of_its_profiles_make_it_illegal(
    rows: list[str], legal: bool, errors: int, profiles: list[tuple[str, int]]
) -> None:
    """Warnings and notes do not. Profiles are listed once, in the list's order; a missing one never."""
    appraisal = appraise_json(document_with_roster(roster_spec(*rows)))
    (roster,) = appraisal.rosters
    shown = [(profile.key, profile.errors) for profile in appraisal.fielded_profiles(roster)]
    assert (appraisal.is_legal(roster), roster.errors, shown) == (legal, errors, profiles)
