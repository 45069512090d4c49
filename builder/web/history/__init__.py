"""The history of a list: its revisions, a comparison of two revisions, and restoring a revision."""
