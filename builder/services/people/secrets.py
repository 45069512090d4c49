"""Encryption of the secrets of second factors, with a key that is not in the database."""

import base64
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_ENCRYPTED_PREFIX = "gAAAA"
"""The beginning of every encrypted text.

A secret that isn't encrypted can't begin like this: it is in Base32, which has no lower-case letters.
"""


def encrypt_secret(text: str) -> str:
    """Return the secret, encrypted with the first key in TOTP_KEYS, or with SECRET_KEY if there is none."""
    return _fernet().encrypt(text.encode()).decode()


def decrypt_secret(text: str) -> str:
    """Return the decrypted secret. Raises ValueError if no key can decrypt it.

    Secrets that early versions of the site stored without encryption are returned unchanged.
    """
    if not is_encrypted(text):
        return text
    try:
        return _fernet().decrypt(text.encode()).decode()
    except InvalidToken as error:
        raise ValueError("No key in TOTP_KEYS fits. Put the old keys after the new key.") from error


def is_encrypted(text: str) -> bool:
    """Return whether a stored secret is encrypted."""
    return text.startswith(_ENCRYPTED_PREFIX)


def _fernet() -> MultiFernet:
    # SECRET_KEY can decrypt the secrets that were encrypted before TOTP_KEYS was set.
    return _fernet_of((*settings.TOTP_KEYS, settings.SECRET_KEY))


@lru_cache(maxsize=4)
def _fernet_of(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(base64.urlsafe_b64encode(_derive(key))) for key in keys])


def _derive(key: str) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=b"musterbook.totp").derive(key.encode())
