"""Writers in separate processes, like workers of a site, and the check of the history that they write.

Each save writes a unique word into the notes of a profile. When its transaction has ended, the writer
acknowledges the save by sending the word through a pipe.
"""

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NoReturn

from django.db import connection, connections

from builder.documents import load_list
from builder.models import CompanyList, Revision
from builder.points.document.document import dump_document, dump_profile
from builder.revisions import unpack_revision
from builder.services.errors import StaleVersion
from builder.services.profiles import save_profile

SendLine = Callable[[str], None]
WriterTask = Callable[[SendLine], None]


class InvariantBroken(Exception):  # noqa: N818 - the text names the invariant
    """A list or its history is wrong; the text says how."""


@dataclass(slots=True)
class WriterReports:
    """The reports of writers: the words of acknowledged saves, and the number of stale saves."""

    saved_words: list[str] = field(default_factory=list)
    stale_count: int = 0

    def add(self, line: str) -> None:
        """Add a line that a writer has sent."""
        kind, _, word = line.partition(" ")
        if kind == "stale":
            self.stale_count += 1
        elif kind == "saved":
            self.saved_words.append(word)
        else:
            raise InvariantBroken(f"A writer failed: {line}")


@dataclass(slots=True, frozen=True)
class Writer:
    """A running writer: its process, and the pipe that it sends lines through."""

    pid: int
    pipe: int

    def lines(self) -> Iterator[str]:
        """Yield the writer's lines until it ends."""
        with os.fdopen(self.pipe, encoding="utf-8") as lines:
            yield from (line.rstrip("\n") for line in lines if line.endswith("\n"))

    def wait(self) -> None:
        """Wait until the process has ended."""
        os.waitpid(self.pid, 0)


def start_writer(task: WriterTask) -> Writer:
    """Start a process that runs a task. The task gets a function that sends a line through the pipe."""
    read, write = os.pipe()
    connections.close_all()  # no two processes may share a connection
    pid = os.fork()
    if pid == 0:
        os.close(read)
        _run_task(task, lambda line: _send_line(write, line))
    os.close(write)
    return Writer(pid, read)


def _run_task(task: WriterTask, send: SendLine) -> NoReturn:
    try:
        task(send)
    except BaseException as error:  # the parent reports every error
        send(f"failed {error!r}".replace("\n", " "))
    os._exit(0)


def _send_line(pipe: int, line: str) -> None:
    os.write(pipe, f"{line}\n".encode())


# ------------------------------------------------------------------ tasks of writers


def save_repeatedly(public_id: str, key: str, name: str, saves: int) -> WriterTask:
    """Return a task that saves a profile ``saves`` times, and retries each stale save."""

    def task(send: SendLine) -> None:
        for number in range(saves):
            word = f"{name}-{number}"
            while not save_word(public_id, key, word):
                send(f"stale {word}")
            send(f"saved {word}")

    return task


def save_word(public_id: str, key: str, word: str, form_version: int | None = None) -> bool:
    """Read the list, save the word in a profile, and return False if the version was stale.

    ``form_version`` is the version in a form that was loaded earlier. If it is None, the version is current.
    """
    row = CompanyList.objects.select_related("edition__system").get(public_id=public_id)
    loaded = load_list(row, rosters=False)
    profile = next(p for p in loaded.document.profiles if p.key == key)
    version = loaded.profile_versions[key] if form_version is None else form_version
    try:
        save_profile(row, key, version, {**dump_profile(profile, loaded.catalogue), "notes": word})
    except StaleVersion:
        return False
    return True


def save_and_be_killed(public_id: str, key: str, word: str, statement: int) -> WriterTask:
    """Return a task that saves a word, and is killed right before a statement of the transaction.

    Statements are counted from 0, including begin and commit.
    """

    def task(send: SendLine) -> None:
        connection.ensure_connection()
        with _killed_before(statement):
            if save_word(public_id, key, word):
                send(f"saved {word}")

    return task


@contextmanager
def _killed_before(statement: int) -> Iterator[None]:
    left = statement

    def step() -> None:
        nonlocal left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1

    def execute(run: Callable[..., object], *arguments: object) -> object:
        step()
        return run(*arguments)

    wrapper: Any = connection
    commit = wrapper._commit

    def commit_or_die() -> None:
        step()
        commit()

    wrapper._commit = commit_or_die  # execute wrappers don't see commits
    with connection.execute_wrapper(execute):
        yield


# ------------------------------------------------------------------ the check


def check_history(public_id: str, acknowledged: Sequence[str], killed: int = 0) -> int:
    """Return the number of changes in a list's history, or raise InvariantBroken.

    In a correct history, each revision changes one word, and each acknowledged word is in exactly one
    revision. The last revision equals the list. Words that were saved but not acknowledged are from killed
    writers, at most one from each.
    """
    row = CompanyList.objects.select_related("edition__system").get(public_id=public_id)
    loaded = load_list(row)
    revisions = list(Revision.objects.filter(company_list=row).order_by("number"))
    documents = [unpack_revision(revision) for revision in revisions]
    if documents[-1] != dump_document(loaded.document, loaded.catalogue):
        raise InvariantBroken("The last revision differs from the list.")
    numbers = [revision.number for revision in revisions]
    if numbers != list(range(1, row.version + 1)):
        raise InvariantBroken(f"The revisions are not the versions 1 to {row.version}: {numbers}")
    words = [_changed_word(old, new) for old, new in pairwise(documents)]
    if doubled := [word for word, count in Counter(words).items() if count > 1]:
        raise InvariantBroken(f"Saved twice: {doubled}")
    if lost := set(acknowledged) - set(words):
        raise InvariantBroken(f"Acknowledged but lost: {sorted(lost)}")
    if len(unacknowledged := set(words) - set(acknowledged)) > killed:
        raise InvariantBroken(f"Saved but not acknowledged: {sorted(unacknowledged)}")
    return len(words)


def _changed_word(old: dict[str, Any], new: dict[str, Any]) -> str:
    """Return the word in the notes of the profile that differs. Raise InvariantBroken if more differs."""
    pairs = zip(old["profiles"], new["profiles"], strict=True)
    changed = [(before, after) for before, after in pairs if before != after]
    if len(changed) != 1 or {**old, "profiles": ()} != {**new, "profiles": ()}:
        raise InvariantBroken(f"A revision changes {len(changed)} profiles.")
    ((before, after),) = changed
    if {**before, "notes": ""} != {**after, "notes": ""}:
        raise InvariantBroken("A revision changes more than the notes.")
    word: str = after["notes"]
    return word
