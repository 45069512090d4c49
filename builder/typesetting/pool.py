"""The pool of a web process. It has slots, and each slot typesets one paper at a time in a worker process.

A worker whose paper takes too long is killed. This makes its executor unusable, so each slot has its own. If
a request stops waiting for a paper, the paper is finished all the same, and stored for a later request.
"""

import logging
import os
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from signal import SIGABRT
from threading import Condition, Thread
from typing import Literal, NamedTuple

from builder.typesetting.fonts import Fonts
from builder.typesetting.orders import Order
from builder.typesetting.worker import make_file, start_worker

State = Literal["done", "time", "memory", "fault", "ended"]

MAX_PAPERS_PER_WORKER = 300
"""The number of papers after which a slot starts a new worker, so that memory leaks stay small."""

_START_SECONDS = 30
_TIME_FACTOR = 4  # a file of many papers may take four times as long as one paper
_SLOW_OUTPUTS = ("bound", "zip", "json")
# Each waiting request occupies a thread, and a web process has 8 threads.
_MAX_WAITING, _MAX_WAITING_PER_SPENDER = 6, 3
_MAX_UNSAVED = 4  # outcomes that couldn't be stored, and are in memory instead
# Typst aborts if it can't allocate memory. Python exits with 1 if it has too little memory to read the order.
_EXITS_WITHOUT_MEMORY = (-SIGABRT, 1)

logger = logging.getLogger(__name__)


class PaperLimits(NamedTuple):
    """The number of slots, and the time and memory that one paper may take."""

    slots: int
    seconds: int
    megabytes: int


class Outcome(NamedTuple):
    """The file of an order, or the reason why it couldn't be made.

    The states "time" and "memory" mean that the paper took too much of it. "ended" means that the worker
    process ended for another reason. "fault" means that the program has an error.
    """

    state: State
    content: bytes = b""


class BusyError(Exception):
    """The paper isn't ready. It takes longer than the request can wait, or too many requests are waiting."""


