"""Papers for readers: from the cache, or typeset while they wait.

Views decide who may have a paper before they request it here. The cache stores a paper under a digest of its
content. For a paper of a stored list, the cache also has a ticket: the key of the paper and the words of its
file name, stored under a digest of the paper's dependencies, such as the list's version. With a ticket, the
list is neither read nor appraised.

A spender is a client whose use of the typesetter is limited.
"""

import logging
from collections.abc import Callable, Mapping
from threading import Lock
from typing import NamedTuple

from django.conf import settings

from builder.exports.pdf.typesetter import PaperFailedError, make_outcome, paper_key, typesetting_pool
from builder.typesetting.cache import read_value, store_value
from builder.typesetting.fonts import installed_fonts
from builder.typesetting.orders import Order, Output, digest_of, program_digest
from builder.typesetting.pool import BusyError

logger = logging.getLogger(__name__)

RETRY_SECONDS = 3
"""The number of seconds after which a page requests a paper again if it was not ready."""

# If several requests need the same paper at once, one prepares it. Different papers rarely share a lock.
_preparing = [Lock() for _ in range(64)]


MEDIA_TYPES: Mapping[Output, str] = {
    "pdf": "application/pdf", "png": "image/png", "zip": "application/zip", "json": "application/json",
}  # fmt: skip


class PreparedPaper(NamedTuple):
    """The order of a paper, and the words of its file name."""

    order: Order
    names: tuple[str, ...]


class PaperSource(NamedTuple):
    """The source of a paper.

    ``prepare`` may raise errors that refuse the request, such as Http404. ``depends_on`` are texts for
    everything that affects the paper. It is empty if that is unknown.
    """

    prepare: Callable[[], PreparedPaper]
    depends_on: tuple[str, ...] = ()


class PaperNotReadyError(Exception):
    """A paper takes longer than a request waits, or there is no room for it at the moment."""


class RequestedPaper:
    """A requested paper: the words of its file name, its ETag, and its file."""

    def __init__(self, source: PaperSource, key: str, names: tuple[str, ...], order: Order | None) -> None:
        self._source, self._key, self._order = source, key, order
        self.names = names
        self.etag = f'"{key[:40]}"'
        """A strong ETag: only the same bytes have it."""

    def content(self, spender: str) -> bytes:
        """Return the file. Raise PaperNotReadyError, or PaperFailedError if it can't be typeset.

        Each ``spender`` has only one paper typeset at a time.
        """
        seconds = settings.MUSTERBOOK_PAPER_WAIT_SECONDS
        try:
            outcome = make_outcome(self._key, spender, self._order, seconds)
            if outcome is None:
                order = self._source.prepare().order
                outcome = make_outcome(paper_key(order), spender, order, seconds)
        except BusyError as error:
            raise PaperNotReadyError from error
        if outcome is None or outcome.state != "done":
            raise PaperFailedError(outcome.state if outcome else "ended")
        return outcome.content


def request_paper(source: PaperSource, spender: str) -> RequestedPaper:
    """Return the paper of a source. Prepare its order if the cache has no ticket for its dependencies.

    Raise PaperNotReadyError before preparing anything if too many requests wait for papers.
    """
    if not source.depends_on:
        prepared = _prepare(source, spender)
        return RequestedPaper(source, paper_key(prepared.order), prepared.names, prepared.order)
    fonts = installed_fonts(settings.FONTS_FOLDER)
    ticket = f"ticket-{digest_of(program_digest(), fonts.digest, *source.depends_on)}"
    with _preparing[int(ticket[-8:], 16) % len(_preparing)]:
        stored = read_value(ticket)
        if stored is not None:
            key, *names = stored
            return RequestedPaper(source, key, tuple(names), None)
        prepared = _prepare(source, spender)
        key = paper_key(prepared.order)
        try:
            store_value(ticket, (key, *prepared.names))
        except OSError as error:
            logger.warning("The cache of papers can't be written: %s", error)
    return RequestedPaper(source, key, prepared.names, prepared.order)


def _prepare(source: PaperSource, spender: str) -> PreparedPaper:
    try:
        typesetting_pool().check_room(spender)
    except BusyError as error:
        raise PaperNotReadyError from error
    return source.prepare()
