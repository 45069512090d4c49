"""Requests for papers. A paper comes from the cache, or is typeset while the request waits.

The cache stores a paper under a key, which is a digest of the template and all data. To avoid that the
program must read and appraise the list for the key, the cache also has a ticket. It contains the key and the
words of the file name, and is stored under a digest of what the paper depends on, such as the list's version.

A spender is a client whose use of the typesetter is limited. Views check that a user may have the paper.
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
"""The seconds after which a page requests a paper again that is not ready."""

# If several requests need the same paper at once, only one prepares it, and the others wait for its lock. A
# lock belongs to many papers, but two of them are rarely requested at once.
_prepare_locks = [Lock() for _ in range(64)]


MEDIA_TYPES: Mapping[Output, str] = {
    "pdf": "application/pdf", "png": "image/png", "zip": "application/zip", "json": "application/json",
}  # fmt: skip


class PreparedPaper(NamedTuple):
    """The order of a paper, and the words of its file name."""

    order: Order
    names: tuple[str, ...]


class PaperSource(NamedTuple):
    """A function that prepares a paper, and texts that change whenever the paper changes.

    ``prepare`` may raise an error that refuses the request, such as Http404. If ``ticket_parts`` is empty,
    the paper has no ticket.
    """

    prepare: Callable[[], PreparedPaper]
    ticket_parts: tuple[str, ...] = ()


class PaperNotReadyError(Exception):
    """A paper takes longer than a request can wait, or too many requests are waiting already."""


class RequestedPaper:
    """A requested paper, with a strong ETag and the words of its file name."""

    def __init__(self, source: PaperSource, key: str, names: tuple[str, ...], order: Order | None) -> None:
        self._source, self._key, self._order = source, key, order
        self.names = names
        self.etag = f'"{key[:40]}"'

    def content(self, spender: str) -> bytes:
        """Return the file from the cache, or typeset it. Only one paper of a spender is typeset at a time.

        Raise PaperNotReadyError if the request would wait too long. Raise PaperFailedError if the paper can't
        be typeset.
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
    """Return the paper of a source. If the cache has no ticket for it, prepare it.

    If too many requests wait for papers, raise PaperNotReadyError before anything is prepared.
    """
    if not source.ticket_parts:
        prepared = _prepare(source, spender)
        return RequestedPaper(source, paper_key(prepared.order), prepared.names, prepared.order)
    fonts = installed_fonts(settings.FONTS_FOLDER)
    ticket_key = f"ticket-{digest_of(program_digest(), fonts.digest, *source.ticket_parts)}"
    with _prepare_locks[int(ticket_key[-8:], 16) % len(_prepare_locks)]:
        ticket = read_value(ticket_key)
        if ticket is not None:
            key, *names = ticket
            return RequestedPaper(source, key, tuple(names), None)
        prepared = _prepare(source, spender)
        key = paper_key(prepared.order)
        try:
            store_value(ticket_key, (key, *prepared.names))
        except OSError as error:
            logger.warning("The cache of papers can't be written: %s", error)
    return RequestedPaper(source, key, prepared.names, prepared.order)


def _prepare(source: PaperSource, spender: str) -> PreparedPaper:
    try:
        typesetting_pool().check_room(spender)
    except BusyError as error:
        raise PaperNotReadyError from error
    return source.prepare()
