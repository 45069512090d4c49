"""The typesetter, which makes a PDF or pictures from an order. It uses Typst.

A template gets its data as one JSON text in ``sys.inputs``, so Typst never reads the data as markup.

Each process has one compiler with threads, which don't survive a fork. So a process with a compiler must not
fork.
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

_EMPTY_COMPILATIONS = 11  # Typst drops its caches after this number of compilations that don't use them
# Options of mallopt and their values: trim threshold, mmap threshold, maximum number of arenas.
_MALLOC_OPTIONS = ((-1, 128 * 1024), (-3, 128 * 1024), (-8, 1))

_lock = Lock()
_last_paper_hash = [0]
_font_folders = [FONTS]


class TypesettingError(RuntimeError):
    """A template can't be typeset. The error is in the program, not in the data."""


def typeset(order: Order) -> bytes:
    """Return the PDF of an order, or the picture of its first page. Raises TypesettingError.

    A PDF follows the accessibility standard PDF/UA-1, unless it contains a text that this doesn't allow.
    """
    if order.output == "png":
        return typeset_pages(order)[0]
    try:
        return _compile(order, accessible=True)[0]
    except typst.TypstError:
        return typeset_pages(order)[0]


def typeset_pages(order: Order) -> list[bytes]:
    """Return the pictures of all pages, or one PDF if the output isn't "png". Raises TypesettingError."""
    try:
        return _compile(order)
    except typst.TypstError as error:
        raise TypesettingError(str(error)) from error


def warm_up(extra_fonts_folder: str = "") -> None:
    """Create the compiler before the first paper, so that the first paper doesn't take longer."""
    _font_folders[:] = [FONTS, Path(extra_fonts_folder)] if extra_fonts(extra_fonts_folder) else [FONTS]
    _compiler().compile(b"", format="svg")


def _limit_memory() -> None:
    """Make glibc return the memory of a finished paper to the operating system.

    Without these settings, a process uses 1.5 times as much memory. Other C libraries don't need them.
    """
    try:
        set_option = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):
        return
    for option, value in _MALLOC_OPTIONS:
        set_option(option, value)


@cache
def _compiler() -> typst.Compiler:
    _limit_memory()
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=_font_folders)
    return typst.Compiler(root=TEMPLATES, font_paths=fonts, ignore_system_fonts=True)


def _drop_other_caches(paper_hash: int) -> None:
    """Drop the compiler's caches if they are from another paper, by compiling empty pages.

    Typst would store the caches of ten papers. With its caches, a paper takes half the time.
    """
    if _last_paper_hash[0] == paper_hash:
        return
    for _ in range(_EMPTY_COMPILATIONS):
        _compiler().compile(b"", format="svg")
    _last_paper_hash[0] = paper_hash


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
