"""Read-only pages of games, of their editions, and of the editions' contents."""

from django.contrib import admin

from builder import models
from builder.admin.base import ReadOnlyAdmin


@admin.register(models.GameSystem)
class GameSystemAdmin(ReadOnlyAdmin):
    """The games."""

    list_display = ("name", "code")


@admin.register(models.Edition)
class EditionAdmin(ReadOnlyAdmin):
    """The editions of games."""

    list_display = ("system", "version", "loaded", "digest")
    list_select_related = ("system",)


@admin.register(models.Attribute)
class AttributeAdmin(ReadOnlyAdmin):
    """The attributes of profiles."""

    list_display = ("label", "name", "page", "edition")
    list_filter = ("edition",)
    list_select_related = ("edition__system",)
    search_fields = ("name", "label")


@admin.register(models.CostTable)
class CostTableAdmin(ReadOnlyAdmin):
    """The cost tables."""

    list_display = ("name", "code", "page", "edition")
    list_filter = ("edition",)
    list_select_related = ("edition__system",)
    search_fields = ("name", "code")


@admin.register(models.Property, models.Spell)
class PropertyAdmin(ReadOnlyAdmin):
    """The properties and spells of models."""

    list_display = ("name", "code", "group", "points", "page", "edition")
    list_filter = ("edition", "group")
    list_select_related = ("edition__system",)
    search_fields = ("name", "code", "summary")
