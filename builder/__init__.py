"""Musterbook, a web-based list builder and points calculator for tabletop games."""

VERSION = "0.1.0"
"""The version of the program, which is also in pyproject.toml and CHANGELOG.md."""
