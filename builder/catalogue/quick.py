"""The quick references that come with the program: one for each edition that has one."""

from collections.abc import Iterator
from functools import lru_cache

from builder.catalogue.files import read_edition_file
from builder.catalogue.play import codes_to_have
from builder.points.document.quick import QuickReference
from builder.points.rules.catalogue import Catalogue


@lru_cache(maxsize=32)
def quick_reference(catalogue: Catalogue) -> QuickReference:
    """Return the quick reference of an edition; an empty one if the edition has none.

    Raises CatalogueError for a file that is not a quick reference, or names what the edition doesn't have.
    """
    return read_edition_file("quick", catalogue, QuickReference, quick_faults)


def quick_faults(quick: QuickReference, catalogue: Catalogue) -> Iterator[str]:
    """Yield a line for each unknown code, ``unless`` without ``having``, and row of the wrong length."""
    known_codes = codes_to_have(catalogue)
    for section in quick.sections:
        rows = ((f'"{row.text}"', (*row.having, *row.unless)) for row in section.rows)
        named = [("the section", section.having), *rows]
        for part, codes in named:
            for code in codes:
                if code.partition("=")[0] not in known_codes:
                    yield (
                        f'{section.name}: {part} names "{code}", which is not known to this edition: '
                        "correct it or leave it out"
                    )
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
