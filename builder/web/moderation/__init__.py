"""Reporting lists, clubs, events and people, and the pages of the moderators."""
