"""The rosters of a list."""
