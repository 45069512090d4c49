"""The press: papers are set elsewhere, one of a person at a time, within limits, and the next one works."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from select import select
from typing import Any

import pytest

from builder.exports.pdf import PaperOptions
from builder.exports.pdf.papers import paper_data
from builder.exports.pdf.typesetter import order_of
from builder.points.document import Document
from builder.press.client import PressClient
from builder.press.orders import Order
from builder.press.settings import PressSettings
from tests.support.pdf_pages import DAY, fury_catalogue

PATIENCE = 60.0


def settings_of(folder: Path, **limits: int) -> PressSettings:
    usual: dict[str, Any] = {
        "setters": 2,
        "seconds": 30,
        "megabytes": 1000,
        "queue": 8,
        "cache_bytes": 10_000_000,
    }
    return PressSettings(folder=str(folder), **{**usual, **limits})


@pytest.fixture
def clients() -> Iterator[list[PressClient]]:
    """Those of a test, which let go of their presses in the end."""
    made: list[PressClient] = []
    yield made
    for client in made:
        client.close()


@pytest.fixture
def press(tmp_path: Path, clients: list[PressClient]) -> PressClient:
    """A press for this test alone."""
    clients.append(PressClient(settings_of(tmp_path)))
    return clients[0]


@pytest.fixture(scope="module")
def quick(reavers: Document) -> dict[str, Any]:
    """The data of a paper that is set at once."""
    return paper_data(reavers, fury_catalogue(), PaperOptions(paper="list"), DAY, "")


def order(data: dict[str, Any], number: int = 0, paragraphs: int = 0) -> Order:
    """The order of a paper of its own for each number; with 100,000 paragraphs it takes far too long."""
    text = [{"k": "p", "t": [f"Paper {number} " + "and so on " * 10]}]
    return order_of("list", "pdf", {**data, "background": text * max(1, paragraphs)}, DAY)


def processes(part: str, parent: int | None = None) -> list[int]:
    """The ids of the processes whose command line has this part, of one parent or of any."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            command = (place / "cmdline").read_bytes().decode(errors="replace")
            above = int((place / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
        except OSError:  # it has just gone
            continue
        if part in command and parent in (None, above):
            found.append(int(place.name))
    return found


def setters_of(folder: Path) -> list[int]:
    (press,) = processes(f'"folder": "{folder}"')
    return processes("builder.press.setter", press)


def test_a_paper_is_set_in_a_process_of_its_own(
    press: PressClient, quick: dict[str, Any], tmp_path: Path
) -> None:
    """It has none of our secrets, and what it set is found again."""
    asked = order(quick)
    answer = press.take(asked.key, "u1", asked, PATIENCE)
    assert answer.content.startswith(b"%PDF-")
    (setter,) = setters_of(tmp_path)
    assert setter != os.getpid()
    environment = Path(f"/proc/{setter}/environ").read_bytes()
    assert b"SECRET" not in environment
    assert b"DATABASE" not in environment
    assert press.cache.read(asked.key) == answer.content
    assert press.take(asked.key, "u2", None, 0.0) == answer
    other = order(quick, 1)
    assert press.take(other.key, "u1", None, 0.0).state == "unknown"


def test_one_paper_of_a_person_is_set_at_a_time(press: PressClient, quick: dict[str, Any]) -> None:
    """Another one waits and is told its place, while somebody else's is set at once."""
    long, second, third = order(quick, 1, 4000), order(quick, 2), order(quick, 3)
    answer = press.take(long.key, "u1", long, 0.0)
    assert (answer.state, answer.place) == ("waiting", 0)
    assert press.take(second.key, "u1", second, 0.0).place == 1
    assert press.take(third.key, "u2", third, PATIENCE).state == "done"
    assert press.take(second.key, "u1", None, 0.0).place == 1
    assert press.take(second.key, "u1", None, PATIENCE).state == "done"
    assert press.cache.read(long.key) is not None


def test_the_queue_has_an_end(press: PressClient, quick: dict[str, Any]) -> None:
    """For one person sooner than for all together; what is in it already stays."""
    papers = [order(quick, number, 4000) for number in range(10)]
    one = [press.take(asked.key, "u1", asked, 0.0) for asked in papers[:4]]
    assert [answer.state for answer in one] == ["waiting", "waiting", "waiting", "full"]
    others = [
        press.take(asked.key, f"u{number}", asked, 0.0) for number, asked in enumerate(papers[4:], start=2)
    ]
    assert [answer.state for answer in others] == [*["waiting"] * 5, "full"]
    assert others[-1].seconds >= 2
    assert press.take(papers[1].key, "u1", papers[1], 0.0).state == "waiting"


@pytest.mark.parametrize(
    ("limits", "cause"), [({"megabytes": 200}, "memory"), ({"seconds": 1, "megabytes": 4000}, "time")]
)
def test_what_takes_too_much_is_told_and_the_next_one_works(
    tmp_path: Path, clients: list[PressClient], quick: dict[str, Any], limits: dict[str, int], cause: str
) -> None:
    """Who asks again is told so again, without trying."""
    press = PressClient(settings_of(tmp_path, **limits))
    clients.append(press)
    asked, other = order(quick, 1, 100_000), order(quick, 2)
    assert press.take(asked.key, "u1", asked, PATIENCE).state == cause
    assert press.take(asked.key, "u1", None, 0.0).state == cause
    assert press.take(other.key, "u1", other, PATIENCE).state == "done"


def test_a_killed_setter_is_told_and_the_next_paper_works(
    press: PressClient, quick: dict[str, Any], tmp_path: Path
) -> None:
    first, asked, other = order(quick), order(quick, 1, 4000), order(quick, 2)
    press.take(first.key, "u1", first, PATIENCE)
    assert press.take(asked.key, "u1", asked, 0.0).state == "waiting"
    (setter,) = setters_of(tmp_path)
    os.kill(setter, signal.SIGKILL)
    assert press.take(asked.key, "u1", None, PATIENCE).state == "ended"
    assert press.take(other.key, "u1", other, PATIENCE).state == "done"


def test_a_template_that_breaks_is_told(press: PressClient, quick: dict[str, Any]) -> None:
    broken, other = order_of("list", "pdf", {}, date(2026, 1, 1)), order(quick)
    assert press.take(broken.key, "u1", broken, PATIENCE).state == "fault"
    assert press.take(other.key, "u1", other, PATIENCE).state == "done"


def test_a_killed_press_is_started_anew(press: PressClient, quick: dict[str, Any], tmp_path: Path) -> None:
    """And its setters go with it."""
    first, other = order(quick), order(quick, 1)
    press.take(first.key, "u1", first, PATIENCE)
    (before,) = processes(f'"folder": "{tmp_path}"')
    (setter,) = setters_of(tmp_path)
    gone = os.pidfd_open(setter)
    os.kill(before, signal.SIGKILL)
    assert press.take(other.key, "u1", other, PATIENCE).state == "done"
    assert select([gone], [], [], PATIENCE)[0]
    os.close(gone)


def test_there_is_one_press_whoever_starts_it(
    tmp_path: Path, clients: list[PressClient], quick: dict[str, Any]
) -> None:
    clients += [PressClient(settings_of(tmp_path)) for _ in range(4)]
    asked = order(quick)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda client: client.take(asked.key, "u1", asked, None), clients))
    assert [answer.state for answer in answers] == ["done"] * 4
    assert len(processes(f'"folder": "{tmp_path}"')) == 1


@pytest.mark.wide
def test_a_press_ends_with_its_site(press: PressClient, quick: dict[str, Any], tmp_path: Path) -> None:
    """Nothing of it is left where nobody is connected any more."""
    asked = order(quick)
    press.take(asked.key, "u1", asked, PATIENCE)
    pids = [*processes(f'"folder": "{tmp_path}"'), *setters_of(tmp_path)]
    gone = [os.pidfd_open(pid) for pid in pids]
    press.close()
    for handle in gone:
        assert select([handle], [], [], PATIENCE)[0]
        os.close(handle)
    assert list(tmp_path.glob("*.socket")) == []
