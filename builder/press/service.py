"""The press itself: one process a site, with the queue of papers and the setters that set them.

It is started by whoever finds none, and ends when nobody is connected any more. Who asks for a paper waits a
little for it, or is told its place in the queue; the paper is set all the same, and found in the cache later.
"""

import asyncio
import fcntl
import logging
import os
import signal
import socket
import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import NamedTuple

from builder.press import frames
from builder.press.cache import PaperCache, make_private_folder
from builder.press.orders import PROGRAM, Order
from builder.press.settings import PressSettings

PAPERS_OF_ONE_SETTER = 300
"""After so many papers a setter is replaced by a fresh one."""

_LINGER = 3.0  # seconds without anybody connected, after which the press ends
_START = 30.0  # seconds that a setter may take until it is ready
_IDLE = 600.0  # seconds without a paper, after which a setter ends
_FORGOTTEN = 60.0  # seconds after which a paper in the queue is left out, for nobody asks for it any more
_FAILED = 300.0  # seconds for which a paper that could not be set is not tried again
_ENDED = 30.0  # the same where its process was killed by something else
_KEPT_FAILURES = 1000
_KEPT_BESIDES = 4  # papers that the disk did not take, kept in memory
_HOLDING, _HOLDING_OF_ONE = (
    6,
    3,
)  # so many requests wait for their papers at once; others are told their place
_SHARE_OF_ONE = 4  # the queue is not for one person alone: no more than its fourth part

logger = logging.getLogger("press")


class Outcome(NamedTuple):
    """What came of an order: ``done`` with its file, or why there is none."""

    state: str
    content: bytes = b""


@dataclass(slots=True, eq=False)
class Job:
    """An order in the queue, or being set. A ``patient`` one is the site's own, without a page to wait on."""

    key: str
    person: str
    order: Order
    patient: bool
    asked: float
    held: int = 0
    is_set: bool = False
    done: int = 0
    steps: int = 0
    outcome: Outcome | None = None
    finished: asyncio.Event = field(default_factory=asyncio.Event)


class Setter:
    """A process that sets papers, started when it is needed."""

    def __init__(self, settings: PressSettings) -> None:
        self._settings = settings
        self._process: asyncio.subprocess.Process | None = None
        self._papers = 0
        self._rest: asyncio.TimerHandle | None = None

    async def set(self, job: Job) -> Outcome:
        """Set a paper; a process that takes too long is killed, and the next paper gets a new one."""
        if self._rest is not None:
            self._rest.cancel()
        try:
            return await self._set(job)
        finally:
            self._rest = asyncio.get_running_loop().call_later(_IDLE, self._kill)

    async def _set(self, job: Job) -> Outcome:
        try:
            process = self._process or await self._start()
            await _hand_over(process, job.order, self._settings.seconds)
            outcome = await self._outcome(process, job)
        except TimeoutError:
            await self.end()
            return Outcome("time")
        except (asyncio.IncompleteReadError, ConnectionError):
            return Outcome(_cause(await self.end()))
        self._papers += 1
        if self._papers >= PAPERS_OF_ONE_SETTER or outcome.state != "done":
            await self.end()
        return outcome

    async def _outcome(self, process: asyncio.subprocess.Process, job: Job) -> Outcome:
        """What the process answers. Each step of a paper that is bound has the time of a whole one."""
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        while True:
            async with asyncio.timeout(self._settings.seconds):
                header, content = await frames.receive(process.stdout)
            if header["state"] == "step":
                job.done, job.steps = header["done"], header["steps"]
                continue
            if header["state"] == "fault":
                logger.error("%s: %s", job.order.template, header["words"])
            return Outcome(header["state"], content)

    async def end(self) -> int:
        """End the process, if there is one; how it ended."""
        process = self._kill()
        return 0 if process is None else await process.wait()

    def _kill(self) -> asyncio.subprocess.Process | None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
        return process

    async def _start(self) -> asyncio.subprocess.Process:
        settings = self._settings
        told = (str(settings.megabytes), str(settings.seconds), settings.fonts)
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "builder.press.setter", *told),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=PROGRAM.parent,
        )
        self._papers = 0
        assert self._process.stdout is not None  # noqa: S101 - it is a pipe
        async with asyncio.timeout(_START):  # which is not taken off the time of the first paper
            await frames.receive(self._process.stdout)
        return self._process


