"""Who may see a list; the list as they see it."""
