"""The data of a quick reference, which is a paper with the rules of a game in short."""

from collections.abc import Sequence

from builder.catalogue.quick import quick_reference
from builder.exports.pdf.payload import QuickData
from builder.exports.pdf.text import printable_line, shorten
from builder.points.rules.catalogue import Catalogue
from builder.points.sheets.profile import ProfileSheet
from builder.points.sheets.quick import quick_parts

_MAX_NAMES_LENGTH = 90


def quick_data(
    catalogue: Catalogue,
    names_of: str = "",
    profiles: Sequence[ProfileSheet] = (),
    *,
    every_row: bool = True,
) -> QuickData:
    """Return the data of the quick reference. Each row names the ``profiles`` to which it applies.

    ``names_of`` is the name of their list or roster. If ``every_row`` is false, rows that apply to none of
    the profiles or their enemies are left out.
    """
    quick = quick_reference(catalogue)
    return {
        "names_of": names_of,
        "game": catalogue.title,
        "every_row": every_row,
        "missing": quick.missing,
        "sections": [
            {
                "name": part.name,
                "place": part.place,
                "text": part.text,
                "rows": [
                    {
                        "text": line.text,
                        "value": line.value,
                        "who": shorten(printable_line(line.profile_names), _MAX_NAMES_LENGTH),
                        "long": line.is_long,
                    }
                    for line in part.lines
                ],
                "table": {"columns": part.table.columns, "rows": part.table.rows} if part.table else None,
            }
            for part in quick_parts(quick, catalogue, profiles, every_row=every_row)
        ],
    }
