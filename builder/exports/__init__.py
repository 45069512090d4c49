"""Exports of a list: all files and texts that leave the site."""
