"""The typesetter, which makes a PDF or pictures from an order.

A template gets its data only as one JSON text in ``sys.inputs``, so Typst can't read data as markup. Each
process creates one compiler, with the first paper or ``warm_up``. A process must not fork after that, because
the compiler's threads don't survive a fork. Before each paper, the caches of the last paper are dropped.
Otherwise the process would grow by the caches of ten papers.
"""

import ctypes
from datetime import UTC, date, datetime, time
from functools import cache
from pathlib import Path
from threading import Lock

import typst

from builder.typesetting.fonts import extra_fonts
from builder.typesetting.orders import PROGRAM, Order

TEMPLATES = PROGRAM / "exports" / "pdf" / "templates"
FONTS = PROGRAM / "exports" / "pdf" / "fonts"

_EMPTY_RUNS = 11  # compilations of an empty page after which Typst has dropped its caches
# Options of mallopt and their values: trim threshold, mmap threshold, maximum number of arenas.
_MALLOC = ((-1, 128 * 1024), (-3, 128 * 1024), (-8, 1))

_lock = Lock()
_last_paper = [0]
_folders = [FONTS]


class TypesettingError(RuntimeError):
    """A template can't be typeset. The cause is a fault of the program, not of the data."""


def typeset(order: Order) -> bytes:
    """Return the file of an order, made in this process.

    A PDF follows the standard PDF/UA-1, unless it contains a text that the standard doesn't allow. Raises
    TypesettingError.
    """
    if order.output == "png":
        return typeset_pages(order)[0]
    try:
        return _compile(order, accessible=True)[0]
    except typst.TypstError:
        return typeset_pages(order)[0]


def typeset_pages(order: Order) -> list[bytes]:
    """Return a picture of each page of an order, or a single PDF. Raises TypesettingError."""
    try:
        return _compile(order)
    except typst.TypstError as error:
        raise TypesettingError(str(error)) from error


def warm_up(fonts: str = "") -> None:
    """Create the compiler before the first paper. It uses the program's fonts, then those in the folder."""
    _folders[:] = [FONTS, Path(fonts)] if extra_fonts(fonts) else [FONTS]
    _compiler().compile(b"", format="svg")


def _limit_memory() -> None:
    """Make glibc give the memory of a finished paper back to the system.

    The settings are one arena for all threads, and no large blocks on the heap. Without them, a process uses
    half as much memory again. Other C libraries have no such settings and don't need them.
    """
    try:
        set_option = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):
        return
    for option, value in _MALLOC:
        set_option(option, value)


@cache
def _compiler() -> typst.Compiler:
    _limit_memory()
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=_folders)
    return typst.Compiler(root=TEMPLATES, font_paths=fonts, ignore_system_fonts=True)


def _drop_other_caches(paper_hash: int) -> None:
    """Drop the compiler's caches if they are from another paper.

    With its own caches, a paper takes half the time. Typst drops caches that the last few compilations didn't
    use, so this function compiles some empty pages.
    """
    if _last_paper[0] == paper_hash:
        return
    for _ in range(_EMPTY_RUNS):
        _compiler().compile(b"", format="svg")
    _last_paper[0] = paper_hash


def _compile(order: Order, accessible: bool = False) -> list[bytes]:
    is_picture = order.output == "png"
    with _lock:
        _drop_other_caches(hash((order.template, order.data)))
        output = _compiler().compile(
            TEMPLATES / f"{order.template}.typ",
            format="png" if is_picture else "pdf",
            ppi=float(order.ppi) if is_picture else None,
            sys_inputs={"data": order.data},
            pdf_standards=["ua-1"] if accessible else [],
            timestamp=datetime.combine(date.fromisoformat(order.day), time(), UTC) if order.day else None,
        )
    if output is None:
        raise TypesettingError(f"{order.template} has no output")
    return output if isinstance(output, list) else [output]
