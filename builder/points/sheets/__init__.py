"""Sheets of profiles and rosters: the texts and numbers that players see.

A sheet is calculated from a document, its catalogue and appraisal, and the edition's play sheet. The web
pages, the printed papers (PDF), the text and table exports and the API all show the texts and numbers of
sheets, so they agree with each other.
"""
