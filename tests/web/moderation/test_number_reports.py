"""Players report wrong numbers together with the document. A command makes golden cases of the reports."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.test import Client

from builder.documents import unpack_json
from builder.models import CompanyList, NumberReport, User
from builder.services import gallery
from builder.services.rosters import save_roster
from builder.services.sharing import create_frozen_link
from tests.support.events import roster_of


@pytest.fixture
def address(alices_list: CompanyList) -> str:
    return f"/lists/{alices_list.public_id}/wrong-number/"


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("number_reports", *arguments, stdout=out)
    return out.getvalue()


def test_a_report_stores_its_profile_or_roster_up_to_a_limit(
    alice: User, alices_list: CompanyList, address: str, client: Client, settings: LazySettings
) -> None:
    settings.MUSTERBOOK_MAX_REPORTS = 2
    client.force_login(alice)
    page = client.get(f"{address}?at=profiles/captain").content.decode()
    assert "Captain in Unbridled Fury 0.9.0" in page
    answer = client.post(f"{address}?at=profiles/captain", {"problem": "Mov 6 costs 9, p. 53."})
    assert answer.status_code == 302
    assert "Thank you" in client.get(answer["Location"]).content.decode()
    report = NumberReport.objects.get()
    document = unpack_json(report.document)
    assert [profile["key"] for profile in document["profiles"]] == ["captain"]
    assert document["rosters"] == []
    assert (report.by, report.place, report.problem) == (alice, "profiles/captain", "Mov 6 costs 9, p. 53.")
    roster = roster_of(alices_list)
    at_roster = f"{address}?at=rosters/{roster.public_id}"
    client.post(at_roster, {"problem": "One too many."})
    document = unpack_json(NumberReport.objects.latest("pk").document)
    assert [row["name"] for row in document["rosters"]] == [roster.name]
    assert client.post(at_roster, {"problem": "Wrong."}).status_code == 400


def test_readers_of_a_public_list_can_report_without_an_account(
    alices_list: CompanyList, client: Client
) -> None:
    gallery.publish_list(alices_list)
    address = f"/gallery/{alices_list.public_id}/"
    page = client.get(f"{address}?sum=captain").content.decode()
    assert f'href="{address}wrong-number/?at=profiles/captain"' in page
    client.post(f"{address}wrong-number/?at=profiles/captain", {"problem": "Wrong."})
    assert NumberReport.objects.get().by is None


def test_a_report_of_a_frozen_roster_contains_the_frozen_state(
    alices_list: CompanyList, client: Client
) -> None:
    row = roster_of(alices_list)
    link = create_frozen_link(alices_list, row.public_id)
    save_roster(alices_list, row.public_id, row.version, name="Changed", limit=500, entries=())
    address = f"/r/{link.secret}/wrong-number/?at=rosters/{link.public_id}"
    assert f'href="{address}"' in client.get(f"/r/{link.secret}/").content.decode()
    answer = client.post(address, {"problem": "Wrong."}, follow=True)
    assert "Thank you" in answer.content.decode()
    (roster,) = unpack_json(NumberReport.objects.get().document)["rosters"]
    assert (roster["name"], roster["limit"]) == ("Night drop", 750)


def test_unknown_profiles_and_invalid_texts_are_rejected(alice: User, address: str, client: Client) -> None:
    """The reason is at the field."""
    client.force_login(alice)
    for place in ("profiles/nobody", "rosters/nothing", "elsewhere", "profiles"):
        assert client.get(address, {"at": place}).status_code == 404
    for problem in ("", " ", "a\0b", "x" * 100_000):
        answer = client.post(address, {"problem": problem})
        assert answer.status_code == 400
        assert 'class="field-error"' in answer.content.decode()
    assert not NumberReport.objects.exists()


def test_a_report_becomes_a_golden_case(alice: User, address: str, client: Client, tmp_path: Path) -> None:
    client.force_login(alice)
    client.post(f"{address}?at=profiles/captain", {"problem": "Mov 6 costs 9, p. 53."})
    number = str(NumberReport.objects.get().pk)
    assert "profiles/captain in Unbridled Fury 0.9.0: Mov 6 costs 9, p. 53." in run()
    golden = tmp_path / "case.json"
    run(number, "--golden", str(golden), "--settle")
    case = json.loads(golden.read_text(encoding="utf-8"))
    assert case["why"].startswith("Mov 6 costs 9, p. 53. (profiles/captain")
    captain = case["expected"]["profiles"]["captain"]
    assert captain["points"] == 205
    assert captain["lines"][0] == {"code": "mov", "base": 8, "factor": "1", "points": 8}
    assert run() == ""


def test_the_command_reports_missing_arguments(
    alice: User, address: str, client: Client, tmp_path: Path
) -> None:
    for arguments in (["--settle"], ["7"]):
        with pytest.raises(CommandError):
            run(*arguments)
    client.force_login(alice)
    client.post(address, {"problem": "Wrong."})
    taken = tmp_path / "taken.json"
    taken.touch()
    with pytest.raises(CommandError, match="exists"):
        run(str(NumberReport.objects.get().pk), "--golden", str(taken))
