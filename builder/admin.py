"""The administration site: catalogues, lists and clubs to look at, people and reports to look after."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from allauth.account.admin import EmailAddressAdmin as AllauthEmailAddressAdmin
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import F, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import Truncator

from builder import models
from builder.points.json_reader import DocumentError
from builder.services import gallery
from builder.services.errors import Refused
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
            models.Profile, models.Roster, models.Report, models.Event, models.HandIn, models.Token,
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
    readonly_fields = ("is_guest", "seen", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "email", "is_guest"), "description": _CHANGE_LINK}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
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
class EmailAddressAdmin(SuperuserOnlyMixin, AllauthEmailAddressAdmin):
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


class NoteForm(forms.Form):
    """The note that tells the owner why a list is hidden."""

    note = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 4, "cols": 80}), help_text="The owner of the list reads this."
    )


class HideListsAdmin(AnyAdmin):
    """Rows whose lists can be hidden by staff who may change lists; what is in these they cannot change."""

    def has_hide_permission(self, request: HttpRequest) -> bool:
        """Whether the actions that hide lists and show them again are allowed."""
        return request.user.has_perm("builder.change_companylist")

    def hide_lists(
        self, request: HttpRequest, chosen: QuerySet[Any], lists: QuerySet[models.CompanyList]
    ) -> HttpResponse | None:
        """Ask for the note, then hide the lists; ``chosen`` are the rows that the action is for."""
        form = NoteForm(request.POST if "hide" in request.POST else None)
        if form.is_valid():
            try:
                self._hide(request, lists, form.cleaned_data["note"])
            except (Refused, DocumentError) as error:
                form.add_error("note", str(error))
            else:
                return None
        context = {
            **self.admin_site.each_context(request),
            "title": "Hide these lists",
            "opts": self.opts,
            "lists": lists,
            "chosen": [row.pk for row in chosen],
            "checkbox": ACTION_CHECKBOX_NAME,
            "action": request.POST["action"],
            "form": form,
        }
        return TemplateResponse(request, "admin/builder/hide.html", context)

    @transaction.atomic
    def _hide(self, request: HttpRequest, lists: QuerySet[models.CompanyList], note: str) -> None:
        for row in lists:
            gallery.hide_list(row, note)
            self.log_change(request, row, f"Hidden: {note}")
        self.message_user(request, f"Hidden: {len(lists)}.")


@admin.register(models.CompanyList)
class CompanyListAdmin(HideListsAdmin, CascadingDeleteAdmin, ReadOnlyAdmin):
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
    actions = ("hide", "show_again")

    @admin.action(description="Hide from everybody but their owners, with a note", permissions=["hide"])
    def hide(self, request: HttpRequest, queryset: QuerySet[models.CompanyList]) -> HttpResponse | None:
        """Hide the chosen lists, but no samples: they are the site's own."""
        return self.hide_lists(request, queryset, queryset.filter(sample=None))

    @admin.action(description="Show again", permissions=["hide"])
    def show_again(self, request: HttpRequest, queryset: QuerySet[models.CompanyList]) -> None:
        """Show hidden lists again; those that were public are in the gallery again."""
        hidden = list(queryset.filter(hidden_at__isnull=False))
        for row in hidden:
            gallery.unhide_list(row)
            self.log_change(request, row, "Shown again")
        self.message_user(request, f"Shown again: {len(hidden)}.")

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
class ReportAdmin(HideListsAdmin, ReadOnlyAdmin):
    """What was reported, open ones first."""

    list_display = ("made", "its_list", "its_page", "start_of_reason", "by", "settled_at")
    list_display_links = ("made",)
    list_filter = (("settled_at", admin.EmptyFieldListFilter),)
    list_select_related = ("company_list", "by")
    search_fields = ("reason", "company_list__name", "company_list__public_id", "by__username")
    ordering = (F("settled_at").desc(nulls_first=True), "-pk")
    actions = ("hide_reported", "settle")

    @admin.display(description="list")
    def its_list(self, report: models.Report) -> str:
        """A link to the list in the administration."""
        address = reverse("admin:builder_companylist_change", args=(report.company_list_id,))
        return format_html('<a href="{}">{}</a>', address, report.company_list)

    @admin.display(description="page")
    def its_page(self, report: models.Report) -> str:
        """A link to the list's page in the gallery."""
        if not gallery.is_listed(report.company_list):
            return "not public"
        return format_html(
            '<a href="{}">look</a>', reverse("gallery_list", args=(report.company_list.public_id,))
        )

    @admin.display(description="reason")
    def start_of_reason(self, report: models.Report) -> str:
        """The beginning of the reason, as much as a row has room for."""
        return Truncator(report.reason).chars(200)

    def has_settle_permission(self, request: HttpRequest) -> bool:
        """Whether the action that settles reports is offered: to staff who may change them."""
        return request.user.has_perm("builder.change_report")

    @admin.action(description="Hide the lists, with a note", permissions=["hide"])
    def hide_reported(self, request: HttpRequest, queryset: QuerySet[models.Report]) -> HttpResponse | None:
        """Hide the reported lists; all open reports of these are settled by it."""
        lists = models.CompanyList.objects.filter(reports__in=queryset).distinct()
        return self.hide_lists(request, queryset, lists)

    @admin.action(description="Settle: nothing needs to be done", permissions=["settle"])
    def settle(self, request: HttpRequest, queryset: QuerySet[models.Report]) -> None:
        """Mark the reports as looked at."""
        for report in queryset:
            gallery.settle_report(report)
        self.message_user(request, f"Settled: {len(queryset)}.")


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
