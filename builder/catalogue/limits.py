"""The largest document that is read or stored, as the settings say."""

from django.conf import settings

from builder.points.document import Limits


def limits() -> Limits:
    """The limits in force now; those without a setting have their default."""
    return Limits(
        bytes=settings.MUSTERBOOK_MAX_DOCUMENT_BYTES,
        name=settings.MUSTERBOOK_MAX_NAME,
        text=settings.MUSTERBOOK_MAX_TEXT,
        profiles=settings.MUSTERBOOK_MAX_PROFILES,
    )
