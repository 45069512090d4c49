"""The free space on the site's disk, and whether the site can store data."""

import shutil
import time
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from builder.models import ReadinessMark
from builder.services.errors import NoRoom

_CHECK_SECONDS = 5.0

_last_check = (0.0, True)  # the time of the last check, and its result


def has_room() -> bool:
    """Return whether the data folder has enough free space; checked at most every five seconds.

    The data folder is the folder of SQLite's file, or else DATA_FOLDER, because a PostgreSQL server may be
    anywhere. Without a known folder, the answer is True.
    """
    global _last_check  # noqa: PLW0603 - one value that is replaced at once, so that threads need no lock
    checked_at, result = _last_check
    now = time.monotonic()
    if now - checked_at > _CHECK_SECONDS or not checked_at:
        result = _free_bytes() >= settings.MUSTERBOOK_FREE_BYTES
        _last_check = (now, result)
    return result


def require_room() -> None:
    """Raise NoRoom if the site accepts no new guests at the moment."""
    if not has_room():
        raise NoRoom("This site is almost full.")


def write_problem() -> str:
    """Return in a few words why the site can't store data; "" if it can.

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
