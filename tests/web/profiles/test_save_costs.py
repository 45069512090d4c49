"""What a save walks through: what came in and what it is compared with, each parsed and priced once."""

import pytest

from bench.save_costs import Action, CallCounts, api_save, count_calls, editor_save
from builder.models import CompanyList, User


@pytest.fixture(params=[editor_save, api_save], ids=["editor", "interface"])
def save(request: pytest.FixtureRequest, alice: User, alices_list: CompanyList) -> Action:
    """A tap on a stepper, by the editor's form or as a merge patch; the first has begun a sitting."""
    action: Action = request.param(alice, alices_list.public_id, "captain")
    action()
    return action


def test_nothing_is_parsed_twice_and_everything_is_priced_in_one_pass(save: Action) -> None:
    found: CallCounts = count_calls(save)
    # What came in, what stands, what stood before the sitting: not one of the six other profiles.
    assert found.parses <= 3
    assert found.passes == 1
