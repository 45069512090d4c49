"""The quick references that come with the program: one for each edition that has one."""

from collections.abc import Iterator

from builder.catalogue.files import edition_file
from builder.catalogue.known_codes import unknown_codes
from builder.catalogue.play import codes_to_have
from builder.points.document.quick import QuickReference
from builder.points.rules.catalogue import Catalogue


def quick_faults(quick: QuickReference, catalogue: Catalogue) -> Iterator[str]:
    """Yield a line for each unknown code, ``unless`` without ``having``, and row of the wrong length."""
    known_codes = codes_to_have(catalogue)
    for section in quick.sections:
        named = [("the section", section.having)]
        named += [(f'"{row.text}"', (*row.having, *row.unless)) for row in section.rows]
        for part, codes in named:
            bare_codes = [code.partition("=")[0] for code in codes]
            yield from unknown_codes(f"{section.name}: {part}", "code", bare_codes, known_codes)
        for row in section.rows:
            if row.unless and not row.having:
                yield (
                    f'{section.name}: "{row.text}" has unless without having: '
                    "write having too, or leave unless out"
                )
        if section.table:
            wrong = (row for row in section.table.rows if len(row) != len(section.table.columns))
            for cells in wrong:
                yield f"{section.name}: the table row {cells} needs {len(section.table.columns)} cells"


quick_reference = edition_file("quick", QuickReference, quick_faults)
"""Return the quick reference of an edition; an empty one if the edition has none."""
