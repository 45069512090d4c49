"""Papers are made in worker processes within limits, and a failed worker stops no other."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import date
from multiprocessing import active_children, get_context
from pathlib import Path
from select import select
from typing import Any

import pytest

from builder.catalogue.play import list_sheet
from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.papers import paper_data
from builder.exports.pdf.typesetter import order_of
from builder.points.document.document import Document
from builder.typesetting.fonts import Fonts
from builder.typesetting.orders import Order
from builder.typesetting.pool import BusyError, Outcome, PaperLimits, Pool
from builder.typesetting.worker import start_worker
from tests.support.pdf_pages import DAY, fury_catalogue
from tests.support.project_files import ROOT

PATIENCE = 60.0
NO_FONTS = Fonts("", "")


class World:
    """A pool, and the papers that it stored."""

    def __init__(self, **limits: int) -> None:
        self.stored: dict[str, Outcome] = {}
        usual = {"slots": 2, "seconds": 30, "megabytes": 1000}
        self.pool = Pool(PaperLimits(**{**usual, **limits}), self.stored.__setitem__)

    def make(self, order: Order, spender: str, seconds: float = PATIENCE) -> Outcome | None:
        return self.pool.make(order.key, spender, order, NO_FONTS, seconds)

    def begin(self, order: Order, spender: str) -> None:
        """Start a paper, and don't wait for it."""
        with pytest.raises(BusyError):
            self.make(order, spender, 0)


NewWorld = Callable[..., World]


@pytest.fixture
def new_world() -> Iterator[NewWorld]:
    """Create worlds, and close their pools afterwards."""
    created: list[World] = []

    def make(**limits: int) -> World:
        created.append(World(**limits))
        return created[-1]

    yield make
    for world in created:
        world.pool.close()


@pytest.fixture
def world(new_world: NewWorld) -> World:
    return new_world()


@pytest.fixture(scope="module")
def quick(reavers: Document) -> dict[str, Any]:
    """Return the data of a paper that takes a tenth of a second."""
    return dict(paper_data(list_sheet(reavers, fury_catalogue()), PaperOptions(paper="list"), DAY, ""))


def order(data: dict[str, Any], number: int = 0, paragraphs: int = 0) -> Order:
    """Return another order for each number. 100,000 paragraphs take far too long."""
    text = [{"kind": "paragraph", "runs": [f"Paper {number} " + "and so on " * 10]}]
    return order_of("list", "pdf", {**data, "background": text * max(1, paragraphs)}, DAY)


def new_workers(before: set[int | None]) -> list[int]:
    return [child.pid for child in active_children() if child.pid and child.pid not in before]


@pytest.fixture
def before() -> set[int | None]:
    """Return the child processes of other tests."""
    return {child.pid for child in active_children()}


def test_workers_have_no_secrets(world: World, quick: dict[str, Any], before: set[int | None]) -> None:
    """Its only open files are its pipes."""
    order_request = order(quick)
    outcome = world.make(order_request, "u1")
    assert outcome is not None
    assert outcome.content.startswith(b"%PDF-")
    assert world.stored == {order_request.key: outcome}
    (worker,) = new_workers(before)
    opened = [os.readlink(path) for path in Path(f"/proc/{worker}/fd").iterdir()]
    assert not [target for target in opened if target.startswith("socket:")]
    limits = Path(f"/proc/{worker}/limits").read_text(encoding="utf-8")
    assert "Max address space         1000000000" in limits


def test_the_order_is_built_only_for_papers_not_in_progress(world: World, quick: dict[str, Any]) -> None:
    long = order(quick, 1, 1500)
    assert world.pool.make(long.key, "u1", None, NO_FONTS, PATIENCE) is None
    world.begin(long, "u1")
    outcome = world.pool.make(long.key, "u2", None, NO_FONTS, PATIENCE)
    assert outcome is not None
    assert outcome.state == "done"


def test_papers_of_one_reader_are_made_one_at_a_time(world: World, quick: dict[str, Any]) -> None:
    long, second, third = order(quick, 1, 1500), order(quick, 2), order(quick, 3)
    world.begin(long, "u1")
    world.begin(second, "u1")  # doesn't start: a slot is free, but not for this spender
    assert world.make(third, "u2") is not None
    assert list(world.stored) == [third.key]
    assert world.make(second, "u1") is not None
    assert list(world.stored) == [third.key, long.key, second.key]


def test_the_number_of_waiting_requests_is_limited(new_world: NewWorld, quick: dict[str, Any]) -> None:
    """So a web process has threads left for pages. One spender can have fewer than all together."""
    world = new_world(slots=1)
    world.begin(order(quick, 0, 100_000), "u0")
    with ThreadPoolExecutor(8) as threads:
        for number, spender in enumerate(["u1"] * 4 + ["u2", "u3", "u4", "u5"]):
            threads.submit(world.make, order(quick, number), spender, 3)
        for spender in ("u1", "u9"):
            wait_until_refused(world, spender)
    world.pool.check_room("u1")


