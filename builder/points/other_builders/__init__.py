"""Rosters of other list builders: BattleScribe and New Recruit write them as XML, JSON, HTML and text.

A reader for each form makes an ``OtherRoster``, a tree of named selections. ``match_roster`` finds the names
in a catalogue and makes profiles and a roster of them; what it doesn't know, it lists with its place.
"""
