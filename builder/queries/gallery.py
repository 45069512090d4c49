"""Searches of public lists by filters and words, in pages with a fixed number of queries.

Pages only show stored data (``builder.services.gallery``). The only calculation is the count of matching
lists, which stops at ``MAX_COUNTED``.

Pages begin at a cursor, which is the place of a list in the order, so a list that is published or withdrawn
meanwhile neither repeats nor skips another one. Only in the order by copies, a list that was just copied can
move past the reader.

Words match in the same way on every database: texts and queries are both converted to lower case without
accents and split into words before the database sees them. PostgreSQL uses an index with the configuration
"simple", which doesn't stem words: lists are written in many languages, and stemming works for only one of
them. SQLite matches the plain text. On both, a word matches all words that begin with it, but numbers and
single letters only match themselves.
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

# A word is common if 1 of 30 of the newest 1,000 lists contains it. A combination of words is frequent if
# 1 of 200 contains all its words.
_SAMPLE_SIZE, _COMMON_SHARE, _FREQUENT_SHARE = 1_000, 30, 200

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_CURSOR_MAXIMA = {"copied": 2**31 - 1, "moment": 2**53 - 1, "pk": 2**63 - 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """The filters of public lists, all of which must match. An empty filter matches every list.

    ``edition`` is (system, version), and ``system`` matches all editions. ``setting``, ``properties`` and
    ``choices`` are values of tags, ``size`` is a limit of rosters, ``words`` are in lower case without
    accents. ``cost_from`` and ``cost_to`` are inclusive bounds for the points of the largest roster. Lists
    that were published or changed at ``changed_since`` or later match.
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
    """The place of a listing in the order of the gallery.

    ``copied`` is the number of copies, or 0 if the order is by date only. ``moment`` is when the list was
    published, in microseconds since the epoch; ``pk`` is the listing's key.
    """

    copied: int
    moment: int
    pk: int

    def __str__(self) -> str:
        """Return the cursor as text for an address; ``parse_cursor`` reads it."""
        return "-".join(str(number) for number in self)

    @property
    def published_at(self) -> datetime:
        """The time at which the list was published."""
        return _EPOCH + self.moment * _MICROSECOND


def parse_cursor(text: str) -> Cursor | None:
    """Return the cursor of a text; None if it is invalid."""
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
    """Lists in order; ``newer`` and ``older`` are the cursors of the neighbouring pages, if any.

    ``count`` is the number of matching lists, counted up to ``MAX_COUNTED`` + 1.
    """

    rows: Sequence[CountedList]
    newer: Cursor | None
    older: Cursor | None
    count: int


class _ListingPlace(NamedTuple):
    """The values of a listing that determine its place in the order, and the key of its list."""

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
    """Return a page of the matching lists: after a cursor, before a cursor, or the first page."""
    listings, words = _listings_ignoring_words(filters), filters.words
    indexed, newest_matches = _words_for_index(words)
    found_by_index = _with_words(listings, words, indexed)
    count = _count_lists(filters, found_by_index)
    # Scanning the lists in order only fills a page soon if many of the newest lists match.
    if count > MAX_COUNTED and newest_matches * _FREQUENT_SHARE >= _SAMPLE_SIZE:
        listings = _with_words(listings, words, ())
    elif not _is_one_tag(filters):  # for a single tag, an index has the lists in order
        listings = _without_ordered_index(found_by_index)
    places, newer, older = _places_on_page(listings, sort, after, before, size)
    lists = _lists_in_order([place.list_pk for place in places])
    return ListingPage(rows=lists, newer=newer, older=older, count=count)


def count_lists(filters: Filters) -> int:
    """Return the number of matching lists, counted up to ``MAX_COUNTED`` + 1."""
    listings = _listings_ignoring_words(filters)
    indexed, _ = _words_for_index(filters.words)
    return _count_lists(filters, _with_words(listings, filters.words, indexed))


def _count_lists(filters: Filters, listings: QuerySet[Listing]) -> int:
    if _is_one_tag(filters):  # counts tags without reading the listings
        ((kind, value),) = _wanted_tags(filters)
        return ListingTag.objects.filter(kind=kind, value=value)[: MAX_COUNTED + 1].count()
    return listings.order_by()[: MAX_COUNTED + 1].count()


def _is_one_tag(filters: Filters) -> bool:
    """Return whether the only filter is a single tag."""
    without_tags = replace(filters, properties=(), choices=(), setting="", size=None)
    tags = (*filters.properties, *filters.choices, filters.setting or None, filters.size)
    return without_tags == Filters() and sum(tag is not None for tag in tags) == 1


def _without_ordered_index(listings: QuerySet[Listing]) -> QuerySet[Listing]:
    """Return the same listings, but sort them by expressions that no index has.

    PostgreSQL may take a rare word for a common word and scan all lists in order. Few lists match here, so
    finding them by the search index and sorting them is faster.
    """
    names = ("place_published", "place_copied", "place_key")
    return listings.alias(**{name: Coalesce(F(name), F(name)) for name in names})


