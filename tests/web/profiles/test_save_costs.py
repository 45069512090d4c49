"""The work of saving and loading a profile."""

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.models import CompanyList, User
from tests.support.api_client import ApiClient
from tests.support.html_forms import HTMX, fields_of


def count_calls(action: Callable[[], object]) -> Counter[str]:
    """Return how often an action calls each function, by name."""
    calls: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            calls[frame.f_code.co_qualname] += 1

    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(None)
    return calls


def test_a_change_in_the_editor_is_parsed_once_and_priced_twice(
    alice: User, alices_list: CompanyList, client: Client
) -> None:
    """The second change is counted, because the first starts an edit session."""
    client.force_login(alice)
    address = f"/lists/{alices_list.public_id}/profiles/captain/"
    fields = fields_of(client.get(address).content.decode())

    def save(version: int, value: int) -> None:
        sent = {**fields, "version": [str(version)], "attributes.fgt": [str(value)]}
        assert client.post(address, sent, headers=HTMX).status_code == 200

    save(1, 5)
    # No other test saves this value: the appraisals of equal lists are cached.
    calls = count_calls(lambda: save(2, 6))
    assert calls["parse_design"] <= 2, "the new design and the stored one, and none of the other profiles"
    assert calls["price_document"] == 2, "for the answer, and for the verdict that is stored with the list"


def test_a_change_through_the_api_is_parsed_and_priced_once(alice: User, alices_list: CompanyList) -> None:
    program, address = ApiClient(alice), f"lists/{alices_list.public_id}/profiles/captain"

    def save(value: int) -> None:
        patch = {"design": {"attributes": {"fgt": value}}}
        assert program.patch(address, patch, If_Match="*").status_code == 200

    save(3)
    # No other test saves this value: the appraisals of equal lists are cached.
    calls = count_calls(lambda: save(4))
    assert calls["parse_design"] <= 2
    assert calls["price_document"] == 1, "for the verdict that is stored with the list"


def test_the_page_of_a_profile_that_names_no_other_reads_that_alone(
    alices_list: CompanyList, alice: User, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(alice)
    with django_assert_num_queries(4) as queries:  # session, user; the list; the profile
        assert client.get(f"/lists/{alices_list.public_id}/profiles/captain/").status_code == 200
    assert "captain" in queries.captured_queries[-1]["sql"]
