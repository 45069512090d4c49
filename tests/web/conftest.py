"""Set-up of the tests of pages."""

import pytest
from django.test import Client

from builder.models import CompanyList, User


@pytest.fixture
def address(alice: User, alices_list: CompanyList, client: Client) -> str:
    """The page of alice's list; alice is logged in."""
    client.force_login(alice)
    return f"/lists/{alices_list.public_id}/"
