"""Fixtures for the tests of the API."""

import pytest

from builder.models import Club, CompanyList, User
from tests.support.api_client import ApiClient
from tests.support.list_access import share_every_way


@pytest.fixture
def program(alice: User) -> ApiClient:
    """A client with alice's token."""
    return ApiClient(alice)


@pytest.fixture
def at(alices_list: CompanyList) -> str:
    """The address of alice's list."""
    return f"lists/{alices_list.public_id}"


@pytest.fixture
def list_urls(alices_list: CompanyList, club: Club) -> dict[str, str]:
    """The addresses of Alice's list by link, and of a list and a roster shared with her club."""
    return share_every_way(alices_list, club)
