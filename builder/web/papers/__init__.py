"""The pages to print a list: the options of papers, and the responses with a PDF or a picture."""
