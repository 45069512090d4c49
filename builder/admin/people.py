"""People, their rights and what protects their accounts. Every change is in the security log."""

from allauth.account.admin import EmailAddressAdmin as AllauthEmailAddressAdmin
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.models import Group
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from builder import models
from builder.admin.base import (
    AnyAdmin,
    AnyUserAdmin,
    CascadingDeleteAdmin,
    ReadOnlyAdmin,
    SuperuserOnlyMixin,
    SuperuserWritesMixin,
    is_superuser,
)
from builder.services.people.accounts import delete_person

# The site's one log-in: the admin's own would require no second factor and count no attempts.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign] # as allauth's manual has it


_CHANGE_LINK = '<a href="../password/">Set a new password</a>'


@admin.register(models.User)
class PersonAdmin(SuperuserWritesMixin, CascadingDeleteAdmin, AnyUserAdmin):
    """People and guests. Passwords and their hashes aren't shown; only superusers change anything."""

    list_display = ("username", "email", "is_guest", "is_staff", "date_joined", "seen")
    list_filter = ("is_guest", "is_staff", "is_active")
    # People are suspended on the page of the moderators, which also hides what they share.
    readonly_fields = ("is_guest", "seen", "last_login", "is_active", "suspended_at", "suspended_note")
    fieldsets = (
        (None, {"fields": ("username", "email", "is_guest"), "description": _CHANGE_LINK}),
        ("Rights", {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Suspension", {"fields": ("is_active", "suspended_at", "suspended_note")}),
        ("Days", {"fields": ("date_joined", "last_login", "seen")}),
    )

    def delete_model(self, request: HttpRequest, obj: models.User) -> None:
        """Delete a person as they would delete themselves: their clubs go on."""
        delete_person(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[models.User]) -> None:
        """Delete each as they would delete themselves."""
        for person in queryset:
            delete_person(person)


admin.site.unregister((Authenticator, EmailAddress, Group, UserSession))


@admin.register(Group)
class GroupAdmin(SuperuserOnlyMixin, DjangoGroupAdmin):
    """Groups and their permissions."""


@admin.register(EmailAddress)
class EmailAddressAdmin(SuperuserOnlyMixin, AllauthEmailAddressAdmin):  # type: ignore[misc] # it is untyped
    """E-mail addresses. Someone who could add one to an account could reset its password."""


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnlyAdmin):
    """Who has a second factor, but not its secret. Superusers delete it for somebody who is locked out."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    exclude = ("data",)

    def has_delete_permission(self, request: HttpRequest, _obj: Model | None = None) -> bool:
        """Allow superusers: without its second factor an account is easier to take over."""
        return is_superuser(request)


@admin.register(UserSession)
class SessionAdmin(ReadOnlyAdmin):
    """The browsers that are logged in."""

    list_display = ("user", "created_at", "ip", "user_agent")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    exclude = ("data",)


@admin.register(models.Token)
class TokenAdmin(ReadOnlyAdmin):
    """API tokens: whose they are, and until when they work. One may be revoked; none can be read."""

    list_display = ("user", "name", "scope", "made", "ends", "used")
    list_filter = ("scope",)
    list_select_related = ("user",)
    search_fields = ("user__username", "name")
    exclude = ("digest",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Staff with the permission may."""
        return AnyAdmin.has_delete_permission(self, request, obj)
