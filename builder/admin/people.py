"""Pages of users, groups, e-mail addresses, second factors, sessions and API tokens.

Changes to rights, passwords, addresses, second factors and tokens are recorded in the security log.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from allauth.account.admin import EmailAddressAdmin as AllauthEmailAddressAdmin
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.models import Group, Permission
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from builder import models
from builder.admin.base import (
    AnyAdmin,
    AnyForm,
    AnyPasswordForm,
    AnyUserAdmin,
    CascadingDeleteAdmin,
    ReadOnlyAdmin,
    RecordedDeleteMixin,
    SuperuserOnlyMixin,
    SuperuserWritesMixin,
    is_superuser,
)
from builder.security_log import SecurityEvent, record_event
from builder.services.people.accounts import delete_person

_CHANGE_LINK = '<a href="../password/">Set a new password</a>'


def change_own_password(_request: HttpRequest, _extra_context: object = None) -> HttpResponse:
    """Redirect to the site's page for changing the password.

    Unlike the admin's page, it also ends the user's other sessions, and offers to revoke the user's tokens.
    """
    return redirect("account_change_password")


# The admin's own log-in page doesn't require a second factor, and doesn't limit the number of attempts.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign] # as in allauth's manual
admin.site.password_change = change_own_password  # type: ignore[method-assign,assignment] # as above


def record_changed_rights(form: AnyForm, person: models.User | None = None, group: str | None = None) -> None:
    """Record the rights that a saved form granted to a person or group, and those that it revoked.

    Rights are flags such as ``is_staff``, groups, and permissions.
    """
    before, after = _right_names(form.initial), _right_names(form.cleaned_data)
    if before != after:
        record_event(
            SecurityEvent.RIGHTS_CHANGED,
            person=person,
            group=group,
            granted=", ".join(sorted(after - before)) or None,
            revoked=", ".join(sorted(before - after)) or None,
        )


def _right_names(values: Mapping[str, Any]) -> set[str]:
    """Return the names of the flags, groups and permissions in the values of a form."""
    flags = {name for name in ("is_staff", "is_superuser") if values.get(name)}
    groups = {f"group {group.name}" for group in values.get("groups", ())}
    permissions = {*values.get("user_permissions", ()), *values.get("permissions", ())}
    return flags | groups | _permission_names(permissions)


def _permission_names(permissions: Iterable[Permission]) -> set[str]:
    return {f"{permission.content_type.app_label}.{permission.codename}" for permission in permissions}


class PersonPasswordForm(AnyPasswordForm):
    """The form with which a superuser sets or removes a person's password."""

    def save(self, commit: bool = True) -> models.User:
        """Store the password and record the change."""
        person: models.User = super().save(commit=commit)
        record_event(SecurityEvent.PASSWORD_CHANGED, person=person)
        return person


