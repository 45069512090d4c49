"""One's own lists."""
