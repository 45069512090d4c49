"""Reports of lists, clubs, events and people, and the moderators' pages."""
