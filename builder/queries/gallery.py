"""Public lists: found by filters and words, in pages, each in a fixed number of queries.

What a page shows is kept beside the lists (``builder.services.gallery``): nothing is added up or counted, but
how many lists match, and that no further than ``MAX_COUNTED``.

Pages begin at a cursor, the place of a list in the order, so lists that are published or withdrawn in
between neither repeat nor skip another; only in the order of copies can a list that was just copied move past
the reader.

Words mean the same on every database: texts and queries are both put in lower case without accents and split
into words before the database sees them. PostgreSQL looks them up in an index, with the configuration
"simple", which leaves words as they are: lists are written in many languages, and the stems of one are
nonsense in another. SQLite matches the plain text. On both a word finds all that begin with it, but a number
and a single letter only themselves.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple

from django.contrib.postgres.search import SearchQuery, SearchVectorField
from django.db import connection
from django.db.models import Case, F, Max, Min, Q, QuerySet, When
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce

from builder.models import CompanyList, Edition, GameSystem, Listing, ListingTag, TagCount
from builder.models.gallery import CHOICE, PROPERTY, SETTING, SIZE, choice_tag, property_tag, setting_tag
from builder.points.pricing.texts import YES
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.search_text import search_words
from builder.queries.lists import CountedList

Sort = Literal["newest", "copied"]
Editions = Mapping[tuple[str, str], Catalogue]
Tag = tuple[str, str]

PAGE_SIZE = 24
MAX_COUNTED = 100
MAX_SETTINGS, MAX_SIZES, MAX_PROPERTIES, MAX_CHOICES = 40, 20, 500, 200
MAX_QUERY_LENGTH = 100
MAX_FILTER_PROPERTIES = 5
MAX_FILTER_CHOICES = 5

# Of the newest 1,000 lists one in 30 has a common word, and one in 200 matches what matches often.
_SAMPLE_SIZE, _COMMON_SHARE, _FREQUENT_SHARE = 1_000, 30, 200

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_CURSOR_MAXIMA = {"copied": 2**31 - 1, "moment": 2**53 - 1, "pk": 2**63 - 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """The filters of public lists, which apply together. An empty filter excludes nothing.

    ``edition`` is (system, version), ``system`` a system whatever the edition; ``setting``,
    ``properties`` and ``choices`` are values of tags, ``size`` is a limit of rosters, ``words`` are in lower
    case without accents.
    ``cost_from`` and ``cost_to`` are bounds, both included, of what the largest roster comes to.
    ``changed_since`` is a moment since which a list was published or changed.
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
    """A place in the order of the gallery; ``copied`` is 0 where the order is by age alone."""

    copied: int
    moment: int
    pk: int

    def __str__(self) -> str:
        """Return the cursor as text for an address; ``parse_cursor`` reads it."""
        return "-".join(str(number) for number in self)

    @property
    def published_at(self) -> datetime:
        """The time when the list at this place was published."""
        return _EPOCH + self.moment * _MICROSECOND


