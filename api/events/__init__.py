"""Events of a club."""
