"""Paragraphs for cards and forms, which have a fixed size.

In the data, a paragraph is a "piece". It has a kind ("k") and a list of runs ("t"). A run is a list of marks
and a text (``markdown.py``). Pieces that don't fit on a card or form continue on the next one.
"""

from collections.abc import Iterator, Sequence

from builder.exports.pdf.markdown import Block, Run
from builder.exports.pdf.payload import JsonData
from builder.exports.pdf.profiles import PrintContext
from builder.points.document.document import Profile


def paragraph(kind: str, *runs: Run) -> JsonData:
    """Return a paragraph. ``kind`` is "text", "fine" (small letters) or "notes" (the player's notes)."""
    return {"k": kind, "t": [["", run] if isinstance(run, str) else run for run in runs]}


def note_paragraphs(context: PrintContext, profile: Profile) -> list[JsonData]:
    """Return a profile's notes as paragraphs. Lists, quotes and tables become paragraphs too."""
    return [paragraph("notes", *runs) for runs in _flatten(context.notes_by_key.get(profile.key, ()), "")]


def _flatten(nested: Sequence[Block], prefix: str) -> Iterator[list[Run]]:
    """Yield the runs of each paragraph. ``prefix``, such as the bullet of a list, begins the first one."""
    for block in nested:
        kind = block["k"]
        if kind in ("p", "h", "code"):
            yield [prefix, *block["t"]] if prefix else block["t"]
            prefix = ""
        elif kind in ("ul", "ol"):
            for number, item in enumerate(block["b"], block["start"]):
                yield from _flatten(item, f"{number}. " if kind == "ol" else "• ")
        elif kind == "quote":
            yield from _flatten(block["b"], prefix)
        elif kind == "table":
            for row in block["b"]:
                yield [run for index, cell in enumerate(row) for run in ([" · "] if index else []) + cell]