@admin.register(models.User)
class PersonAdmin(SuperuserWritesMixin, CascadingDeleteAdmin, AnyUserAdmin):
    """Users and guests. Only superusers can change them. The page doesn't show password hashes."""

    change_password_form = PersonPasswordForm
    list_display = ("username", "email", "is_guest", "is_staff", "date_joined", "seen")
    list_filter = ("is_guest", "is_staff", "is_active")
    # ``is_active`` is read-only. To suspend a person, moderators use the moderation pages, which also hide
    # what the person shares.
    readonly_fields = ("is_guest", "seen", "last_login", "is_active", "suspended_at", "suspended_note")
    fieldsets = (
        (None, {"fields": ("username", "email", "is_guest"), "description": _CHANGE_LINK}),
        ("Rights", {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Suspension", {"fields": ("is_active", "suspended_at", "suspended_note")}),
        ("Dates", {"fields": ("date_joined", "last_login", "seen")}),
    )

    def save_related(self, request: HttpRequest, form: AnyForm, formsets: object, change: bool) -> None:
        """Save groups and permissions. Record a new account, a new e-mail address, and changed rights."""
        super().save_related(request, form, formsets, change)
        if not change:
            record_event(SecurityEvent.ACCOUNT_CREATED, person=form.instance)
        elif "email" in form.changed_data:
            record_event(SecurityEvent.EMAIL_PRIMARY_CHANGED, person=form.instance)
        record_changed_rights(form, person=form.instance)

    def delete_model(self, request: HttpRequest, obj: models.User) -> None:
        """Delete the account as users delete their own. The person's clubs then get other owners."""
        delete_person(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[models.User]) -> None:
        """Delete each account as ``delete_model`` does."""
        for person in queryset:
            delete_person(person)


admin.site.unregister((Authenticator, EmailAddress, Group, UserSession))


@admin.register(Group)
class GroupAdmin(RecordedDeleteMixin[Group], SuperuserOnlyMixin, DjangoGroupAdmin):
    """Groups and their permissions."""

    def save_related(self, request: HttpRequest, form: AnyForm, formsets: object, change: bool) -> None:
        """Save the permissions of the group, and record which of them changed."""
        super().save_related(request, form, formsets, change)
        record_changed_rights(form, group=form.instance.name)

    def record_deletion(self, row: Group) -> None:
        """Record the permissions that members of the deleted group lose."""
        names = sorted(_permission_names(row.permissions.all()))
        record_event(SecurityEvent.RIGHTS_CHANGED, group=row.name, revoked=", ".join(names) or None)


@admin.register(EmailAddress)
class EmailAddressAdmin(RecordedDeleteMixin[EmailAddress], SuperuserOnlyMixin, AllauthEmailAddressAdmin):  # type: ignore[misc] # it is untyped
    """The e-mail addresses of accounts. Only superusers can see and change them.

    Anyone who can add an address to an account can reset its password.
    """

    def save_model(self, request: HttpRequest, obj: EmailAddress, form: AnyForm, change: bool) -> None:
        """Save the address. Record whether it was added, removed, confirmed, or made the primary address."""
        before = EmailAddress.objects.get(pk=obj.pk) if change else EmailAddress()
        super().save_model(request, obj, form, change)
        is_other_address = (before.user_id, before.email) != (obj.user_id, obj.email)
        has_happened_by_event = {
            SecurityEvent.EMAIL_ADDED: is_other_address,
            SecurityEvent.EMAIL_CONFIRMED: obj.verified and not before.verified,
            SecurityEvent.EMAIL_UNCONFIRMED: before.verified and not obj.verified,
            SecurityEvent.EMAIL_PRIMARY_CHANGED: obj.primary != before.primary,
        }
        if change and is_other_address:
            record_event(SecurityEvent.EMAIL_REMOVED, person=before.user)
        for event, has_happened in has_happened_by_event.items():
            if has_happened:
                record_event(event, person=obj.user)

    def record_deletion(self, row: EmailAddress) -> None:
        """Record that the address was removed from its user's account."""
        record_event(SecurityEvent.EMAIL_REMOVED, person=row.user)


@admin.register(Authenticator)
class SecondFactorAdmin(RecordedDeleteMixin[Authenticator], ReadOnlyAdmin):
    """The second factors, without their secrets.

    If a person has lost the second factor and can't log in, a superuser can delete it.
    """

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    exclude = ("data",)

    def has_delete_permission(self, request: HttpRequest, _obj: Model | None = None) -> bool:
        """Allow only superusers, because an account without its second factor is easier to take over."""
        return is_superuser(request)

    def record_deletion(self, row: Authenticator) -> None:
        """Record that the second factor was removed from its user's account."""
        record_event(SecurityEvent.SECOND_FACTOR_REMOVED, person=row.user, method=str(row.type))


@admin.register(UserSession)
class SessionAdmin(ReadOnlyAdmin):
    """The sessions of users who are logged in."""

    list_display = ("user", "created_at", "ip", "user_agent")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    exclude = ("data",)


@admin.register(models.Token)
class TokenAdmin(RecordedDeleteMixin[models.Token], ReadOnlyAdmin):
    """The API tokens, without their digests. To revoke a token, staff delete it."""

    list_display = ("user", "name", "scope", "made", "ends", "used")
    list_filter = ("scope",)
    list_select_related = ("user",)
    search_fields = ("user__username", "name")
    exclude = ("digest",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Allow staff who have the permission to delete tokens."""
        return AnyAdmin.has_delete_permission(self, request, obj)

    def record_deletion(self, row: models.Token) -> None:
        """Record that the user's token was revoked."""
        record_event(SecurityEvent.TOKEN_REVOKED, person=row.user, token=row.public_id)
