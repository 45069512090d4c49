"""Stat lines as players write them, read into profiles, with what was read, what was not, and what is asked.

``read_shorthand`` is where to begin. It knows no game: every word comes from the catalogue. Nothing is
guessed and nothing is skipped in silence: each sign of the text is read as something, belongs to what is
listed as not read, or is a blank or a mark (a comma, a bracket, a bullet) that says nothing by itself.
The time it takes grows with the length of the text and no faster.
"""

from builder.points.shorthand.headings import Header, find_header, guess_catalogue, match_columns
from builder.points.shorthand.reading import max_bytes, read_rows, read_shorthand
from builder.points.shorthand.results import ParsedPiece, ParsedProfile, ParsedText, Question, Unparsed
from builder.points.shorthand.tokens import FILLER

__all__ = [
    "FILLER",
    "Header",
    "ParsedPiece",
    "ParsedProfile",
    "ParsedText",
    "Question",
    "Unparsed",
    "find_header",
    "guess_catalogue",
    "match_columns",
    "max_bytes",
    "read_rows",
    "read_shorthand",
]
