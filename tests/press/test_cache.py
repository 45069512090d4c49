"""What was set is kept within its bound, whole or not at all, and for the site's own user alone."""

import os
import stat
from pathlib import Path

import pytest

from builder.press.cache import PaperCache, make_private_folder


def test_the_oldest_go_first(tmp_path: Path) -> None:
    cache = PaperCache(tmp_path / "cache", 200_000)
    for number in range(100):
        cache.write(f"{number:02}", bytes(5_000))
        os.utime(cache.folder / f"{number:02}", (number, number))
        assert sum(path.stat().st_size for path in cache.folder.iterdir()) <= 210_000
    cache.prune()
    kept = sorted(path.name for path in cache.folder.iterdir())
    assert kept == [f"{number:02}" for number in range(100 - len(kept), 100)]
    assert len(kept) > 10


def test_nobody_else_on_the_computer_reads_it(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o755)
    PaperCache(folder, 100_000).write("one", b"secret")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "one").stat().st_mode) == 0o600


def test_a_folder_that_is_a_link_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "cache").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PermissionError):
        make_private_folder(tmp_path / "cache")


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    cache = PaperCache(tmp_path, 100_000)
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="directory"):
        cache.write("taken", b"content")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
    assert cache.read("nothing") is None
