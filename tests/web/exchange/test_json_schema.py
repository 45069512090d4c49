"""The address of the JSON Schema: public, cached, and valid for exported documents."""

import json

from django.test import Client
from jsonschema import Draft202012Validator
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User

ADDRESS = "/schema/company-list-1.json"


def test_everybody_can_read_and_cache_the_schema(catalogues: Catalogues, client: Client) -> None:
    answer = client.get(ADDRESS)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/schema+json"
    assert {"public", "max-age=3600"} <= set(answer["Cache-Control"].split(", "))
    Draft202012Validator.check_schema(answer.json())


def test_an_unchanged_schema_is_not_sent_again(
    catalogues: Catalogues, client: Client, settings: Settings
) -> None:
    answer = client.get(ADDRESS)
    again = client.get(ADDRESS, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    settings.MUSTERBOOK_MAX_PROFILES = 5
    changed = client.get(ADDRESS, headers={"If-None-Match": answer["ETag"]})
    assert changed.status_code == 200
    lists = changed.json()["$defs"]["UnbridledFuryList"]["properties"]
    assert lists["profiles"]["maxItems"] == 5


def test_exported_documents_follow_the_schema(alice: User, alices_list: CompanyList, client: Client) -> None:
    client.force_login(alice)
    document = json.loads(client.get(f"/lists/{alices_list.public_id}/document.json").content)
    schema = client.get(ADDRESS).json()
    assert list(Draft202012Validator(schema).iter_errors(document)) == []
    assert "$schema" not in document