def parse_cursor(text: str) -> Cursor | None:
    """Return the cursor of a text; None if it is not valid."""
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

    ``count`` is how many lists there are in all, counted as far as ``MAX_COUNTED`` + 1.
    """

    rows: Sequence[CountedList]
    newer: Cursor | None
    older: Cursor | None
    count: int


class _ListingPosition(NamedTuple):
    """A listing on a page."""

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
    """Return the page of the lists that match, after a cursor, or before one, or the first."""
    listings, words = _listings_of_all_words(filters), filters.words
    indexed, in_sample = _words_for_index(words)
    found_by_index = _with_words(listings, words, indexed)
    count = _count_lists(filters, found_by_index)
    # Walking through the lists in their order soon fills a page only if many of the newest match.
    if count > MAX_COUNTED and in_sample * _FREQUENT_SHARE >= _SAMPLE_SIZE:
        listings = _with_words(listings, words, ())
    elif not _is_one_tag(filters):  # an index has the lists of each tag in their order
        listings = _off_the_index(found_by_index)
    places, newer, older = _listing_positions(listings, sort, after, before, size)
    lists = _lists_in_order([place.list_pk for place in places])
    return ListingPage(rows=lists, newer=newer, older=older, count=count)


def count_lists(filters: Filters) -> int:
    """Return how many lists match, counted up to ``MAX_COUNTED`` + 1."""
    listings = _listings_of_all_words(filters)
    indexed, _ = _words_for_index(filters.words)
    return _count_lists(filters, _with_words(listings, filters.words, indexed))


def _count_lists(filters: Filters, listings: QuerySet[Listing]) -> int:
    if _is_one_tag(filters):  # without looking at the listings themselves
        ((kind, value),) = _wanted_tags(filters)
        return ListingTag.objects.filter(kind=kind, value=value)[: MAX_COUNTED + 1].count()
    return listings.order_by()[: MAX_COUNTED + 1].count()


def _is_one_tag(filters: Filters) -> bool:
    without_tags = replace(filters, properties=(), choices=(), setting="", size=None)
    tags = (*filters.properties, *filters.choices, filters.setting or None, filters.size)
    return without_tags == Filters() and sum(tag is not None for tag in tags) == 1


def _off_the_index(listings: QuerySet[Listing]) -> QuerySet[Listing]:
    """Return the same listings, with places that no index has.

    PostgreSQL may take a rare word for a common one, and look for it through all lists in their order. The
    few that match were just counted: they are found in the same way and then sorted.
    """
    names = ("place_published", "place_copied", "place_key")
    return listings.alias(**{name: Coalesce(F(name), F(name)) for name in names})


def recent_lists(count: int) -> list[CountedList]:
    """Return the lists that players published last."""
    listings = Listing.objects.filter(company_list__sample=None)
    newest = listings.order_by("-published_at", "-pk").values_list("company_list", flat=True)
    return _lists_in_order(list(newest[:count]))


def matching_listings(filters: Filters) -> QuerySet[Listing]:
    """Return the listings of the lists that match, in no certain order."""
    return _with_words(_listings_of_all_words(filters), filters.words, filters.words)


def _listings_of_all_words(filters: Filters) -> QuerySet[Listing]:
    """Return the listings that match the filters, whatever their words."""
    rows = Listing.objects.all()
    if filters.edition is not None:
        system, version = filters.edition
        editions = Edition.objects.filter(system__code=system, version=version)
        rows = rows.filter(edition=editions.values("pk")[:1])
    elif filters.system:
        rows = rows.filter(system=_system(filters.system))
    if filters.cost_from is not None:
        rows = rows.filter(cost__gte=filters.cost_from)
    if filters.cost_to is not None:
        rows = rows.filter(cost__lte=filters.cost_to)
    if (since := filters.changed_since) is not None:
        rows = rows.filter(changed_at__gte=since)
    tags = _wanted_tags(filters)
    for kind, value in tags:  # each joins the tags anew, so that all of them must be there
        rows = rows.filter(tags__kind=kind, tags__value=value)
    # Where a list stands, in the words of its last tag: an index finds what has that tag in its order.
    at = "tags__" if tags else ""
    return rows.alias(
        place_published=F(f"{at}published_at"),
        place_copied=F(f"{at}times_copied"),
        place_key=F("tags__listing" if tags else "pk"),
    )


def _wanted_tags(filters: Filters) -> list[Tag]:
    """Return the kind and value of each requested tag, the rarest last."""
    wanted = [(PROPERTY, value) for value in filters.properties]
    wanted += [(CHOICE, value) for value in filters.choices]
    if filters.setting:
        wanted.append((SETTING, filters.setting))
    if filters.size is not None:
        wanted.append((SIZE, str(filters.size)))
    if len(wanted) > 1:
        kinds, values = zip(*wanted, strict=True)
        rows = TagCount.objects.filter(system="", kind__in=kinds, value__in=values)
        lists = {(kind, value): count for kind, value, count in rows.values_list("kind", "value", "lists")}
        wanted.sort(key=lambda tag: -lists.get(tag, 0))
    return wanted


def _system(code: str) -> QuerySet[GameSystem, int]:
    """Return a subquery for a system's key: with a join, no index returns the listings in order."""
    return GameSystem.objects.filter(code=code).values_list("pk", flat=True)[:1]


def _with_words(
    rows: QuerySet[Listing], words: Collection[str], indexed: Collection[str]
) -> QuerySet[Listing]:
    if connection.vendor != "postgresql":
        for word in words:
            rows = rows.filter(text__contains=f" {word} " if _is_complete(word) else f" {word}")
        return rows
    # PostgreSQL keeps the vector in a column of its own, which no other database has.
    rows = rows.alias(words=RawSQL('"builder_listing"."words"', [], SearchVectorField()))
    if indexed:
        rows = rows.filter(words=_word_query(indexed))
    if others := [word for word in words if word not in indexed]:
        # No index has a CASE, and PostgreSQL expects every second list to match it.
        has_others = Case(When(words=_word_query(others), then=True), default=False)
        rows = rows.alias(has_others=has_others).filter(has_others=True)
    return rows


