"""The prices and calculated values of profiles.

The functions take a catalogue and a design. They return receipt lines, which name their table, factor,
rounding and page. The legality rules use two more things of this package: the contexts, which collect what is
known about a profile or roster, and the tests of constraints.
"""
