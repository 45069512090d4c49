"""The pages of clubs: finding and founding clubs, joining them, and managing them."""
