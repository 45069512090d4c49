"""The only code that writes people's lists: every function is one transaction."""
