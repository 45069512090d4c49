"""Base classes of the administration's pages: their types, and who can change rows."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.db import transaction
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from builder import models

if TYPE_CHECKING:  # these classes take type arguments in the stubs alone
    AnyAdmin = admin.ModelAdmin[Any]
    AnyInline = admin.TabularInline[Any, Any]
    AnyUserAdmin = UserAdmin[models.User]
    AnyOptions = admin.options.BaseModelAdmin[Any]
    AnyForm = ModelForm[Any]
    AnyPasswordForm = AdminPasswordChangeForm[models.User]
else:
    AnyAdmin, AnyInline, AnyUserAdmin = admin.ModelAdmin, admin.TabularInline, UserAdmin
    AnyOptions, AnyForm, AnyPasswordForm = object, ModelForm, AdminPasswordChangeForm

Row = TypeVar("Row", bound=Model)


class ReadOnlyMixin(AnyOptions):
    """Rows that are only looked at. The loader and the services write them and enforce their rules."""

    def has_add_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """Refuse everybody."""
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """Refuse everybody."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """Refuse everybody."""
        return False


class ReadOnlyAdmin(ReadOnlyMixin, AnyAdmin):
    """Rows with pages of their own that are only looked at."""


class SuperuserWritesMixin(AnyOptions):
    """Rows that only superusers add, change and delete, because a change can give somebody more rights.

    A user with the permission ``change_user`` alone could make themselves a superuser.
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
    """Return whether an active superuser sent the request."""
    return request.user.is_active and request.user.is_superuser


class RecordedDeleteMixin(AnyAdmin, Generic[Row]):
    """Rows whose deletion is in the security log, one by one and by the action for selected rows."""

    def record_deletion(self, row: Row) -> None:
        """Write the event of a row to the security log."""
        raise NotImplementedError

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: Row) -> None:
        """Delete and record a row."""
        self.record_deletion(obj)
        super().delete_model(request, obj)

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Row]) -> None:
        """Delete and record the selected rows."""
        for row in queryset:
            self.record_deletion(row)
        super().delete_queryset(request, queryset)


class CascadingDeleteAdmin(AnyAdmin):
    """Rows that are deleted together with the rows that belong to them, such as a club with its events."""

    def get_deleted_objects(
        self, objs: Sequence[Any] | QuerySet[Any], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Return what is deleted with a row. Those rows need no permission of their own."""
        shown, counts, needed, protected = super().get_deleted_objects(objs, request)
        along = (
            models.Profile, models.Roster, models.Report, models.ModerationEntry, models.Event,
            models.HandIn, models.FrozenLink, models.Token,
        )  # fmt: skip
        names = {str(model._meta.verbose_name) for model in along}
        return shown, counts, set(needed) - names, protected
