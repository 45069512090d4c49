"""Sharing of lists: shared pages, embedding in other sites, and copies."""
