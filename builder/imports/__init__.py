"""Readers of uploaded archives, tables, documents and texts, with limits. Nothing is stored."""
