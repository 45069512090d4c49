"""The cache of papers. It is Django's file-based cache with the name "papers", which all processes share.

A key is a digest of everything that affects the paper. Django limits the number of files in the cache. Papers
have very different sizes, so this module limits the total size of the files too.
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
_BLOCK = 512  # the unit of st_blocks, in bytes
_PRUNINGS = 20  # a process prunes the cache each time it has written 1/20 of the limit

logger = logging.getLogger(__name__)
_bytes_since_pruning = [0]


def read_outcome(key: str) -> Outcome | None:
    """Return what is stored under a key: a paper, or the reason why it failed. Return None for nothing."""
    outcome = read_value(key)
    if isinstance(outcome, bytes):
        return Outcome("done", outcome)
    return None if outcome is None else Outcome(outcome)


def store_outcome(key: str, outcome: Outcome) -> None:
    """Store a paper, or the reason why it failed. The reason is deleted after some minutes.

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
    """Store a value. If this process has written much since the last time, remove old files (``_prune``).

    Raises OSError if the disk is full or not writable.
    """
    caches["papers"].set(key, value)
    limit = settings.MUSTERBOOK_KEPT_PAPER_BYTES
    _bytes_since_pruning[0] += len(value) if isinstance(value, bytes) else 0
    if _bytes_since_pruning[0] >= limit // _PRUNINGS:
        _bytes_since_pruning[0] = 0
        _prune(Path(settings.CACHES["papers"]["LOCATION"]), limit)


def _prune(folder: Path, limit: int) -> None:
    """Remove the oldest files until the others have at most ``limit`` bytes.

    Other processes may remove the same files at the same time, so a missing file is no error.
    """
    files = []
    for path in folder.glob(f"*{FileBasedCache.cache_suffix}"):
        with suppress(FileNotFoundError):
            status = path.stat()
            files.append((status.st_mtime_ns, status.st_blocks * _BLOCK, path))
    for _, size, path in sorted(files, reverse=True):
        limit -= size
        if limit < 0:
            path.unlink(missing_ok=True)
