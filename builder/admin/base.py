"""Base classes of the admin's pages.

They decide who can see, change and delete rows, and which deletions are in the security log.
"""

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

if TYPE_CHECKING:  # in the type stubs, these classes take type arguments, but Django's classes don't
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
    """A mixin for rows that nobody can change in the admin.

    Only the loader of catalogues and the services write such rows, because they check the application's
    rules.
    """

    def has_add_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """Return False for everybody."""
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """Return False for everybody."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        """Return False for everybody."""
        return False


class ReadOnlyAdmin(ReadOnlyMixin, AnyAdmin):
    """The base class of admin pages on which nobody can change rows."""


class SuperuserWritesMixin(AnyOptions):
    """A mixin for rows that only superusers can change, because a change can give a person more rights.

    Without it, staff with the permission ``change_user`` could make themselves superusers.
    """

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return whether the user is a superuser."""
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, _obj: Model | None = None) -> bool:
        """Return whether the user is a superuser."""
        return is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, _obj: Model | None = None) -> bool:
        """Return whether the user is a superuser."""
        return is_superuser(request)


class SuperuserOnlyMixin(SuperuserWritesMixin):
    """A mixin for rows that only superusers can see."""

    def has_view_permission(self, request: HttpRequest, _obj: Model | None = None) -> bool:
        """Return whether the user is a superuser."""
        return is_superuser(request)


def is_superuser(request: HttpRequest) -> bool:
    """Return whether an active superuser sent the request."""
    return request.user.is_active and request.user.is_superuser


class RecordedDeleteMixin(AnyAdmin, Generic[Row]):
    """A mixin that records the deletion of each row in the security log."""

    def record_deletion(self, row: Row) -> None:
        """Record the deletion of a row in the security log."""
        raise NotImplementedError

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: Row) -> None:
        """Record the deletion of a row, and delete the row."""
        self.record_deletion(obj)
        super().delete_model(request, obj)

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Row]) -> None:
        """Record the deletion of each selected row, and delete the rows."""
        for row in queryset:
            self.record_deletion(row)
        super().delete_queryset(request, queryset)


class CascadingDeleteAdmin(AnyAdmin):
    """The base class for rows that are deleted with their dependent rows, such as a club with its events."""

    def get_deleted_objects(
        self, objs: Sequence[Any] | QuerySet[Any], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Return Django's result, but don't require permissions to delete dependent rows.

        So a user who may delete clubs may delete a club with its events.
        """
        texts, counts, missing_permissions, protected = super().get_deleted_objects(objs, request)
        dependent_models = (
            models.Profile, models.Roster, models.Report, models.ModerationEntry, models.Event,
            models.HandIn, models.FrozenLink, models.Token,
        )  # fmt: skip
        dependent_names = {str(model._meta.verbose_name) for model in dependent_models}
        return texts, counts, set(missing_permissions) - dependent_names, protected
