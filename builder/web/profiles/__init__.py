"""The profile editor, and profiles as rows of a page."""
