"""Reference pages of the rules."""
