"""The limits of documents, such as the maximum number of profiles, from the settings."""

from django.conf import settings

from builder.points.document.document import Limits
from builder.points.document.json_reader import MAX_VALUE

# Stored documents are read without limits. So they remain readable if a limit in the settings is lowered.
NO_LIMITS = Limits(
    name=10**9,
    text=10**9,
    profiles=10**9,
    rosters=10**9,
    picks=10**9,
    weapons=10**9,
    count=10**9,
    least_price=-MAX_VALUE,
)


def limits() -> Limits:
    """Return the limits from the current settings."""
    return Limits(
        bytes=settings.MUSTERBOOK_MAX_DOCUMENT_BYTES,
        name=settings.MUSTERBOOK_MAX_NAME,
        text=settings.MUSTERBOOK_MAX_TEXT,
        profiles=settings.MUSTERBOOK_MAX_PROFILES,
        rosters=settings.MUSTERBOOK_MAX_ROSTERS,
        picks=settings.MUSTERBOOK_MAX_PICKS,
        weapons=settings.MUSTERBOOK_MAX_WEAPONS,
        depth=settings.MUSTERBOOK_MAX_DEPTH,
        count=settings.MUSTERBOOK_MAX_COUNT,
    )
