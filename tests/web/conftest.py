"""Set-up of the tests of pages."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.models import CompanyList, User
from tests.support.accounts import browser
from tests.support.query_counts import OpenInQueries


@pytest.fixture
def address(alice: User, alices_list: CompanyList, client: Client) -> str:
    """The address of alice's list. Alice is logged in."""
    client.force_login(alice)
    return f"/lists/{alices_list.public_id}/"


@pytest.fixture
def open_in_queries(django_assert_num_queries: DjangoAssertNumQueries) -> OpenInQueries:
    """Open a page as a user, or without one, and check the number of its queries."""

    def open_page(user: User | None, address: str, queries: int) -> str:
        client = browser(user)
        with django_assert_num_queries(queries, info=address):
            answer = client.get(address)
            content = b"".join(answer)
        assert answer.status_code == 200, address
        return content.decode(errors="replace")

    return open_page
