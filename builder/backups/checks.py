"""Checks after a restore: whether this site can read all lists, and all second factors for logging in."""

from allauth.mfa.models import Authenticator

from builder.documents import load_lists
from builder.models import CompanyList
from builder.services.people.secrets import decrypt_secret

_BATCH = 100


def find_unreadable_lists() -> list[str]:
    """Return the public ids of the lists that can't be read."""
    unreadable: list[str] = []
    rows = CompanyList.objects.select_related("edition__system", "owner").order_by("pk")
    after = 0
    while batch := list(rows.filter(pk__gt=after)[:_BATCH]):
        loaded = load_lists(batch)
        unreadable += [row.public_id for row in batch if row.pk not in loaded]
        after = batch[-1].pk
    return unreadable


def count_unreadable_second_factors() -> int:
    """Return the number of second factors that no key in TOTP_KEYS and SECRET_KEY can decrypt."""
    return sum(not _is_readable(data) for data in Authenticator.objects.values_list("data", flat=True))


def _is_readable(data: dict[str, object]) -> bool:
    try:
        for value in data.values():
            for secret in value if isinstance(value, list) else [value]:
                decrypt_secret(str(secret))
    except ValueError:
        return False
    return True
