"""What the pages of the administration have in common: their types, and who may change rows."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
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


class ReadOnlyMixin(AnyOptions):
    """Rows that the loader or the services alone write: no rule of theirs is passed by here."""

    def has_add_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """No row is added here."""
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """No row is changed here."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """No row is deleted here."""
        return False


class ReadOnlyAdmin(ReadOnlyMixin, AnyAdmin):
    """Rows that can only be looked at."""


class SuperuserWritesMixin(AnyOptions):
    """Rows that only superusers add, change or delete, because such a change can give somebody more rights.

    A permission such as ``change_user`` isn't enough: it would let its holder make themselves a superuser.
    """

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Allow superusers."""
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, _obj: Model | None = None) -> bool:
        """Allow superusers."""
        return is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, _obj: Model | None = None) -> bool:
        """Allow superusers."""
        return is_superuser(request)


class SuperuserOnlyMixin(SuperuserWritesMixin):
    """Rows that only superusers see."""

    def has_view_permission(self, request: HttpRequest, _obj: Model | None = None) -> bool:
        """Allow superusers."""
        return is_superuser(request)


def is_superuser(request: HttpRequest) -> bool:
    return request.user.is_active and request.user.is_superuser


class CascadingDeleteAdmin(AnyAdmin):
    """Rows that are deleted with the lists or events that are theirs, and lists with all that is in them."""

    def get_deleted_objects(
        self, objs: Sequence[Any] | QuerySet[Any], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """What goes with a row needs no permission of its own: by itself nobody deletes it here."""
        shown, counts, needed, protected = super().get_deleted_objects(objs, request)
        along = (
            models.Profile, models.Roster, models.Report, models.ModerationEntry, models.Event,
            models.HandIn, models.Token,
        )  # fmt: skip
        names = {str(model._meta.verbose_name) for model in along}
        return shown, counts, set(needed) - names, protected
