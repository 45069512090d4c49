"""The legality rules of designs and rosters.

Input: priced profiles and roster rows. Output: totals, findings with level, message and source, and the
changes that the rules themselves suggest.
"""
