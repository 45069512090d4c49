"""Papers: company lists, design sheets, rosters for play and cards, typeset by Typst as PDF or picture.

An order (``paper_order``, ``event_order``) is all that a worker process needs to make a paper. It is made
from an appraisal of the document, so a paper shows the same as the page.
"""

from builder.exports.pdf.options import PaperOptions

__all__ = ["PaperOptions"]
