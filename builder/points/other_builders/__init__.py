"""Rosters of other list builders: BattleScribe and New Recruit write them as XML, JSON, HTML and text.

Each format has a reader, which returns an ``OtherRoster``: a tree of named selections. A selection is
something that a player has selected, such as a model or a weapon. ``match_roster`` finds the names in a
catalogue, and makes profiles and a roster of the selections. It lists unknown selections as unread.
"""
