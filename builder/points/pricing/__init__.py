"""What a profile costs and is worth: prices with every term, and the values that its sheet shows.

In: a catalogue and a design. Out: priced profiles whose terms name table, factor, rounding and page, the stat
line, and the price of each option. It judges nothing.
"""
