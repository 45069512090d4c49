"""Import and export: stat lines, texts and tables."""
