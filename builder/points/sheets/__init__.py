"""Sheets of profiles and rosters: the texts and numbers that players see.

A sheet is calculated from a document, its catalogue and appraisal, and the edition's play sheet. Pages,
papers, texts, tables and the API show the texts and numbers of sheets, and add none of their own.
"""
