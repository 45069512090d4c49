"""Papers, which are documents that readers can print: lists, design sheets, rosters, battle sheets and cards.

Typst typesets a paper as a PDF or a picture, in a worker process. An order (``paper_order``, ``event_order``)
contains everything that the worker needs, also the points. So a paper shows the same points as the website.
"""
