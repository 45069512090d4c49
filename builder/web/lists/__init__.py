"""The home page, and the pages of a user's own company lists."""
