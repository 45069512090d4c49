"""Set-up of the tests of each game."""

import pytest
from django.test import Client

from builder.models import User


@pytest.fixture
def reader(client: Client, alice: User) -> Client:
    """Alice's browser."""
    client.force_login(alice)
    return client
