"""A request that takes too long is logged and ends its process. Other requests don't."""

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from builder.request_watch import RequestWatch
from tests.support.log_lines import LogLines

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class StuckApplication:
    """An application whose response to ``/stuck/`` waits until it is released."""

    def __init__(self) -> None:
        self.released = threading.Event()

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/stuck/":
            self.released.wait(30)
        start_response("200 OK", [])
        return [b"done"]


def answer(watch: RequestWatch, path: str) -> list[bytes]:
    """Return the body of the response to this path."""
    return list(watch({"PATH_INFO": path}, lambda *_: lambda _: None))


def test_a_stuck_request_is_logged_with_its_place_and_ends_the_process(log_lines: LogLines) -> None:
    application = StuckApplication()
    watch = RequestWatch(application, seconds=0.05)
    ended = threading.Event()
    request = threading.Thread(target=answer, args=(watch, "/stuck/"))
    request.start()
    watch.start(ended.set, interval=0.01)
    assert ended.wait(10)
    application.released.set()
    request.join(10)
    (record,) = log_lines.records("builder.request_watch")
    assert record["level"] == "ERROR"
    assert "/stuck/" in record["message"]
    assert "in __call__" in record["message"], "the stack of the stuck thread"


def test_a_process_that_goes_on_logs_each_slow_request_once(log_lines: LogLines) -> None:
    application = StuckApplication()
    watch = RequestWatch(application, seconds=0)
    for _ in range(2):
        threading.Thread(target=answer, args=(watch, "/stuck/"), daemon=True).start()
        while not watch.log_slow_requests():
            threading.Event().wait(0.01)
        assert not watch.log_slow_requests()
    application.released.set()
    assert len(log_lines.records("builder.request_watch")) == 2


def test_requests_that_end_do_not_end_the_process(log_lines: LogLines) -> None:
    watch = RequestWatch(StuckApplication(), seconds=0.05)
    ended = threading.Event()
    for _ in range(3):
        assert answer(watch, "/quick/") == [b"done"]
    watch.start(ended.set, interval=0.01)
    assert not ended.wait(0.2)
    assert log_lines.records("builder.request_watch") == []
