"""Accounts, guests and tokens."""
