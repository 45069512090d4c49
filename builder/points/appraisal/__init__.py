"""The appraisal of a list (prices, values, findings, totals), and the effect of changes on it.

The functions take a document and its catalogue. They return an `Appraisal`, and the differences between two
documents.
"""
