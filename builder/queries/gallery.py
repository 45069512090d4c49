"""Searches of the gallery's public lists, with filters and words. A page takes a fixed number of queries.

A listing is the stored search data of one public list (``builder.services.gallery``), so that pages needn't
calculate anything. A tag is a value that lists can be filtered by, such as a property of a profile. Matching
lists are only counted up to ``MAX_COUNTED`` + 1.

A page begins after a cursor, which is the position of a list in the sort order. So if lists are published or
withdrawn while somebody reads page after page, no other list appears twice or is left out. But in the order
by copies, a list can move to a page that the reader has already seen.

Words match in the same way on every database. Texts and searches are converted to lower case without accents,
and are split into words, before the database gets them. A word of a search matches all words that begin with
it. Numbers and single letters only match themselves. PostgreSQL has an index of the words. It uses the text
search configuration "simple", which doesn't reduce words to their stems, because lists are written in many
languages. SQLite searches the stored text.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple

from django.contrib.postgres.search import SearchQuery, SearchVectorField
from django.db import connection
from django.db.models import Case, F, Max, Min, Q, QuerySet, When
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Edition, GameSystem, Listing, ListingTag, TagCount
from builder.models.gallery import CHOICE, PROPERTY, SETTING, SIZE, choice_tag, property_tag, setting_tag
from builder.points.pricing.texts import YES
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.search_text import search_words
from builder.queries.lists import CountedList

Sort = Literal["newest", "copied"]
Tag = tuple[str, str]  # kind and value

PAGE_SIZE = 24
MAX_COUNTED = 100
MAX_SETTINGS, MAX_SIZES, MAX_PROPERTIES, MAX_CHOICES = 40, 20, 500, 200
MAX_QUERY_LENGTH = 100
MAX_FILTER_PROPERTIES = 5
MAX_FILTER_CHOICES = 5

# The newest 1,000 lists show how often words are used. A word is common if at least 1 in 30 of these lists
# contains the word. A combination of words is frequent if at least 1 in 200 of them contains all the words.
_SAMPLE_SIZE, _COMMON_SHARE, _FREQUENT_SHARE = 1_000, 30, 200

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_CURSOR_MAXIMA = {"copied": 2**31 - 1, "moment": 2**53 - 1, "pk": 2**63 - 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """The filters of a search for public lists. A list must match all that are not empty or None.

    ``system`` is the code of a system, and ``edition`` a pair of a system's code and an edition's version.
    ``setting``, ``properties`` and ``choices`` are values of tags. ``size`` is the limit of one of the list's
    rosters. The costs are the points of the largest roster. ``words`` are in lower case without accents.
    ``changed_since`` is the earliest time of publishing or of a later change.
    """

    system: str = ""
    edition: tuple[str, str] | None = None
    setting: str = ""
    size: int | None = None
    cost_from: int | None = None
    cost_to: int | None = None
    properties: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    changed_since: datetime | None = None


class Cursor(NamedTuple):
    """The position of a listing in the sort order of the gallery.

    ``copied`` is the number of times that the list was copied, or 0 in the order by date. ``moment`` is the
    time of publishing, in microseconds since 1970. ``pk`` is the primary key of the listing.
    """

    copied: int
    moment: int
    pk: int

    def __str__(self) -> str:
        """Return the cursor as a text for a URL, which ``parse_cursor`` reads."""
        return "-".join(str(number) for number in self)

    @property
    def published_at(self) -> datetime:
        """The time when the list was published."""
        return _EPOCH + self.moment * _MICROSECOND


def parse_cursor(text: str) -> Cursor | None:
    """Return the cursor in a text, or None if the text is invalid."""
    parts = text.split("-")
    if len(parts) != len(_CURSOR_MAXIMA):
        return None
    for part, maximum in zip(parts, _CURSOR_MAXIMA.values(), strict=True):
        if not (
            part.isascii() and part.isdecimal() and len(part) <= len(str(maximum)) and int(part) <= maximum
        ):
            return None
    return Cursor(*(int(part) for part in parts))


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingPage:
    """A page of public lists in their sort order.

    The cursors are those of the pages before and after this page, or None. ``count`` is the number of all
    matching lists, at most ``MAX_COUNTED`` + 1.
    """

    rows: Sequence[CountedList]
    newer_cursor: Cursor | None
    older_cursor: Cursor | None
    count: int


class _ListingPlace(NamedTuple):
    """The values of a listing that the sort order depends on, and the primary key of its list."""

    pk: int
    published_at: datetime
    copied: int
    list_pk: int


# ------------------------------------------------------------------ one page


def find_lists(
    filters: Filters,
    sort: Sort = "newest",
    *,
    after: Cursor | None = None,
    before: Cursor | None = None,
    size: int = PAGE_SIZE,
) -> ListingPage:
    """Return the page after the cursor ``after``, or before ``before``, or the first page.

    If both cursors are given, ``before`` is ignored. ``size`` is the number of lists on a page.
    """
    listings, words = _listings_ignoring_words(filters), filters.words
    indexed, newest_matches = _choose_indexed_words(words)
    found_by_index = _with_words(listings, words, indexed)
    count = _count_lists(filters, found_by_index)
    # If many of the newest lists match, the fastest way to fill a page is to test one list after the other,
    # in the sort order.
    if count > MAX_COUNTED and newest_matches * _FREQUENT_SHARE >= _SAMPLE_SIZE:
        listings = _with_words(listings, words, ())
    elif not _has_only_one_tag(filters):  # for a single tag, an index contains the lists in the sort order
        listings = _without_sort_index(found_by_index)
    places, newer_cursor, older_cursor = _places_on_page(listings, sort, after, before, size)
    lists = _lists_in_order([place.list_pk for place in places])
    return ListingPage(rows=lists, newer_cursor=newer_cursor, older_cursor=older_cursor, count=count)


def count_lists(filters: Filters) -> int:
    """Return the number of matching lists, at most ``MAX_COUNTED`` + 1."""
    listings = _listings_ignoring_words(filters)
    indexed, _ = _choose_indexed_words(filters.words)
    return _count_lists(filters, _with_words(listings, filters.words, indexed))


def _count_lists(filters: Filters, listings: QuerySet[Listing]) -> int:
    if _has_only_one_tag(filters):  # count the rows of the tag, because counting listings takes longer
        ((kind, value),) = _wanted_tags(filters)
        return ListingTag.objects.filter(kind=kind, value=value)[: MAX_COUNTED + 1].count()
    return listings.order_by()[: MAX_COUNTED + 1].count()


def _has_only_one_tag(filters: Filters) -> bool:
    without_tags = replace(filters, properties=(), choices=(), setting="", size=None)
    tags = (*filters.properties, *filters.choices, filters.setting or None, filters.size)
    return without_tags == Filters() and sum(tag is not None for tag in tags) == 1


def _without_sort_index(listings: QuerySet[Listing]) -> QuerySet[Listing]:
    """Return a query for the same listings that PostgreSQL can't answer in the order of an index.

    If PostgreSQL estimates that many lists match, it tests one list after the other, in the order of an
    index. Here, few lists match, so it is faster to find the lists in the index of words and then sort them.
    So the sort keys are replaced by expressions with the same values, for which there is no index.
    """
    names = ("place_published", "place_copied", "place_key")
    return listings.alias(**{name: Coalesce(F(name), F(name)) for name in names})


def recent_lists(count: int) -> list[CountedList]:
    """Return the lists that players published last, the newest first, without samples."""
    listings = Listing.objects.filter(company_list__sample=None)
    newest = listings.order_by("-published_at", "-pk").values_list("company_list", flat=True)
    return _lists_in_order(list(newest[:count]))


def matching_listings(filters: Filters) -> QuerySet[Listing]:
    """Return the listings that match all filters, in no particular order."""
    return _with_words(_listings_ignoring_words(filters), filters.words, filters.words)


def _listings_ignoring_words(filters: Filters) -> QuerySet[Listing]:
    """Return the listings that match all filters except the words.

    The aliases ``place_published``, ``place_copied`` and ``place_key`` of the query are its sort keys.
    """
    rows = Listing.objects.all()
    if filters.edition is not None:
        system, version = filters.edition
        editions = Edition.objects.filter(system__code=system, version=version)
        rows = rows.filter(edition=editions.values("pk")[:1])
    elif filters.system:
        rows = rows.filter(system=_system_key(filters.system))
    if filters.cost_from is not None:
        rows = rows.filter(cost__gte=filters.cost_from)
    if filters.cost_to is not None:
        rows = rows.filter(cost__lte=filters.cost_to)
    if (since := filters.changed_since) is not None:
        rows = rows.filter(changed_at__gte=since)
    tags = _wanted_tags(filters)
    for kind, value in tags:  # one ``filter`` for each tag joins one tag each, because a list must have all
        rows = rows.filter(tags__kind=kind, tags__value=value)
    # The last tag is the rarest. Sort by the columns of this tag: an index contains the lists with a tag in
    # this order.
    prefix = "tags__" if tags else ""
    return rows.alias(
        place_published=F(f"{prefix}published_at"),
        place_copied=F(f"{prefix}times_copied"),
        place_key=F("tags__listing" if tags else "pk"),
    )


def _wanted_tags(filters: Filters) -> list[Tag]:
    """Return the tags that the filters require, the rarest last."""
    wanted = [(PROPERTY, value) for value in filters.properties]
    wanted += [(CHOICE, value) for value in filters.choices]
    if filters.setting:
        wanted.append((SETTING, filters.setting))
    if filters.size is not None:
        wanted.append((SIZE, str(filters.size)))
    if len(wanted) > 1:
        kinds, values = zip(*wanted, strict=True)
        rows = TagCount.objects.filter(system="", kind__in=kinds, value__in=values)
        counts = {(kind, value): count for kind, value, count in rows.values_list("kind", "value", "lists")}
        wanted.sort(key=lambda tag: -counts.get(tag, 0))
    return wanted


def _system_key(code: str) -> QuerySet[GameSystem, int]:
    """Return a subquery for the primary key of a system.

    With a join instead, the database couldn't use the index that has the listings in the sort order.
    """
    return GameSystem.objects.filter(code=code).values_list("pk", flat=True)[:1]


def _with_words(
    rows: QuerySet[Listing], words: Collection[str], indexed: Collection[str]
) -> QuerySet[Listing]:
    """Return the listings that contain all ``words``.

    PostgreSQL looks up the words in ``indexed`` in an index, and tests the others in each listing. Other
    databases ignore ``indexed``.
    """
    if connection.vendor != "postgresql":
        for word in words:
            rows = rows.filter(text__contains=f" {word} " if _matches_exactly(word) else f" {word}")
        return rows
    # PostgreSQL stores the search vector in a column that other databases don't have.
    rows = rows.alias(words=RawSQL('"builder_listing"."words"', [], SearchVectorField()))
    if indexed:
        rows = rows.filter(words=_word_query(indexed))
    if others := [word for word in words if word not in indexed]:
        # With CASE, PostgreSQL doesn't use the index for these words. It then assumes that half of the lists
        # match.
        has_others = Case(When(words=_word_query(others), then=True), default=False)
        rows = rows.alias(has_others=has_others).filter(has_others=True)
    return rows


def _word_query(words: Collection[str]) -> SearchQuery:
    return SearchQuery(_words_as_prefixes(words), config="simple", search_type="raw")


def _words_as_prefixes(words: Collection[str]) -> str:
    return " & ".join(f"'{word}'" if _matches_exactly(word) else f"'{word}':*" for word in words)


def _matches_exactly(word: str) -> bool:
    """Return whether a word only matches itself, and not all words that begin with it.

    Too many words begin with a single letter. A search for the number 12 shouldn't find 1250.
    """
    return word.isascii() and (len(word) == 1 or word.isdecimal())


def _choose_indexed_words(words: Collection[str]) -> tuple[list[str], int]:
    """Return the words to look up in PostgreSQL's index, and how many of the newest lists contain all words.

    The index finds all lists with a word, before any other filter is applied. This takes long for a common
    word. So only the rarest words are looked up, and the others are tested in the lists that were found. If
    many of the newest lists contain all words, no word is looked up. How common a word is, is estimated from
    the newest lists. For other databases, return all words.
    """
    if not words or connection.vendor != "postgresql":
        return list(words), _SAMPLE_SIZE
    counts = ", ".join(["count(*) FILTER (WHERE words @@ to_tsquery('simple', %s))"] * (len(words) + 1))
    newest = "SELECT words FROM builder_listing ORDER BY published_at DESC, id DESC LIMIT %s"
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {counts} FROM ({newest}) AS newest",  # noqa: S608 - only the number of words differs
            [_words_as_prefixes(prefix_words) for prefix_words in (words, *([word] for word in words))]
            + [_SAMPLE_SIZE],
        )
        lists_with_all, *lists_by_word = cursor.fetchall()[0]
    if lists_with_all * _COMMON_SHARE >= _SAMPLE_SIZE:
        return [], lists_with_all
    rarest_first = sorted(zip(lists_by_word, words, strict=True))
    rare = [word for count, word in rarest_first[:3] if count * _COMMON_SHARE < _SAMPLE_SIZE]
    return rare or [word for _, word in rarest_first[:2]], lists_with_all


def _places_on_page(
    rows: QuerySet[Listing], sort: Sort, after: Cursor | None, before: Cursor | None, size: int
) -> tuple[list[_ListingPlace], Cursor | None, Cursor | None]:
    """Return the listings on a page, and the cursors of the newer and the older page, or None."""
    is_backward = after is None and before is not None
    cursor = before if is_backward else after
    order = (
        ["place_published", "place_key"]
        if sort == "newest"
        else ["place_copied", "place_published", "place_key"]
    )
    if not is_backward:
        order = [f"-{name}" for name in order]
    if cursor is not None:
        rows = rows.filter(_cursor_filter(cursor, sort, "gt" if is_backward else "lt"))
    ordered = rows.order_by(*order).values_list("pk", "published_at", "times_copied", "company_list")
    places = [_ListingPlace(*values) for values in ordered[: size + 1]]
    has_more = len(places) > size
    places = places[:size][::-1] if is_backward else places[:size]
    if not places:
        return places, None, None
    first, last = _cursor_at(places[0], sort), _cursor_at(places[-1], sort)
    newer_cursor = first if (has_more if is_backward else cursor is not None) else None
    return places, newer_cursor, last if is_backward or has_more else None


def _cursor_filter(cursor: Cursor, sort: Sort, lookup: str) -> Q:
    """Return the filter for the listings after a cursor ("lt"), or before it ("gt").

    In the order by date, listings after a cursor are older. In the order by copies, they were copied less
    often, or as often and are older.
    """
    moment, copied = cursor.published_at, cursor.copied
    condition = Q(**{f"place_published__{lookup}": moment})
    condition |= Q(place_published=moment, **{f"place_key__{lookup}": cursor.pk})
    # The conditions with "lte" or "gte" follow from the others. But only with these conditions can a database
    # begin to read an index at the cursor.
    condition &= Q(**{f"place_published__{lookup}e": moment})
    if sort == "newest":
        return condition
    condition = Q(**{f"place_copied__{lookup}": copied}) | Q(place_copied=copied) & condition
    return Q(**{f"place_copied__{lookup}e": copied}) & condition


def _cursor_at(place: _ListingPlace, sort: Sort) -> Cursor:
    moment = (place.published_at - _EPOCH) // _MICROSECOND
    return Cursor(place.copied if sort == "copied" else 0, moment, place.pk)


def _lists_in_order(pks: Sequence[int]) -> list[CountedList]:
    """Return the lists with these primary keys, in the same order, with owners, listings and counts."""
    lists = CompanyList.objects.select_related("edition__system", "owner", "listing")
    lists = lists.filter(pk__in=pks).defer("background", "edition__layout", "listing__text")
    rows = lists.annotate(profile_count=F("listing__profile_count"), roster_count=F("listing__roster_count"))
    by_pk = {row.pk: row for row in rows}
    return [by_pk[pk] for pk in pks if pk in by_pk]  # a list may have been deleted since the first query


# ------------------------------------------------------------------ choices of filters


class TagChoice(NamedTuple):
    """A tag that users can choose as a filter, and the number of public lists with it.

    ``label`` is the text for the value. For a setting, it is the spelling in one of the lists.
    """

    value: str
    lists: int
    label: str


class FilterChoices(NamedTuple):
    """The most used tags of public lists, for each kind of tag, the most used first.

    ``costs`` are the lowest and the highest points of the largest rosters of lists. It is None if there are
    no lists or no system was chosen.
    """

    settings: list[TagChoice]
    sizes: list[TagChoice]
    properties: list[TagChoice]
    choices: list[TagChoice]
    costs: tuple[int, int] | None


def filter_choices(system: str = "") -> FilterChoices:
    """Return the most used tags of public lists, with one query for each kind of tag.

    If ``system`` is given, the settings and sizes are those of its lists, and the costs take one more query.
    The properties and choices are always those of all lists.
    Without a system, there are no costs, because each system has its own unit for points.
    """
    return FilterChoices(
        settings=_most_used_tags(SETTING, MAX_SETTINGS, system),
        sizes=_most_used_tags(SIZE, MAX_SIZES, system),
        properties=_most_used_tags(PROPERTY, MAX_PROPERTIES),
        choices=_most_used_tags(CHOICE, MAX_CHOICES),
        costs=_cost_bounds(system) if system else None,
    )


def _cost_bounds(system: str) -> tuple[int, int] | None:
    bounds = Listing.objects.filter(system=_system_key(system)).aggregate(
        lowest=Min("cost"), highest=Max("cost")
    )
    return None if bounds["lowest"] is None else (bounds["lowest"], bounds["highest"])


def _most_used_tags(kind: str, count: int, system: str = "") -> list[TagChoice]:
    rows = TagCount.objects.filter(kind=kind, system=system, lists__gt=0).order_by("-lists", "value")
    return [
        TagChoice(value, lists, _one_line(label) if kind == SETTING else value)
        for value, lists, label in rows.values_list("value", "lists", "label")[:count]
    ]


def _one_line(text: str) -> str:
    return " ".join(text.split())


# ------------------------------------------------------------------ filters of a request


def build_filters(
    *,
    text: str = "",
    system: str = "",
    edition: tuple[str, str] | None = None,
    setting: str = "",
    size: int | None = None,
    cost_from: int | None = None,
    cost_to: int | None = None,
    properties: Sequence[str] = (),
    choices: Sequence[str] = (),
    changed_since: datetime | None = None,
) -> Filters:
    """Return the filters of a request. ``text`` and ``setting`` are texts that the user typed.

    The meaning of ``choices`` (such as "level:veteran") and costs depends on the game. So they are ignored if
    neither ``system`` nor ``edition`` is given.
    """
    known_system = edition[0] if edition else system
    return Filters(
        system=system,
        edition=edition,
        setting=setting_tag(setting),
        size=size,
        cost_from=cost_from if known_system else None,
        cost_to=cost_to if known_system else None,
        properties=tuple(properties),
        choices=tuple(choice_tag(known_system, choice) for choice in choices if known_system),
        words=tuple(search_words(text)),
        changed_since=changed_since,
    )


def searchable_line(text: str) -> str:
    """Return a search text on one line. Spaces replace characters that databases can't search for."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def matching_editions(
    editions: Catalogues, edition: tuple[str, str] | None, system: str = ""
) -> list[Catalogue]:
    """Return the catalogues that a search is for: one edition, all of a system, or all."""
    if edition:
        return [editions[edition]]
    return [catalogue for catalogue in editions.values() if system in ("", catalogue.system)]


