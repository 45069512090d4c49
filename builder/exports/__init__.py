"""A list in other shapes: what leaves the site is made here."""
