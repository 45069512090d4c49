"""The prices and calculated values of profiles.

The functions take a catalogue and a design. They return receipt lines, which name their table, factor,
rounding and page. The contexts and constraint tests that the legality rules use are here too.
"""
