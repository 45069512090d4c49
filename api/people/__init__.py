"""The account and its tokens."""
