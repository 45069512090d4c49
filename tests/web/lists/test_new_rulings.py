"""A new revision of the rulings: a list whose verdict changes says so until its owner has read it."""

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
    """A list by revision 1, whose captain can shoot and has no weapon."""
    return create_list_by_first_revision(alice, catalogues, reavers)


def page_of(client: Client, row: CompanyList) -> str:
    return client.get(f"/lists/{row.public_id}/").content.decode()


def test_a_changed_verdict_is_reported_until_it_is_read_or_stored_again(
    alice: User, before: CompanyList, catalogues: Catalogues, reavers: Document, client: Client
) -> None:
    """A copy has the stored verdict of its original. Lists without the finding have no notice."""
    client.force_login(alice)
    copy, other = copy_list(alice, before), copy_list(alice, before)
    without = create_list_from_document(alice, replace(reavers, edition="0.9.1", name="Other"))
    rows = (before, copy, other, without)
    assert not any(NOTICE in page_of(client, row) for row in rows)
    load_revision(catalogues, 2, "error")
    assert [NOTICE in page_of(client, row) for row in rows] == [True, True, True, False]
    assert "“Shg without a shooting weapon” is now an error." in page_of(client, before)
    client.post(f"/lists/{before.public_id}/rulings/")
    add_profile(CompanyList.objects.get(pk=copy.pk), "Third")
    assert [NOTICE in page_of(client, row) for row in rows] == [False, False, True, False]
    load_revision(catalogues, 3, "note")
    assert "“Shg without a shooting weapon” is no longer a warning." in page_of(client, other)


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


def test_the_rules_page_shows_what_changed(catalogues: Catalogues, client: Client) -> None:
    load_revision(catalogues, 2, "error")
    page = client.get("/systems/unbridled-fury/0.9.1/rules/").content.decode()
    assert "Unused Shg." in page
    assert '/0.9.1/rules/#rule-P-15">Shg without a shooting weapon</a>' in page