def _word_query(words: Collection[str]) -> SearchQuery:
    return SearchQuery(_words_as_prefixes(words), config="simple", search_type="raw")


def _words_as_prefixes(words: Collection[str]) -> str:
    return " & ".join(f"'{word}'" if _is_complete(word) else f"'{word}':*" for word in words)


def _is_complete(word: str) -> bool:
    """Return whether a word finds only itself, as numbers and single Latin letters do.

    Too many words begin with them, and who looks for 12 doesn't mean 1,250.
    """
    return word.isascii() and (len(word) == 1 or word.isdecimal())


def _words_for_index(words: Collection[str]) -> tuple[list[str], int]:
    """Return the words that PostgreSQL should look up in its index, and how many of the newest lists match.

    The words are the rarest, or none if most lists match. Without words all lists match.

    The index first collects all lists that have a word, so a common word takes long, and looking for it in
    the few lists that have a rare word doesn't. How common words are is counted in the newest lists.
    """
    if not words or connection.vendor != "postgresql":
        return list(words), _SAMPLE_SIZE
    counts = ", ".join(["count(*) FILTER (WHERE words @@ to_tsquery('simple', %s))"] * (len(words) + 1))
    newest = "SELECT words FROM builder_listing ORDER BY published_at DESC, id DESC LIMIT %s"
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {counts} FROM ({newest}) AS newest",  # noqa: S608 - only the number of words differs
            [_words_as_prefixes(some) for some in (words, *([word] for word in words))] + [_SAMPLE_SIZE],
        )
        with_all, *with_each = cursor.fetchall()[0]
    if with_all * _COMMON_SHARE >= _SAMPLE_SIZE:
        return [], with_all
    rarest = sorted(zip(with_each, words, strict=True))
    rare = [word for count, word in rarest[:3] if count * _COMMON_SHARE < _SAMPLE_SIZE]
    return rare or [word for _, word in rarest[:2]], with_all


def _listing_positions(
    rows: QuerySet[Listing], sort: Sort, after: Cursor | None, before: Cursor | None, size: int
) -> tuple[list[_ListingPosition], Cursor | None, Cursor | None]:
    back = after is None and before is not None
    at = before if back else after
    order = (
        ["place_published", "place_key"]
        if sort == "newest"
        else ["place_copied", "place_published", "place_key"]
    )
    if not back:
        order = [f"-{name}" for name in order]
    if at is not None:
        rows = rows.filter(_beyond(at, sort, "gt" if back else "lt"))
    ordered = rows.order_by(*order).values_list("pk", "published_at", "times_copied", "company_list")
    places = [_ListingPosition(*values) for values in ordered[: size + 1]]
    more = len(places) > size
    places = places[:size][::-1] if back else places[:size]
    if not places:
        return places, None, None
    first, last = _cursor(places[0], sort), _cursor(places[-1], sort)
    newer = first if (more if back else at is not None) else None
    return places, newer, last if back or more else None


def _beyond(cursor: Cursor, sort: Sort, lookup: str) -> Q:
    """Return the filter for rows after a place in the order, or before it if ``lookup`` is "gt"."""
    moment, copied = cursor.published_at, cursor.copied
    further = Q(**{f"place_published__{lookup}": moment})
    further |= Q(place_published=moment, **{f"place_key__{lookup}": cursor.pk})
    # Redundant, but databases find the place in an index by this half and not by the other.
    place = Q(**{f"place_published__{lookup}e": moment}) & further
    if sort == "newest":
        return place
    place = Q(**{f"place_copied__{lookup}": copied}) | Q(place_copied=copied) & place
    return Q(**{f"place_copied__{lookup}e": copied}) & place


def _cursor(place: _ListingPosition, sort: Sort) -> Cursor:
    moment = (place.published_at - _EPOCH) // _MICROSECOND
    return Cursor(place.copied if sort == "copied" else 0, moment, place.pk)


def _lists_in_order(pks: Sequence[int]) -> list[CountedList]:
    """Return these lists in this order, with owner, edition, listing and counts."""
    lists = CompanyList.objects.select_related("edition__system", "owner", "listing")
    lists = lists.filter(pk__in=pks).defer("background", "edition__layout", "listing__text")
    rows = lists.annotate(profile_count=F("listing__profile_count"), roster_count=F("listing__roster_count"))
    by_pk = {row.pk: row for row in rows}
    return [by_pk[pk] for pk in pks if pk in by_pk]  # one may have been deleted in between


