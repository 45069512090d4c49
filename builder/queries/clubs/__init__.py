"""Clubs and what they are shown."""
