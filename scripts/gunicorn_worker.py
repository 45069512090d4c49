"""The gunicorn worker of Musterbook: gunicorn's own with threads, with what it lacks against slow clients.

A thread gets a request once all of it is there. Until then it waits in the poller, where it costs a socket
and the bytes that came. Limits in seconds and bytes stand at the top, with their reasons.
"""

import errno
import os
import re
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from select import select
from selectors import EVENT_READ, EVENT_WRITE
from typing import TYPE_CHECKING, Any

from gunicorn.workers.gthread import TConn, ThreadWorker

if TYPE_CHECKING:
    from gunicorn.http.message import Request
    from typing_extensions import Buffer

HEAD_SECONDS = 10.0
"""For the request line and the headers: a phone on a bad network needs one or two."""

BODY_SECONDS = 90.0
"""For the body: the largest import, a megabyte, over 100 kbit/s."""

SEND_SECONDS = 30.0
"""For a client that takes nothing more of its answer."""

ANSWER_SECONDS = 300.0
"""For all of an answer: the largest papers, some megabytes, over 200 kbit/s."""

THREAD_SECONDS = 20.0
"""For a thread that waits for a client after all, as for a body in chunks."""

REQUEST_SECONDS = 60.0
"""For a thread on one request; a worker with one that takes longer is replaced."""

MAX_HEAD_BYTES = 64 * 1024
MAX_BODY_BYTES = 4_000_000
"""What is announced to be larger goes on at once: Django refuses it by its announcement, unread."""

MAX_WAITING_BYTES = 64_000_000
"""Of all requests that are still coming in, of one worker; the oldest is dropped for the newest. The same of
all answers that are still going out."""

MAX_UNSENT_BYTES = 8_000_000
"""Of one answer, before its thread waits for the client; more only a dump of the gallery has."""

LINGER_SECONDS = 3.0
"""For a client to close its end, so that it has read its answer before the connection is gone."""

STOP_SECONDS = 5.0
"""For requests that are still coming in when the worker is told to stop."""

_READ_BYTES = 64 * 1024
_SEND_BYTES = 512 * 1024
_HEAD_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d+)[ \t]*\r\n", re.IGNORECASE)
_DIGITS = 18  # no length that is meant has more
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)


class IncomingRequest:
    """The bytes of a request that is still coming in, and until when it may."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.began = time.monotonic()
        self.leaves_body = False
        self.expected: int | None = None
        """Bytes of head and body together, once the head is there."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing more of it is to come; a body in chunks or too large is left unread."""
        return self.expected is not None and not self.leaves_body

    @property
    def deadline(self) -> float:
        """Until when the head, then the body must be there (monotonic seconds)."""
        return self.began + (HEAD_SECONDS if self.expected is None else BODY_SECONDS)

    def add(self, data: bytes) -> bool:
        """Take what came; whether the request can go on to a thread."""
        self.data += data
        if self.expected is None:
            end = self.data.find(_HEAD_END, max(len(self.data) - len(data) - len(_HEAD_END), 0))
            if end < 0:
                return len(self.data) > MAX_HEAD_BYTES  # the parser refuses it
            self.expected = end + len(_HEAD_END) + self._body_bytes(bytes(self.data[: end + 2]))
        return len(self.data) >= self.expected

    @property
    def wants_continue(self) -> bool:
        """Whether the client waits to be told that its body is wanted."""
        return self.expected is not None and b"\r\nexpect:" in self.data[:MAX_HEAD_BYTES].lower()

    def _body_bytes(self, head: bytes) -> int:
        """How many bytes of a body are waited for: none of what will be refused unread."""
        lengths = [found.lstrip(b"0") for found in _LENGTH.findall(head)]
        announced = max((int(found[:_DIGITS] or 0) for found in lengths), default=0)
        self.leaves_body = announced > MAX_BODY_BYTES or _CHUNKED.search(head) is not None
        return 0 if self.leaves_body else announced


