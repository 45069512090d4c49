"""Papers: company lists, design sheets, rosters for play and cards, typeset by Typst as PDF or picture.

An order (``paper_order``, ``event_order``) contains everything that a worker process needs to make a paper,
also the appraisal of the document. So a paper shows the same points as the page.
"""
