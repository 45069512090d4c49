"""Read-only pages of company lists and their contents."""

from django.contrib import admin
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from builder import models
from builder.admin.base import AnyAdmin, AnyInline, CascadingDeleteAdmin, ReadOnlyAdmin, ReadOnlyMixin
from builder.services import gallery


@admin.register(models.CompanyList)
class CompanyListAdmin(CascadingDeleteAdmin, ReadOnlyAdmin):
    """The company lists, including deleted ones. Staff can delete a list permanently, with its contents."""

    list_display = (
        "name",
        "public_id",
        "owner",
        "sample",
        "edition",
        "updated",
        "published_at",
        "hidden_at",
        "deleted_at",
    )
    list_filter = (
        "edition",
        ("published_at", admin.EmptyFieldListFilter),
        ("hidden_at", admin.EmptyFieldListFilter),
        "deleted_at",
    )
    list_select_related = ("owner", "edition__system")
    search_fields = ("name", "public_id", "owner__username")
    readonly_fields = ("public_id",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Allow staff who have the permission. On other pages, nobody can delete a part of a list."""
        return AnyAdmin.has_delete_permission(self, request, obj)

    def delete_model(self, request: HttpRequest, obj: models.CompanyList) -> None:
        """Delete a list, and update the gallery's counts."""
        self.delete_queryset(request, models.CompanyList.objects.filter(pk=obj.pk))

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[models.CompanyList]) -> None:
        """Delete lists, and update the gallery's counts."""
        gallery.remove_listings(list(queryset.values_list("pk", flat=True)))
        super().delete_queryset(request, queryset)


@admin.register(models.Profile)
class ProfileAdmin(ReadOnlyAdmin):
    """The profiles, including profiles that were removed from their list."""

    list_display = ("name", "key", "company_list", "removed_at")
    list_select_related = ("company_list",)
    search_fields = ("name", "key", "company_list__public_id")


class RosterEntryInline(ReadOnlyMixin, AnyInline):
    """The rows of a roster."""

    model = models.RosterEntry
    extra = 0


@admin.register(models.Roster)
class RosterAdmin(ReadOnlyAdmin):
    """The rosters, including rosters that were removed from their list."""

    list_display = ("name", "public_id", "limit", "company_list", "removed_at")
    list_select_related = ("company_list",)
    search_fields = ("name", "public_id", "company_list__public_id")
    readonly_fields = ("public_id",)
    inlines = (RosterEntryInline,)


@admin.register(models.FrozenLink)
class FrozenLinkAdmin(ReadOnlyAdmin):
    """The links to frozen rosters."""

    list_display = ("company_list", "public_id", "made", "version", "force", "words")
    list_select_related = ("company_list",)
    search_fields = ("public_id", "force", "words", "company_list__public_id")
    readonly_fields = ("public_id",)
