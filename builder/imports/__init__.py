"""Readers for uploaded archives, tables, documents and texts. They enforce limits and store nothing."""
