"""Paragraphs for papers whose boxes have a fixed size.

A piece is a paragraph as runs of [marks, text]. The template measures the pieces, and prints those that don't
fit on a card or form on the next one.
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
    """Return a profile's notes as paragraphs, whatever blocks they contain."""
    return [paragraph("notes", *runs) for runs in _flatten(context.notes.get(profile.key, ()), "")]


def _flatten(nested: Sequence[Block], before: str) -> Iterator[list[Run]]:
    for block in nested:
        kind = block["k"]
        if kind in ("p", "h", "code"):
            yield [before, *block["t"]] if before else block["t"]
            before = ""
        elif kind in ("ul", "ol"):
            for place, item in enumerate(block["b"], block["start"]):
                yield from _flatten(item, f"{place}. " if kind == "ol" else "• ")
        elif kind == "quote":
            yield from _flatten(block["b"], before)
        elif kind == "table":
            for row in block["b"]:
                yield [run for place, cell in enumerate(row) for run in ([" · "] if place else []) + cell]
