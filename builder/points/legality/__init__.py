"""The legality rules of designs and rosters.

The functions take priced profiles and the rows of rosters. They return totals and findings, and the changes
that may resolve the findings. A finding has a level, a message and its source in the rulebook.
"""
