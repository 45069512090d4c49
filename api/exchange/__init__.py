"""Texts and tables of lists."""
