"""Random ids and secrets for addresses."""

import secrets
from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)

# No vowels, so that no id spells a word, and no look-alikes, so that ids can be copied from paper.
_LETTERS = "bcdfghjkmnpqrstvwxyz23456789"


def new_public_id() -> str:
    """Return a random id for an address. Nobody can guess the id."""
    return _random_letters(12)


def new_secret() -> str:
    """Return a random secret of 115 bits for an address. Anyone who has the address gets access."""
    return _random_letters(24)


def is_public_id(text: str) -> bool:
    """Return whether a text may be an id or a secret: whether it has only ASCII letters and digits.

    Check this before a query, because PostgreSQL rejects NUL characters and surrogates.
    """
    return text.isascii() and text.isalnum()


def find_by_public_id(rows: QuerySet[Row], public_id: str) -> Row | None:
    """Return the row with this public id, or None if no row has it."""
    return rows.filter(public_id=public_id).first() if is_public_id(public_id) else None


def _random_letters(count: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(count))
