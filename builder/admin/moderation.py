"""Reports, reports of wrong numbers, and what moderators did, to look at."""

from django.contrib import admin

from builder import models
from builder.admin.base import ReadOnlyAdmin


@admin.register(models.Report)
class ReportAdmin(ReadOnlyAdmin):
    """Reports, to look at. They are answered on the page of the moderators."""

    list_display = ("made", "subject", "person", "by", "outcome", "settled_at")
    list_filter = ("outcome",)
    list_select_related = ("person", "by")
    search_fields = ("reason", "subject", "person__username", "by__username")


@admin.register(models.NumberReport)
class NumberReportAdmin(ReadOnlyAdmin):
    """Reports of wrong numbers, to look at. The command ``number_reports`` settles them."""

    list_display = ("made", "edition", "place", "problem", "settled_at")
    list_filter = ("edition",)
    list_select_related = ("edition__system",)
    search_fields = ("problem",)
    exclude = ("document",)


@admin.register(models.ModerationEntry)
class ModerationEntryAdmin(ReadOnlyAdmin):
    """What moderators did, to look at."""

    list_display = ("made", "action", "subject", "person", "by", "note")
    list_filter = ("action",)
    list_select_related = ("person", "by")
    search_fields = ("subject", "note", "person__username", "by__username")
