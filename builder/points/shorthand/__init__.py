"""Reader for stat lines as players write them, with its questions and a list of unread text.

``read_shorthand`` reads a text, ``read_rows`` the rows of a table. The package knows no game: every word
comes from the catalogue. Read its modules in the order in which a text passes through them:

1. Lines. ``tokens`` covers mark-up and quoted text: it replaces each character with a placeholder, so that
   no words are found there and all positions stay valid. ``line`` defines the lines (``Source``), the tokens
   of a line (``TokenLine``) and the terms read from it (``ParsedTerm``). ``reading`` tries to read each line
   as a total (``roles``), then as a printed row or a table (``table``), then as any other line (``facts``).
2. Words of a line. ``head`` reads the price, count, type and name at its beginning, ``facts`` what
   follows: values (``attributes``), weapons (``weapons``, ``codes``) and properties (``picks``). The
   words are in ``vocabulary`` and ``profile_types``.
3. Role of a line. ``roles`` decides which words of a line are the name, and whether the line is plain text.
   ``head`` and ``facts`` call its functions.
4. Profiles. ``profiles`` decides which profile a line belongs to, ``profile_builder`` what a profile can
   have. ``reading`` adds counts, totals and limits, and builds the result (``results``).

``own_texts`` covers the calculated parts of texts that Musterbook wrote itself. ``quoting`` writes names so
that they can be read back. ``columns`` reads the tables of files.

A part is an attribute or a slot of a profile's design. An entry is a property or spell of the catalogue. A
fact is something that a text says about a profile: the value of an attribute, a weapon or an entry. A label
announces the facts after it: "Mov", "Weapons:". A claim is a number of points that a text states.

Most functions take and return the indexes of tokens: ``at`` is the first token, ``end`` the token after the
last, as in slices. ``Found`` contains a value that was read, and its end. ``start`` and ``end`` of terms,
pieces and tokens are positions in the text.

The reader doesn't guess and doesn't skip text silently. Each character is read as something, is listed as
unread, or is a blank or a sign without a meaning of its own (a comma, a bracket, a bullet). The running time
is linear in the length of the text.
"""

from builder.points.shorthand.columns import Header, find_header, guess_catalogue, match_columns
from builder.points.shorthand.quoting import (
    needs_quotes,
    quoted_pick,
    write_name,
    write_title,
    written_names,
)
from builder.points.shorthand.reading import max_bytes, read_rows, read_shorthand
from builder.points.shorthand.results import (
    MarkedPiece,
    ParsedPiece,
    ParsedProfile,
    ParsedText,
    Question,
    StatedTotal,
    Unparsed,
    quote,
)
from builder.points.shorthand.tokens import FILLER, JOINER

__all__ = [
    "FILLER",
    "JOINER",
    "Header",
    "MarkedPiece",
    "ParsedPiece",
    "ParsedProfile",
    "ParsedText",
    "Question",
    "StatedTotal",
    "Unparsed",
    "find_header",
    "guess_catalogue",
    "match_columns",
    "max_bytes",
    "needs_quotes",
    "quote",
    "quoted_pick",
    "read_rows",
    "read_shorthand",
    "write_name",
    "write_title",
    "written_names",
]
