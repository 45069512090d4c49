"""A list made by a program opens in the browser, and one made in the browser is read by the program."""

import json
from pathlib import Path

from playwright.sync_api import expect

from builder.catalogue.files import Catalogues
from builder.exports.json import to_json_text
from builder.models import CompanyList, User
from builder.points.document.document import Document
from tests.browser.player import LogIn, Player
from tests.browser.steps import design, download
from tests.support.api_client import ApiClient


def test_a_list_created_by_the_api_opens_in_the_browser(
    log_in_as: LogIn, alice: User, reavers: Document, catalogues: Catalogues, tmp_path: Path
) -> None:
    sent = to_json_text(reavers, catalogues[reavers.system, reavers.edition])
    program = ApiClient(alice)
    answer = program.post("lists", json.loads(sent))
    assert answer.status_code == 201
    player: Player = log_in_as(alice)
    page = player.page
    page.goto(f"{player.url}/lists/{answer.json()['id']}/")
    expect(page.get_by_role("heading", level=1)).to_contain_text(reavers.name)
    judged = program.get(f"lists/{answer.json()['id']}/appraisal").json()
    for profile in judged["profiles"]:
        expect(page.locator(f"#p-{profile['key']}")).to_contain_text(str(profile["points"]))
    stored = download(page, tmp_path, "kept.json").read_bytes()
    assert stored == sent.encode()
    assert stored == program.get(f"lists/{answer.json()['id']}").content


def test_a_list_created_in_the_browser_is_read_by_the_api(
    log_in_as: LogIn, alice: User, catalogues: Catalogues, tmp_path: Path
) -> None:
    player: Player = log_in_as(alice)
    page = player.start_profile("Second")
    design(page)
    row = CompanyList.objects.get(owner=alice)
    page.goto(f"{player.url}/lists/{row.public_id}/")
    stored = download(page, tmp_path, "kept.json").read_bytes()
    program = ApiClient(alice)
    read = program.get(f"lists/{row.public_id}")
    assert read.content == stored
    assert read.json()["profiles"][0]["name"] == "Second"
    again = program.post("lists", read.json())
    assert program.get(f"lists/{again.json()['id']}").content == stored
