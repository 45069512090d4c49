"""The worked values of Crimson Dusk stand on the page of a profile, on paper and in the command's output."""

import io
import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.exports.pdf import PaperOptions, make_pdf
from builder.models import CompanyList, User
from builder.services.exchange import create_list_from_document
from tests.support.crimson_dusk import DUSK, EXAMPLES, roster, row
from tests.support.designs import Json, read_document
from tests.support.pdf_pages import DAY, Pdf

DOCUMENT: Json = {
    **EXAMPLES["02-circumstances"]["document"],
    "rosters": [
        roster(row("sniper-aimed", 2), row("irregular-at-concealed", 5), row("rpg-at-tank", 4)),
    ],
}
# Case, what the page says of it, the needs against Irregular, Regular, Veteran and Elite on paper.
CASES = [
    ("sniper-aimed", ["Rg 80 %", "AV 10 50 %", "AV 10 10 %", "Aimed +2", "Sniper Rifle +1"], "2+ 3+ 3+ 4+"),
    ("irregular-at-concealed", ["El 20 %", "AV 8 60 %", "Target concealed −1"], "8+ 8+ 8+ 9+"),
    (
        "rpg-at-tank",
        ["Ir 60 %", "Av 16 60 %", "AT 12, twice", "larger than 2 units +1"],
        "5+ 6+ 6+ 6+",
    ),
]


@pytest.fixture
def worked(alice: User, catalogues: Catalogues) -> CompanyList:
    """Alice's list of the worked values."""
    return create_list_from_document(alice, read_document(DOCUMENT))


@pytest.mark.parametrize(("key", "told", "needs"), CASES)
def test_a_worked_value_is_told_on_the_page(
    client: Client, alice: User, worked: CompanyList, key: str, told: list[str], needs: str
) -> None:
    """With its lines: the table, each change, the faces that are left."""
    client.force_login(alice)
    html = client.get(f"/lists/{worked.public_id}/profiles/{key}/").content.decode()
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).replace(": ", " ")
    assert [words for words in told if words not in text] == []


def test_needs_stand_on_paper() -> None:
    document = read_document(DOCUMENT)
    paper = make_pdf(document, DUSK, PaperOptions(paper="roster", roster=0), today=DAY)
    text = " ".join(" ".join(Pdf(paper).pages).split())
    assert [key for key, _, needs in CASES if needs not in text] == []


def test_the_command_tells_them(tmp_path: Path, catalogues: Catalogues) -> None:
    """Through the same door as everybody's documents."""
    path = tmp_path / "list.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    out = io.StringIO()
    call_command("appraise", str(path), stdout=out)
    (found,) = [one for one in json.loads(out.getvalue())["profiles"] if one["key"] == "sniper-aimed"]
    numbers = {item["column"]: item["number"] for item in found["items"]}
    assert (numbers["need_rg"], numbers["hit_rg"], numbers["kill_10"], numbers["stun_10"]) == (3, 80, 50, 10)
