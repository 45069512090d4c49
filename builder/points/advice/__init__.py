"""Advice for the player's next change of a list.

``what_if`` and ``steps`` calculate what a change of a profile would cost. ``remedies``, ``profile_fixes`` and
``candidate_fixes`` find changes of a profile that end a finding. ``capacity`` finds models that can be added
to a roster. ``roster_plan`` and ``cheaper_options`` find changes that make a roster legal. A change is tested
with the real checks, which are the functions that check every list, before it is suggested.
"""
