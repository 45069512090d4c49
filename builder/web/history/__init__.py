"""Revisions of a list."""
