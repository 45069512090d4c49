"""Events of a club, and what is handed in."""
