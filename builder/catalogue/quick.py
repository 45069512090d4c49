"""The quick reference of each edition, which is a summary of the rules."""

from collections.abc import Iterator

from builder.catalogue.files import edition_file_reader
from builder.catalogue.known_codes import unknown_codes
from builder.catalogue.play import condition_codes
from builder.points.document.quick import QuickReference
from builder.points.rules.catalogue import Catalogue


def quick_faults(quick: QuickReference, catalogue: Catalogue) -> Iterator[str]:
    """Yield unknown codes, ``unless`` without ``having``, and rows with too few or too many cells."""
    known_codes = condition_codes(catalogue)
    for section in quick.sections:
        conditions = [("the section", section.having)]
        conditions += [(f'"{row.text}"', (*row.having, *row.unless)) for row in section.rows]
        for part, codes in conditions:
            bare_codes = [code.partition("=")[0] for code in codes]
            yield from unknown_codes(
                f"{section.name}: {part}", "code", bare_codes, known_codes, required=True
            )
        for row in section.rows:
            if row.unless and not row.having:
                yield (
                    f'{section.name}: "{row.text}" has unless without having: '
                    "write having too, or leave unless out"
                )
        if section.table:
            wrong_rows = (row for row in section.table.rows if len(row) != len(section.table.columns))
            for cells in wrong_rows:
                yield f"{section.name}: the table row {cells} needs {len(section.table.columns)} cells"


quick_reference = edition_file_reader("quick", QuickReference, quick_faults)
"""Return the quick reference of an edition. It is empty if the edition has no file of it."""