def property_names(catalogues: Iterable[Catalogue]) -> dict[str, str]:
    """Map the tag values of the properties and spells of these editions to their names."""
    return {
        property_tag(entry.group, entry.code): f"{entry.name}, {entry.label}" if entry.label else entry.name
        for catalogue in catalogues
        for entry in catalogue.entries()
    }


def choice_names(catalogues: Iterable[Catalogue]) -> dict[str, dict[str, str]]:
    """Return the searchable options of these editions, such as {"Level": {"level:veteran": "Veteran"}}.

    The outer keys are the names of attributes. The inner keys are the codes of an attribute and an option.
    """
    names: dict[str, dict[str, str]] = {}
    for catalogue in catalogues:
        for attribute in catalogue.attributes:
            if attribute.found_by:
                options = {f"{attribute.code}:{option.code}": option.name for option in attribute.options}
                options = options or {f"{attribute.code}:{YES}": YES}
                names.setdefault(attribute.name, {}).update(options)
    return names


def edition_name(catalogue: Catalogue, editions: Catalogues) -> str:
    """Return the name of the game for a menu, with the edition if there are several editions of the game."""
    several = sum(system == catalogue.system for system, _ in editions) > 1
    return catalogue.title if several else catalogue.system_name


def only_system(editions: Catalogues) -> str:
    """Return the code of the system of these editions, or an empty string if the systems differ."""
    systems = {catalogue.system for catalogue in editions.values()}
    return systems.pop() if len(systems) == 1 else ""
