"""The administration site: catalogues to look at, people and lists to mend."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model
from django.http import HttpRequest

from builder import models

if TYPE_CHECKING:  # these classes take type arguments in the stubs alone
    AnyAdmin = admin.ModelAdmin[Any]
    AnyInline = admin.TabularInline[Any, Any]
    AnyUserAdmin = UserAdmin[models.User]
else:
    AnyAdmin, AnyInline, AnyUserAdmin = admin.ModelAdmin, admin.TabularInline, UserAdmin


class ReadOnlyAdmin(AnyAdmin):
    """Rows that the loader alone writes: an edition never changes, least of all by hand."""

    def has_add_permission(self, _request: HttpRequest) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """Nobody changes."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """Nobody deletes."""
        return False


@admin.register(models.GameSystem)
class GameSystemAdmin(ReadOnlyAdmin):
    """Rule sets."""

    list_display = ("name", "code")


@admin.register(models.Edition)
class EditionAdmin(ReadOnlyAdmin):
    """Their editions."""

    list_display = ("system", "version", "loaded", "digest")
    list_select_related = ("system",)


@admin.register(models.Attribute)
class AttributeAdmin(ReadOnlyAdmin):
    """What a profile has a value of."""

    list_display = ("label", "name", "page", "edition")
    list_filter = ("edition",)
    list_select_related = ("edition__system",)
    search_fields = ("name", "label")


@admin.register(models.CostTable)
class CostTableAdmin(ReadOnlyAdmin):
    """What values cost."""

    list_display = ("name", "code", "page", "edition")
    list_filter = ("edition",)
    list_select_related = ("edition__system",)
    search_fields = ("name", "code")


@admin.register(models.Property, models.Spell)
class PropertyAdmin(ReadOnlyAdmin):
    """What a model can have and cast."""

    list_display = ("name", "code", "group", "points", "page", "edition")
    list_filter = ("edition", "group")
    list_select_related = ("edition__system",)
    search_fields = ("name", "code", "summary")


@admin.register(models.User)
class PersonAdmin(AnyUserAdmin):
    """People and guests."""

    list_display = ("username", "email", "is_guest", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_active")


@admin.register(models.CompanyList)
class CompanyListAdmin(AnyAdmin):
    """Company lists, deleted ones too."""

    list_display = ("name", "public_id", "owner", "sample", "edition", "updated", "deleted_at")
    list_filter = ("edition", "deleted_at")
    list_select_related = ("owner", "edition__system")
    search_fields = ("name", "public_id", "owner__username")
    raw_id_fields = ("owner",)
    readonly_fields = ("public_id", "edition", "sample", "version", "details_version", "created", "updated")


@admin.register(models.Profile)
class ProfileAdmin(AnyAdmin):
    """Profiles. Their designs are written by the design form alone."""

    list_display = ("name", "key", "company_list", "removed_at")
    list_select_related = ("company_list",)
    search_fields = ("name", "key", "company_list__public_id")
    readonly_fields = ("company_list", "key", "design", "version")


class RosterEntryInline(AnyInline):
    """The rows of a roster."""

    model = models.RosterEntry
    extra = 0


@admin.register(models.Roster)
class RosterAdmin(AnyAdmin):
    """Rosters."""

    list_display = ("name", "limit", "company_list")
    list_select_related = ("company_list",)
    search_fields = ("name", "company_list__public_id")
    readonly_fields = ("company_list",)
    inlines = (RosterEntryInline,)
