"""The admin site.

Catalogues, lists, clubs and reports can't be changed there. Superusers can change users and groups.
"""

from builder.admin import catalogue, clubs, lists, moderation, people

__all__ = ["catalogue", "clubs", "lists", "moderation", "people"]
