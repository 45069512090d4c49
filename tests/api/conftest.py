"""Set-up of the tests of the API."""

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from builder.models import Club, CompanyList, User
from tests.support.api_client import Answer, ApiClient
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
def count_queries(django_assert_num_queries: DjangoAssertNumQueries) -> Callable[..., Answer]:
    """A function that reads an address as somebody, and checks how many queries that takes."""

    def count(user: User | None, at: str, queries: int) -> Answer:
        program = ApiClient(user)
        program.get(at)  # the first request of a token's day stores the day
        with django_assert_num_queries(queries, info=at):
            answer = program.get(at)
        assert answer.status_code == 200
        return answer

    return count


@pytest.fixture
def list_urls(alices_list: CompanyList, club: Club) -> dict[str, str]:
    """Alice's list by link, and her club's list, complete and by one roster."""
    return share_every_way(alices_list, club)
