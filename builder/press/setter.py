"""A setter: a process that sets one paper after the other, fed over its standard input.

It takes its limits upon itself: how much memory it may have, and how much time of the processor for a paper.
It has no secrets, writes no files, gives way to processes that answer pages, and ends with its press.
"""

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Callable, Mapping
from typing import BinaryIO

from builder.press import frames
from builder.press.binding import Report, bind
from builder.press.decks import describe_deck, pack_cards
from builder.press.form_fields import with_form_fields
from builder.press.orders import Order, Output
from builder.press.typesetter import TypesettingError, typeset, warm_up

_NICE = 5
_END_WITH_PARENT = 1  # PR_SET_PDEATHSIG, of Linux


def main() -> None:
    """Set what comes in until nothing more comes; told are megabytes, seconds for each paper, fonts."""
    megabytes, seconds = (int(argument) for argument in sys.argv[1:3])
    _end_with_parent()
    os.nice(_NICE)
    for limit, most in (
        (resource.RLIMIT_AS, megabytes * 1_000_000),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        resource.setrlimit(limit, (most, most))
    source = sys.stdin.buffer
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no part of a message
    warm_up(sys.argv[3])
    target.write(frames.pack({"state": "ready"}))
    target.flush()
    while True:
        try:
            header, body = frames.read(source)
        except EOFError:
            return
        order = Order(header["template"], header["output"], header["day"], body.decode(), header["ppi"])
        target.write(_answer(order, Reporter(target, seconds)))
        target.flush()


class Reporter:
    """Tells the press how far a paper is that is bound of several; each step has the time of a paper."""

    def __init__(self, target: BinaryIO, seconds: int) -> None:
        self._target, self._seconds = target, seconds
        _limit_processor_time(seconds)

    def __call__(self, done: int, steps: int) -> None:
        """So many steps are done."""
        self._target.write(frames.pack({"state": "step", "done": done, "steps": steps}))
        self._target.flush()
        _limit_processor_time(self._seconds)


def _answer(order: Order, report: Reporter) -> bytes:
    try:
        return frames.pack({"state": "done"}, _MAKERS.get(order.output, _single)(order, report))
    except MemoryError:
        return frames.pack({"state": "memory"})
    except TypesettingError as error:
        return frames.pack({"state": "fault", "words": str(error)})


def _form(order: Order, _report: Report) -> bytes:
    return with_form_fields(typeset(order))


def _single(order: Order, _report: Report) -> bytes:
    return typeset(order)


_MAKERS: Mapping[Output, Callable[[Order, Report], bytes]] = {
    "form": _form,
    "bound": bind,
    "zip": pack_cards,
    "json": describe_deck,
}


def _limit_processor_time(seconds: int) -> None:
    """From now on so many seconds of each of two processors; the press looks at the clock besides."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime) + 2 * seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _end_with_parent() -> None:
    """A setter whose press was killed is of no use to anybody. Other systems than Linux do without."""
    try:
        ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGKILL)
    except (OSError, AttributeError):
        return


if __name__ == "__main__":
    main()
