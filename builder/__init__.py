"""Musterbook."""

VERSION = "0.1.0"
"""The version of the program, as pyproject.toml and CHANGELOG.md name it."""
