"""Functions that read uploaded archives, tables, documents and texts, within limits. They store nothing."""
