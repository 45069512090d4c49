"""The prices of profiles with all their terms, and the values on their sheets.

In: a catalogue and a design. Out: priced profiles whose terms name table, factor, rounding and page, the stat
line, and the price of each option. It judges nothing.
"""
