"""Checks of the free disk space, and of whether the site can store data."""

import shutil
import time
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from builder.models import ReadinessMark
from builder.services.errors import DiskAlmostFull

_CHECK_SECONDS = 5.0

_last_check = (0.0, True)  # the time of the last check, and its result


def has_free_space() -> bool:
    """Return whether the data folder has enough free space. The answer is cached for five seconds.

    The data folder is DATA_FOLDER, or else the folder of the SQLite database. If DATA_FOLDER is empty and the
    database is PostgreSQL, which may be on another machine, the answer is True.
    """
    global _last_check  # noqa: PLW0603 - threads need no lock, because one assignment replaces the tuple
    checked_at, result = _last_check
    now = time.monotonic()
    if now - checked_at > _CHECK_SECONDS or not checked_at:
        result = _free_bytes() >= settings.MUSTERBOOK_FREE_BYTES
        _last_check = (now, result)
    return result


def require_free_space() -> None:
    """Raise DiskAlmostFull if the data folder has too little free space."""
    if not has_free_space():
        raise DiskAlmostFull("This site is almost full.")


def write_problem() -> str:
    """Return the reason why the site can't store data, in a few words, or an empty string if it can.

    Write a row to the database, because only a write shows that the database accepts data.
    """
    if not has_free_space():
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
