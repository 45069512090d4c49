"""Papers that were typeset before, in Django's file-based cache ``papers``, which all processes share.

The keys are digests of everything that goes into a paper. Django limits the number of files. Papers have very
different sizes, so this module limits their bytes as well.
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

_FAILED_SECONDS = 300  # for this long a paper that failed is not tried again
_ENDED_SECONDS = 30  # the same if something else ended its worker
_BLOCK = 512  # bytes, the unit of st_blocks
_SHARE = 20  # the bytes are counted whenever this share of the limit was written

logger = logging.getLogger(__name__)
_written = [0]


def read_outcome(key: str) -> Outcome | None:
    """Return the paper that is stored by this key, or why it failed lately; None if there is neither."""
    outcome = read_value(key)
    if isinstance(outcome, bytes):
        return Outcome("done", outcome)
    return None if outcome is None else Outcome(outcome)


def store_outcome(key: str, outcome: Outcome) -> None:
    """Store a paper, or for some time why it failed. Raises OSError if the disk is full or not writable."""
    if outcome.state == "done":
        store_value(key, outcome.content)
    else:
        seconds = _ENDED_SECONDS if outcome.state == "ended" else _FAILED_SECONDS
        caches["papers"].set(key, outcome.state, seconds)


def read_value(key: str) -> Any:  # noqa: ANN401 - what was stored
    """Return what is stored by this key; None if there is nothing, or if its file can't be read."""
    try:
        return caches["papers"].get(key)
    except (OSError, EOFError, zlib.error, pickle.UnpicklingError) as error:
        logger.warning("A file in the cache of papers can't be read: %s", error)
        return None


def store_value(key: str, value: object) -> None:
    """Store a value, and remove the oldest files if they are too many bytes. Raises OSError like above."""
    caches["papers"].set(key, value)
    limit = settings.MUSTERBOOK_KEPT_PAPER_BYTES
    _written[0] += len(value) if isinstance(value, bytes) else 0
    if _written[0] >= limit // _SHARE:
        _written[0] = 0
        _prune(Path(settings.CACHES["papers"]["LOCATION"]), limit)


def _prune(folder: Path, limit: int) -> None:
    """Remove the oldest files beyond so many bytes. Other processes may remove the same files."""
    files = []
    for path in folder.glob(f"*{FileBasedCache.cache_suffix}"):
        with suppress(FileNotFoundError):
            about = path.stat()
            files.append((about.st_mtime_ns, about.st_blocks * _BLOCK, path))
    for _, size, path in sorted(files, reverse=True):
        limit -= size
        if limit < 0:
            path.unlink(missing_ok=True)
