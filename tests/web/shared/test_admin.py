"""The administration site: catalogues and lists can only be viewed; people can be edited."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from builder.models import (
    Club,
    CompanyList,
    HandIn,
    Invite,
    Profile,
    Report,
    Scope,
    User,
)
from builder.services.moderation.actions import dismiss_reports
from builder.services.moderation.reports import list_subject, send_report
from builder.services.people.tokens import create_token
from tests.support.events import add_event, submit_roster
from tests.support.transactions import rolled_back

# Tables whose rows can only be read, and whether rows can be deleted.
READ_ONLY = {
    **dict.fromkeys(["gamesystem", "edition", "attribute", "costtable", "property", "spell"], False),
    **dict.fromkeys(["profile", "roster", "report", "moderationentry", "event", "handin"], False),
    **dict.fromkeys(["companylist", "club", "token"], True),
}


@pytest.fixture
def admin(db: None, client: Client) -> Client:
    """The browser of a user with all permissions."""
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    return client


def pk_of(model: str, pk: int | None = None) -> int | None:
    """Return the key of a row, or of the row with this key, if there is one."""
    table = Permission.objects.get(codename=f"view_{model}").content_type.model_class()
    assert table is not None
    rows = table._default_manager.all() if pk is None else table._default_manager.filter(pk=pk)
    return rows.values_list("pk", flat=True).first()


def test_rows_are_shown_and_not_changed(
    admin: Client, reported: Report, club: Club, alice: User, alices_list: CompanyList
) -> None:
    submit_roster(add_event(club, alice), alice, alices_list)
    create_token(alice, "Roster bot", Scope.READ, 7)
    before = CompanyList.objects.values().get(), Club.objects.values().get()
    for model, is_deletable in READ_ONLY.items():
        pk = pk_of(model)
        address = reverse(f"admin:builder_{model}_change", args=[pk])
        assert admin.get(reverse(f"admin:builder_{model}_changelist"), {"q": "drop"}).status_code == 200
        assert admin.get(address).status_code == 200
        assert admin.post(address, {"name": "Mended", "owner": alice.pk}).status_code == 403
        assert admin.post(reverse(f"admin:builder_{model}_add"), {"name": "New"}).status_code == 403
        with rolled_back():
            deleted = admin.post(reverse(f"admin:builder_{model}_delete", args=[pk]), {"post": "yes"})
            assert deleted.status_code == (302 if is_deletable else 403), model
            selected = {"action": "delete_selected", "_selected_action": [pk], "post": "yes"}
            admin.post(reverse(f"admin:builder_{model}_changelist"), selected)
            assert pk_of(model, pk) == (None if is_deletable else pk), model
    assert (CompanyList.objects.values().get(), Club.objects.values().get()) == before
    page = admin.get(reverse("admin:builder_roster_change", args=[pk_of("roster")])).content.decode()
    assert "captain" in page
    assert 'name="entries-0-count"' not in page
    page = admin.get(reverse("admin:builder_club_change", args=[club.pk])).content.decode()
    assert "bob in The Iron Table" in page
    assert 'name="memberships-0-role"' not in page


def test_people_can_be_changed_and_deleted_with_their_lists(
    admin: Client, alice: User, alices_list: CompanyList
) -> None:
    address = reverse("admin:builder_user_change", args=[alice.pk])
    for page in (reverse("admin:builder_user_changelist"), address):
        assert admin.get(page).status_code == 200
    form = {"username": "alice2", "date_joined_0": "2026-01-01", "date_joined_1": "12:00:00"}
    answer = admin.post(address, form)
    assert answer.status_code == 302, answer.context["errors"]
    changed = User.objects.get(pk=alice.pk)
    assert (changed.username, changed.is_active) == ("alice2", True)
    address = reverse("admin:builder_user_delete", args=[alice.pk])
    assert admin.post(address, {"post": "yes"}).status_code == 302
    assert not CompanyList.objects.exists()


# ------------------------------------------------------------------ reports


@pytest.fixture
def reported(alices_list: CompanyList, charlie: User) -> Report:
    """Charlie's report of alice's public list, which a moderator has dismissed."""
    send_report(list_subject(alices_list), charlie, "Rude <words>.")
    dismiss_reports(Report.objects.get(), User.objects.create(username="mo"))
    return Report.objects.get()


def test_lists_and_clubs_are_deleted_with_all_that_is_theirs(
    admin: Client, reported: Report, club: Club, alice: User, alices_list: CompanyList
) -> None:
    submit_roster(add_event(club, alice), alice, alices_list)
    Invite.objects.create(club=club, by=alice, expires=timezone.now(), most_uses=1)
    for model, pk in (("club", club.pk), ("companylist", alices_list.pk)):
        address = reverse(f"admin:builder_{model}_delete", args=[pk])
        assert admin.post(address, {"post": "yes"}).status_code == 302
    for table in (Club, HandIn, Invite, CompanyList, Profile, Report):
        assert not table._default_manager.exists(), table
    assert User.objects.filter(pk=alice.pk).exists()


def test_tokens_are_shown_without_secrets(admin: Client, alice: User) -> None:
    token = create_token(alice, "Roster bot", Scope.READ, 7)
    address = reverse("admin:builder_token_change", args=[token.row.pk])
    for path in (reverse("admin:builder_token_changelist"), address):
        page = admin.get(path).content.decode()
        assert "Roster bot" in page
        assert token.row.digest not in page
