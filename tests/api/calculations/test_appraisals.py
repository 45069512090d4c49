"""Appraisals by the API equal the output of the command. Nothing is stored."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from builder.catalogue.files import sample_files
from builder.documents import load_list
from builder.exports.fingerprints import fingerprints_of
from builder.models import CompanyList, Scope, User
from builder.points.document.fingerprint import read_fingerprints
from tests.support.api_client import ApiClient, assert_faults, assert_problem
from tests.support.bringing_list import bringing_list
from tests.support.openapi import schema_errors

Json = dict[str, Any]

SUMS = (
    "appraisals", "appraisals/steps", "appraisals/fits", "appraisals/plan", "appraisals/fingerprints",
    "appraisals/changes",
)  # fmt: skip

pytestmark = pytest.mark.usefixtures("catalogues")


def appraised(document: object) -> Json:
    """Return the appraisal of a document, requested without an account. Check it against the schema."""
    answer = ApiClient().post("appraisals", document)
    assert answer.status_code == 200, answer.content
    body: Json = answer.json()
    assert schema_errors(body, {"$ref": "#/components/schemas/Appraisal"}) == []
    return body


@pytest.mark.parametrize(("slug", "path"), list(sample_files()))
def test_samples_have_the_totals_that_the_command_prints(
    slug: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("appraise", str(path))
    printed = json.loads(capsys.readouterr().out)
    answer = appraised(json.loads(Path(path).read_text(encoding="utf-8")))
    for part in (*answer["profiles"], *answer["rosters"]):
        assert part["unpriced"] if part["points"] is None else part["points"] == part["priced_points"]
    assert answer == printed


def test_summoned_profiles_are_listed_with_their_summoners() -> None:
    also_bring = appraised(bringing_list())["rosters"][0]["also_bring"]
    assert [item["name"] for item in also_bring] == ["Imp", "Foot", "Wolf", "Toad"]
    assert also_bring[1] == {
        "profile": "foot",
        "name": "Foot",
        "by": [{"profile": "rider", "group": "model", "code": "dismount", "name": "Dismount"}],
    }


def test_all_clients_get_the_same_and_nothing_is_stored(
    alice: User, sample_values: Mapping[str, Json]
) -> None:
    document = sample_values["drop-reavers"]
    programs = (ApiClient(), ApiClient(alice), ApiClient(alice, Scope.READ))
    first, *others = (program.post("appraisals", document).json() for program in programs)
    assert others == [first, first]
    assert not CompanyList.objects.filter(sample="").exists()


def test_every_fault_is_reported_with_its_path(sample_values: Mapping[str, Json]) -> None:
    document = json.loads(json.dumps(sample_values["drop-reavers"]))
    document["profiles"][0]["design"]["attributes"]["mov"] = "six"
    document["profiles"][2]["design"]["properties"] = [{"code": "flierr"}]
    document["rosters"][1]["limit"] = None
    problem = assert_faults(
        ApiClient().post("appraisals", document),
        "profiles[0].design.attributes.mov",
        "profiles[2].design.properties[0].code",
        "rosters[1].limit",
    )
    assert "did you mean" in problem["errors"][1]["message"]


@pytest.mark.parametrize("body", [None, [], "", 7, True, {}, {"format": "company-list"}, {"version": 10**30}])
@pytest.mark.parametrize("at", SUMS)
def test_invalid_documents_are_rejected(at: str, body: object) -> None:
    problem = assert_problem(ApiClient().post(at, body), 400, "not-understood")
    assert problem["errors"]


# ------------------------------------------------------------------ fingerprints


def test_fingerprints_equal_those_on_papers(alice: User, alices_list: CompanyList) -> None:
    document = ApiClient(alice).get(f"lists/{alices_list.public_id}").json()
    body = ApiClient().post("appraisals/fingerprints", document).json()
    assert schema_errors(body, {"$ref": "#/components/schemas/DocumentFingerprints"}) == []
    printed = fingerprints_of(load_list(CompanyList.objects.select_related("edition__system").get()))
    assert (body["fingerprints"], *(roster["fingerprints"] for roster in body["rosters"])) == (
        printed.company_list._asdict(),
        *(pair._asdict() for pair in printed.rosters),
    )
    assert body["edition_digest"] == alices_list.edition.digest
    assert [roster["name"] for roster in body["rosters"]] == [r["name"] for r in document["rosters"]]
    assert read_fingerprints(body["fingerprints"]["force"]) == (body["fingerprints"]["force"],)


# ------------------------------------------------------------------ changes


def test_changes_between_two_documents_are_reported(sample_values: Mapping[str, Json]) -> None:
    before = sample_values["drop-reavers"]
    after = json.loads(json.dumps(before))
    after["name"] = "Others"
    after["profiles"][0]["design"]["attributes"]["fgt"] += 1
    del after["rosters"][1]
    body = ApiClient().post("appraisals/changes", {"before": before, "after": after}).json()
    assert schema_errors(body, {"$ref": "#/components/schemas/Changes"}) == []
    assert [change["kind"] for change in body["results"]] == ["name", "profile changed", "roster removed"]
    changed = body["results"][1]
    assert changed["profile"] == "captain"
    old, new = (appraised(side)["profiles"][0]["points"] for side in (before, after))
    assert (changed["before"], changed["after"]) == (old, new)
    assert body["lines"] == [change["words"] for change in body["results"]]


def test_faults_of_both_documents_have_their_full_paths(sample_values: Mapping[str, Json]) -> None:
    document = sample_values["drop-reavers"]
    broken = {**document, "profiles": [{**document["profiles"][0], "max": -1}], "rosters": 7}
    problem = assert_problem(
        ApiClient().post("appraisals/changes", {"before": broken, "after": []}), 400, "not-understood"
    )
    paths = [fault["path"] for fault in problem["errors"]]
    assert paths == ["before.profiles[0].max", "before.rosters", "after"]
    assert problem["detail"].startswith("before.profiles[0].max ")


def test_documents_of_two_systems_cannot_be_compared(sample_values: Mapping[str, Json]) -> None:
    from_another = {"format": "company-list", "version": 1, "name": "", "system": "chess", "edition": "1"}
    sent = {"before": sample_values["drop-reavers"], "after": from_another}
    assert_faults(ApiClient().post("appraisals/changes", sent), "after.system")
