"""The pages of rosters: the roster form, the actions of its buttons, and the data that templates show."""
