"""A new revision of the rulings: a list whose verdict it changes says so, until its owner has read it."""

from dataclasses import replace

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.points.document.document import Document
from builder.services.exchange import create_list_from_document
from builder.services.lists import copy_list, create_list
from builder.services.profiles import add_profile
from tests.support.rulings import create_list_by_first_revision, load_revision

NOTICE = "Our reading of the rules was updated on 1 March 2026."


@pytest.fixture
def before(alice: User, catalogues: Catalogues, reavers: Document) -> CompanyList:
    """A list by revision 1, whose captain can shoot and has no weapon for it."""
    return create_list_by_first_revision(alice, catalogues, reavers)


def page_of(client: Client, row: CompanyList) -> str:
    return client.get(f"/lists/{row.public_id}/").content.decode()


def test_a_changed_verdict_is_reported_until_it_is_read(
    alice: User, before: CompanyList, catalogues: Catalogues, client: Client
) -> None:
    client.force_login(alice)
    assert NOTICE not in page_of(client, before)
    load_revision(catalogues, 2, "error")
    page = page_of(client, before)
    assert NOTICE in page
    assert "“Shg without a shooting weapon” is now an error." in page
    client.post(f"/lists/{before.public_id}/rulings/")
    assert NOTICE not in page_of(client, before)


def test_a_resolved_finding_is_reported(
    alice: User, before: CompanyList, catalogues: Catalogues, client: Client
) -> None:
    client.force_login(alice)
    load_revision(catalogues, 2, "note")
    assert "“Shg without a shooting weapon” is no longer a warning." in page_of(client, before)


def test_a_list_without_stored_verdict_is_reported_if_it_has_findings(
    alice: User, before: CompanyList, catalogues: Catalogues, reavers: Document, client: Client
) -> None:
    CompanyList.objects.update(verdict=None)
    client.force_login(alice)
    assert "Our reading of the rules was updated" not in page_of(client, before)
    load_revision(catalogues, 2, "error")
    page = page_of(client, before)
    assert NOTICE in page
    assert "some of its findings may be new" in page
    client.post(f"/lists/{before.public_id}/rulings/")
    assert NOTICE not in page_of(client, before)
    fresh = create_list(alice, "unbridled-fury", "0.9.1", "Fresh", reavers.profiles)
    assert "Our reading of the rules was updated" not in page_of(client, fresh)


def test_the_next_change_stores_the_verdict_of_the_new_rulings(
    alice: User, before: CompanyList, catalogues: Catalogues, client: Client
) -> None:
    client.force_login(alice)
    load_revision(catalogues, 2, "error")
    add_profile(CompanyList.objects.get(pk=before.pk), "Third")
    assert NOTICE not in page_of(client, before)


def test_a_copy_has_the_stored_verdict_of_its_original(
    alice: User, before: CompanyList, catalogues: Catalogues, client: Client
) -> None:
    copy = copy_list(alice, before)
    load_revision(catalogues, 2, "error")
    client.force_login(alice)
    assert NOTICE in page_of(client, copy)


def test_lists_without_the_finding_have_no_notice(
    alice: User, before: CompanyList, catalogues: Catalogues, reavers: Document, client: Client
) -> None:
    other = create_list_from_document(alice, replace(reavers, edition="0.9.1", name="Other"))
    load_revision(catalogues, 2, "error")
    client.force_login(alice)
    assert NOTICE not in page_of(client, other)


def test_the_rules_page_shows_what_changed(catalogues: Catalogues, client: Client) -> None:
    load_revision(catalogues, 2, "error")
    page = client.get("/systems/unbridled-fury/0.9.1/rules/").content.decode()
    assert "Unused Shg." in page
    assert '/0.9.1/rules/#rule-P-15">Shg without a shooting weapon</a>' in page
