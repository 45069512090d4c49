"""What the rules say against a design or a roster.

In: priced profiles and roster rows. Out: totals, findings with level, message and source, and the changes
that the rules themselves suggest.
"""
