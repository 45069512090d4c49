"""The guide to the interface for programs."""
