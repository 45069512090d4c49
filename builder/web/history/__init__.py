"""The history of a list: its revisions, what changed between two of them, and restoring one."""
