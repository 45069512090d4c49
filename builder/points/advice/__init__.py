"""What a player could do next: steps with their prices, fixes that were tried, fills and plans of rosters.

In: an appraised list. Out: changes as JSON Patches, each with the price and the verdict that it leads to.
"""
