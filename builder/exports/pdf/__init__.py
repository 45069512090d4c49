"""Papers: company lists, design sheets, rosters for play and cards, set by Typst as PDF or as a picture.

``make_pdf`` and ``make_picture`` are the whole of it. They appraise the document themselves, so a paper
cannot say anything else than the page does.
"""

from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.papers import make_pdf, make_picture

__all__ = ["PaperOptions", "make_pdf", "make_picture"]
