"""Filters and words find the same public lists on every database. Pages have no duplicates or gaps."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from django.db import connection

from builder.catalogue.files import Catalogues
from builder.documents import load_list
from builder.models import CompanyList, Listing, Profile, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, parse_document
from builder.points.document.list_summary import parse_list_summary, summarise_list
from builder.points.rules.search_text import search_words
from builder.queries.gallery import (
    PAGE_SIZE,
    Cursor,
    Filters,
    ListingPage,
    Sort,
    build_filters,
    filter_choices,
    find_lists,
    matching_listings,
    parse_cursor,
    recent_lists,
)
from builder.services import gallery, lists
from builder.services.exchange import create_list_from_document
from tests.support.crimson_dusk import dusk_document, model
from tests.support.long_lists import long_document
from tests.support.public_lists import publish_many


def names(page: ListingPage) -> list[str]:
    return [row.name for row in page.rows]


def search(words: str) -> list[str]:
    return sorted(names(find_lists(Filters(words=tuple(search_words(words))))))


@pytest.fixture
def small(catalogues: Catalogues) -> Document:
    """Return a document with one profile and one roster."""
    return parse_document(long_document(1), catalogues)


def create_public_list(
    alice: User, small: Document, name: str, setting: str = "", background: str = ""
) -> CompanyList:
    row = create_list_from_document(alice, small)
    lists.save_details(row, row.version, name=name, setting=setting, background=background)
    gallery.publish_list(row)
    row.refresh_from_db()
    return row


# ------------------------------------------------------------------ words


@pytest.fixture
def worded(alice: User, small: Document) -> None:
    create_public_list(
        alice, small, "Café Élan", "Rain Coast", "They drink 3rd-rate coffee; 1e5x of it. Über-strong!"
    )
    create_public_list(alice, small, "Красная Ярость", "Rain Desert", "Under_score, 100% *bold*, o'clock")
    create_public_list(
        alice, small, "Drop Reavers", "Salt Coast", "日本 \N{LATIN SMALL LIGATURE FI}ne, Straße"
    )


FOUND: dict[str, list[str]] = {
    "rain": ["Café Élan", "Красная Ярость"],
    "coast rain": ["Café Élan"],  # in any order
    "rain salt": [],  # all of them
    "RAIN Coast": ["Café Élan"],
    "cafe": ["Café Élan"],
    "CAFÉ": ["Café Élan"],
    "élan": ["Café Élan"],
    "ярость": ["Красная Ярость"],
    "ЯРОСТЬ красная": ["Красная Ярость"],
    "reav": ["Drop Reavers"],  # the beginning of a word
    "dr re": ["Drop Reavers"],
    "eavers": [],  # and not its end
    "3rd": ["Café Élan"],
    "strong uber": ["Café Élan"],
    "score": ["Красная Ярость"],
    "under_score": ["Красная Ярость"],
    "100%": ["Красная Ярость"],
    "10": [],  # 10 is not 100
    "d": [],  # nor a letter the beginning of a word
    "o": ["Красная Ярость"],
    "%": ["Drop Reavers", "Café Élan", "Красная Ярость"],  # no word at all
    "o'clock": ["Красная Ярость"],
    "clock:* | reavers": [],
    "fine strasse": ["Drop Reavers"],
    "日本": ["Drop Reavers"],
    "日": ["Drop Reavers"],  # a word of its own in Japanese
    "veteran": ["Drop Reavers", "Café Élan", "Красная Ярость"],  # the name of a profile
    "the": ["Café Élan"],  # every word counts, and so does the beginning of "they"
    "x" * 100: [],
}


def test_every_word_of_a_search_must_match(worded: None) -> None:
    assert {words: search(words) for words in FOUND} == {words: sorted(item) for words, item in FOUND.items()}


# ------------------------------------------------------------------ filters


def test_all_filters_must_match(alice: User, small: Document, catalogues: Catalogues) -> None:
    create_public_list(alice, small, "A", "Rain Coast")
    other = parse_document({**long_document(2), "rosters": []}, catalogues)
    gallery.publish_list(create_list_from_document(alice, other))
    everything = {"A", "Company of 2"}
    assert set(names(find_lists(Filters()))) == everything
    assert set(names(find_lists(Filters(edition=("unbridled-fury", "0.9.0"))))) == everything
    assert names(find_lists(Filters(edition=("unbridled-fury", "9.9.9")))) == []
    assert names(find_lists(Filters(setting="rain coast"))) == ["A"]
    assert names(find_lists(Filters(size=1000))) == ["A"]
    assert set(names(find_lists(Filters(properties=("model:fearless",))))) == everything
    assert names(find_lists(Filters(properties=("model:fearless", "spell:summon")))) == ["Company of 2"]
    assert names(find_lists(Filters(properties=("spell:summon",), size=1000))) == []
    assert names(find_lists(Filters(setting="rain coast", size=1000, words=("a",)))) == ["A"]


def test_a_list_is_found_by_the_cost_of_its_largest_roster(alice: User, catalogues: Catalogues) -> None:
    """A rifleman costs 5 points. The pilot has no cost, so a roster with a pilot has no sum."""
    rows = {
        "small": [("rifle", 2)],
        "large": [("rifle", 4)],
        "open": [("rifle", 9), ("pilot", 1)],
        "none": [],
    }
    rosters = [
        {"name": name, "entries": [{"profile": key, "count": count} for key, count in entries]}
        for name, entries in rows.items()
    ]
    designs = {"rifle": model(cost=5), "pilot": model()}
    gallery.publish_list(
        create_list_from_document(alice, parse_document(dusk_document(designs, rosters=rosters), catalogues))
    )
    bounds = {(20, 20): True, (21, None): False, (None, 19): False, (0, 10): False, (None, 20): True}
    for (least, limit), result in bounds.items():
        filters = build_filters(system="crimson-dusk", cost_from=least, cost_to=limit)
        assert bool(find_lists(filters).rows) == result
        assert find_lists(build_filters(cost_from=least, cost_to=limit)).rows  # without a game, no unit
    assert filter_choices("crimson-dusk").costs == (20, 20)


def test_a_list_without_totals_is_not_found_by_cost(alice: User, catalogues: Catalogues) -> None:
    rosters = [{"name": "Open", "entries": [{"profile": "pilot", "count": 1}]}]
    open_list = dusk_document({"pilot": model()}, rosters=rosters)
    gallery.publish_list(create_list_from_document(alice, parse_document(open_list, catalogues)))
    assert not find_lists(build_filters(system="crimson-dusk", cost_from=0)).rows
    assert find_lists(build_filters(system="crimson-dusk")).rows
    assert filter_choices("crimson-dusk").costs is None


def test_hidden_unpublished_and_deleted_lists_are_not_found(alice: User, small: Document) -> None:
    rows = [create_public_list(alice, small, name) for name in "ABCD"]
    gallery.hide_list(rows[0], "Why")
    gallery.unpublish_list(rows[1])
    lists.delete_list(rows[2])
    assert names(find_lists(Filters())) == ["D"]
    assert [row.name for row in recent_lists(6)] == ["D"]


# ------------------------------------------------------------------ pages


@pytest.fixture
def many(alice: User, small: Document) -> list[CompanyList]:
    return publish_many(alice, small, 60)


def forward(sort: Sort = "newest", between: Iterator[None] | None = None) -> list[ListingPage]:
    """Yield all pages in order. Call a function between two pages."""
    pages = [find_lists(Filters(), sort)]
    while pages[-1].older_cursor:
        next(between or iter(()), None)
        pages.append(find_lists(Filters(), sort, after=pages[-1].older_cursor))
    return pages


@pytest.mark.parametrize("sort", ["newest", "copied"])
def test_pages_contain_every_list_once_and_in_order(many: list[CompanyList], sort: Sort) -> None:
    pages = forward(sort)
    rows = [row for page in pages for row in page.rows]
    assert [len(page.rows) for page in pages] == [PAGE_SIZE, PAGE_SIZE, 60 - 2 * PAGE_SIZE]
    assert {row.pk for row in rows} == {row.pk for row in many}
    assert [page.count for page in pages] == [60] * 3
    ranks = [(row.times_copied if sort == "copied" else 0, row.listing.published_at) for row in rows]
    assert all(first > second for first, second in pairwise(ranks))


@pytest.mark.parametrize("sort", ["newest", "copied"])
def test_previous_pages_are_the_same(many: list[CompanyList], sort: Sort) -> None:
    pages = forward(sort)
    assert pages[0].newer_cursor is None
    assert pages[-1].older_cursor is None
    back = find_lists(Filters(), sort, before=pages[-1].newer_cursor)
    assert names(back) == names(pages[1])
    first = find_lists(Filters(), sort, before=back.newer_cursor)
    assert names(first) == names(pages[0])
    assert first.newer_cursor is None
    assert first.older_cursor == pages[0].older_cursor


def test_lists_published_or_removed_between_pages_repeat_or_skip_no_other(
    alice: User, small: Document, many: list[CompanyList]
) -> None:
    def busy() -> Iterator[None]:
        """Before each page, two lists are published and the list at the last cursor is removed."""
        for number in range(10):
            for name in ("x", "y"):
                create_public_list(alice, small, f"New {number}{name}")
            newest_of_next = Listing.objects.order_by("-published_at", "-pk")
            for listing in newest_of_next[PAGE_SIZE + 1 + 2 * (number + 1) :][:2]:
                removed.append(listing.company_list_id)
                gallery.unpublish_list(listing.company_list)
            yield

    removed: list[int] = []
    seen = [row.pk for page in forward(between=busy()) for row in page.rows]
    assert len(seen) == len(set(seen))
    assert {row.pk for row in many} - set(removed) <= set(seen)


def test_lists_published_at_the_same_time_are_paginated(many: list[CompanyList]) -> None:
    Listing.objects.update(published_at=many[0].published_at)
    rows = [row.pk for page in forward() for row in page.rows]
    assert sorted(rows) == sorted(row.pk for row in many)


def test_cursors_survive_a_round_trip() -> None:
    for cursor in (
        Cursor(0, 0, 0),
        Cursor(5, 1_780_000_000_000_000, 7),
        Cursor(2**31 - 1, 2**53 - 1, 2**63 - 1),
    ):
        assert parse_cursor(str(cursor)) == cursor


@pytest.mark.parametrize(
    "text",
    ["", "-", "--", "1-2", "1-2-3-4", "a-b-c", "1-2-x", "-1-2-3", "1-2-٣", "1-2-3\0", "9" * 5000,
     "0-0-" + "9" * 19, "2147483648-0-0", "0-9007199254740992-0", " 1-2-3", "1e3-2-3"],
)  # fmt: skip
def test_invalid_cursors_are_rejected(text: str) -> None:
    assert parse_cursor(text) is None


@pytest.mark.parametrize("sort", ["newest", "copied"])
@pytest.mark.parametrize("cursor", [Cursor(0, 0, 0), Cursor(2**31 - 1, 2**53 - 1, 2**63 - 1)])
def test_every_valid_cursor_gives_a_page(many: list[CompanyList], sort: Sort, cursor: Cursor) -> None:
    pages = [find_lists(Filters(), sort, after=cursor), find_lists(Filters(), sort, before=cursor)]
    assert sorted(len(page.rows) for page in pages) == [0, PAGE_SIZE]


# ------------------------------------------------------------------ what a page loads


def test_entries_show_the_totals_of_the_last_change(alice: User, catalogues: Catalogues) -> None:
    """However long the list is. A list that can't be read any more still has its entry."""
    row = create_list_from_document(alice, parse_document(long_document(60), catalogues))
    gallery.publish_list(row)
    loaded = load_list(row)
    seen = summarise_list(
        loaded.document, loaded.catalogue, appraise(loaded.document, loaded.catalogue), loaded.roster_ids
    )
    Profile.objects.filter(company_list=row).update(design={"nonsense": 1})
    (shown,) = find_lists(Filters()).rows
    assert (shown.profile_count, shown.roster_count) == (60, 1)
    assert shown.listing.summary is not None
    assert parse_list_summary(shown.listing.summary) == seen


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no such index")
@pytest.mark.wide
def test_searches_use_the_index(alice: User, small: Document) -> None:
    publish_many(alice, small, 5000, rare=["The Quagmire Choir"])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE builder_listing")
    plan = matching_listings(Filters(words=("quagmire", "cho"))).explain()
    assert "listings_words" in plan
    assert search("quagmire cho") == ["The Quagmire Choir"]
