"""Advice for the player's next change: prices of steps, tested fixes, and fills and plans of rosters.

In: an appraised list. Out: changes as JSON Patches, each with the price and the verdict that it leads to.
"""
