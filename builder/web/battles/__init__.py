"""Battles: the set-up of a game."""
