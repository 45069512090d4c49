"""In the administration site catalogues and lists can be looked at and not changed; people can be edited."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from builder.catalogue.files import Catalogues
from builder.models import (
    Club,
    CompanyList,
    HandIn,
    Invite,
    ModerationEntry,
    Profile,
    Property,
    Report,
    Scope,
    Token,
    User,
)
from builder.services.moderation.actions import dismiss_reports
from builder.services.moderation.reports import list_subject, send_report
from builder.services.people.tokens import create_token
from tests.support.events import add_event, submit_roster

CATALOGUE = ["gamesystem", "edition", "attribute", "costtable", "property", "spell"]
LISTS = ["companylist", "profile", "roster"]


@pytest.fixture
def admin(db: None, client: Client) -> Client:
    """The browser of somebody who may do everything."""
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    return client


def pk_of(model: str) -> int:
    table = Permission.objects.get(codename=f"view_{model}").content_type.model_class()
    assert table is not None
    return int(table._default_manager.values_list("pk", flat=True)[0])


@pytest.mark.parametrize("model", CATALOGUE)
def test_catalogue_rows_are_shown(admin: Client, catalogues: Catalogues, model: str) -> None:
    assert admin.get(reverse(f"admin:builder_{model}_changelist")).status_code == 200
    assert admin.get(reverse(f"admin:builder_{model}_change", args=[pk_of(model)])).status_code == 200


@pytest.mark.parametrize("model", CATALOGUE)
def test_catalogue_rows_cannot_be_changed(admin: Client, catalogues: Catalogues, model: str) -> None:
    pk = pk_of(model)
    assert admin.post(reverse(f"admin:builder_{model}_add"), {}).status_code == 403
    assert admin.post(reverse(f"admin:builder_{model}_change", args=[pk]), {"name": "x"}).status_code == 403
    assert admin.post(reverse(f"admin:builder_{model}_delete", args=[pk]), {"post": "yes"}).status_code == 403


def test_catalogue_rows_cannot_be_deleted_in_bulk(admin: Client, catalogues: Catalogues) -> None:
    count = Property.objects.count()
    admin.post(
        reverse("admin:builder_property_changelist"),
        {"action": "delete_selected", "_selected_action": [pk_of("property")], "post": "yes"},
    )
    assert Property.objects.count() == count


@pytest.mark.parametrize("model", ["user", *LISTS])
def test_people_and_lists_are_shown(admin: Client, alices_list: CompanyList, model: str) -> None:
    assert admin.get(reverse(f"admin:builder_{model}_changelist")).status_code == 200
    assert admin.get(reverse(f"admin:builder_{model}_change", args=[pk_of(model)])).status_code == 200


@pytest.mark.parametrize("model", LISTS)
def test_lists_and_their_parts_cannot_be_changed(admin: Client, alices_list: CompanyList, model: str) -> None:
    before = CompanyList.objects.values().get()
    address = reverse(f"admin:builder_{model}_change", args=[pk_of(model)])
    assert admin.post(address, {"name": "Mended", "owner": alices_list.owner_id}).status_code == 403
    assert admin.post(reverse(f"admin:builder_{model}_add"), {"name": "New"}).status_code == 403
    assert CompanyList.objects.values().get() == before


def test_rows_of_a_roster_are_read_only(admin: Client, alices_list: CompanyList) -> None:
    page = admin.get(reverse("admin:builder_roster_change", args=[pk_of("roster")])).content.decode()
    assert "captain" in page
    assert 'name="entries-0-count"' not in page


@pytest.mark.parametrize("model", ["profile", "roster"])
def test_parts_of_a_list_cannot_be_deleted(admin: Client, alices_list: CompanyList, model: str) -> None:
    address = reverse(f"admin:builder_{model}_delete", args=[pk_of(model)])
    assert admin.post(address, {"post": "yes"}).status_code == 403


def test_a_list_can_be_deleted(admin: Client, alices_list: CompanyList) -> None:
    address = reverse("admin:builder_companylist_delete", args=[alices_list.pk])
    assert admin.post(address, {"post": "yes"}).status_code == 302
    assert not CompanyList.objects.exists()
    assert not Profile.objects.exists()


def test_people_can_be_changed_and_deleted_with_their_lists(
    admin: Client, alice: User, alices_list: CompanyList
) -> None:
    address = reverse("admin:builder_user_change", args=[alice.pk])
    form = {
        "username": "alice2",
        "date_joined_0": "2026-01-01",
        "date_joined_1": "12:00:00",
    }
    answer = admin.post(address, form)
    assert answer.status_code == 302, answer.context["errors"]
    changed = User.objects.get(pk=alice.pk)
    assert (changed.username, changed.is_active) == ("alice2", True)
    address = reverse("admin:builder_user_delete", args=[alice.pk])
    assert admin.post(address, {"post": "yes"}).status_code == 302
    assert not CompanyList.objects.exists()


def test_only_staff_can_open_the_admin(alice: User, client: Client) -> None:
    client.force_login(alice)
    assert client.get(reverse("admin:builder_property_changelist")).status_code == 302


# ------------------------------------------------------------------ reports


@pytest.fixture
def reported(alices_list: CompanyList, charlie: User) -> Report:
    """Charlie's report of alice's public list, which a moderator has dismissed."""
    send_report(list_subject(alices_list), charlie, "Rude <words>.")
    dismiss_reports(Report.objects.get(), User.objects.create(username="mo"))
    return Report.objects.get()


def test_reports_and_moderation_entries_are_read_only(admin: Client, reported: Report) -> None:
    entry = ModerationEntry.objects.get()
    for model, pk in (("report", reported.pk), ("moderationentry", entry.pk)):
        assert admin.get(reverse(f"admin:builder_{model}_changelist"), {"q": "drop"}).status_code == 200
        assert admin.get(reverse(f"admin:builder_{model}_change", args=[pk])).status_code == 200
        assert admin.post(reverse(f"admin:builder_{model}_change", args=[pk]), {}).status_code == 403
        assert admin.post(reverse(f"admin:builder_{model}_delete", args=[pk]), {}).status_code == 403
        assert admin.post(reverse(f"admin:builder_{model}_add"), {}).status_code == 403


def test_a_reported_list_can_be_deleted_with_its_reports(admin: Client, reported: Report) -> None:
    address = reverse("admin:builder_companylist_delete", args=[reported.company_list_id])
    assert admin.post(address, {"post": "yes"}).status_code == 302
    assert not Report.objects.exists()


def test_events_and_hand_ins_are_read_only_and_deleted_with_their_club(
    admin: Client, club: Club, alice: User, alices_list: CompanyList
) -> None:
    hand_in = submit_roster(add_event(club, alice), alice, alices_list)
    for model, pk in (("event", hand_in.event_id), ("handin", hand_in.pk)):
        assert admin.get(reverse(f"admin:builder_{model}_changelist"), {"q": "spring"}).status_code == 200
        assert admin.get(reverse(f"admin:builder_{model}_change", args=[pk])).status_code == 200
        assert admin.post(reverse(f"admin:builder_{model}_change", args=[pk]), {}).status_code == 403
        assert admin.post(reverse(f"admin:builder_{model}_delete", args=[pk]), {}).status_code == 403
        assert admin.post(reverse(f"admin:builder_{model}_add"), {}).status_code == 403
    admin.post(reverse("admin:builder_club_delete", args=[club.pk]), {"post": "yes"})
    assert not HandIn.objects.exists()


def test_clubs_can_be_read_and_deleted(admin: Client, club: Club, bob: User) -> None:
    assert admin.get(reverse("admin:builder_club_changelist"), {"q": "bob"}).status_code == 200
    address = reverse("admin:builder_club_change", args=[club.pk])
    page = admin.get(address).content.decode()
    assert "bob in The Iron Table" in page
    assert 'name="memberships-0-role"' not in page
    assert admin.post(address, {"name": "Mended"}).status_code == 403
    assert admin.post(reverse("admin:builder_club_add"), {"name": "New"}).status_code == 403
    assert Club.objects.get().name == "The Iron Table"
    Invite.objects.create(club=club, by=bob, expires=timezone.now(), most_uses=1)
    address = reverse("admin:builder_club_delete", args=[club.pk])
    assert admin.post(address, {"post": "yes"}).status_code == 302
    assert not Club.objects.exists()
    assert User.objects.filter(pk=bob.pk).exists()


def test_tokens_are_shown_without_secrets_and_can_be_revoked(admin: Client, alice: User) -> None:
    token = create_token(alice, "Roster bot", Scope.READ, 7)
    address = reverse("admin:builder_token_change", args=[token.row.pk])
    for path in (reverse("admin:builder_token_changelist"), address):
        page = admin.get(path).content.decode()
        assert "Roster bot" in page
        assert token.row.digest not in page
    assert admin.post(address, {"name": "Mended"}).status_code == 403
    assert admin.post(reverse("admin:builder_token_add"), {"name": "New"}).status_code == 403
    admin.post(reverse("admin:builder_token_delete", args=[token.row.pk]), {"post": "yes"})
    assert not Token.objects.exists()
