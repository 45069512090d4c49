"""The profile editor: one HTML form for a whole design, whatever the catalogue's shape."""
