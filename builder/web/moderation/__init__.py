"""Reports, and the pages of the moderators."""
