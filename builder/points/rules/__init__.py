"""The records that all packages of ``builder.points`` use: an edition's rules, and the appraisal's results.

An edition's contents become a `Catalogue` of options, tables and rules. This package also has the
catalogue's index, a search for its entries, and functions that put names and numbers into words. Nothing
here depends on a company list.
"""
