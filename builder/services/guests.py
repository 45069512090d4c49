"""Guests: users who were never asked for a name."""

from django.db import transaction
from django.utils.crypto import get_random_string

from builder.models import User


@transaction.atomic
def create_guest() -> User:
    """A new guest. No password opens the account: the session that it is logged in to alone does."""
    guest = User(username=f"guest-{get_random_string(20).lower()}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest
