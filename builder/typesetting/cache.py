"""The cache of papers, which is Django's file-based cache "papers". All processes share it.

Django limits the number of files. Papers have very different sizes, so this module limits their total size
too.
"""

import logging
import pickle
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.filebased import FileBasedCache

from builder.typesetting.pool import Outcome

_FAILED_SECONDS = 300  # a paper that failed isn't tried again for this time
_ENDED_SECONDS = 30  # the same, if the worker ended for an unknown reason
_BLOCK_BYTES = 512  # the unit of st_blocks
_PRUNINGS_PER_LIMIT = 20  # a process prunes the cache each time it has written 1/20 of the limit

logger = logging.getLogger(__name__)
_bytes_since_pruning = [0]


def read_outcome(key: str) -> Outcome | None:
    """Return the stored paper, or the reason why it failed, or None."""
    outcome = read_value(key)
    if isinstance(outcome, bytes):
        return Outcome("done", outcome)
    return None if outcome is None else Outcome(outcome)


def store_outcome(key: str, outcome: Outcome) -> None:
    """Store a paper or, for some minutes, the reason why it failed.

    Raises OSError if the disk is full or not writable.
    """
    if outcome.state == "done":
        store_value(key, outcome.content)
    else:
        seconds = _ENDED_SECONDS if outcome.state == "ended" else _FAILED_SECONDS
        caches["papers"].set(key, outcome.state, seconds)


def read_value(key: str) -> Any:  # noqa: ANN401 - any value can be stored
    """Return the stored value, or None if there is no value or its file can't be read."""
    try:
        return caches["papers"].get(key)
    except (OSError, EOFError, zlib.error, pickle.UnpicklingError) as error:
        logger.warning("A file in the cache of papers can't be read: %s", error)
        return None


def store_value(key: str, value: object) -> None:
    """Store a value, and sometimes prune the cache. Raises OSError if the disk is full or not writable."""
    caches["papers"].set(key, value)
    max_bytes = settings.MUSTERBOOK_KEPT_PAPER_BYTES
    _bytes_since_pruning[0] += len(value) if isinstance(value, bytes) else 0
    if _bytes_since_pruning[0] >= max_bytes // _PRUNINGS_PER_LIMIT:
        _bytes_since_pruning[0] = 0
        _prune(Path(settings.CACHES["papers"]["LOCATION"]), max_bytes)


def _prune(folder: Path, max_bytes: int) -> None:
    """Remove the oldest files until the others have at most ``max_bytes``.

    Other processes may remove the same files at the same time, so a missing file is no error.
    """
    remaining = max_bytes
    files = []
    for path in folder.glob(f"*{FileBasedCache.cache_suffix}"):
        with suppress(FileNotFoundError):
            status = path.stat()
            files.append((status.st_mtime_ns, status.st_blocks * _BLOCK_BYTES, path))
    for _, size, path in sorted(files, reverse=True):
        remaining -= size
        if remaining < 0:
            path.unlink(missing_ok=True)
