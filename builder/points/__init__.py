"""The rules core: documents in, appraisals out. Standard library only; no I/O and no clock.

Each package imports only those before it: `rules` (what an edition says), `document` (what a player wrote),
`pricing`, `legality`, `systems` (what is particular to one game), `appraisal`, and then `advice` and
`shorthand` (reading lists from plain text).
"""
