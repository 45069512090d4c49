"""Advice for the player's next change: prices of steps, tested fixes, and fills and plans of rosters.

Input: an appraised list. Output: changes as JSON Patches, each with its price and the findings after it.
"""
