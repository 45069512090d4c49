"""The rules core: documents in, appraisals out. Standard library only; no I/O and no clock.

Each package imports only the packages before it: `rules` (an edition's data), `document` (a player's list),
`pricing`, `legality`, `systems` (code for one game each), `appraisal`, `sheets` (texts and numbers for pages,
papers and the API), `shorthand` (lists from plain text), and last `advice` and `other_builders` (rosters of
other programs), which don't import each other.
"""
