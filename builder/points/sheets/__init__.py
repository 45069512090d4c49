"""Sheets of profiles and rosters: the texts and numbers that players see.

Sheets are derived from a document, its catalogue and appraisal, and the edition's play sheet. Pages, papers,
texts, tables and the API show these texts and numbers and add none of their own.
"""
