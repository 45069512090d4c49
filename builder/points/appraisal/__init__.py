"""The whole answer for a list: prices, values, findings and totals, and what a change did to them.

In: a document and its catalogue. Out: an `Appraisal`, and the differences between two of them.
"""
