"""Paragraphs for cards and forms, which have a fixed size.

Paragraphs that don't fit on a card or form continue on the next one.
"""

from collections.abc import Iterator, Sequence

from builder.exports.pdf.payload import Block, ParagraphData, ParagraphKind, Run
from builder.exports.pdf.profiles import PrintContext
from builder.points.document.document import Profile


def paragraph(kind: ParagraphKind, *runs: Run) -> ParagraphData:
    """Return a paragraph."""
    return {"kind": kind, "runs": [("", run) if isinstance(run, str) else run for run in runs]}


def note_paragraphs(context: PrintContext, profile: Profile) -> list[ParagraphData]:
    """Return a profile's notes as paragraphs. Lists, quotes and tables become paragraphs too."""
    return [paragraph("notes", *runs) for runs in _flatten(context.notes_by_key.get(profile.key, ()), "")]


def _flatten(nested: Sequence[Block], prefix: str) -> Iterator[list[Run]]:
    """Yield the runs of each paragraph. ``prefix``, such as the bullet of a list, begins the first one."""
    for block in nested:
        if block["kind"] in ("paragraph", "heading", "code"):
            yield [prefix, *block["runs"]] if prefix else block["runs"]
            prefix = ""
        elif block["kind"] in ("bullet_list", "ordered_list"):
            for number, item in enumerate(block["items"], block["start"]):
                yield from _flatten(item, f"{number}. " if block["kind"] == "ordered_list" else "• ")
        elif block["kind"] == "quote":
            yield from _flatten(block["blocks"], prefix)
        elif block["kind"] == "table":
            for row in block["rows"]:
                yield [run for index, cell in enumerate(row) for run in ([" · "] if index else []) + cell]
