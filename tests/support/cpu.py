"""A limit of CPU time that only a hang exceeds, on any machine."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

# Hostile input takes well below a second on a developer's machine. Continuous integration may be several
# times slower, while the hangs that this limit finds take minutes.
_SECONDS = 10


@contextmanager
def without_hanging() -> Iterator[None]:
    """Fail if the block uses more than ten seconds of CPU time."""
    begin = time.process_time()
    try:
        yield
    finally:
        used = time.process_time() - begin
    assert used < _SECONDS, f"This took {used:.1f} seconds of CPU time."
