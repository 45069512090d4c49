"""Papers: company lists, design sheets, rosters for play and cards, typeset by Typst as PDF or picture.

An order (``paper_order``, ``event_order``) is all that a worker process needs to make a paper. Orders contain
the appraisal of the document, so a paper and the page show the same.
"""
