"""The print page, its PDF and its preview: exactly the requested paper, or the reason why not."""

import html
import io
import re
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from pypdf import PdfReader

from builder.models import CompanyList, Profile, Roster, User
from builder.points.document.document import Document
from builder.services import rosters
from builder.services.exchange import create_list_from_document
from tests.support.accounts import visible_text
from tests.support.html_forms import HTMX

PAPERS = ["list", "roster", "cards", "sheets", "battle", "quick"]
A4, LETTER = (595, 842), (612, 792)


@pytest.fixture
def empty(alice: User, reavers: Document, client: Client) -> str:
    """Alice's list without profiles and rosters."""
    client.force_login(alice)
    row = create_list_from_document(alice, replace(reavers, profiles=(), rosters=()))
    return f"/lists/{row.public_id}/"


def page_of(client: Client, address: str, **query: str) -> str:
    """Return the print page."""
    answer = client.get(f"{address}print/", query)
    assert answer.status_code == 200
    return answer.content.decode()


def links_of(page: str) -> dict[str, str]:
    """Return the addresses of the button and the preview, without their first part."""
    matches = re.findall(r'(?:href|src)="(/lists/[^"]*/paper\.(pdf|png)[^"]*)"', page)
    return {kind: html.unescape(address) for address, kind in matches}


def query_of(page: str) -> dict[str, str]:
    """Return the options of the paper. The preview has the same options."""
    links = links_of(page)
    assert urlsplit(links["pdf"]).query == urlsplit(links["png"]).query
    return {name: value for name, [value] in parse_qs(urlsplit(links["pdf"]).query).items()}


