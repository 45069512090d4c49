"""The typesetter: it makes a PDF or pictures from an order.

A template gets its data only as one JSON text in ``sys.inputs``, so no part of the data can be read as
markup. The compiler is created once per process and after any fork, because its threads don't survive a fork.
Its caches for a paper are dropped before the next paper; otherwise a process would grow by the caches of ten
papers. No template names the extra fonts: if the named fonts lack a letter, Typst searches all fonts.
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

_EMPTY_RUNS = 11  # empty pages after which Typst has dropped its caches
# Options of mallopt and their values: trim threshold, mmap threshold, maximum number of arenas.
_MALLOC = ((-1, 128 * 1024), (-3, 128 * 1024), (-8, 1))

_lock = Lock()
_last_paper = [0]
_folders = [FONTS]


class TypesettingError(RuntimeError):
    """A template that can't be typeset. The cause is a fault of the program, not of the data."""


def typeset(order: Order) -> bytes:
    """Return the file of an order, made in this process.

    A PDF claims PDF/UA-1 unless a text in it isn't possible in that standard.
    """
    if order.output == "png":
        return typeset_pages(order)[0]
    try:
        return _compile(order, accessible=True)[0]
    except typst.TypstError:
        return typeset_pages(order)[0]


def typeset_pages(order: Order) -> list[bytes]:
    """Return the pages of an order as pictures, or a PDF as one file."""
    try:
        return _compile(order)
    except typst.TypstError as error:
        raise TypesettingError(str(error)) from error


def warm_up(fonts: str = "") -> None:
    """Create the compiler before the first paper, with a folder's extra fonts after the program's own."""
    _folders[:] = [FONTS, Path(fonts)] if extra_fonts(fonts) else [FONTS]
    _compiler().compile(b"", format="svg")


def _limit_memory() -> None:
    """Make glibc return the memory of a paper: one arena for all threads, and no large blocks on the heap.

    Without this, a process keeps half as much again. Other C libraries have no such settings and don't need
    them.
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
    """Drop the compiler's caches, unless the last paper was the same: it then takes half the time.

    Typst drops caches that the last few compilations didn't use, so some empty pages are compiled.
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
        raise TypesettingError(f"{order.template} gave nothing")
    return output if isinstance(output, list) else [output]
