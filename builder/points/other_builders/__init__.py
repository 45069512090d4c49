"""Rosters of other list builders, which are programs such as BattleScribe and New Recruit.

These programs write rosters as XML, JSON, HTML and text. Each format has a reader, which returns an
``OtherRoster``: a tree of named selections. A selection is something that a player has selected, such as a
model or a weapon. ``match_roster`` finds the names of the selections in a catalogue. It turns the selections
into profiles and a roster, and lists unknown selections as unread.
"""
