"""Players see no internal codes, and no question mark for an unknown number.

Rules have titles, sources are pages or parts of the text, and messages say what is missing.
"""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues, sample_files
from builder.catalogue.play import list_sheet
from builder.exports.pdf.options import PaperOptions
from builder.exports.receipt import receipt_text
from builder.exports.text import TextOptions, list_text
from builder.models import CompanyList, User
from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.document.design import Design
from builder.points.document.document import Document, Profile, Roster, RosterEntry
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND
from builder.services.exchange import create_list_from_document
from tests.support.designs import catalogue_for, read_document
from tests.support.pdf_pages import typeset_paper
from tests.support.project_files import ROOT

CODE = re.compile(r"\b[PRC]-\d+\b|\bexternal:|\bl\.\d+|\bkey-of-")
PLACEHOLDER = re.compile(r"(?<!\S)\?(?!\S)|\+ \?|[(=] ?\?")
UNSEEN = re.compile(r"<(script|style|head)\b.*?</\1>|<[^>]*>", re.DOTALL)
SAMPLES = {file.slug: read_document(json.loads(file.path.read_text("utf-8"))) for file in sample_files()}
FIRST_SAMPLES = {document.system: document for document in reversed(SAMPLES.values())}
WRONG = [
    read_document(json.loads(path.read_text("utf-8").replace('"?"', '"Odd"'))["document"])
    for path in sorted((ROOT / "tests" / "golden").glob("*/*-everything-wrong.json"))
]
GAMES = sorted(FIRST_SAMPLES)


def codes_in(text: str) -> list[str]:
    """Return the codes and question marks for numbers in a text, with the text around each."""
    result = (*CODE.finditer(text), *PLACEHOLDER.finditer(text))
    return [text[max(0, item.start() - 40) : item.end() + 20] for item in result]


def visible_text(page: str) -> str:
    return html.unescape(UNSEEN.sub(" ", page))


def test_the_guard_finds_codes() -> None:
    page = '<a href="#rule-P-62" id="l.3">P-62</a> <p>external: S1</p> l.143-148 (C-21)'
    assert len(codes_in(visible_text(page))) == 4


def test_the_guard_finds_question_marks_for_numbers() -> None:
    codes = codes_in("739 + ? of 750. Imp ? each. 3 × Imp at ? = ?, Imp (? each). Is it so? Yes.")
    assert len(codes) == 5


def pages_of(row: CompanyList, catalogue: Catalogue) -> Iterator[str]:
    """Return the addresses of a list's main pages, and of its game's reference."""
    base = f"/lists/{row.public_id}/"
    reference = f"/systems/{catalogue.system}/{catalogue.edition}/"
    yield from (base, f"{base}history/", f"{base}text/", f"{base}print/", reference, f"{reference}rules/")
    for profile in row.profiles.all():
        yield f"{base}profiles/{profile.key}/"
        yield f"{base}?sum={profile.key}"
    for roster in row.rosters.all():
        yield f"{base}rosters/{roster.public_id}/"
        yield f"{base}text/?roster={roster.public_id}"


def with_blank_profiles(document: Document, catalogue: Catalogue) -> Document:
    """Return the document with a blank profile of each kind, at the end of each roster and in a roster of its
    own.
    """
    kinds = [kind.code for kind in catalogue.kinds] or [""]
    designs = {f"key-of-{kind}": Design(values={KIND: kind} if kind else {}) for kind in kinds}
    blank = [Profile(key=key, name="", design=design) for key, design in designs.items()]
    rows = tuple(RosterEntry(profile=profile.key, count=2) for profile in blank)
    rosters = [replace(roster, entries=(*roster.entries, *rows)) for roster in document.rosters]
    rosters += [Roster(name="Blank", limit=500, entries=(row,)) for row in rows]
    return replace(document, profiles=(*document.profiles, *blank), rosters=tuple(rosters))


@pytest.mark.parametrize("system", GAMES)
def test_pages_show_no_codes(client: Client, alice: User, catalogues: Catalogues, system: str) -> None:
    """With the first sample list of each game, and a blank profile of each kind."""
    document = FIRST_SAMPLES[system]
    catalogue = catalogue_for(document)
    row = create_list_from_document(alice, with_blank_profiles(document, catalogue))
    client.force_login(alice)
    for kind in [kind.code for kind in catalogue.kinds] or [""]:
        client.post(f"/lists/{row.public_id}/profiles/", {"name": f"New {kind}", "kind": kind})
    result = {}
    for address in pages_of(row, catalogue):
        answer = client.get(address)
        assert answer.status_code == 200, address
        if codes := codes_in(visible_text(answer.content.decode())):
            result[address] = codes
    assert result == {}


@pytest.mark.parametrize("document", [*SAMPLES.values(), *WRONG], ids=lambda document: document.name)
def test_texts_show_no_codes(document: Document) -> None:
    """With the samples and blank profiles, and a list that breaks each rule of each game."""
    catalogue = catalogue_for(document)
    document = with_blank_profiles(document, catalogue)
    appraisal = appraise_with_fixes(document, catalogue)
    receipt = receipt_text(list_sheet(document, catalogue, appraisal)).replace(
        " [key-of-", " ["
    )  # the tool names keys
    assert codes_in(receipt) == []
    assert codes_in(list_text(list_sheet(document, catalogue), TextOptions(style="full"))) == []


@pytest.mark.parametrize("system", GAMES)
def test_papers_show_no_codes(system: str) -> None:
    document = FIRST_SAMPLES[system]
    catalogue = catalogue_for(document)
    document = with_blank_profiles(document, catalogue)
    for options in (
        PaperOptions(paper="list"),
        PaperOptions(paper="battle", roster=0),
        PaperOptions(paper="roster", roster=len(document.rosters) - 1),
    ):
        assert codes_in(typeset_paper(document, catalogue, options).text) == []