def recent_lists(count: int) -> list[CountedList]:
    """Return the lists that players published last."""
    listings = Listing.objects.filter(company_list__sample=None)
    newest = listings.order_by("-published_at", "-pk").values_list("company_list", flat=True)
    return _lists_in_order(list(newest[:count]))


def matching_listings(filters: Filters) -> QuerySet[Listing]:
    """Return the listings of the matching lists, in no particular order."""
    return _with_words(_listings_ignoring_words(filters), filters.words, filters.words)


def _listings_ignoring_words(filters: Filters) -> QuerySet[Listing]:
    """Return the listings that match all filters except the words.

    The listings get the sort keys ``place_published``, ``place_copied`` and ``place_key``.
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
    for kind, value in tags:  # each filter joins the tags separately, because a list must have all tags
        rows = rows.filter(tags__kind=kind, tags__value=value)
    # The order uses the columns of the last tag: an index has the lists with a tag in that order.
    prefix = "tags__" if tags else ""
    return rows.alias(
        place_published=F(f"{prefix}published_at"),
        place_copied=F(f"{prefix}times_copied"),
        place_key=F("tags__listing" if tags else "pk"),
    )


def _wanted_tags(filters: Filters) -> list[Tag]:
    """Return the kind and value of each required tag, the rarest last."""
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
    """Return a subquery for a system's key, because with a join no index gives the listings in order."""
    return GameSystem.objects.filter(code=code).values_list("pk", flat=True)[:1]


def _with_words(
    rows: QuerySet[Listing], words: Collection[str], indexed: Collection[str]
) -> QuerySet[Listing]:
    """Return the listings that contain all ``words``; PostgreSQL finds the ``indexed`` words in an index."""
    if connection.vendor != "postgresql":
        for word in words:
            rows = rows.filter(text__contains=f" {word} " if _is_complete(word) else f" {word}")
        return rows
    # PostgreSQL stores the search vector in a column that other databases don't have.
    rows = rows.alias(words=RawSQL('"builder_listing"."words"', [], SearchVectorField()))
    if indexed:
        rows = rows.filter(words=_word_query(indexed))
    if others := [word for word in words if word not in indexed]:
        # An expression with CASE has no index, and PostgreSQL assumes that it matches half of the lists.
        has_others = Case(When(words=_word_query(others), then=True), default=False)
        rows = rows.alias(has_others=has_others).filter(has_others=True)
    return rows


def _word_query(words: Collection[str]) -> SearchQuery:
    return SearchQuery(_words_as_prefixes(words), config="simple", search_type="raw")


def _words_as_prefixes(words: Collection[str]) -> str:
    return " & ".join(f"'{word}'" if _is_complete(word) else f"'{word}':*" for word in words)


def _is_complete(word: str) -> bool:
    """Return whether a word only matches itself: numbers and single Latin letters.

    Too many words begin with them, and a search for 12 shouldn't find 1,250.
    """
    return word.isascii() and (len(word) == 1 or word.isdecimal())


