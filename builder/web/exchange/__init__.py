"""Import and export of lists: files, pasted stat lines, texts, tables and documents."""
