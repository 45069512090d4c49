"""Who may see a list, and the list as they see it."""
