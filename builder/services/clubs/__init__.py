"""Clubs, their members, invites and shares."""
