"""The user's lists."""
