"""The pages of a club's events: creating an event, handing in rosters, and all rosters as PDF and CSV."""
