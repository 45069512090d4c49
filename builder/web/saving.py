"""Saving forms that are sent at every change, and once more when their page is left."""

from collections.abc import Callable

from django.http import QueryDict

from builder.services.errors import StaleVersion


def save_over(
    save: Callable[[int], int], version: int, post: QueryDict, stored_by: Callable[[QueryDict], int | None]
) -> int:
    """Save over a version; the new version. StaleVersion when somebody else has saved meanwhile.

    A page that is being left cannot wait for the answer to what it sent before, which may be saved, on its
    way, or lost. It says what that was in ``sent``: when just that is stored now, nobody else's is, and
    ``stored_by`` gives its version. Such a form is to be saved even where it changes nothing, so that what is
    still on its way comes too late.
    """
    try:
        return save(version)
    except StaleVersion:
        latest = stored_by(QueryDict(post.get("sent", ""))) if "sent" in post else None
        if latest is None:
            raise
        return save(latest)
