"""The profile editor, and profiles as rows of other pages."""
