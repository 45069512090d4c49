"""All rosters of an event as one paper: the table, each roster as printed alone, and very many rosters."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.play import list_sheet
from builder.exports.pdf.events import (
    AS_ROSTERS,
    EVENT_PAPERS,
    MAX_KINDS_PER_PDF,
    MAX_ROSTERS_AT_ONCE,
    MAX_ROSTERS_PER_PDF,
    EventCover,
    PrintedHandIn,
    event_order,
    split_into_pdfs,
)
from builder.exports.pdf.options import PAPER_NAMES, PaperOptions
from builder.points.appraisal.appraisal import appraise
from builder.points.document.cut import extract_roster
from builder.points.document.document import Document, parse_document
from builder.typesetting.worker import make_file
from tests.support.pdf_pages import (
    DAY,
    SIZES,
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

FINGERPRINT = "k7q2-0m3x-9wtz-aaaa-b0b0"
WORDS = "0b0b-aaaa-ztw9-x3m0-2q7k"
HEAD = EventCover(
    name="Spring muster",
    club="The Iron Table",
    day=date(2026, 5, 9),
    limit=750,
    deadline="7 May 2026, 20:00 BST Europe/London",
)


def handed_in(who: str, document: Document, **changes: Any) -> PrintedHandIn:
    """Return the first roster of a document as a hand-in."""
    hand_in = PrintedHandIn(
        player=who,
        handed_in="3 May 2026, 18:04 BST",
        sheet=list_sheet(document, fury_catalogue()),
        fingerprints=(("Models", FINGERPRINT), ("Names", WORDS)),
    )
    return replace(hand_in, **changes)


def paper(rosters: Sequence[PrintedHandIn], head: EventCover = HEAD, size: Size = "a4") -> Pdf:
    options = replace(AS_ROSTERS, size=size)
    return Pdf(make_file(event_order(head, rosters, fury_catalogue(), options, today=DAY)))


@pytest.fixture(scope="module")
def samples(sample_values: dict[str, Any]) -> list[Document]:
    """Return every roster of the samples, with its list reduced to it."""
    values = (value for value in sample_values.values() if value["system"] == "unbridled-fury")
    result = [parse_document(value, bundled_catalogues()) for value in values]
    return [
        extract_roster(item, place, fury_catalogue()) for item in result for place in range(len(item.rosters))
    ]


def test_the_first_page_has_the_event_and_the_table(samples: list[Document]) -> None:
    entries = [{"profile": "p0", "count": 2}]
    bad = document([fighter_profile()], rosters=[{"name": "Friday", "limit": 1, "entries": entries}])
    rosters = [handed_in("alice", samples[0]), handed_in("bob", bad)]
    first = paper(rosters, replace(HEAD, missing_players=["dora", "erin"])).pages[0]
    assert "Spring muster The Iron Table · 9 May 2026 · 750 points" in first
    assert "handed in until 7 May 2026, 20:00 BST Europe/London" in first
    sums = appraise(samples[0], fury_catalogue()).rosters[0]
    assert f"{sums.points} of {sums.limit} {sums.models} legal 3 May 2026, 18:04 BST" in first
    assert "bob Friday" in first
    assert "not legal; the event plays 750" in first
    assert first.count(FINGERPRINT) == 2
    assert "Nothing yet dora, erin" in first


def assert_pages_match_table(pdf: Pdf, documents: Sequence[Document]) -> None:
    for number, roster_document in enumerate(documents):
        row = re.search(rf"player-{number} .*?{WORDS} (\d+)", pdf.text)
        assert row is not None
        page = pdf.pages[int(row[1]) - 1]
        assert f"player-{number} · " not in pdf.pages[int(row[1]) - 2]
        assert roster_document.rosters[0].name in page
        assert f"Handed in 3 May 2026, 18:04 BST · Models {FINGERPRINT} · Names {WORDS}" in page
        assert page.startswith(f"player-{number} · Spring muster")


def test_every_roster_starts_on_the_page_in_the_table(samples: list[Document]) -> None:
    assert_pages_match_table(
        paper([handed_in(f"player-{n}", sample) for n, sample in enumerate(samples)]), samples
    )


def test_a_roster_in_an_event_paper_equals_its_own_paper(samples: list[Document]) -> None:
    for sample in samples:
        alone = make_paper(sample, "roster", glossary=False)
        among = paper([handed_in("alice", sample), handed_in("bob", samples[0])])
        for words in ("Leader", "Range bands, each with its modifier", "To remember", "Also bring"):
            assert (words in alone.text) <= (words in among.text)
        for profile in sample.profiles:
            assert alone.text.count(profile.name) <= among.text.count(profile.name)


def test_stored_totals_are_printed(samples: list[Document]) -> None:
    then = appraise(samples[0], fury_catalogue())
    then = then._replace(rosters=(replace(then.rosters[0], points=12),))
    text = paper([handed_in("alice", samples[0], sheet=list_sheet(samples[0], fury_catalogue(), then))]).text
    assert text.count("12 of 750") == 2


@pytest.fixture(scope="module", params=[paper for paper in EVENT_PAPERS if paper != "roster"])
def bound(request: pytest.FixtureRequest, samples: list[Document]) -> tuple[PaperOptions, Pdf]:
    """Return a paper of two rosters, on Letter and without points, with a name of maximum length."""
    options = PaperOptions(paper=request.param, roster=0, size="letter", points=False)
    rosters = [handed_in("W" * 150, samples[0]), handed_in("#panic() <b>", samples[1])]
    return options, Pdf(make_file(event_order(HEAD, rosters, fury_catalogue(), options, today=DAY)))


def test_other_papers_of_a_roster_equal_single_ones(
    bound: tuple[PaperOptions, Pdf], samples: list[Document]
) -> None:
    """The table comes first, with the page numbers of the rosters. The player is on each page and in the
    bookmarks.
    """
    options, result = bound
    assert result.size == SIZES["letter"]
    alone = [
        typeset_paper(sample, fury_catalogue(), options, fingerprints=[("Models", FINGERPRINT)])
        for sample in samples[:2]
    ]
    first = 2
    assert PAPER_NAMES[options.paper] in result.pages[0]
    for who, paper_alone in zip(("W" * 27, "#panic() <b>"), alone, strict=True):
        here = result.pages[first - 1 : first - 1 + len(paper_alone.pages)]
        assert [page for page in here if who not in page] == []
        assert all(FINGERPRINT in page for page in here)
        assert "page 1 of" in here[0]
        assert re.search(rf"{WORDS} {first}(?!\d)", result.pages[0])
        first += len(paper_alone.pages)
    assert first - 1 == len(result.pages)
    for profile in (*samples[0].profiles, *samples[1].profiles):
        assert result.text.count(profile.name) == sum(item.text.count(profile.name) for item in alone)
    titles = [str(item["/Title"]) for item in result.reader.outline if isinstance(item, dict)]
    assert titles[-2:] == ["W" * 150, "#panic() <b>"]
    assert not re.search(r"\d+ of 750", result.pages[0])


def test_other_papers_stay_within_the_page(bound: tuple[PaperOptions, Pdf]) -> None:
    """Cards have their own margins, but nothing is closer to the edge than printers reach."""
    wide, high = SIZES["letter"]
    for letter in bound[1].letters():
        assert 4.5 < letter.left < letter.right < wide - 4.5
        assert 4.5 < letter.top < letter.bottom < high - 4.5


def test_notes_of_other_papers_share_the_space_of_one_paper() -> None:
    """Many sheets full of notes are typeset as fast as a few. Shortened notes say so."""
    entries = [{"profile": "p0", "count": 1}]
    roster = {"name": "", "limit": 0, "entries": entries}
    long = document([fighter_profile(notes="word " * 3_000)], rosters=[roster])
    rosters = [handed_in(f"player-{number}", long) for number in range(60)]
    options = PaperOptions(paper="sheets", roster=0)
    order = event_order(HEAD, rosters, fury_catalogue(), options, today=DAY)
    assert order.data.count("… shortened") == 60
    assert order.data.count("word ") < 60_000 * 60 / 50 * 2 / 5 + 60


def test_events_without_hand_ins_and_rosters_without_models_print() -> None:
    assert "Nobody has handed in a roster." in paper([]).text
    empty = document([fighter_profile()], rosters=[{"name": "", "limit": 0, "entries": []}])
    assert "0 of 0" in paper([handed_in("alice", empty)]).text


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_everything_is_within_the_margins(size: Size, samples: list[Document]) -> None:
    long = document(
        [fighter_profile(name="W" * 200)],
        name="M" * 200,
        rosters=[{"name": "Q" * 200, "limit": 750, "entries": [{"profile": "p0", "count": 9999}]}],
    )
    rosters = [handed_in("W" * 150, long), *(handed_in("bob", sample) for sample in samples)]
    pdf = paper(
        rosters, replace(HEAD, name="E" * 200, club="C" * 200, missing_players=["M" * 150] * 30), size
    )
    assert pdf.size == SIZES[size]
    assert outside_margins(pdf, size) == []


@pytest.mark.parametrize("others", [0, MAX_ROSTERS_AT_ONCE], ids=["alone", "joined"])
def test_markup_in_names_is_printed_literally(others: int) -> None:
    name = "#panic() $x$ *b* (page:1) /A 5 0 R _i_ <a> \\) [c] 猫 🐈"
    profile = fighter_profile(name=name)
    odd = document([profile], name=name, rosters=[{"name": name, "limit": 750, "entries": []}])
    rosters = [handed_in(name, odd), *[handed_in("bob", document([fighter_profile()]))] * others]
    pdf = paper(rosters, replace(HEAD, name=name, missing_players=[name]))
    assert pdf.raw_text.count(without_spaces("#panic() $x$ *b* (page:1) /A 5 0 R")) >= 5
    assert pdf.reader.metadata is not None
    assert pdf.reader.metadata.title == f"{name} – Rosters"


def test_the_pdf_is_tagged_for_screen_readers(samples: list[Document]) -> None:
    assert paper([handed_in("alice", sample) for sample in samples]).accessible


@pytest.mark.parametrize("number", [2, MAX_ROSTERS_AT_ONCE + 1], ids=["alone", "joined"])
def test_equal_events_give_equal_files(number: int, samples: list[Document]) -> None:
    rosters = [handed_in("alice", samples[0])] * number
    assert paper(rosters).content == paper(rosters).content


# ------------------------------------------------------------------ many, joined


@pytest.fixture(scope="module")
def documents(samples: list[Document]) -> list[Document]:
    """One more than are typeset together."""
    return [samples[number % len(samples)] for number in range(MAX_ROSTERS_AT_ONCE + 1)]


@pytest.fixture(scope="module")
def joined(documents: list[Document]) -> Pdf:
    rosters = [handed_in(f"player-{number}", document) for number, document in enumerate(documents)]
    return paper(rosters, replace(HEAD, missing_players=["dora", "erin"]))


def test_joined_parts_have_continuous_page_numbers(joined: Pdf, documents: list[Document]) -> None:
    for number, page in enumerate(joined.pages, 1):
        assert page.count(f"page {number} of {len(joined.pages)}") == 1
    assert_pages_match_table(joined, documents)


def test_joined_parts_have_one_front_page(joined: Pdf, samples: list[Document]) -> None:
    alone = paper([handed_in("player-0", samples[0])])
    head = alone.pages[0].partition(" now")[0].partition(FINGERPRINT)[0]
    assert joined.pages[0].startswith(head)
    assert joined.text.count("Spring muster The Iron Table · 9 May 2026 · 750 points") == 1
    assert joined.text.count("Nothing yet dora, erin") == 1


def test_links_and_bookmarks_work_across_joined_parts(joined: Pdf, documents: list[Document]) -> None:
    reader = joined.reader
    begins = [place for place, page in enumerate(joined.pages) if "Handed in 3 May 2026" in page]
    assert len(begins) == len(documents)
    notes = [page["/Annots"] for page in reader.pages[: begins[0]]]
    front = [item.get_object() for note in notes for item in note]  # type: ignore[attr-defined]  # a list of them
    assert [reader.get_page_number(link["/Dest"][0].get_object()) for link in front] == begins
    assert [link["/Contents"] for link in front] == [f"Page {place + 1}" for place in begins]
    marks = [mark for mark in reader.outline if not isinstance(mark, list)]
    assert marks[0].title == "Spring muster"
    leading = [(mark.title, reader.get_destination_page_number(mark)) for mark in marks]
    for item, place in zip(documents, begins, strict=True):
        assert (item.rosters[0].name, place) in leading
    below = [mark for mark in reader.outline if isinstance(mark, list)]
    assert sum(map(len, below)) >= sum(len(document.rosters[0].entries) for document in documents)


def test_joined_parts_have_a_title_and_claim_no_tags(joined: Pdf) -> None:
    root: Mapping[str, object] = joined.reader.root_object
    metadata = joined.reader.metadata
    assert metadata is not None
    assert metadata.title == "Spring muster – Rosters"
    assert metadata.creation_date is not None
    assert metadata.creation_date.date() == DAY
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"] == {"/DisplayDocTitle": True}
    assert not joined.accessible
    assert "/StructTreeRoot" not in root


def test_footers_of_joined_parts_have_the_usual_position(joined: Pdf, samples: list[Document]) -> None:
    """The lines of a footer are at a fixed distance below the page number, whatever the number of pages."""
    alone = paper([handed_in("alice", samples[0])])
    line = [letter for letter in alone.letters(1) if letter.top > 287]
    places = [letter._replace(page=0) for letter in line]
    assert "".join(letter.sign for letter in places).startswith("UnbridledFurywaswritten")
    for page in (0, 1, len(joined.pages) - 1):
        there = [letter for letter in joined.letters(page) if letter.top > 287]
        assert [letter._replace(page=0) for letter in there] == places


def test_joined_parts_stay_within_the_margins(joined: Pdf) -> None:
    short = [handed_in("bob", document([fighter_profile()]))] * (MAX_ROSTERS_AT_ONCE + 1)
    sizes: dict[Size, Pdf] = {"a4": joined, "letter": paper(short, size="letter")}
    for size, pdf in sizes.items():
        assert pdf.size == SIZES[size]
        assert outside_margins(pdf, size) == []


# ------------------------------------------------------------------ very many


@pytest.mark.parametrize(
    ("kinds", "wanted"),
    [
        ([], []),
        ([6] * 3, [range(3)]),
        ([6] * MAX_ROSTERS_PER_PDF, [range(MAX_ROSTERS_PER_PDF)]),
        (
            [6] * (MAX_ROSTERS_PER_PDF + 1),
            [range(MAX_ROSTERS_PER_PDF), range(MAX_ROSTERS_PER_PDF, MAX_ROSTERS_PER_PDF + 1)],
        ),
        ([MAX_KINDS_PER_PDF - 1, 1, 1], [range(2), range(2, 3)]),
        ([MAX_KINDS_PER_PDF + 1, 1, MAX_KINDS_PER_PDF + 1], [range(1), range(1, 2), range(2, 3)]),
    ],
)
def test_rosters_are_split_by_number_and_length(kinds: list[int], wanted: list[range]) -> None:
    assert split_into_pdfs(kinds) == wanted


def test_parts_are_numbered(samples: list[Document]) -> None:
    head = replace(HEAD, part=2, part_count=3)
    assert "part 2 of 3" in paper([handed_in("alice", samples[0])], head).pages[0]


def test_long_texts_of_many_rosters_share_the_space() -> None:
    """Separately, each roster would have all its notes. Together they are shortened, and say so."""
    wordy = document([fighter_profile(notes="all of it " * 900)])
    assert "… shortened" not in make_paper(wordy, "roster").text
    few, many = (paper([handed_in(f"m{n}", wordy) for n in range(number)]) for number in (2, 40))
    assert "… shortened" not in few.text
    assert many.text.count("… shortened") == 40
    assert len(many.pages) <= 2 * 40 + 2
