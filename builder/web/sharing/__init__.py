"""Who may see a list, and the list as others see it: its page, its frame in other sites, and copies of it."""
