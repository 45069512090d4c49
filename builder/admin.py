"""The administration site: catalogues, lists, clubs and reports to look at; people for superusers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from allauth.account.admin import EmailAddressAdmin as AllauthEmailAddressAdmin
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from builder import models
from builder.services import gallery
from builder.services.people.accounts import delete_person

if TYPE_CHECKING:  # these classes take type arguments in the stubs alone
    AnyAdmin = admin.ModelAdmin[Any]
    AnyInline = admin.TabularInline[Any, Any]
    AnyUserAdmin = UserAdmin[models.User]
    AnyOptions = admin.options.BaseModelAdmin[Any]
else:
    AnyAdmin, AnyInline, AnyUserAdmin = admin.ModelAdmin, admin.TabularInline, UserAdmin
    AnyOptions = object


# The site's one log-in: the admin's own would require no second factor and count no attempts.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign] # as allauth's manual has it


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
        return _is_superuser(request)

    def has_change_permission(self, request: HttpRequest, _obj: Model | None = None) -> bool:
        """Allow superusers."""
        return _is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, _obj: Model | None = None) -> bool:
        """Allow superusers."""
        return _is_superuser(request)


class SuperuserOnlyMixin(SuperuserWritesMixin):
    """Rows that only superusers see."""

    def has_view_permission(self, request: HttpRequest, _obj: Model | None = None) -> bool:
        """Allow superusers."""
        return _is_superuser(request)


def _is_superuser(request: HttpRequest) -> bool:
    return request.user.is_active and request.user.is_superuser


_CHANGE_LINK = '<a href="../password/">Set a new password</a>'


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


@admin.register(models.GameSystem)
class GameSystemAdmin(ReadOnlyAdmin):
    """Rule sets."""

    list_display = ("name", "code")


@admin.register(models.Edition)
class EditionAdmin(ReadOnlyAdmin):
    """Editions of rule sets."""

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
        return _is_superuser(request)


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


@admin.register(models.CompanyList)
class CompanyListAdmin(CascadingDeleteAdmin, ReadOnlyAdmin):
    """Company lists, deleted ones too. One may be deleted for good, with all that is in it."""

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
        """Staff with the permission may: a list that goes as a whole breaks no rule."""
        return AnyAdmin.has_delete_permission(self, request, obj)

    def delete_model(self, request: HttpRequest, obj: models.CompanyList) -> None:
        """Delete a list; what the gallery counts follows."""
        self.delete_queryset(request, models.CompanyList.objects.filter(pk=obj.pk))

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[models.CompanyList]) -> None:
        """Delete lists; what the gallery counts follows."""
        gallery.remove_listings(list(queryset.values_list("pk", flat=True)))
        super().delete_queryset(request, queryset)


@admin.register(models.Profile)
class ProfileAdmin(ReadOnlyAdmin):
    """Profiles, removed ones too."""

    list_display = ("name", "key", "company_list", "removed_at")
    list_select_related = ("company_list",)
    search_fields = ("name", "key", "company_list__public_id")


class RosterEntryInline(ReadOnlyMixin, AnyInline):
    """The entries of a roster."""

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


@admin.register(models.Report)
class ReportAdmin(ReadOnlyAdmin):
    """Reports, to look at. They are answered on the page of the moderators."""

    list_display = ("made", "subject", "person", "by", "outcome", "settled_at")
    list_filter = ("outcome",)
    list_select_related = ("person", "by")
    search_fields = ("reason", "subject", "person__username", "by__username")


@admin.register(models.ModerationEntry)
class ModerationEntryAdmin(ReadOnlyAdmin):
    """What moderators did, to look at."""

    list_display = ("made", "action", "subject", "person", "by", "note")
    list_filter = ("action",)
    list_select_related = ("person", "by")
    search_fields = ("subject", "note", "person__username", "by__username")


class MembershipInline(ReadOnlyMixin, AnyInline):
    """Who is in a club."""

    model = models.Membership
    extra = 0


@admin.register(models.Event)
class EventAdmin(ReadOnlyAdmin):
    """Events of clubs."""

    list_display = ("name", "public_id", "club", "date", "edition", "limit", "deadline")
    list_select_related = ("club", "edition__system")
    search_fields = ("name", "public_id", "club__name")
    readonly_fields = ("public_id",)


@admin.register(models.HandIn)
class HandInAdmin(ReadOnlyAdmin):
    """Rosters that were handed in for events."""

    list_display = ("event", "user", "public_id", "made", "version", "force", "words")
    list_select_related = ("event", "user")
    search_fields = ("public_id", "force", "words", "older_fingerprint", "event__name", "user__username")
    readonly_fields = ("public_id",)


@admin.register(models.Club)
class ClubAdmin(CascadingDeleteAdmin, ReadOnlyAdmin):
    """Clubs and who is in them. One may be deleted for good, with its invites, shares and events."""

    list_display = ("name", "public_id", "place", "listed", "created")
    list_filter = ("listed",)
    search_fields = ("name", "public_id", "place", "memberships__user__username")
    readonly_fields = ("public_id",)
    inlines = (MembershipInline,)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Staff with the permission may: nothing of a club stays without it, and lists are not in it."""
        return AnyAdmin.has_delete_permission(self, request, obj)
