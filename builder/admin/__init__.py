"""The admin site. Catalogues, lists, clubs and reports are read-only. Superusers can change people."""

from builder.admin import catalogue, clubs, lists, moderation, people

__all__ = ["catalogue", "clubs", "lists", "moderation", "people"]
