"""What comes in from files: archives, tables, documents and texts, read within limits. Nothing is kept."""
