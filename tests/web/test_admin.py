"""In the administration site catalogues can be looked at and not touched."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Property, User

CATALOGUE = ["gamesystem", "edition", "attribute", "costtable", "property", "spell"]
OTHERS = ["user", "companylist", "profile", "roster"]


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


@pytest.mark.parametrize("model", OTHERS)
def test_people_and_lists_are_shown_to_be_mended(admin: Client, alices_list: CompanyList, model: str) -> None:
    assert admin.get(reverse(f"admin:builder_{model}_changelist")).status_code == 200
    assert admin.get(reverse(f"admin:builder_{model}_change", args=[pk_of(model)])).status_code == 200


def test_a_list_can_be_renamed(admin: Client, alices_list: CompanyList) -> None:
    address = reverse("admin:builder_companylist_change", args=[alices_list.pk])
    answer = admin.post(address, {"name": "Mended", "owner": alices_list.owner_id})
    assert answer.status_code == 302
    alices_list.refresh_from_db()
    assert alices_list.name == "Mended"


def test_others_do_not_get_in(alice: User, client: Client) -> None:
    client.force_login(alice)
    assert client.get(reverse("admin:builder_property_changelist")).status_code == 302