# ------------------------------------------------------------------ choices of filters


class TagChoice(NamedTuple):
    """A value of a tag, how many public ``lists`` have it, and how one of them writes it."""

    value: str
    lists: int
    label: str


class FilterChoices(NamedTuple):
    """The tags of the lists of the gallery, by kind; those of the most lists first.

    ``costs`` are the least and the most that the largest roster of a list of the named system comes to.
    """

    settings: list[TagChoice]
    sizes: list[TagChoice]
    properties: list[TagChoice]
    choices: list[TagChoice]
    costs: tuple[int, int] | None


def filter_choices(system: str = "") -> FilterChoices:
    """Return the tags that most public lists have: a query a kind.

    Settings and sizes are those of the lists of a system where one is named; the others name their own.
    Costs are those of a system, for they have its unit: one query more.
    """
    return FilterChoices(
        settings=_most_used_tags(SETTING, MAX_SETTINGS, system),
        sizes=_most_used_tags(SIZE, MAX_SIZES, system),
        properties=_most_used_tags(PROPERTY, MAX_PROPERTIES),
        choices=_most_used_tags(CHOICE, MAX_CHOICES),
        costs=_cost_bounds(system) if system else None,
    )


def _cost_bounds(system: str) -> tuple[int, int] | None:
    bounds = Listing.objects.filter(system=_system(system)).aggregate(least=Min("cost"), most=Max("cost"))
    return None if bounds["least"] is None else (bounds["least"], bounds["most"])


def _most_used_tags(kind: str, count: int, system: str = "") -> list[TagChoice]:
    rows = TagCount.objects.filter(kind=kind, system=system, lists__gt=0).order_by("-lists", "value")
    return [
        TagChoice(value, lists, _one_line(label) if kind == SETTING else value)
        for value, lists, label in rows.values_list("value", "lists", "label")[:count]
    ]


def _one_line(text: str) -> str:
    return " ".join(text.split())


# ------------------------------------------------------------------ what a reader looks for


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
    """Return filters from the text and the setting as written.

    ``choices`` ("level:veteran") and costs are of the system or edition beside them; without one there are
    none.
    """
    of_system = edition[0] if edition else system
    return Filters(
        system=system,
        edition=edition,
        setting=setting_tag(setting),
        size=size,
        cost_from=cost_from if of_system else None,
        cost_to=cost_to if of_system else None,
        properties=tuple(properties),
        choices=tuple(choice_tag(of_system, choice) for choice in choices if of_system),
        words=tuple(search_words(text)),
        changed_since=changed_since,
    )


def searchable_line(text: str) -> str:
    """Return a text on one line, without characters that databases can't search for."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def matching_editions(
    editions: Editions, edition: tuple[str, str] | None, system: str = ""
) -> list[Catalogue]:
    """Return the editions of the filter: the named edition, all of a system, or all."""
    if edition:
        return [editions[edition]]
    return [catalogue for catalogue in editions.values() if system in ("", catalogue.system)]


def property_names(catalogues: Iterable[Catalogue]) -> dict[str, str]:
    """Return the names of properties and spells in these systems, by tag value."""
    return {
        property_tag(entry.group, entry.code): f"{entry.name}, {entry.label}" if entry.label else entry.name
        for catalogue in catalogues
        for entry in catalogue.entries()
    }


def choice_names(catalogues: Iterable[Catalogue]) -> dict[str, dict[str, str]]:
    """Return the searchable options of these editions: "level:veteran" is "Veteran" below "Level"."""
    names: dict[str, dict[str, str]] = {}
    for catalogue in catalogues:
        for attribute in catalogue.attributes:
            if attribute.found_by:
                options = {f"{attribute.code}:{option.code}": option.name for option in attribute.options}
                options = options or {f"{attribute.code}:{YES}": YES}
                names.setdefault(attribute.name, {}).update(options)
    return names


def edition_name(catalogue: Catalogue, editions: Editions) -> str:
    """Return the name of a game in a menu; with its edition only if it has several."""
    several = sum(system == catalogue.system for system, _ in editions) > 1
    return catalogue.title if several else catalogue.system_name


def only_system(editions: Editions) -> str:
    """Return the system of all these editions; "" if they are of several."""
    systems = {catalogue.system for catalogue in editions.values()}
    return systems.pop() if len(systems) == 1 else ""
