"""Texts and tables to take elsewhere."""
