"""Printing: the options of papers, the page where they are chosen, and answers with a PDF or a picture."""