def _words_for_index(words: Collection[str]) -> tuple[list[str], int]:
    """Return the words to look up in PostgreSQL's index, and how many of the newest lists match.

    These are the rarest words, or none if many of the newest lists contain all words. The index collects all
    lists with a word before other filters apply, so a common word takes long; testing a common word in the
    few lists with a rare word is fast. The frequency of words is counted in the newest lists. Other databases
    have no index: all words are returned.
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
        with_all, *with_each = cursor.fetchall()[0]
    if with_all * _COMMON_SHARE >= _SAMPLE_SIZE:
        return [], with_all
    rarest = sorted(zip(with_each, words, strict=True))
    rare = [word for count, word in rarest[:3] if count * _COMMON_SHARE < _SAMPLE_SIZE]
    return rare or [word for _, word in rarest[:2]], with_all


def _places_on_page(
    rows: QuerySet[Listing], sort: Sort, after: Cursor | None, before: Cursor | None, size: int
) -> tuple[list[_ListingPlace], Cursor | None, Cursor | None]:
    """Return the listings of a page, and the cursors of the newer and the older page, if any."""
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
        rows = rows.filter(_beyond(cursor, sort, "gt" if is_backward else "lt"))
    ordered = rows.order_by(*order).values_list("pk", "published_at", "times_copied", "company_list")
    places = [_ListingPlace(*values) for values in ordered[: size + 1]]
    has_more = len(places) > size
    places = places[:size][::-1] if is_backward else places[:size]
    if not places:
        return places, None, None
    first, last = _cursor_at(places[0], sort), _cursor_at(places[-1], sort)
    newer = first if (has_more if is_backward else cursor is not None) else None
    return places, newer, last if is_backward or has_more else None


def _beyond(cursor: Cursor, sort: Sort, lookup: str) -> Q:
    """Return the filter for rows after a cursor in the order, or before the cursor if ``lookup`` is "gt"."""
    moment, copied = cursor.published_at, cursor.copied
    condition = Q(**{f"place_published__{lookup}": moment})
    condition |= Q(place_published=moment, **{f"place_key__{lookup}": cursor.pk})
    # The conditions with "lte" or "gte" are redundant, but databases need them to find the place in an index.
    condition &= Q(**{f"place_published__{lookup}e": moment})
    if sort == "newest":
        return condition
    condition = Q(**{f"place_copied__{lookup}": copied}) | Q(place_copied=copied) & condition
    return Q(**{f"place_copied__{lookup}e": copied}) & condition


def _cursor_at(place: _ListingPlace, sort: Sort) -> Cursor:
    moment = (place.published_at - _EPOCH) // _MICROSECOND
    return Cursor(place.copied if sort == "copied" else 0, moment, place.pk)


def _lists_in_order(pks: Sequence[int]) -> list[CountedList]:
    """Return these lists in this order, with owner, edition, listing and counts."""
    lists = CompanyList.objects.select_related("edition__system", "owner", "listing")
    lists = lists.filter(pk__in=pks).defer("background", "edition__layout", "listing__text")
    rows = lists.annotate(profile_count=F("listing__profile_count"), roster_count=F("listing__roster_count"))
    by_pk = {row.pk: row for row in rows}
    return [by_pk[pk] for pk in pks if pk in by_pk]  # a list may have been deleted since the first query


# ------------------------------------------------------------------ choices of filters


class TagChoice(NamedTuple):
    """A value of a tag, its number of public ``lists``, and its spelling in one of them."""

    value: str
    lists: int
    label: str


class FilterChoices(NamedTuple):
    """The most used tags of public lists, by kind, the most frequent first.

    ``costs`` are the lowest and highest points of the largest roster in the lists of the given system.
    """

    settings: list[TagChoice]
    sizes: list[TagChoice]
    properties: list[TagChoice]
    choices: list[TagChoice]
    costs: tuple[int, int] | None


def filter_choices(system: str = "") -> FilterChoices:
    """Return the most used tags of public lists, with one query for each kind.

    With ``system``, settings, sizes and costs are those of its lists. Costs take one more query, and need a
    system because each has its own unit.
    """
    return FilterChoices(
        settings=_most_used_tags(SETTING, MAX_SETTINGS, system),
        sizes=_most_used_tags(SIZE, MAX_SIZES, system),
        properties=_most_used_tags(PROPERTY, MAX_PROPERTIES),
        choices=_most_used_tags(CHOICE, MAX_CHOICES),
        costs=_cost_bounds(system) if system else None,
    )


def _cost_bounds(system: str) -> tuple[int, int] | None:
    bounds = Listing.objects.filter(system=_system_key(system)).aggregate(least=Min("cost"), most=Max("cost"))
    return None if bounds["least"] is None else (bounds["least"], bounds["most"])


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
    """Return filters from the submitted text and setting.

    ``choices`` ("level:veteran") and costs are those of the given system or edition, and are ignored if
    neither is given.
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
    """Return a text on one line, without characters that databases can't search for."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def matching_editions(
    editions: Catalogues, edition: tuple[str, str] | None, system: str = ""
) -> list[Catalogue]:
    """Return the editions that match a filter: one edition, all editions of a system, or all."""
    if edition:
        return [editions[edition]]
    return [catalogue for catalogue in editions.values() if system in ("", catalogue.system)]


def property_names(catalogues: Iterable[Catalogue]) -> dict[str, str]:
    """Map the tag value of each property and spell of these editions to its name."""
    return {
        property_tag(entry.group, entry.code): f"{entry.name}, {entry.label}" if entry.label else entry.name
        for catalogue in catalogues
        for entry in catalogue.entries()
    }


def choice_names(catalogues: Iterable[Catalogue]) -> dict[str, dict[str, str]]:
    """Map attributes of these editions to searchable options: {"Level": {"level:veteran": "Veteran"}}."""
    names: dict[str, dict[str, str]] = {}
    for catalogue in catalogues:
        for attribute in catalogue.attributes:
            if attribute.found_by:
                options = {f"{attribute.code}:{option.code}": option.name for option in attribute.options}
                options = options or {f"{attribute.code}:{YES}": YES}
                names.setdefault(attribute.name, {}).update(options)
    return names


def edition_name(catalogue: Catalogue, editions: Catalogues) -> str:
    """Return the name of a game in a menu; with its edition only if the game has several."""
    several = sum(system == catalogue.system for system, _ in editions) > 1
    return catalogue.title if several else catalogue.system_name


def only_system(editions: Catalogues) -> str:
    """Return the common system of these editions; "" if there are several systems."""
    systems = {catalogue.system for catalogue in editions.values()}
    return systems.pop() if len(systems) == 1 else ""
