"""The games are public, complete and cached for an hour. Clients that have them get a 304."""

import dataclasses
from fractions import Fraction

import pytest

from builder.catalogue.files import Catalogues
from builder.catalogue.load import load_edition
from builder.models import Edition, User
from builder.points.rules.catalogue import Catalogue
from builder.points.systems import SYSTEMS
from tests.support.api_client import ApiClient
from tests.support.openapi import api_schema, response_schema, schema_errors
from tests.support.tin_soldiers import TIN
from tests.systems.tin_soldiers.system import SYSTEM

FURY = "systems/unbridled-fury"
EDITION = f"{FURY}/editions/0.9.0"
ALL = ("systems", FURY, EDITION, f"{EDITION}/play", "samples")

pytestmark = pytest.mark.usefixtures("catalogues")


def test_every_system_lists_its_editions_and_their_urls(catalogues: Catalogues) -> None:
    program = ApiClient()
    body = program.get("systems").json()
    reported = {(row["id"], edition["id"]) for row in body["results"] for edition in row["editions"]}
    assert reported == set(catalogues)
    for row in body["results"]:
        (edition,) = row["editions"]
        stored = Edition.objects.get(system__code=row["id"], version=edition["id"])
        assert edition["digest"] == stored.digest
        for address in (row["url"], edition["url"], edition["play"], body["schema"]):
            assert program.client.get(address).status_code == 200


def test_one_system_has_the_data_shown_in_the_list() -> None:
    program = ApiClient()
    assert program.get(FURY).json() in program.get("systems").json()["results"]


def test_a_new_system_needs_no_code(catalogues: Catalogues, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, TIN.system, SYSTEM)
    load_edition(TIN)
    program = ApiClient()
    rows = {row["id"]: row for row in program.get("systems").json()["results"]}
    assert set(rows) == {*(system for system, _ in catalogues), TIN.system}
    catalogue = program.client.get(rows[TIN.system]["editions"][0]["url"]).json()
    assert [entry["code"] for entry in catalogue["properties"]] == [entry.code for entry in TIN.properties]
    sheet = program.client.get(rows[TIN.system]["editions"][0]["play"])
    assert schema_errors(sheet.json(), {"$ref": "#/components/schemas/PlaySheet"}) == []


def test_the_catalogue_is_complete(catalogues: Catalogues) -> None:
    """It has every entry with every field, even if a field has its default value."""
    body = ApiClient().get(EDITION).json()
    catalogue: Catalogue = catalogues["unbridled-fury", "0.9.0"]
    assert list(body) == [field.name for field in dataclasses.fields(Catalogue)]
    for part in ("attributes", "cost_tables", "properties", "spells", "rules", "tables", "weapon_slots"):
        entries = getattr(catalogue, part)
        assert [row["code"] for row in body[part]] == [entry.code for entry in entries]
        names = {field.name for field in dataclasses.fields(entries[0])}
        assert all(set(row) == names for row in body[part])
    tables = {table.code: dict(table.costs) for table in catalogue.cost_tables}
    assert {table["code"]: table["costs"] for table in body["cost_tables"]} == tables
    factors = {entry.code: entry.cost.factor for entry in catalogue.properties}
    assert {row["code"]: Fraction(row["cost"]["factor"]) for row in body["properties"]} == factors


def test_the_catalogue_follows_the_schema() -> None:
    paths = api_schema()["paths"]
    for at, path in {EDITION: "", f"{EDITION}/play": "/play"}.items():
        shape = response_schema(paths[f"/systems/{{system}}/editions/{{edition}}{path}"]["get"])
        assert shape
        assert schema_errors(ApiClient().get(at).json(), shape) == []


@pytest.mark.parametrize("at", ALL)
def test_the_catalogue_can_be_cached_for_an_hour(at: str) -> None:
    answer = ApiClient().get(at)
    assert answer["Content-Type"] == "application/json"
    assert set(answer["Cache-Control"].split(", ")) == {"public", "max-age=3600"}
    # A response that is the same for everybody doesn't vary by user, and doesn't report a budget.
    assert not {"cookie", "authorization"} & {v.strip().lower() for v in answer.get("Vary", "").split(",")}
    assert "RateLimit-Remaining" not in answer
    again = ApiClient().get(at, If_None_Match=answer["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    assert set(again["Cache-Control"].split(", ")) == {"public", "max-age=3600"}
    packed = ApiClient().get(at, Accept_Encoding="gzip")
    assert ApiClient().get(at, If_None_Match=packed["ETag"]).status_code == 304
    assert ApiClient().get(at, If_None_Match='"another"').status_code == 200


@pytest.mark.parametrize("at", ALL)
def test_all_clients_get_the_same(alice: User, at: str) -> None:
    nobody, somebody = ApiClient().get(at), ApiClient(alice).get(at)
    assert (somebody.content, somebody["ETag"]) == (nobody.content, nobody["ETag"])
    wrong = ApiClient()
    wrong.client.defaults["HTTP_AUTHORIZATION"] = "Bearer muster_wrong"
    assert wrong.get(at).content == nobody.content


def test_changed_content_has_another_etag() -> None:
    assert len({ApiClient().get(at)["ETag"] for at in ALL}) == len(ALL)
