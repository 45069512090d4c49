"""Ids and secrets of addresses."""

import secrets

# Neither vowels nor look-alikes: no id spells a word, and every one can be read aloud.
_LETTERS = "bcdfghjkmnpqrstvwxyz23456789"


def new_public_id() -> str:
    """Return a random id for addresses, which nobody can guess."""
    return _random_letters(12)


def new_secret() -> str:
    """Return a random secret of 115 bits for an address that gives access to anyone who has it."""
    return _random_letters(24)


def is_public_id(text: str) -> bool:
    """Whether a text can be an id or a secret at all: PostgreSQL takes no NUL character, nor a surrogate."""
    return text.isascii() and text.isalnum()


def _random_letters(count: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(count))
