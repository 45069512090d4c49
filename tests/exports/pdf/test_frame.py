"""The frame of every paper: author, date, page numbers, address of the shared page, and its tags."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
import segno

from builder.catalogue.play import list_sheet
from builder.exports.pdf.options import ROSTER_PAPERS, PaperOptions
from builder.exports.pdf.papers import paper_order
from builder.exports.pdf.qr import qr_code
from builder.points.document.document import Document
from builder.typesetting.worker import make_file
from tests.support.pdf_pages import (
    BOTH,
    DAY,
    FINGERPRINT,
    LINK,
    LONG_LINK,
    PAPERS,
    SIZES,
    Paper,
    Pdf,
    Size,
    document,
    fighter_profile,
    fury_catalogue,
    make_paper,
    outside_margins,
    typeset_paper,
    without_spaces,
)

COMMON = "Ærøskøbing Ñandú Łódź ŵŷ Αχιλλεύς Ёжик → ½ ✓ “quoted” – 8″"
EMOJI = "⚔ 🐉 👑 🔥 💀 😀"


def many(reavers: Document) -> Document:
    """A list that needs several pages on every paper."""
    profiles = tuple(
        replace(profile, key=f"{profile.key}-{n}") for n in range(2) for profile in reavers.profiles
    )
    entries = tuple(
        replace(entry, profile=f"{entry.profile}-{n}")
        for n in range(2)
        for entry in reavers.rosters[0].entries
    )
    return replace(reavers, profiles=profiles, rosters=(replace(reavers.rosters[0], entries=entries),))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_page_has_system_fingerprints_date_number_author_and_disclaimer(
    paper: Paper, size: Size, reavers: Document
) -> None:
    """Each in one piece, within the printable area."""
    options = PaperOptions(paper=paper, roster=0 if paper in ROSTER_PAPERS else None, size=size)
    pdf = typeset_paper(many(reavers), fury_catalogue(), options, link=LONG_LINK, fingerprints=BOTH)
    assert pdf.size == SIZES[size]
    assert len(pdf.pages) > 1
    for number, page in enumerate(pdf.pages, 1):
        assert f"Unbridled Fury 0.9.0 · {FINGERPRINT} · 4 March 2026" in page
        for words in (f"page {number} of {len(pdf.pages)}", fury_catalogue().credit, fury_catalogue().notice):
            assert without_spaces(words) in without_spaces(page), words
    assert outside_margins(pdf, size, paper) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_without_a_fingerprint_none_is_printed(paper: Paper, papers: Mapping[Paper, Pdf]) -> None:
    assert "Unbridled Fury 0.9.0 · 4 March 2026" in papers[paper].pages[0]


@pytest.mark.parametrize("paper", PAPERS)
def test_papers_have_tags_title_and_language(paper: Paper, linked: Mapping[Paper, Pdf]) -> None:
    pdf = linked[paper]
    root: Any = pdf.reader.trailer["/Root"]
    assert pdf.accessible
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    metadata = pdf.reader.metadata
    assert metadata is not None
    title = {"roster": "Night drop", "battle": "Night drop"}.get(paper, "Molybdenian Drop Reavers")
    assert str(metadata.title).startswith(title)
    elements = list(_elements(root["/StructTreeRoot"]))
    assert "/H1" in _tags(elements)
    tables = [element for element in elements if element["/S"] == "/Table"]
    assert tables or paper == "cards"
    assert all({"/TH", "/TD"} <= _tags(_elements(table)) for table in tables), "each has a head"


def _elements(node: object) -> Iterator[dict[str, Any]]:
    """Yield the elements of a structure tree below a node."""
    todo = [node]
    while todo:
        here = todo.pop()
        here = here.get_object() if hasattr(here, "get_object") else here
        if isinstance(here, list):
            todo += here
        elif isinstance(here, dict):
            if "/S" in here:
                yield here
            if "/K" in here:
                todo.append(here["/K"])


def _tags(elements: Iterable[dict[str, Any]]) -> set[str]:
    return {str(element["/S"]) for element in elements}


def test_the_qr_code_links_to_the_shared_page(
    papers: Mapping[Paper, Pdf], linked: Mapping[Paper, Pdf]
) -> None:
    names: tuple[Paper, ...] = ("list", "sheets", "roster", "battle")
    for paper in names:
        assert f"QR code that leads to {LINK}" in _alternatives(linked[paper])
        assert _alternatives(papers[paper]) == []


def _alternatives(pdf: Pdf) -> list[str]:
    """Return the alternative texts of pictures."""
    items: list[Any] = [pdf.reader.get_object(number) for number in pdf.reader.xref[0]]
    return [str(item["/Alt"]) for item in items if isinstance(item, dict) and "/Alt" in item]


def test_the_qr_code_contains_the_url() -> None:
    code = qr_code(LINK)
    assert code is not None
    side, runs = code["side"], code["runs"]
    dark = {(y, x + n) for y, x, length in runs for n in range(length)}
    matrix = segno.make(LINK, micro=False, error="m").matrix
    assert side == len(matrix)
    assert dark == {(y, x) for y, row in enumerate(matrix) for x, module in enumerate(row) if module}
    assert qr_code("") is None


@pytest.mark.parametrize("paper", PAPERS)
def test_many_scripts_arrows_and_emoji_are_printed(paper: Paper) -> None:
    pdf = make_paper(document([fighter_profile(name=COMMON, notes=EMOJI)]), paper)
    assert pdf.accessible  # which Typst refuses if a letter has no glyph
    assert without_spaces(COMMON) in without_spaces(pdf.text)
    for sign in EMOJI.split():
        assert sign in pdf.text


@pytest.mark.parametrize("paper", PAPERS)
def test_characters_without_a_font_drop_the_pdf_standard(paper: Paper) -> None:
    pdf = make_paper(document([fighter_profile(name="日本語"), fighter_profile(name="Plain")]), paper)
    assert not pdf.accessible
    assert "Plain" in pdf.text


def test_only_bundled_fonts_are_used() -> None:
    pdf = make_paper(document([fighter_profile(name=COMMON, notes=f"{EMOJI} *slanted* **bold** `code`")]))
    families = {name.split("-")[0] for name in pdf.fonts}
    assert families == {"MusterSerif", "MusterSans", "DejaVuSans", "NotoEmoji"}


@pytest.mark.parametrize("paper", PAPERS)
def test_equal_papers_of_a_day_are_equal_files(
    paper: Paper, reavers: Document, papers: Mapping[Paper, Pdf]
) -> None:
    assert make_paper(reavers, paper).content == papers[paper].content


def test_papers_can_be_made_in_several_threads(reavers: Document, papers: Mapping[Paper, Pdf]) -> None:
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda paper: (paper, make_paper(reavers, paper).content), PAPERS * 2))
    assert all(content == papers[paper].content for paper, content in together)


def test_a_picture_shows_the_first_page(reavers: Document) -> None:
    options = PaperOptions(paper="list")
    picture = make_file(
        paper_order(list_sheet(reavers, fury_catalogue()), options, output="png", today=DAY, link=LINK)
    )
    assert picture.startswith(b"\x89PNG")
    width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (794, 1123)


def test_invalid_roster_indexes_and_numbers_of_blanks_are_rejected() -> None:
    with pytest.raises(ValueError, match="roster"):
        PaperOptions(paper="roster")
    with pytest.raises(ValueError, match="needs a roster"):
        PaperOptions(paper="cards", per="model")
    with pytest.raises(ValueError, match="36"):
        PaperOptions(paper="cards", blank=37)
    with pytest.raises(IndexError):
        make_paper(document([]), "roster", roster=4)
