"""The typesetter: a template and data in, a PDF or a picture out.

Data reaches a template only as one JSON text in ``sys.inputs``, so nothing in it can be read as markup.
A compiler is created once a process, after any fork, for its threads do not survive one. What it caches
of a paper is dropped before the next, or a worker would grow by the caches of the last ten.
"""

import ctypes
import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from functools import cache
from pathlib import Path
from threading import Lock

import typst

HERE = Path(__file__).resolve().parent
TEMPLATES = HERE / "templates"
FONTS = HERE / "fonts"
_PICTURE_PPI = 96.0

_EMPTY_RUNS = 11
_MALLOC = ((-1, 128 * 1024), (-3, 128 * 1024), (-8, 1))  # trim threshold, mmap threshold, most arenas

_lock = Lock()
_last_paper = [0]


class TypesettingError(RuntimeError):
    """A template that could not be typeset, whatever the data: a fault of the program."""


def typeset_pdf(template: str, data: Mapping[str, object], today: date) -> bytes:
    """The PDF of a template. It claims PDF/UA-1 unless a text in it cannot be had in that standard."""
    try:
        return _compile(template, data, today, accessible=True)[0]
    except typst.TypstError:
        return _compile(template, data, today)[0]


def typeset_picture(template: str, data: Mapping[str, object], today: date) -> bytes:
    """The first page of a template as a PNG of 96 pixels an inch."""
    return _compile(template, data, today, picture=True)[0]


def _keep_memory_low() -> None:
    """Let glibc return the memory of a paper: one arena for all threads, and large blocks never on the heap.

    Without it a worker keeps half as much again. Other C libraries have no such settings and need none.
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
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[FONTS])
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


def _compile(
    template: str,
    data: Mapping[str, object],
    today: date,
    accessible: bool = False,
    picture: bool = False,
) -> list[bytes]:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    with _lock:
        _forget_others(hash((template, text)))
        made = _compiler().compile(
            TEMPLATES / f"{template}.typ",
            format="png" if picture else "pdf",
            ppi=_PICTURE_PPI if picture else None,
            sys_inputs={"data": text},
            pdf_standards=["ua-1"] if accessible else [],
            timestamp=datetime.combine(today, time(), UTC),
        )
    if made is None:
        raise TypesettingError(f"{template} gave nothing")
    return made if isinstance(made, list) else [made]
