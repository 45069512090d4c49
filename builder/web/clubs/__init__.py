"""The pages of clubs: finding and founding one, its page, joining it, and managing it."""
