"""One's own lists, and the home page."""
