"""The gallery of public lists, with its search and filters."""
