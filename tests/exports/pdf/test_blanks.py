"""Blank papers: fillable forms of every game, without data of a list."""

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter

from builder.catalogue.files import Catalogues
from builder.catalogue.quick import quick_reference
from builder.exports.pdf.blanks import BLANK_NAMES, BlankKind, BlankPaper, blank_order
from builder.exports.pdf.profiles import blank_forms
from builder.points.rules.catalogue import Catalogue
from builder.typesetting.form_fields import with_form_fields
from builder.typesetting.typesetter import typeset
from builder.typesetting.worker import make_file
from tests.support.designs import PUBLISHED
from tests.support.pdf_pages import SIZES, Pdf, Size, large_text, outside_margins, without_spaces

GAMES = ("unbridled-fury", "dark-fantasy-fubar", "zapp", "stargrave", "crimson-dusk")
CASES = [
    # The rosters of the other games have several hundred fields, which take pypdf a second to read.
    pytest.param(game, kind, marks=pytest.mark.wide if kind == "roster" and game != "stargrave" else ())
    for game in GAMES
    for kind in BLANK_NAMES
    if kind != "quick"  # it has no fields
]


def catalogue_of_game(catalogues: Catalogues, game: str) -> Catalogue:
    return next(catalogue for (system, _), catalogue in catalogues.items() if system == game)


def form_of(catalogue: Catalogue, kind: BlankKind, **options: Any) -> PdfReader:
    outcome = typeset(blank_order(catalogue, BlankPaper(kind=kind, **options)))
    return PdfReader(BytesIO(with_form_fields(outcome)))


def annotations(form: PdfReader) -> list[Any]:
    return [item.get_object() for page in form.pages for item in page.get("/Annots", ())]


@pytest.mark.sampled(every=3)  # pypdf takes half a second for each
@pytest.mark.parametrize(("game", "kind"), CASES)
def test_a_program_fills_in_every_field_and_reads_it_back(
    catalogues: Catalogues, game: str, kind: BlankKind
) -> None:
    form = form_of(catalogue_of_game(catalogues, game), kind)
    fields = annotations(form)
    names = [str(field["/T"]) for field in fields]
    assert len(names) == len(set(names)) > 50
    assert all(field["/TU"] for field in fields), "each is read aloud by its label"
    values = {
        str(field["/T"]): "/Yes" if field["/FT"] == "/Btn" else f"v{place}"
        for place, field in enumerate(fields)
    }
    writer = PdfWriter(clone_from=form)
    for page in writer.pages:
        writer.update_page_form_field_values(page, values, auto_regenerate=False)
    filled = BytesIO()
    writer.write(filled)
    assert {name: field["/V"] for name, field in (PdfReader(filled).get_fields() or {}).items()} == values


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize(("game", "kind"), CASES)
def test_blank_forms_name_the_game_and_no_list(catalogues: Catalogues, game: str, kind: BlankKind) -> None:
    catalogue = catalogue_of_game(catalogues, game)
    form = form_of(catalogue, kind, size="letter")
    assert {field["/Subtype"] for field in annotations(form)} == {"/Widget"}, "nothing leads anywhere"
    text = "\n".join(page.extract_text() for page in form.pages)
    assert catalogue.title in text
    if kind != "roster":  # it has the rules to look up in play
        for label in (
            column["label"] for blank_form in blank_forms(catalogue) for column in blank_form["columns"][:3]
        ):
            assert label in text
    assert "http" not in text
    assert "Musterbook" in text
    assert len(form.pages) <= 2
    assert form.metadata is not None
    assert form.metadata.get("/CreationDate") is None


def test_form_fields_are_tagged(catalogues: Catalogues) -> None:
    form = form_of(catalogue_of_game(catalogues, "stargrave"), "cards")
    root: Any = form.root_object
    tree = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    elements = dict(zip(tree[::2], (item.get_object() for item in tree[1::2]), strict=True))
    assert {elements[field["/StructParent"]]["/S"] for field in annotations(form)} == {"/Form"}


def test_cards_come_in_every_size(catalogues: Catalogues) -> None:
    catalogue = catalogue_of_game(catalogues, "stargrave")
    names = {
        card: {
            str(field["/T"]).split(".")[0] for field in annotations(form_of(catalogue, "cards", card=card))
        }
        for card in ("poker", "a6")
    }
    assert {card: len(item) for card, item in names.items()} == {"poker": 9, "a6": 2}


LEAST_LETTERS = {"a4": 8, "letter": 7.5}  # in points


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("catalogue", PUBLISHED, ids=lambda catalogue: catalogue.system)
def test_quick_references_fit_on_one_side(catalogue: Catalogue, size: Size) -> None:
    pdf = Pdf(make_file(blank_order(catalogue, BlankPaper(kind="quick", size=size))))
    assert len(pdf.pages) == 1
    assert outside_margins(pdf, size, "quick") == []
    quick = quick_reference(catalogue)
    assert without_spaces(quick.missing) in without_spaces(pdf.text)
    read = large_text(pdf, LEAST_LETTERS[size])
    for section in quick.sections:
        for words in (section.name, *(row.text for row in section.rows)):
            assert without_spaces(words) in read, words