class BufferedSocket(socket.socket):
    """The socket of a client: what it does not take at once of an answer is kept for the poller to send."""

    def __init__(self, taken: socket.socket) -> None:
        super().__init__(fileno=taken.detach())
        self.unsent = bytearray()
        self.waited = 0.0  # seconds, of the thread that answers

    def sendall(self, data: "Buffer", _flags: int = 0, /) -> None:
        """Send what the client takes at once, and keep the rest; TimeoutError where that stays too much."""
        self.unsent += data
        self.send_unsent()
        while len(self.unsent) > MAX_UNSENT_BYTES:
            if self.waited > SEND_SECONDS:
                raise TimeoutError(errno.ETIMEDOUT, "The client does not take its answer.")
            since = time.monotonic()
            select([], [self], [], 1.0)
            self.waited += time.monotonic() - since
            self.send_unsent()

    def send_unsent(self) -> None:
        """Send as much as the client takes now. OSError where it has gone."""
        with memoryview(bytes(self.unsent[:_SEND_BYTES])) as data:
            sent = 0
            with suppress(BlockingIOError, InterruptedError):
                sent = self.send(data, socket.MSG_DONTWAIT)
        del self.unsent[:sent]

    def setblocking(self, flag: bool, /) -> None:
        """A thread that waits for a client does so only for a while."""
        super().settimeout(THREAD_SECONDS if flag else 0.0)


class BufferingWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Threads get whole requests; whatever is slow waits in the poller, and only so long."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.incoming: dict[TConn, IncomingRequest] = {}  # the oldest first
        self.incoming_bytes = 0
        self.outgoing: dict[TConn, float] = {}  # until when; the oldest first
        self.lingering: dict[TConn, float] = {}  # until when
        self.running: dict[int, float] = {}  # since when each thread has been on its request

    # ------------------------------------------------------------------ coming in

    def accept(self, listener: socket.socket) -> bool:
        """Take a new connection into the poller; whether there was one."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                return False
            raise
        self.nr_conns += 1
        _limit_sending(client)
        self._receive(TConn(self.cfg, BufferedSocket(client), address, listener.getsockname()))
        while self.nr_conns >= self.worker_connections and self.incoming:
            self._drop(next(iter(self.incoming)))
        return True

    def on_client_socket_readable(self, conn: TConn, client: socket.socket) -> None:
        """The next request on a connection that was kept."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._receive(conn)

    def _receive(self, conn: TConn, data: bytes = b"") -> None:
        """Wait for a request, of which this much came with the one before."""
        conn.sock.setblocking(False)
        self.incoming[conn] = IncomingRequest()
        self.poller.register(conn.sock, EVENT_READ, partial(self._on_readable, conn))
        if data:
            self._take(conn, data)
        else:
            self._on_readable(conn, conn.sock)  # it is often there already

    def _on_readable(self, conn: TConn, client: socket.socket) -> None:
        data = _read(client)
        if data:
            self._take(conn, data)
        elif data is not None:
            self._drop(conn)

    def _take(self, conn: TConn, data: bytes) -> None:
        request = self.incoming[conn]
        waited = request.expected is None
        self.incoming_bytes += len(data)
        if request.add(data):
            self._pass_on(conn, request)
        elif waited and request.wants_continue:
            try:
                conn.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")
            except OSError:  # it has gone
                self._drop(conn)
        while self.incoming_bytes > MAX_WAITING_BYTES and len(self.incoming) > 1:
            self._drop(next(iter(self.incoming)))

    def _pass_on(self, conn: TConn, request: IncomingRequest) -> None:
        """A request to a thread, with its bytes in the parser."""
        self._forget(conn)
        conn.data_ready = True  # for gunicorn: not to be waited for
        conn.may_be_kept = request.is_whole
        conn.sock.setblocking(True)
        conn.init()
        conn.parser.unreader.unread(bytes(request.data))
        self.enqueue_req(conn)

    def _forget(self, conn: TConn) -> None:
        self.poller.unregister(conn.sock)
        self.incoming_bytes -= len(self.incoming.pop(conn).data)

    def _drop(self, conn: TConn) -> None:
        self._forget(conn)
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """End what is too slow, and this worker where a thread is stuck. Called every second."""
        super().murder_pending()
        now = time.monotonic()
        longest = BODY_SECONDS if self.alive else STOP_SECONDS
        for conn, request in list(self.incoming.items()):
            if min(request.deadline, request.began + longest) < now:
                with suppress(OSError):
                    conn.sock.send(b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n")
                self._drop(conn)
        for conn, until in list(self.outgoing.items()):
            if until < now:
                self._end_sending(conn)
        for conn, until in list(self.lingering.items()):
            if until < now:
                self._end_lingering(conn)
        for thread, since in list(self.running.items()):
            if now - since > REQUEST_SECONDS and self.alive:
                self._end_for_stuck(thread)

    # ------------------------------------------------------------------ going out

    def finish_request(self, conn: TConn, future: "Future[object]") -> None:
        """After an answer: send the rest of it, then wait for the next request or the end of the connection.

        gunicorn waits for that in the one thread that serves all connections.
        """
        if not conn.sock.unsent:
            self._go_on(conn, future)
            return
        try:
            conn.sock.setblocking(False)
            self.poller.register(conn.sock, EVENT_WRITE, partial(self._on_writable, conn, future))
        except (OSError, ValueError, KeyError):  # it is closed already
            self.nr_conns -= 1
            conn.close()
            return
        self.outgoing[conn] = time.monotonic() + ANSWER_SECONDS
        while (
            sum(len(one.sock.unsent) for one in self.outgoing) > MAX_WAITING_BYTES and len(self.outgoing) > 1
        ):
            self._end_sending(next(iter(self.outgoing)))

    def _outgoing_bytes(self) -> int:
        return sum(len(conn.sock.unsent) for conn in self.outgoing)

    def _on_writable(self, conn: TConn, future: "Future[object]", client: BufferedSocket) -> None:
        try:
            client.send_unsent()
        except OSError:  # it has gone
            self._end_sending(conn)
            return
        if not client.unsent:
            del self.outgoing[conn]
            self.poller.unregister(client)
            self._go_on(conn, future)

    def _end_sending(self, conn: TConn) -> None:
        del self.outgoing[conn]
        self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()

    def _go_on(self, conn: TConn, future: "Future[object]") -> None:
        kept = not future.cancelled() and future.exception() is None and future.result() is True
        if kept and self.alive and (begun := conn.parser.unreader.take_buffered()):
            self._receive(conn, begun)
        elif kept:
            super().finish_request(conn, future)
        else:
            self._linger(conn)

    def handle_request(self, request: "Request", conn: TConn) -> bool:
        """Answer a request. Close the connection, and say so in the answer, if the body isn't read."""
        if not conn.may_be_kept:
            request.force_close()
        kept: bool = super().handle_request(request, conn)
        return kept

    def _keepalive_after(self, conn: TConn, keepalive: bool) -> bool:
        return bool(conn.may_be_kept and super()._keepalive_after(conn, keepalive))

    def _linger(self, conn: TConn) -> None:
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
            self.poller.register(conn.sock, EVENT_READ, partial(self._on_lingering_readable, conn))
        except (OSError, ValueError, KeyError):  # it is closed already
            self.nr_conns -= 1
            conn.close()
            return
        self.lingering[conn] = time.monotonic() + LINGER_SECONDS

    def _on_lingering_readable(self, conn: TConn, client: socket.socket) -> None:
        if _read(client) == b"":
            self._end_lingering(conn)

    def _end_lingering(self, conn: TConn) -> None:
        del self.lingering[conn]
        self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()

    # ------------------------------------------------------------------ running

    def handle(self, conn: TConn) -> object:
        """A request in its thread, whose time is taken."""
        thread = threading.get_ident()
        conn.sock.waited = 0.0
        self.running[thread] = time.monotonic()
        try:
            return super().handle(conn)
        finally:
            del self.running[thread]

    def _end_for_stuck(self, thread: int) -> None:
        """Say where a request has got stuck, and let another worker take this one's place."""
        frame = sys._current_frames().get(thread)
        where = "".join(traceback.format_stack(frame)[-12:]) if frame else ""
        self.log.error("A request took more than %d s; this worker is replaced.\n%s", REQUEST_SECONDS, where)
        self.alive = False
        # The others finish; a thread cannot be ended, so the process ends around it.
        ending = threading.Timer(self.cfg.graceful_timeout, os._exit, (1,))
        ending.daemon = True
        ending.start()

    # ------------------------------------------------------------------ ending

    def set_accept_enabled(self, enabled: bool) -> None:
        """At the end, answer every connection that the system has taken already, and close the door."""
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        for listener in self.sockets:
            _drain(partial(self.accept, listener))
            listener.close()

    def is_parent_alive(self) -> bool:
        """Whether the master lives; else this worker ends as if it had been told to."""
        alive: bool = super().is_parent_alive()
        if not alive:
            self.alive = False
        return alive


def _drain(accept: Callable[[], bool]) -> None:
    """Take all connections that wait."""
    while accept():
        pass


def _read(client: socket.socket) -> bytes | None:
    """What has come; nothing at the end of the connection, None where nothing has come yet."""
    try:
        return client.recv(_READ_BYTES)
    except (BlockingIOError, InterruptedError):
        return None
    except OSError:
        return b""


def _limit_sending(client: socket.socket) -> None:
    """End the connection of a client that takes nothing more, so that its thread is free again."""
    if hasattr(socket, "TCP_USER_TIMEOUT") and client.family != socket.AF_UNIX:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(SEND_SECONDS * 1000))
