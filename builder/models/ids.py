"""Random ids and secrets for addresses."""

import secrets

# Without vowels and look-alikes, no id spells a word, and every id can be read aloud.
_LETTERS = "bcdfghjkmnpqrstvwxyz23456789"


def new_public_id() -> str:
    """Return a random id for addresses, which nobody can guess."""
    return _random_letters(12)


def new_secret() -> str:
    """Return a random secret of 115 bits for an address that gives access to anyone who has it."""
    return _random_letters(24)


def is_public_id(text: str) -> bool:
    """Return whether a text can be an id or secret.

    Queries with other texts can fail, because PostgreSQL rejects NUL characters and surrogates.
    """
    return text.isascii() and text.isalnum()


def _random_letters(count: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(count))
