"""Read-only pages of reports of content, of reports of wrong numbers, and of moderators' actions."""

from django.contrib import admin

from builder import models
from builder.admin.base import ReadOnlyAdmin


@admin.register(models.Report)
class ReportAdmin(ReadOnlyAdmin):
    """The reports of content. Moderators answer them on the site's moderation pages, not in the admin."""

    list_display = ("made", "subject", "person", "by", "outcome", "settled_at")
    list_filter = ("outcome",)
    list_select_related = ("person", "by")
    search_fields = ("reason", "subject", "person__username", "by__username")


@admin.register(models.NumberReport)
class NumberReportAdmin(ReadOnlyAdmin):
    """The reports of wrong numbers. The operator settles them with the command ``number_reports``."""

    list_display = ("made", "edition", "place", "problem", "settled_at")
    list_filter = ("edition",)
    list_select_related = ("edition__system",)
    search_fields = ("problem",)
    exclude = ("document",)


@admin.register(models.ModerationEntry)
class ModerationEntryAdmin(ReadOnlyAdmin):
    """The actions of moderators."""

    list_display = ("made", "action", "subject", "person", "by", "note")
    list_filter = ("action",)
    list_select_related = ("person", "by")
    search_fields = ("subject", "note", "person__username", "by__username")
