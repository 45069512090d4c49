"""The administration site: catalogues, lists, clubs and reports to look at; people for superusers."""

from builder.admin import catalogue, clubs, lists, moderation, people

__all__ = ["catalogue", "clubs", "lists", "moderation", "people"]
