"""Clubs, their members, and what is shared with them."""
