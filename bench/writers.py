"""Writers in processes of their own, as workers of a site are, and what must hold of what they leave.

Every save writes a word that occurs once into the notes of a profile. A save is acknowledged when its
transaction has ended: the writer then, and only then, writes the word to its pipe.
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


class InvariantBroken(Exception):  # noqa: N818 - what it says is broken
    """Something that must hold of a list does not; the text says what."""


@dataclass(slots=True)
class WriterReports:
    """What writers have told: words of acknowledged saves, and how often they had to begin anew."""

    saved_words: list[str] = field(default_factory=list)
    stale_count: int = 0

    def add(self, line: str) -> None:
        """One line of a pipe."""
        kind, _, word = line.partition(" ")
        if kind == "stale":
            self.stale_count += 1
        elif kind == "saved":
            self.saved_words.append(word)
        else:
            raise InvariantBroken(f"A writer failed: {line}")


@dataclass(slots=True, frozen=True)
class Writer:
    """A running writer: its process and the pipe that it tells by."""

    pid: int
    pipe: int

    def lines(self) -> Iterator[str]:
        """Its lines until it ends."""
        with os.fdopen(self.pipe, encoding="utf-8") as lines:
            yield from (line.rstrip("\n") for line in lines if line.endswith("\n"))

    def wait(self) -> None:
        """Until the process is gone."""
        os.waitpid(self.pid, 0)


def start_writer(work: WriterTask) -> Writer:
    """A process that does some work, given what it tells its lines by."""
    read, write = os.pipe()
    connections.close_all()  # no two processes may share a connection
    pid = os.fork()
    if pid == 0:
        os.close(read)
        _run_task(work, lambda line: _send_line(write, line))
    os.close(write)
    return Writer(pid, read)


def _run_task(work: WriterTask, tell: SendLine) -> NoReturn:
    try:
        work(tell)
    except BaseException as error:  # whatever it is, the other end has to know
        tell(f"failed {error!r}".replace("\n", " "))
    os._exit(0)


def _send_line(pipe: int, line: str) -> None:
    os.write(pipe, f"{line}\n".encode())


# ------------------------------------------------------------------ what a writer does


def save_repeatedly(public_id: str, key: str, name: str, saves: int) -> WriterTask:
    """So many saves of one profile, each begun anew until it is taken."""

    def work(tell: SendLine) -> None:
        for number in range(saves):
            word = f"{name}-{number}"
            while not save_word(public_id, key, word):
                tell(f"stale {word}")
            tell(f"saved {word}")

    return work


def save_word(public_id: str, key: str, word: str, seen: int | None = None) -> bool:
    """Read the list, write the word, save; False where somebody else was faster.

    ``seen`` is the version that the form had, where it is not what is read now.
    """
    row = CompanyList.objects.select_related("edition__system").get(public_id=public_id)
    whole = load_list(row, rosters=False)
    profile = next(p for p in whole.document.profiles if p.key == key)
    version = whole.profile_versions[key] if seen is None else seen
    try:
        save_profile(row, key, version, {**dump_profile(profile, whole.catalogue), "notes": word})
    except StaleVersion:
        return False
    return True


def save_and_be_killed(public_id: str, key: str, word: str, at: int) -> WriterTask:
    """A save whose process is killed right before the statement of this number, begin and commit included."""

    def work(tell: SendLine) -> None:
        connection.ensure_connection()
        with _killed_at(at):
            if save_word(public_id, key, word):
                tell(f"saved {word}")

    return work


@contextmanager
def _killed_at(at: int) -> Iterator[None]:
    left = at

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

    wrapper._commit = commit_or_die  # commits are no statements to the wrapper
    with connection.execute_wrapper(execute):
        yield


# ------------------------------------------------------------------ what must hold afterwards


def check_history(public_id: str, acknowledged: Sequence[str], killed: int = 0) -> int:
    """How many changes the history has; Broken where one was lost, doubled, or is not what the rows hold.

    Each revision differs from the one before it in one word; every acknowledged word stands in one of them,
    and of a killed writer at most one word besides those.
    """
    row = CompanyList.objects.select_related("edition__system").get(public_id=public_id)
    whole = load_list(row)
    revisions = list(Revision.objects.filter(company_list=row).order_by("number"))
    documents = [unpack_revision(revision) for revision in revisions]
    if documents[-1] != dump_document(whole.document, whole.catalogue):
        raise InvariantBroken("The last revision is not what the rows hold.")
    numbers = [revision.number for revision in revisions]
    if numbers != list(range(1, row.version + 1)):
        raise InvariantBroken(f"The revisions are not those of the versions 1 to {row.version}: {numbers}")
    words = [_changed_word(old, new) for old, new in pairwise(documents)]
    if doubled := [word for word, count in Counter(words).items() if count > 1]:
        raise InvariantBroken(f"Saved twice: {doubled}")
    if lost := set(acknowledged) - set(words):
        raise InvariantBroken(f"Acknowledged and lost: {sorted(lost)}")
    if len(unheard := set(words) - set(acknowledged)) > killed:
        raise InvariantBroken(f"Saved by nobody: {sorted(unheard)}")
    return len(words)


def _changed_word(old: dict[str, Any], new: dict[str, Any]) -> str:
    """The one word by which two documents differ."""
    pairs = zip(old["profiles"], new["profiles"], strict=True)
    changed = [(before, after) for before, after in pairs if before != after]
    if len(changed) != 1 or {**old, "profiles": ()} != {**new, "profiles": ()}:
        raise InvariantBroken(f"One change made {len(changed)} differences.")
    ((before, after),) = changed
    if {**before, "notes": ""} != {**after, "notes": ""}:
        raise InvariantBroken("A change made more than the words that were written.")
    word: str = after["notes"]
    return word
