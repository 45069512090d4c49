"""Backups of the site's database (docs/backup.md)."""
