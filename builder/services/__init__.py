"""The only writers of people's lists: every function is one transaction."""
