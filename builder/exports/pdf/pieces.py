"""Paragraphs for papers whose boxes have a fixed size.

A piece is a paragraph as runs of [marks, text]. What a card or a form cannot hold is found by the
template, which measures, and stands on the next one.
"""

from collections.abc import Iterator, Sequence

from builder.exports.pdf.markdown import Block, Run
from builder.exports.pdf.profiles import Data, Sheet
from builder.points.document import Profile


def piece(kind: str, *runs: Run) -> Data:
    """A paragraph of a kind that the template knows: "text", "fine" or "notes"."""
    return {"k": kind, "t": [["", run] if isinstance(run, str) else run for run in runs]}


def notes(sheet: Sheet, profile: Profile) -> list[Data]:
    """A profile's notes as paragraphs, whatever they were."""
    return [piece("notes", *runs) for runs in _flat(sheet.notes.get(profile.key, ()), "")]


def _flat(found: Sequence[Block], before: str) -> Iterator[list[Run]]:
    for block in found:
        kind = block["k"]
        if kind in ("p", "h", "code"):
            yield [before, *block["t"]] if before else block["t"]
            before = ""
        elif kind in ("ul", "ol"):
            for place, item in enumerate(block["b"], block["start"]):
                yield from _flat(item, f"{place}. " if kind == "ol" else "• ")
        elif kind == "quote":
            yield from _flat(block["b"], before)
        elif kind == "table":
            for row in block["b"]:
                yield [run for place, cell in enumerate(row) for run in ([" · "] if place else []) + cell]
