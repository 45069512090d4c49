"""The one way to change a list."""
