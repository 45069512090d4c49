"""The pages of the profile editor, and profiles as rows of other pages."""
