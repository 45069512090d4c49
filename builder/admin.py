"""The administration site: catalogues and lists to look at, people to mend."""

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
    AnyOptions = admin.options.BaseModelAdmin[Any]
else:
    AnyAdmin, AnyInline, AnyUserAdmin = admin.ModelAdmin, admin.TabularInline, UserAdmin
    AnyOptions = object


class ReadOnly(AnyOptions):
    """Rows that the loader or the services alone write: no rule of theirs is passed by here."""

    def has_add_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """Nobody changes."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """Nobody deletes."""
        return False


class ReadOnlyAdmin(ReadOnly, AnyAdmin):
    """Rows to look at."""


class WithTheirLists(AnyAdmin):
    """Rows that are deleted with the lists that are theirs, and lists with all that is in them."""

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:  # noqa: ANN401 - Django's own
        """What goes along needs no permission of its own: by itself nobody deletes it here."""
        shown, counts, needed, protected = super().get_deleted_objects(objs, request)
        along = {str(model._meta.verbose_name) for model in (models.Profile, models.Roster)}
        return shown, counts, set(needed) - along, protected


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
class PersonAdmin(WithTheirLists, AnyUserAdmin):
    """People and guests."""

    list_display = ("username", "email", "is_guest", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_active")


@admin.register(models.CompanyList)
class CompanyListAdmin(WithTheirLists, ReadOnlyAdmin):
    """Company lists, deleted ones too. One may be deleted for good, with all that is in it."""

    list_display = ("name", "public_id", "owner", "sample", "edition", "updated", "deleted_at")
    list_filter = ("edition", "deleted_at")
    list_select_related = ("owner", "edition__system")
    search_fields = ("name", "public_id", "owner__username")
    readonly_fields = ("public_id",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever has the permission: a whole list breaks no rule by going."""
        return AnyAdmin.has_delete_permission(self, request, obj)


@admin.register(models.Profile)
class ProfileAdmin(ReadOnlyAdmin):
    """Profiles, removed ones too."""

    list_display = ("name", "key", "company_list", "removed_at")
    list_select_related = ("company_list",)
    search_fields = ("name", "key", "company_list__public_id")


class RosterEntryInline(ReadOnly, AnyInline):
    """The rows of a roster."""

    model = models.RosterEntry
    extra = 0


@admin.register(models.Roster)
class RosterAdmin(ReadOnlyAdmin):
    """Rosters, removed ones too."""

    list_display = ("name", "public_id", "limit", "company_list", "removed_at")
    list_select_related = ("company_list",)
    search_fields = ("name", "public_id", "company_list__public_id")
    readonly_fields = ("public_id",)
    inlines = (RosterEntryInline,)
