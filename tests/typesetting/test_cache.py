"""Finished papers are cached, up to a limit of bytes, and only the site's own user can read them."""

import os
import stat
from pathlib import Path

import pytest
from django.core.cache import caches
from pytest_django import Settings

from builder.typesetting.cache import read_outcome, read_value, store_outcome, store_value
from builder.typesetting.pool import Outcome

PAPER = Outcome("done", b"%PDF-")


def test_the_oldest_papers_above_the_limit_are_removed(own_papers: Path, settings: Settings) -> None:
    """The limit is for the space on disk, where each file takes full blocks."""
    settings.MUSTERBOOK_KEPT_PAPER_BYTES = 200_000
    for number in range(60):
        store_outcome(str(number), Outcome("done", os.urandom(10_000)))
        assert sum(path.stat().st_blocks * 512 for path in own_papers.iterdir()) <= 230_000
    result = [number for number in range(60) if read_outcome(str(number))]
    assert result == list(range(60 - len(result), 60))
    assert len(result) > 10


def test_a_restart_keeps_papers(own_papers: Path) -> None:
    store_outcome("one", PAPER)
    caches.close_all()
    assert read_outcome("one") == PAPER


def test_a_failure_is_remembered_for_some_minutes(own_papers: Path) -> None:
    store_outcome("one", Outcome("time"))
    assert read_outcome("one") == Outcome("time")
    caches["papers"].touch("one", 0)
    assert read_outcome("one") is None


def test_other_users_of_the_computer_cannot_read_the_cache(own_papers: Path) -> None:
    store_outcome("one", PAPER)
    assert stat.S_IMODE(own_papers.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in own_papers.iterdir()] == [0o600]


@pytest.mark.parametrize("content", [b"", b"neither", pytest.param(None, id="cut short")])
def test_a_damaged_file_is_ignored(own_papers: Path, content: bytes | None) -> None:
    store_outcome("one", PAPER)
    (path,) = own_papers.iterdir()
    path.write_bytes(path.read_bytes()[:-4] if content is None else content)
    assert read_value("one") is None
    store_outcome("one", PAPER)
    assert read_outcome("one") == PAPER


def test_an_unwritable_folder_raises_an_error(own_papers: Path) -> None:
    own_papers.write_text("a file, not a folder")
    with pytest.raises(OSError, match="papers"):
        store_value("one", "value")
    assert read_value("one") is None
