"""The worker process of a slot: it typesets one paper after another.

A slot (``pool.py``) starts it by spawning, not forking, so it doesn't inherit sockets, files or database
connections from the web process.
"""

import os
import resource
import signal
from collections.abc import Callable, Mapping
from multiprocessing import parent_process
from threading import Thread

from builder.typesetting.binding import bind
from builder.typesetting.decks import describe_deck, pack_cards
from builder.typesetting.form_fields import with_form_fields
from builder.typesetting.orders import Order, Output
from builder.typesetting.typesetter import typeset, warm_up

_NICE = 5  # lower priority than web requests


def start_worker(megabytes: int, fonts_folder: str) -> None:
    """Prepare this process for papers: drop secrets, set the limits, create the compiler."""
    os.environ.clear()  # removes SECRET_KEY, DATABASE_URL and others
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends the worker without a traceback
    os.nice(_NICE)
    for limit, maximum in (
        (resource.RLIMIT_AS, megabytes * 1_000_000),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        resource.setrlimit(limit, (maximum, maximum))
    warm_up(fonts_folder)
    # Start this thread last: creating the compiler limits the address space that glibc reserves for threads.
    Thread(target=_end_with_parent, daemon=True).start()


def make_file(order: Order) -> bytes:
    """Return the file of an order."""
    return _MAKERS[order.output](order)


def _make_form(order: Order) -> bytes:
    return with_form_fields(typeset(order))


_MAKERS: Mapping[Output, Callable[[Order], bytes]] = {
    "pdf": typeset,
    "png": typeset,
    "form": _make_form,
    "bound": bind,
    "zip": pack_cards,
    "json": describe_deck,
}


def _end_with_parent() -> None:
    """Wait until the web process ends for any reason, and then end this process, even during a paper."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
