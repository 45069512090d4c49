"""The appraisal of a list (prices, values, findings, totals), and how changes affect it.

In: a document and its catalogue. Out: an `Appraisal`, and the differences between two of them.
"""
