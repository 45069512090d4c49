"""A limit that a hang exceeds on any machine, and slow work does not."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

# Hostile input takes well below a second on a developer's machine. Continuous integration may be several
# times slower, while the hangs that this limit finds take minutes.
_SECONDS = 10


@contextmanager
def without_hanging() -> Iterator[None]:
    """Fail if the block uses more than ten seconds of the processor."""
    begin = time.process_time()
    try:
        yield
    finally:
        used = time.process_time() - begin
    assert used < _SECONDS, f"This took {used:.1f} seconds of the processor."
