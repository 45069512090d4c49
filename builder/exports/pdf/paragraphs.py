"""Paragraphs for papers whose boxes have a fixed size.

A piece is a paragraph: a kind, and runs of [marks, text]. The template measures the pieces. Pieces that don't
fit on a card or form continue on the next card or form.
"""

from collections.abc import Iterator, Sequence

from builder.exports.pdf.markdown import Block, Run
from builder.exports.pdf.payload import JsonData
from builder.exports.pdf.profiles import PrintContext
from builder.points.document.document import Profile


def paragraph(kind: str, *runs: Run) -> JsonData:
    """Return a paragraph of a kind that the template knows: "text", "fine" or "notes"."""
    return {"k": kind, "t": [["", run] if isinstance(run, str) else run for run in runs]}


def note_paragraphs(context: PrintContext, profile: Profile) -> list[JsonData]:
    """Return a profile's notes as paragraphs. Lists, quotes and tables become paragraphs too."""
    return [paragraph("notes", *runs) for runs in _flatten(context.notes.get(profile.key, ()), "")]


def _flatten(nested: Sequence[Block], prefix: str) -> Iterator[list[Run]]:
    """Yield the runs of each paragraph; ``prefix`` is the list sign before the first paragraph."""
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
