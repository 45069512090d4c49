"""The records that all of the core uses: an edition's rules as data, and the results of an appraisal.

Input: the contents of an edition. Output: a `Catalogue` of options, tables and rules, its index, the entries
that match a search, and the wording of names and numbers. Nothing here depends on a company list.
"""
