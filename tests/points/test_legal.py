"""Whether a roster is legal: by its own findings and by those of the profiles that it has models of."""

import pytest

from tests.support.designs import appraise_json
from tests.support.roster_cases import RosterSpec, document_with_roster, roster_spec

CAPTAIN = ("captain", 1)


def verdict(fielded: RosterSpec) -> tuple[bool, int, list[tuple[str, int]]]:
    """Whether it is legal, its own errors, and the profiles that it fields with theirs."""
    appraisal = appraise_json(document_with_roster(fielded))
    (roster,) = appraisal.rosters
    shown = [(profile.key, profile.errors) for profile in appraisal.fielded_profiles(roster)]
    return appraisal.is_legal(roster), roster.errors, shown


def test_warnings_and_notes_do_not_make_a_roster_illegal() -> None:
    """500 - 32 points stay unspent, which is a note."""
    assert verdict(roster_spec(CAPTAIN)) == (True, 0, [("captain", 0)])


def test_a_roster_error_makes_it_illegal() -> None:
    legal, errors, shown = verdict(roster_spec(CAPTAIN, ("major", 1)))  # two leaders
    assert (legal, errors) == (False, 1)
    assert shown == [("captain", 0), ("major", 0)]


def test_an_empty_roster_breaks_a_rule() -> None:
    assert verdict(roster_spec()) == (False, 1, [])


def test_an_error_of_a_fielded_profile_makes_the_roster_illegal() -> None:
    """What a model may not be is no finding of the roster, but the profile's."""
    legal, errors, shown = verdict(roster_spec(CAPTAIN, ("wrong", 1)))
    assert (legal, errors) == (False, 0)
    assert [key for key, faults in shown if faults] == ["wrong"]


@pytest.mark.parametrize("row", [("wrong", 0), None], ids=["a count of 0", "no row"])
def test_an_error_of_a_profile_without_models_does_not_count(row: tuple[str, int] | None) -> None:
    rows = [CAPTAIN, *([row] if row else [])]
    assert verdict(roster_spec(*rows)) == (True, 0, [("captain", 0)])


def test_profiles_are_listed_once_in_the_lists_order() -> None:
    rows = [("plain", 1), ("captain", 1), ("plain", 2), ("archer", 0), ("nobody", 3)]
    _, errors, shown = verdict(roster_spec(*rows))
    assert [key for key, _ in shown] == ["captain", "plain"]
    assert errors == 1  # nobody is not in the list