def wait_until_refused(world: World, spender: str) -> None:
    """Return when so many threads wait that another request of this spender is refused."""
    while True:
        try:
            world.pool.check_room(spender)
        except BusyError:
            return


def test_a_hostile_paper_does_not_block_others(new_world: NewWorld, quick: dict[str, Any]) -> None:
    """Others get theirs while one user sends papers that take too long."""
    world = new_world(seconds=4, megabytes=4000)
    hostile = [order(quick, 1000 + number, 100_000) for number in range(2)]
    innocent = [order(quick, number) for number in range(6)]
    with ThreadPoolExecutor(5) as threads:
        bad = threads.submit(lambda: [world.make(item, "charlie") for item in hostile])
        good = list(threads.map(lambda pair: world.make(pair[1], f"u{pair[0]}"), enumerate(innocent)))
    assert bad.result() == [Outcome("time")] * 2
    assert [outcome.state for outcome in good if outcome] == ["done"] * 6


@pytest.mark.parametrize(
    ("limits", "cause"), [({"megabytes": 200}, "memory"), ({"seconds": 4, "megabytes": 4000}, "time")]
)
def test_papers_are_made_after_one_that_exceeded_its_limits(
    new_world: NewWorld, quick: dict[str, Any], limits: dict[str, int], cause: str
) -> None:
    world = new_world(slots=1, **limits)
    query, other = order(quick, 1, 100_000), order(quick, 2)
    assert world.make(query, "u1") == Outcome(cause)  # type: ignore[arg-type]  # one of the states
    outcome = world.make(other, "u1")
    assert outcome is not None
    assert outcome.state == "done"


def test_a_killed_worker_is_replaced(world: World, quick: dict[str, Any], before: set[int | None]) -> None:
    """If it is killed during a paper, the paper fails. Between two papers nobody notices."""
    first, query, other = order(quick), order(quick, 1, 20_000), order(quick, 2)
    world.make(first, "u1")
    world.begin(query, "u1")
    (worker,) = new_workers(before)
    os.kill(worker, signal.SIGKILL)
    assert world.make(query, "u1") == Outcome("ended")
    assert world.make(other, "u1") is not None
    (worker,) = new_workers(before)
    pidfd = os.pidfd_open(worker)
    os.kill(worker, signal.SIGKILL)
    assert select([pidfd], [], [], PATIENCE)[0]
    os.close(pidfd)
    outcome = world.make(order(quick, 3), "u1")
    assert outcome is not None
    assert outcome.state == "done"


def test_a_failing_template_raises_an_error(world: World, quick: dict[str, Any]) -> None:
    assert world.make(order_of("list", "pdf", {}, date(2026, 1, 1)), "u1") == Outcome("fault")
    assert world.make(order(quick), "u1") is not None


def test_a_paper_that_cannot_be_cached_is_returned_once(new_world: NewWorld, quick: dict[str, Any]) -> None:
    """If the disk is full, the paper stays in memory for the next request."""

    def refuse(key: str, outcome: Outcome) -> None:
        raise OSError("The disk is full.")

    world = new_world()
    world.pool = Pool(PaperLimits(1, 30, 1000), refuse)
    order_request = order(quick)
    world.begin(order_request, "u1")
    created = world.make(order_request, "u1")
    assert created is not None
    assert created.state == "done"


def test_a_worker_drops_the_secrets_of_its_web_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "secret")
    spawn = get_context("spawn")
    with ProcessPoolExecutor(1, spawn, initializer=start_worker, initargs=(1000, "")) as executor:
        assert executor.submit(os.getenv, "SECRET_KEY").result(PATIENCE) is None


_WEB_PROCESS = """
import sys, time
from multiprocessing import active_children, get_context
from threading import Thread
from builder.typesetting.fonts import Fonts
from builder.typesetting.orders import Order
from builder.typesetting.pool import PaperLimits, Pool

if __name__ == "__main__":
    order = Order("list", "pdf", "", sys.stdin.read())
    make = Pool(PaperLimits(1, 60, 4000), print).make
    Thread(target=make, args=("a", "u1", order, Fonts("", ""), None), daemon=True).start()
    while not active_children():
        time.sleep(0.01)
    time.sleep(1)
    print(active_children()[0].pid, flush=True)
    time.sleep(60)
"""


def test_a_worker_ends_with_its_web_process(quick: dict[str, Any]) -> None:
    """Even during a paper, and if the web process is killed."""
    with subprocess.Popen(
        [sys.executable, "-c", _WEB_PROCESS],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as web:
        assert web.stdin is not None
        assert web.stdout is not None
        web.stdin.write(order(quick, 1, 100_000).data)
        web.stdin.close()
        pidfd = os.pidfd_open(int(web.stdout.readline()))
        web.kill()
        assert select([pidfd], [], [], 10.0)[0]
        os.close(pidfd)
