"""Sharing of lists: shared pages, frames in other sites, and copies for other users."""
