"""In the administration site catalogues and lists can be looked at and not changed; people can be mended."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Profile, Property, User

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
def test_catalogue_rows_are_not_changed(admin: Client, catalogues: Catalogues, model: str) -> None:
    pk = pk_of(model)
    assert admin.post(reverse(f"admin:builder_{model}_add"), {}).status_code == 403
    assert admin.post(reverse(f"admin:builder_{model}_change", args=[pk]), {"name": "x"}).status_code == 403
    assert admin.post(reverse(f"admin:builder_{model}_delete", args=[pk]), {"post": "yes"}).status_code == 403


def test_catalogue_rows_are_not_deleted_many_at_once(admin: Client, catalogues: Catalogues) -> None:
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
def test_lists_and_their_parts_are_written_by_the_services_alone(
    admin: Client, alices_list: CompanyList, model: str
) -> None:
    before = CompanyList.objects.values().get()
    address = reverse(f"admin:builder_{model}_change", args=[pk_of(model)])
    assert admin.post(address, {"name": "Mended", "owner": alices_list.owner_id}).status_code == 403
    assert admin.post(reverse(f"admin:builder_{model}_add"), {"name": "New"}).status_code == 403
    assert CompanyList.objects.values().get() == before


def test_the_rows_of_a_roster_are_shown_and_not_changed(admin: Client, alices_list: CompanyList) -> None:
    page = admin.get(reverse("admin:builder_roster_change", args=[pk_of("roster")])).content.decode()
    assert "captain" in page
    assert 'name="entries-0-count"' not in page


@pytest.mark.parametrize("model", ["profile", "roster"])
def test_no_part_of_a_list_is_deleted(admin: Client, alices_list: CompanyList, model: str) -> None:
    address = reverse(f"admin:builder_{model}_delete", args=[pk_of(model)])
    assert admin.post(address, {"post": "yes"}).status_code == 403


def test_a_whole_list_is_deleted(admin: Client, alices_list: CompanyList) -> None:
    address = reverse("admin:builder_companylist_delete", args=[alices_list.pk])
    assert admin.post(address, {"post": "yes"}).status_code == 302
    assert not CompanyList.objects.exists()
    assert not Profile.objects.exists()


def test_people_are_changed_and_deleted_with_their_lists(
    admin: Client, alice: User, alices_list: CompanyList
) -> None:
    address = reverse("admin:builder_user_change", args=[alice.pk])
    form = {
        "username": "alice2",
        "date_joined_0": "2026-01-01",
        "date_joined_1": "12:00:00",
        "is_active": "on",
    }
    answer = admin.post(address, form)
    assert answer.status_code == 302, answer.context["errors"]
    assert User.objects.get(pk=alice.pk).username == "alice2"
    address = reverse("admin:builder_user_delete", args=[alice.pk])
    assert admin.post(address, {"post": "yes"}).status_code == 302
    assert not CompanyList.objects.exists()


def test_others_do_not_get_in(alice: User, client: Client) -> None:
    client.force_login(alice)
    assert client.get(reverse("admin:builder_property_changelist")).status_code == 302