def pdf_of(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


def size_of(pdf: PdfReader) -> tuple[int, int]:
    """Return width and height of the first page in points."""
    box = pdf.pages[0].mediabox
    return round(box.width), round(box.height)


def field_names(page: str) -> set[str]:
    return set(re.findall(r'<(?:input|select)[^>]* name="(\w+)"', options_of(page)))


def options_of(page: str) -> str:
    """Return the fields of the options form."""
    return page.partition('<form class="chosen"')[2].partition("</form>")[0]


# ------------------------------------------------------------------ the page


def test_characters_missing_from_the_fonts_are_reported(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    assert "Our fonts don\u2019t have" not in page_of(client, address)
    Profile.objects.filter(company_list=alices_list, key="captain").update(name="漢字")
    text = visible_text(client.get(f"{address}print/")).partition("Our fonts don\u2019t have ")[2]
    assert text.replace(" ,", ",").startswith("漢, 字 . We print empty boxes instead, in 漢字 .")


def test_the_company_list_is_chosen_first(address: str, client: Client) -> None:
    page = page_of(client, address)
    assert query_of(page) == {"paper": "list", "size": "a4"}
    assert "Ignored in the address" not in page
    assert 'alt="First page of the paper “Full list” of Molybdenian Drop Reavers"' in page
    assert 'width="794" height="1123"' in page
    assert "Get PDF" in page


def test_only_options_that_apply_are_offered(address: str, client: Client) -> None:
    card = "roster per blank points background glossary card bleed backs accent crop"
    for paper, fields in (
        ("list", "points background glossary"),
        ("roster", "roster points background glossary"),
        ("battle", "roster points background glossary backs"),
        ("cards", card),
        ("sheets", "roster blank points background"),
    ):
        assert field_names(page_of(client, address, paper=paper)) == {*fields.split(), "paper", "size"}


def test_the_roster_stays_chosen_when_a_paper_of_the_full_list_is_shown(address: str, client: Client) -> None:
    chosen = Roster.objects.get(name="Vault job").public_id
    page = page_of(client, address, paper="list", roster=chosen)
    assert f'<input type="hidden" name="roster" value="{chosen}">' in page
    assert query_of(page) == {"paper": "list", "size": "a4"}
    assert 'type="hidden"' not in options_of(page_of(client, address, paper="list", roster="nosuch"))


def test_the_url_contains_the_options(address: str, client: Client) -> None:
    """Only the options of the chosen paper."""
    roster = Roster.objects.get(name="Vault job")
    query = {
        "paper": "cards", "size": "letter", "roster": roster.public_id, "points": "0", "per": "model",
        "blank": "3",
    }  # fmt: skip
    page = page_of(client, address, **query)
    assert query_of(page) == query
    for checked in ("cards", "letter", "model"):
        assert f'value="{checked}" checked' in page
    assert 'name="points" value="0" checked' in page
    assert f'value="{roster.public_id}" selected' in page
    assert 'width="816" height="1056"' in page
    page = page_of(client, address, paper="sheets", per="model", glossary="0", blank="2")
    assert query_of(page) == {"paper": "sheets", "size": "a4", "blank": "2"}


def test_papers_for_play_use_the_first_roster_by_default(address: str, client: Client) -> None:
    first, second = Roster.objects.order_by("position")
    assert query_of(page_of(client, address, paper="roster"))["roster"] == first.public_id
    chosen = page_of(client, address, paper="roster", roster=second.public_id)
    assert query_of(chosen)["roster"] == second.public_id


def test_cards_for_models_need_a_roster(address: str, client: Client) -> None:
    page = page_of(client, address, paper="cards", per="model")
    assert re.search(r'name="per" value="model" disabled aria-describedby="o-per-why"', page)
    assert "Choose a roster for cards of each model." in page
    assert "per" not in query_of(page)


def test_htmx_gets_only_the_changed_parts(address: str, client: Client) -> None:
    answer = client.get(f"{address}print/", {"paper": "cards"}, headers=HTMX)
    page = answer.content.decode()
    assert page.lstrip().startswith('<div class="sharing" id="print-page">')
    assert query_of(page)["paper"] == "cards"


def test_the_default_size_depends_on_the_readers_language(address: str, client: Client) -> None:
    """On the page, and in papers whose address has no size."""
    for languages, size in {
        "en-US,en;q=0.9": "letter",
        "en-ca": "letter",
        "de,en-US;q=0.7": "a4",
        "de;q=0.5,en-US;q=0.7": "letter",
        "en-GB,en-US;q=0.9": "a4",
        "": "a4",
        "*": "a4",
        "en-US" + ",x" * 50_000: "letter",
        "x" * 100_000: "a4",
        "\u00e6;q=x": "a4",
    }.items():
        answer = client.get(f"{address}print/", headers={"Accept-Language": languages})
        assert query_of(answer.content.decode())["size"] == size, languages[:50]
    for languages, expected in (("en-US", LETTER), ("en-GB", A4)):
        answer = client.get(f"{address}paper.pdf?paper=sheets", headers={"Accept-Language": languages})
        assert size_of(pdf_of(answer.content)) == expected


WRONG = [
    ({"paper": "purple"}, "paper “purple” (expected: list, battle, roster, cards, sheets or quick)"),
    ({"size": "a5"}, "size “a5” (expected: a4 or letter)"),
    ({"roster": "nobody"}, "roster “nobody” (expected: a roster of this list)"),
    ({"paper": "cards", "blank": "37"}, "blank “37” (expected: a whole number from 0 to 36)"),
    ({"paper": "cards", "blank": "-1"}, "blank “-1” (expected: a whole number from 0 to 36)"),
    ({"blank": "9" * 5000}, f"blank “{'9' * 40}…”"),
    ({"blank": "²"}, "blank “²”"),
    ({"points": "no"}, "points “no” (expected: 1 or 0)"),
    ({"per": "\0"}, "per “"),
    ({"paper": "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")}, "paper “"),
    ({"paper": "x" * 100_000}, f"paper “{'x' * 40}…”"),
    ({"paper": "<script>"}, "paper “&lt;script&gt;”"),
]


def test_invalid_options_are_reported(address: str, client: Client) -> None:
    for query, named in WRONG:
        page = page_of(client, address, **query)
        assert "<b>Ignored in the address:</b>" in page, named
        assert named in page
        assert query_of(page)["size"] == "a4", named


@pytest.mark.parametrize("file", ["paper.pdf", "paper.png"])
def test_unknown_papers_are_rejected(address: str, client: Client, file: str) -> None:
    for query, named in [*WRONG, ({"paper": "cards", "per": "model"}, "per “model”")]:
        answer = client.get(f"{address}{file}", query)
        assert answer.status_code == 400, named
        assert answer["Content-Type"].startswith("text/html"), named
        assert named in answer.content.decode()


def test_a_list_without_rosters_explains_how_to_add_one(empty: str, client: Client) -> None:
    page = page_of(client, empty, paper="roster")
    assert "This paper needs a roster" in page
    assert f'href="{empty}#start-roster"' in page
    assert links_of(page) == {}
    answer = client.get(f"{empty}paper.pdf", {"paper": "roster"})
    assert answer.status_code == 400
    assert "This paper needs a roster" in answer.content.decode()


@pytest.mark.parametrize("paper", ["cards", "sheets"])
def test_a_list_without_profiles_offers_blank_papers(empty: str, client: Client, paper: str) -> None:
    """And so does a list whose rosters have no models."""
    assert "This list has no profiles, so the forms are blank." in page_of(client, empty, paper=paper)
    assert len(pdf_of(client.get(f"{empty}paper.pdf", {"paper": paper}).content).pages) == 1
    assert "so the forms are blank" not in page_of(client, empty, paper=paper, blank="4")
    row = CompanyList.objects.get()
    roster = rosters.add_roster(row, name="Nobody", limit=500).public_id
    assert "This roster is empty, so the forms are blank." in page_of(
        client, empty, paper=paper, roster=roster
    )


# ------------------------------------------------------------------ the files


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("paper", PAPERS)
def test_every_paper_is_a_pdf_of_its_size_and_its_preview_fits_the_frame(
    address: str, client: Client, paper: str, size: str
) -> None:
    """So the page doesn't jump when the preview is loaded."""
    page = page_of(client, address, paper=paper, size=size)
    answer = client.get(links_of(page)["pdf"])
    assert answer["Content-Type"] == "application/pdf"
    assert size_of(pdf_of(answer.content)) == (A4 if size == "a4" else LETTER)
    assert answer["X-Content-Type-Options"] == "nosniff"
    answer = client.get(links_of(page)["png"])
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG\r\n\x1a\n")
    frame = re.search(r'width="(\d+)" height="(\d+)"', page)
    assert frame
    for at, expected in zip((16, 20), frame.groups(), strict=True):
        assert abs(int.from_bytes(answer.content[at : at + 4], "big") - int(expected)) <= 1


def test_the_name_of_the_file_names_the_paper(address: str, client: Client) -> None:
    for paper, name in (
        ("list", "full-list"),
        ("roster", "night-drop-roster-for-play"),
        ("cards", "cards"),
    ):
        answer = client.get(f"{address}paper.pdf", {"paper": paper})
        assert answer["Content-Disposition"] == f'inline; filename="molybdenian-drop-reavers-{name}.pdf"'


def test_the_browsers_pdf_viewer_can_show_it(address: str, client: Client) -> None:
    """Its page has its own styles and contains the PDF as an object. No script is allowed for that."""
    policy = client.get(f"{address}paper.pdf")["Content-Security-Policy"]
    directives = {part.split()[0]: part.split()[1:] for part in policy.split(";")}
    assert directives["object-src"] == ["'self'"]
    assert "'unsafe-inline'" in directives["style-src"]
    assert directives["script-src"] == ["'self'"]
    assert directives["frame-ancestors"] == ["'none'"]
    assert "unsafe" not in client.get(f"{address}print/")["Content-Security-Policy"]


def test_points_can_be_omitted(address: str, client: Client) -> None:
    def text_with(**query: str) -> str:
        pdf = pdf_of(client.get(f"{address}paper.pdf", query).content)
        return "\n".join(page.extract_text() for page in pdf.pages)

    assert "205" in text_with(paper="list", background="0")
    assert "205" not in text_with(paper="list", background="0", points="0")


# ------------------------------------------------------------------ who


def test_the_page_of_a_list_links_to_the_print_page(address: str, client: Client) -> None:
    page = client.get(address).content.decode()
    for what in ("print/", "text/", "profiles.csv"):
        assert f'href="{address}{what}"' in page


@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_papers_are_not_gzipped(address: str, client: Client, kind: str) -> None:
    accepted = {"Accept-Encoding": "gzip"}
    assert client.get(f"{address}print/", headers=accepted)["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in client.get(f"{address}paper.{kind}?paper=list", headers=accepted)
