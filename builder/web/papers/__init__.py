"""Printing: the options of papers, the print page, and responses with a PDF or a picture."""
