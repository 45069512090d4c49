"""Moderation: reports, hiding, and suspending people."""
