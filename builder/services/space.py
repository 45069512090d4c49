"""The free space on the site's disk."""

import shutil
import time
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from builder.models import ReadinessMark
from builder.services.errors import NoRoom

_LOOKED_AT_EVERY = 5.0

_last_look = (0.0, True)


def has_room() -> bool:
    """Return whether the data folder has enough free space; checked at most every five seconds.

    The data folder is the folder of SQLite's file, or else DATA_FOLDER, because a PostgreSQL server may be
    anywhere. Without a known folder, the answer is True.
    """
    global _last_look  # noqa: PLW0603 - one value that is replaced at once, so that threads need no lock
    looked, answer = _last_look
    now = time.monotonic()
    if now - looked > _LOOKED_AT_EVERY or not looked:
        answer = _free_bytes() >= settings.MUSTERBOOK_FREE_BYTES
        _last_look = (now, answer)
    return answer


def require_room() -> None:
    """Raise NoRoom if the site accepts no new guests at the moment."""
    if not has_room():
        raise NoRoom("This site is almost full.")


def missing_for_writing() -> str:
    """Return in a few words what keeps the site from storing data; "" if all is well.

    This writes to the database, because a full disk or a read-only database can't be detected otherwise.
    """
    if not has_room():
        return "the disk is almost full"
    try:
        ReadinessMark.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    except DatabaseError as error:
        return f"the database can't be written ({type(error).__name__})"
    return ""


def _free_bytes() -> int | float:
    folder = settings.DATA_FOLDER
    if not folder and connection.vendor == "sqlite":
        folder = str(Path(str(connection.settings_dict["NAME"])).parent)
    try:
        return shutil.disk_usage(folder).free if folder else float("inf")
    except OSError:
        return float("inf")
