"""The home page, and the pages of the user's lists."""
