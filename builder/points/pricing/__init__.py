"""The prices of profiles with all their terms, and the values on their sheets.

Input: a catalogue and a design. Output: receipt lines that name their table, factor, rounding and page, the
stat line, and the price of each option. Nothing here checks legality.
"""
