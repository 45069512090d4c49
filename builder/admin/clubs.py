"""Pages of clubs, their events, and hand-ins, which are rosters that members submit to events."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from builder import models
from builder.admin.base import AnyAdmin, AnyInline, CascadingDeleteAdmin, ReadOnlyAdmin, ReadOnlyMixin


class MembershipInline(ReadOnlyMixin, AnyInline):
    """The members of a club."""

    model = models.Membership
    extra = 0


@admin.register(models.Event)
class EventAdmin(ReadOnlyAdmin):
    """The events of clubs."""

    list_display = ("name", "public_id", "club", "date", "edition", "limit", "deadline")
    list_select_related = ("club", "edition__system")
    search_fields = ("name", "public_id", "club__name")
    readonly_fields = ("public_id",)


@admin.register(models.HandIn)
class HandInAdmin(ReadOnlyAdmin):
    """The hand-ins for events."""

    list_display = ("event", "user", "public_id", "made", "version", "force", "words")
    list_select_related = ("event", "user")
    search_fields = ("public_id", "force", "words", "older_fingerprint", "event__name", "user__username")
    readonly_fields = ("public_id",)


@admin.register(models.Club)
class ClubAdmin(CascadingDeleteAdmin, ReadOnlyAdmin):
    """The clubs and their members. Staff can delete a club permanently, with all that belongs to it."""

    list_display = ("name", "public_id", "place", "listed", "created")
    list_filter = ("listed",)
    search_fields = ("name", "public_id", "place", "memberships__user__username")
    readonly_fields = ("public_id",)
    inlines = (MembershipInline,)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Allow staff who have the permission. The lists of the club's members aren't deleted."""
        return AnyAdmin.has_delete_permission(self, request, obj)
