"""The appraisal of a list (prices, values, findings, totals), and the effect of changes on it.

Input: a document and its catalogue. Output: an `Appraisal`, and the differences between two documents.
"""
