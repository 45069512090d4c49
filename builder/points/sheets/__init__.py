"""Sheets of profiles and rosters for play.

It is derived from a document, its catalogue and appraisal, and what the game needs in play. Pages, papers,
texts, tables and the API show its texts and numbers, and add none of their own.
"""
