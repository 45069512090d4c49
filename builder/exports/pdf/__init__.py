"""Papers: company lists, design sheets, rosters for play and cards, set by Typst as PDF or as a picture.

An order (``paper_order``, ``event_order``) is all that a worker process needs to make a paper. The order is
made from an appraisal of the document, so a paper says the same as the page.
"""

from builder.exports.pdf.options import PaperOptions

__all__ = ["PaperOptions"]
