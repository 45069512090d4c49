"""The rules core: documents in, appraisals out. Standard library only; no I/O and no clock.

Each package imports only those before it: `rules` (what an edition says), `document` (what a player wrote),
`pricing`, `legality`, `systems` (what is particular to one game), `appraisal`, `sheets` (what pages,
papers and the API show), `shorthand` (lists from plain text), and last `advice` and `other_builders` (rosters
of other programs), which do not know each other.
"""