async def _hand_over(process: asyncio.subprocess.Process, order: Order, seconds: int) -> None:
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    told = {"template": order.template, "output": order.output, "day": order.day, "ppi": order.ppi}
    process.stdin.write(frames.pack(told, order.data.encode()))
    async with asyncio.timeout(seconds):
        await process.stdin.drain()


def _cause(ended: int) -> str:
    """Why a process has gone by itself, by its exit status: Rust aborts where it gets no memory."""
    return {-signal.SIGXCPU: "time", -signal.SIGABRT: "memory"}.get(ended, "ended")


class Press:
    """The queue, its setters, and what is known of papers that were set or could not be."""

    def __init__(self, settings: PressSettings) -> None:
        self._settings = settings
        self._cache = PaperCache(settings.cache, settings.cache_bytes)
        self._jobs: dict[str, Job] = {}
        self._people: set[str] = set()
        self._idle = [Setter(settings) for _ in range(settings.setters)]
        self._tasks: set[asyncio.Task[None]] = set()
        self._failures: OrderedDict[str, tuple[float, Outcome]] = OrderedDict()
        self._besides: OrderedDict[str, bytes] = OrderedDict()
        self._pace = 1.0
        self._connected = 0
        self._changed = asyncio.Event()

    async def serve(self, listener: socket.socket) -> asyncio.Server:
        """Answer until nobody has been connected for a while."""
        server = await asyncio.start_unix_server(self._converse, sock=listener)
        while True:
            self._changed.clear()
            try:
                async with asyncio.timeout(None if self._connected else _LINGER):
                    await self._changed.wait()
            except TimeoutError:
                return server

    async def end(self) -> None:
        """End all setters."""
        for setter in self._idle:
            await setter.end()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connected += 1
        self._changed.set()
        try:
            while True:
                asked, body = await frames.receive(reader)
                told, content = await self._answer(asked, body)
                writer.write(frames.pack(told, content))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
            self._connected -= 1
            self._changed.set()

    async def _answer(self, asked: frames.Header, body: bytes) -> tuple[frames.Header, bytes]:
        key, person, patient = str(asked["key"]), str(asked["person"]), bool(asked["patient"])
        job = self._jobs.get(key)
        if job is None:
            if (known := self._known(key)) is not None:
                return {"state": known.state}, known.content
            self._forget_the_forgotten()
            if not patient and self._is_full(person):
                return {"state": "full", "seconds": self._seconds(len(self._jobs))}, b""
            if not body:
                return {"state": "unknown"}, b""
            order = Order(asked["template"], asked["output"], asked["day"], body.decode(), asked["ppi"])
            job = self._jobs[key] = Job(key, person, order, patient, self._now())
            self._dispatch()
        job.asked, job.patient = self._now(), job.patient or patient
        if patient:
            await job.finished.wait()
        else:
            await self._hold(job, float(asked["wait"]))
        if job.outcome is not None:
            return {"state": job.outcome.state}, job.outcome.content
        place = self._place(job)
        told = {"state": "waiting", "place": place, "seconds": self._seconds(place)}
        return {**told, "done": job.done, "steps": job.steps}, b""

    def _known(self, key: str) -> Outcome | None:
        """What came of an order before."""
        if key in self._failures:
            until, failure = self._failures[key]
            if self._now() < until:
                return failure
            del self._failures[key]
        content = self._besides.get(key) or self._cache.read(key)
        return None if content is None else Outcome("done", content)

    def _is_full(self, person: str) -> bool:
        waiting = [job for job in self._jobs.values() if not job.patient]
        theirs = sum(job.person == person for job in waiting)
        return len(waiting) >= self._settings.queue or theirs > self._settings.queue // _SHARE_OF_ONE

    async def _hold(self, job: Job, seconds: float) -> None:
        """Let a request wait for its paper, where not too many do already: each of them holds a thread."""
        held = sum(other.held for other in self._jobs.values())
        theirs = sum(other.held for other in self._jobs.values() if other.person == job.person)
        if held >= _HOLDING or theirs >= _HOLDING_OF_ONE:
            return
        job.held += 1
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await job.finished.wait()
        job.held -= 1

    def _place(self, job: Job) -> int:
        """The place in the queue from 1; 0 for a paper that is being set."""
        if job.is_set:
            return 0
        waiting = [other for other in self._jobs.values() if not other.is_set]
        return waiting.index(job) + 1

    def _seconds(self, place: int) -> int:
        """After how many seconds it is worth asking again."""
        return max(2, min(60, ceil(place * self._pace / self._settings.setters)))

    def _dispatch(self) -> None:
        """Give every idle setter the first paper whose person has none being set."""
        for job in list(self._jobs.values()):
            if not self._idle:
                return
            if not job.is_set and job.person not in self._people:
                job.is_set = True
                self._people.add(job.person)
                task = asyncio.create_task(self._set(job, self._idle.pop()))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _forget_the_forgotten(self) -> None:
        before = self._now() - _FORGOTTEN
        for job in list(self._jobs.values()):
            if not (job.is_set or job.patient or job.held) and job.asked < before:
                del self._jobs[job.key]

    async def _set(self, job: Job, setter: Setter) -> None:
        began = self._now()
        try:
            outcome = await setter.set(job)
        except Exception:  # whatever it is, the queue goes on
            logger.exception("a paper could not be handed to its setter")
            await setter.end()
            outcome = Outcome("ended")
        self._pace = 0.8 * self._pace + 0.2 * (self._now() - began)
        await self._keep(job.key, outcome)
        job.outcome = outcome
        job.finished.set()
        del self._jobs[job.key]
        self._people.discard(job.person)
        self._idle.append(setter)
        self._changed.set()
        self._dispatch()

    async def _keep(self, key: str, outcome: Outcome) -> None:
        if outcome.state != "done":
            seconds = _FAILED if outcome.state != "ended" else _ENDED
            self._failures[key] = (self._now() + seconds, outcome)
            while len(self._failures) > _KEPT_FAILURES:
                self._failures.popitem(last=False)
            return
        try:
            await asyncio.to_thread(self._cache.write, key, outcome.content)
        except OSError as error:
            logger.warning("the cache of papers cannot be written: %s", error)
            self._besides[key] = outcome.content
            while len(self._besides) > _KEPT_BESIDES:
                self._besides.popitem(last=False)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


# ------------------------------------------------------------------ beginning and end


def start(settings: PressSettings) -> None:
    """Have a press for these settings; returns in the process that began, once one answers."""
    path = settings.socket
    make_private_folder(path.parent)
    with _lock(path):
        if _answers(path):
            return
        path.unlink(missing_ok=True)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(path))
        listener.listen(128)
        if os.fork():
            return
    _detach(path)
    asyncio.run(_serve(settings, listener))


async def _serve(settings: PressSettings, listener: socket.socket) -> None:
    press = Press(settings)
    server = await press.serve(listener)
    with _lock(settings.socket):  # nobody starts another while this one goes
        server.close()
        settings.socket.unlink(missing_ok=True)
    await press.end()


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """The one who starts or ends the press at this address. A fork lets go of it where the block ends."""
    with open(path.with_suffix(".lock"), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as line:
        return line.connect_ex(str(path)) == 0


def _detach(path: Path) -> None:
    """Go on without the terminal of whoever began; what is to be said is written beside the socket."""
    os.setsid()
    log = os.open(path.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(log, 2)
    os.close(log)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
