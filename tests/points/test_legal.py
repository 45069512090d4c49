"""Whether a roster is legal: by its own findings and by those of the profiles that it has models of."""

from tests.support.designs import appraise_json
from tests.support.roster_cases import RosterSpec, document_with_roster, roster_spec


def verdict(fielded: RosterSpec) -> tuple[bool, int, list[tuple[str, int]]]:
    """Whether it is legal, its own errors, and the profiles that it fields with theirs."""
    appraisal = appraise_json(document_with_roster(fielded))
    (roster,) = appraisal.rosters
    shown = [(profile.key, profile.errors) for profile in appraisal.fielded_profiles(roster)]
    return appraisal.is_legal(roster), roster.errors, shown


def test_warnings_and_notes_do_not_make_a_roster_illegal() -> None:
    """500 - 32 points stay unspent, which is a note."""
    assert verdict(roster_spec("captain")) == (True, 0, [("captain", 0)])


def test_a_roster_error_makes_it_illegal() -> None:
    legal, errors, shown = verdict(roster_spec("captain, major"))  # two leaders
    assert (legal, errors) == (False, 1)
    assert shown == [("captain", 0), ("major", 0)]


def test_an_empty_roster_breaks_a_rule() -> None:
    assert verdict(roster_spec()) == (False, 1, [])


def test_an_error_of_a_fielded_profile_makes_the_roster_illegal() -> None:
    """What a model may not be is no finding of the roster, but the profile's."""
    legal, errors, shown = verdict(roster_spec("captain, wrong"))
    assert (legal, errors) == (False, 0)
    assert [key for key, faults in shown if faults] == ["wrong"]


def test_an_error_of_a_profile_without_models_does_not_count() -> None:
    assert verdict(roster_spec("captain, 0 wrong")) == (True, 0, [("captain", 0)])


def test_profiles_are_listed_once_in_the_lists_order() -> None:
    _, errors, shown = verdict(roster_spec("plain, captain, 2 plain, 0 archer, 3 nobody"))
    assert [key for key, _ in shown] == ["captain", "plain"]
    assert errors == 1  # nobody is not in the list
