"""The pages of a club's events, and of the rosters that members hand in for events."""