class _Worker:
    """A running worker process."""

    def __init__(self, megabytes: int, fonts: Fonts) -> None:
        self.fonts, self.paper_count = fonts, 0
        self._executor = ProcessPoolExecutor(
            1, get_context("spawn"), initializer=start_worker, initargs=(megabytes, fonts.folder)
        )
        try:
            pid = self._executor.submit(os.getpid).result(_START_SECONDS)
        except BaseException:
            self._executor.shutdown(wait=False)
            raise
        # Find the process, because ``make`` needs its exit code. The executor has no method that returns it.
        self._process = next(child for child in active_children() if child.pid == pid)

    def is_usable(self, fonts: Fonts) -> bool:
        """Return whether the worker runs, has these fonts, and hasn't typeset too many papers."""
        has_papers_left = self.paper_count < MAX_PAPERS_PER_WORKER
        return self._process.is_alive() and has_papers_left and self.fonts == fonts

    def make(self, order: Order, seconds: int) -> Outcome:
        """Typeset a paper. If the outcome isn't "done", the caller must close this worker."""
        self.paper_count += 1
        try:
            return Outcome("done", self._executor.submit(make_file, order).result(seconds))
        except TimeoutError:
            return Outcome("time")
        except MemoryError:
            return Outcome("memory")
        except BrokenProcessPool:
            self._executor.shutdown()  # waits until the process has ended, so that its exit code is known
            return Outcome("memory" if self._process.exitcode in _EXITS_WITHOUT_MEMORY else "ended")
        except Exception:
            logger.exception("The template %s can't be typeset.", order.template)
            return Outcome("fault")

    def close(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._executor.shutdown()


class Slot:
    """A part of the pool that typesets one paper at a time, with a worker that it starts when needed."""

    def __init__(self, limits: PaperLimits) -> None:
        self._limits = limits
        self._worker: _Worker | None = None

    def make(self, order: Order, fonts: Fonts) -> Outcome:
        """Typeset a paper within the limits."""
        seconds = self._limits.seconds * (_TIME_FACTOR if order.output in _SLOW_OUTPUTS else 1)
        try:
            worker = self._usable_worker(fonts)
        except (BrokenProcessPool, TimeoutError):
            logger.exception("A worker process can't start. Is MUSTERBOOK_PAPER_MEGABYTES too small?")
            return Outcome("ended")
        outcome = worker.make(order, seconds)
        if outcome.state != "done":
            logger.warning("A paper of the template %s wasn't made: %s", order.template, outcome.state)
            self.close()
        return outcome

    def close(self) -> None:
        """End the worker."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()

    def _usable_worker(self, fonts: Fonts) -> _Worker:
        if self._worker is None or not self._worker.is_usable(fonts):
            self.close()
            self._worker = _Worker(self._limits.megabytes, fonts)
        return self._worker


@dataclass(slots=True, eq=False)
class _Job:
    """A paper in progress. ``outcome`` is None until the paper is finished."""

    key: str
    spender: str
    outcome: Outcome | None = None


class Pool:
    """The slots, and the requests that wait for their papers.

    A spender is a text that names the user or the network address that sends a request. Each spender uses at
    most one slot at a time. ``store`` stores an outcome under a key, and may raise OSError.
    """

    def __init__(self, limits: PaperLimits, store: Callable[[str, Outcome], None]) -> None:
        self._store = store
        self._idle = [Slot(limits) for _ in range(limits.slots)]
        self._jobs: dict[str, _Job] = {}
        self._waiting: Counter[str] = Counter()
        self._unsaved: OrderedDict[str, Outcome] = OrderedDict()
        self._changed = Condition()

    def check_room(self, spender: str) -> None:
        """Raise BusyError if too many requests of this spender are waiting, or too many of all spenders."""
        with self._changed:
            waiting = self._waiting
            if waiting.total() >= _MAX_WAITING or waiting[spender] >= _MAX_WAITING_PER_SPENDER:
                raise BusyError

    def make(
        self, key: str, spender: str, order: Order | None, fonts: Fonts, seconds: float
    ) -> Outcome | None:
        """Return the outcome of an order. ``key`` is the key of the paper in the cache.

        If a slot is typesetting the paper for another request, wait for it. If not, wait for a free slot and
        typeset the paper or, if ``order`` is None, return None. Raises BusyError after ``seconds``.
        """
        with self._changed:
            if key in self._unsaved:
                return self._unsaved.pop(key)
            job = self._jobs.get(key)
            if job is None and order is None:
                return None

            def has_finished() -> bool:
                nonlocal job
                job = job or self._jobs.get(key)
                if job is None and order is not None and self._may_begin(spender):
                    job = self._begin(_Job(key, spender), order, fonts)
                return job is not None and job.outcome is not None

            with self._count_as_waiting(spender):
                if not self._changed.wait_for(has_finished, seconds):
                    raise BusyError
            return job.outcome if job else None

    def close(self) -> None:
        """End the workers of all idle slots."""
        with self._changed:
            for slot in self._idle:
                slot.close()

    @contextmanager
    def _count_as_waiting(self, spender: str) -> Iterator[None]:
        self.check_room(spender)
        self._waiting[spender] += 1
        try:
            yield
        finally:
            self._waiting[spender] -= 1
            if not self._waiting[spender]:
                del self._waiting[spender]

    def _may_begin(self, spender: str) -> bool:
        return bool(self._idle) and all(job.spender != spender for job in self._jobs.values())

    def _begin(self, job: _Job, order: Order, fonts: Fonts) -> _Job:
        self._jobs[job.key] = job
        # Take the slot that was used last, because it has a worker. So a second worker only starts if two
        # papers are typeset at once.
        slot = self._idle.pop()
        # A web process that stops doesn't wait for daemon threads.
        Thread(target=self._run, args=(job, slot, order, fonts), daemon=True).start()
        return job

    def _run(self, job: _Job, slot: Slot, order: Order, fonts: Fonts) -> None:
        """Typeset a paper in this thread, store it, and wake the waiting requests."""
        outcome, is_stored = Outcome("ended"), False
        try:
            outcome = slot.make(order, fonts)
            self._store(job.key, outcome)
            is_stored = True
        except OSError as error:
            logger.warning("The cache of papers can't be written: %s", error)
        finally:
            with self._changed:
                if not is_stored:
                    self._unsaved[job.key] = outcome
                while len(self._unsaved) > _MAX_UNSAVED:
                    self._unsaved.popitem(last=False)
                job.outcome = outcome
                del self._jobs[job.key]
                self._idle.append(slot)
                self._changed.notify_all()
