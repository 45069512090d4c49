"""Lists in and out: importing files, pasting stat lines, and lists as text, tables and documents."""
