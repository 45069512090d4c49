"""What the editor walks through.

Of a save what came in is parsed, and what the answer shows is priced, once; a page reads what it shows.
"""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from bench.save_costs import Action, CallCounts, api_save, count_calls, editor_save
from builder.models import CompanyList, User


@pytest.mark.parametrize(("way", "passes"), [(editor_save, 2), (api_save, 1)], ids=["editor", "interface"])
def test_a_save_parses_what_came_in_and_prices_what_its_answer_shows(
    alice: User, alices_list: CompanyList, way: Callable[[User, str, str], Action], passes: int
) -> None:
    """A tap on a stepper, by the editor's form or as a merge patch; the first has begun an edit session."""
    save = way(alice, alices_list.public_id, "captain")
    save()
    found: CallCounts = count_calls(save)
    # What came in and what was stored, and none of the six other profiles. Nobody reads the history here.
    assert found.parses <= 2
    # One pass is for the verdict that is stored with the list.
    assert found.passes == passes


def test_the_page_of_a_profile_that_names_no_other_reads_that_alone(
    alices_list: CompanyList, alice: User, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(alice)
    with django_assert_num_queries(4) as asked:  # session, user; the list; the profile
        assert client.get(f"/lists/{alices_list.public_id}/profiles/captain/").status_code == 200
    assert "captain" in asked.captured_queries[-1]["sql"]
