"""Reports to the moderators, and the actions of moderators."""
