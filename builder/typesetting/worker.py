"""The worker process, which typesets one paper after another.

A slot (``pool.py``) spawns it, so it doesn't inherit sockets, files and database connections.
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
    """Prepare this process for papers: remove secrets, set limits, and create the compiler."""
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
    # Start this thread after the compiler is created, which sets glibc to reserve less memory for each
    # thread.
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
    """Wait until the web process ends. Then end this process, even if it is typesetting a paper."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
