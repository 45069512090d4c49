"""Calculations on documents in requests; nothing is stored."""
