"""The pages of a club's events: making one, handing in a roster for it, and its rosters as PDF and CSV."""
