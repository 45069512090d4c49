"""The admin site: read-only catalogues, lists, clubs and reports; people, for superusers."""

from builder.admin import catalogue, clubs, lists, moderation, people

__all__ = ["catalogue", "clubs", "lists", "moderation", "people"]
