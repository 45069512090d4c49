"""The typesetter: an order in, a PDF or a picture out.

Data reaches a template only as one JSON text in ``sys.inputs``, so nothing in it can be read as markup.
A compiler is created once a process, after any fork, for its threads do not survive one. What it caches
of a paper is dropped before the next, or a process would grow by the caches of the last ten.
No template names the extra fonts: where those that it names lack a letter, Typst looks for it in all.
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

_EMPTY_RUNS = 11
_MALLOC = ((-1, 128 * 1024), (-3, 128 * 1024), (-8, 1))  # trim threshold, mmap threshold, most arenas

_lock = Lock()
_last_paper = [0]
_folders = [FONTS]


class TypesettingError(RuntimeError):
    """A template that could not be typeset, whatever the data: a fault of the program."""


def typeset(order: Order) -> bytes:
    """Return the file of an order, made in this process.

    A PDF claims PDF/UA-1 unless a text in it cannot be had in that standard.
    """
    if order.output == "png":
        return typeset_pages(order)[0]
    try:
        return _compile(order, accessible=True)[0]
    except typst.TypstError:
        return typeset_pages(order)[0]


def typeset_pages(order: Order) -> list[bytes]:
    """Return the pages of an order as pictures; a PDF is one file."""
    try:
        return _compile(order)
    except typst.TypstError as error:
        raise TypesettingError(str(error)) from error


def warm_up(fonts: str = "") -> None:
    """Make the compiler before there is a paper, with the extra fonts of a folder behind its own."""
    _folders[:] = [FONTS, Path(fonts)] if extra_fonts(fonts) else [FONTS]
    _compiler().compile(b"", format="svg")


def _keep_memory_low() -> None:
    """Let glibc return the memory of a paper: one arena for all threads, and large blocks never on the heap.

    Without it a process keeps half as much again. Other C libraries have no such settings and need none.
    """
    try:
        set_option = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):
        return
    for option, value in _MALLOC:
        set_option(option, value)


@cache
def _compiler() -> typst.Compiler:
    _keep_memory_low()
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=_folders)
    return typst.Compiler(root=TEMPLATES, font_paths=fonts, ignore_system_fonts=True)


def _forget_others(paper: int) -> None:
    """Drop what the compiler caches, unless it is of this very paper, which then takes half the time.

    Typst drops what was not used in so many compilations; these are of an empty page.
    """
    if _last_paper[0] == paper:
        return
    for _ in range(_EMPTY_RUNS):
        _compiler().compile(b"", format="svg")
    _last_paper[0] = paper


def _compile(order: Order, accessible: bool = False) -> list[bytes]:
    is_picture = order.output == "png"
    with _lock:
        _forget_others(hash((order.template, order.data)))
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
