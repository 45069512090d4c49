"""The profiles of a list."""
