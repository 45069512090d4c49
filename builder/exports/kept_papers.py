"""Papers as readers get them: kept ones at once, others when it is their turn.

Who may have a paper is decided before it is asked for here. What was set is found by a key of all that went
into it; a paper of a stored list is found besides by what it depends on, its version first, so that a kept
one takes neither reading the list nor adding it up.
"""

import json
import logging
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from django.conf import settings

from builder.exports.pdf.typesetter import PaperNotSetError, press
from builder.press.client import Answer, PressClient, PressError
from builder.press.orders import Order, digest_of, program_digest

logger = logging.getLogger(__name__)

_NO_PAPER = "none"
_NO_PRESS_SECONDS = 10

# Where several ask for the same paper at once, one of them prepares it; different ones rarely share a lock.
_preparing = [Lock() for _ in range(64)]


class PreparedPaper(NamedTuple):
    """A paper as the press is given it, and the parts of the name of its file."""

    order: Order
    names: tuple[str, ...]


class PaperSource(NamedTuple):
    """Where a paper comes from. ``depends_on`` is all that makes it another one; () where that is not known.

    ``prepare`` may refuse what was asked for.
    """

    prepare: Callable[[], PreparedPaper]
    depends_on: tuple[str, ...] = ()


class PaperNotReadyError(Exception):
    """A paper that is not set yet: its place in the queue, 0 for being set now.

    ``place`` is None where it is in no queue, for that is full. ``seconds`` are to wait before
    it is asked for again. Of a large one ``done`` of ``steps`` are done.
    """

    def __init__(self, place: int | None, seconds: int, done: int = 0, steps: int = 0) -> None:
        self.place, self.seconds, self.done, self.steps = place, seconds, done, steps
        super().__init__("The paper is not ready.")


class RequestedPaper:
    """A paper that its reader may have: its names, its ETag, and its file."""

    def __init__(self, source: PaperSource, key: str, names: tuple[str, ...], order: Order | None) -> None:
        self._source, self._key, self._order = source, key, order
        self.names = names
        self.etag = f'"{key[:40]}"'
        """A strong one: the same bytes have it, and no others."""

    def content(self, reader: str) -> bytes:
        """The file; PaperNotReadyError or PaperNotSetError where there is none yet, or none at all.

        Of all papers of a ``reader`` one is set at a time.
        """
        desk = press()
        kept = desk.cache.read(self._key)
        if kept is not None:
            return kept
        answer = _ask(desk, self._key, reader, self._order)
        if answer.state == "unknown":
            order = self._source.prepare().order
            answer = _ask(desk, desk.key_of(order), reader, order)
        if answer.state == "done":
            return answer.content
        if answer.state == "waiting":
            raise PaperNotReadyError(answer.place, answer.seconds, answer.done, answer.steps)
        logger.warning("A paper could not be set: %s", answer.state)
        raise PaperNotSetError(answer.state)


def request_paper(source: PaperSource, reader: str) -> RequestedPaper:
    """The paper of a source. Where it was asked for before it is not prepared again.

    For a ``reader`` who has no place left in the queue nothing is prepared: PaperNotReadyError.
    """
    if not source.depends_on:
        prepared = _prepare(source, reader)
        return RequestedPaper(source, press().key_of(prepared.order), prepared.names, prepared.order)
    desk = press()
    slip = f"slip-{digest_of(program_digest(), desk.fonts, *source.depends_on)}"
    with _preparing[int(slip[-8:], 16) % len(_preparing)]:
        written = desk.cache.read(slip)
        if written is not None:
            key, *names = json.loads(written)
            return RequestedPaper(source, key, tuple(names), None)
        prepared = _prepare(source, reader)
        key = desk.key_of(prepared.order)
        try:
            desk.cache.write(slip, json.dumps([key, *prepared.names]).encode())
        except OSError as error:
            logger.warning("The cache of papers cannot be written: %s", error)
    return RequestedPaper(source, key, prepared.names, prepared.order)


def _prepare(source: PaperSource, reader: str) -> PreparedPaper:
    """Prepare a paper, after asking whether there is room for another one."""
    _ask(press(), _NO_PAPER, reader, None)
    return source.prepare()


def _ask(desk: PressClient, key: str, reader: str, order: Order | None) -> Answer:
    """What the press answers; PaperNotReadyError where its queue is full, or where there is no press."""
    try:
        answer = desk.take(key, reader, order, settings.MUSTERBOOK_PAPER_WAIT_SECONDS)
    except PressError as error:
        logger.error("%s", error)
        raise PaperNotReadyError(None, _NO_PRESS_SECONDS) from error
    if answer.state == "full":
        raise PaperNotReadyError(None, answer.seconds)
    return answer
