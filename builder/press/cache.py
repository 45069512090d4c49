"""What was set before, as files in a folder that all processes of the site share, within a bound of bytes."""

import os
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

_BLOCK = 4096
_LOOK_AFTER = 200
_SHARE = 20


class PaperCache:
    """Files by their keys, for the site's own user alone. The oldest go where they are too many bytes.

    What is written appears whole or not at all. ``most`` is looked after once in so many files or bytes, so
    that it may be exceeded by a twentieth for each process that writes.
    """

    def __init__(self, folder: Path, most: int) -> None:
        self.folder = folder
        self._most = most
        self._files = self._bytes = 0

    def read(self, key: str) -> bytes | None:
        """What is kept by this key; None where nothing is, or nothing can be read."""
        try:
            return (self.folder / key).read_bytes()
        except OSError:
            return None

    def write(self, key: str, content: bytes) -> None:
        """Keep it; OSError where the disk is full or does not let us."""
        make_private_folder(self.folder)
        draft = self.folder / f".{token_hex(16)}"
        try:
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(content)
            os.replace(draft, self.folder / key)
        except OSError:
            draft.unlink(missing_ok=True)
            raise
        self._files += 1
        self._bytes += _space(len(content))
        if self._files >= _LOOK_AFTER or self._bytes >= self._most // _SHARE:
            self.prune()

    def prune(self) -> None:
        """Remove the oldest files beyond the bound."""
        self._files = self._bytes = 0
        found = []
        with os.scandir(self.folder) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    found.append((entry.stat().st_mtime_ns, _space(entry.stat().st_size), entry.path))
        left = self._most
        for _, size, path in sorted(found, reverse=True):
            left -= size
            if left < 0:
                Path(path).unlink(missing_ok=True)


def make_private_folder(folder: Path) -> None:
    """Make a folder for this user alone; PermissionError where another user could read or change it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise PermissionError(f"{folder} is not a folder of the user that the site runs as.")
    if stat.S_IMODE(found.st_mode) & 0o077:
        folder.chmod(0o700)


def _space(size: int) -> int:
    """How much of the disk a file of so many bytes takes."""
    return -(-size // _BLOCK) * _BLOCK + _BLOCK
