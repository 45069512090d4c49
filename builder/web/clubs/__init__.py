"""Clubs and who is in them."""
