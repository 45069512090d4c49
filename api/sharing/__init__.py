"""Sharing of lists, and the lists that others share."""
