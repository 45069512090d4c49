"""A page of the user's lists. The address contains the search, the filters and the sort order.

The search loads all lists of the user and searches them in memory. Users have a few hundred lists at most, so
this needs no index. The number of queries doesn't depend on the number of lists.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from builder.models import CompanyList
from builder.points.rules.names import list_name
from builder.points.rules.search_text import has_words, normalize_text, search_words
from builder.points.rules.wording import list_contents, pluralize
from builder.queries.access import Reader
from builder.queries.lists import (
    CountedList,
    CountedTag,
    list_overviews,
    lists_in_order,
    tags_by_list,
    tags_of,
)
from builder.services.tags import tag_lookup_name
from builder.web.shared.game_filter import GameFilter, game_filter
from builder.web.shared.query_options import QueryOptions

Sort = Literal["changed", "created", "name"]
SORTS: dict[Sort, str] = {
    "changed": "Last changed",
    "created": "Newest",
    "name": "By name",
}
PAGE_SIZE = 30
MAX_PAGE = 1_000
MAX_QUERY_LENGTH = 100


class ListRow(NamedTuple):
    """A list of the user. ``name`` is the name that pages show.

    ``counts`` is a text such as "7 profiles, 2 rosters". ``tags`` are pairs of the name of a tag and the
    address of the lists with this tag.
    """

    row: CountedList
    name: str
    counts: str
    tags: Sequence[tuple[str, str]] = ()


def list_row(row: CountedList, tags: Sequence[tuple[str, str]] = ()) -> ListRow:
    """Return a list with the texts that pages show."""
    return ListRow(row, list_name(row.name), list_contents(row.profile_count, row.roster_count), tags)


@dataclass(frozen=True, slots=True, kw_only=True)
class MyListsSearch:
    """A search of the user's lists.

    ``game`` is the code of a game, and ``tag`` is the lookup name of a tag: its name in lower case without
    accents. They are empty strings for all games and all tags.
    """

    text: str
    game: str
    tag: str
    sort: Sort

    def url(self, **changes: object) -> str:
        """Return the address of the search, without parameters that have their default value.

        ``changes`` replace or add parameters.
        """
        values = {"q": self.text, "game": self.game, "tag": self.tag, "sort": self.sort, **changes}
        if values["sort"] == "changed":
            del values["sort"]
        parameters = {name: value for name, value in values.items() if value}
        return f"{reverse('lists')}?{urlencode(parameters)}" if parameters else reverse("lists")


class MyListsPage(NamedTuple):
    """A page of results.

    ``result_count_text`` is a text such as "3 of 12 lists". If the search finds all lists, it is an empty
    string.
    ``list_count`` is the number of all lists of the user.
    ``newer_url`` and ``older_url`` are empty strings if there is no such page.
    ``last_used_game`` is the code of the game whose list was changed last.
    ``all_ticked_url`` is the address of the same page with all lists selected.
    ``query`` is the part of the page's address after the question mark.
    """

    search: MyListsSearch
    rows: list[ListRow]
    result_count_text: str
    list_count: int
    newer_url: str
    older_url: str
    tags: list[CountedTag]
    games: GameFilter
    last_used_game: str
    sorts: dict[Sort, str]
    all_ticked_url: str
    are_all_ticked: bool
    query: str


def my_lists_page(request: HttpRequest, options: QueryOptions) -> MyListsPage:
    """Return the page that the address requests. ``options`` receives an error for each invalid option."""
    user, lists = request.user, list_overviews(request.user)
    tags = tags_of(user) if lists else []
    sort: Sort = options.choice("sort", tuple(SORTS), "changed")
    text = " ".join(request.GET.get("q", "").split())[:MAX_QUERY_LENGTH]
    tag = _requested_tag(request, options, tags)
    games = game_filter(
        options,
        (row.edition.system for row in lists),
        reverse("lists"),
        other_options={name: value for name, value in (("q", text), ("tag", tag)) if value},
    )
    search = MyListsSearch(text=text, game=games.chosen, tag=tag, sort=sort)
    own_tags = tags_by_list(user) if lists else {}
    results = find_lists(lists, own_tags, search)
    number = max(1, options.number("page", 0, MAX_PAGE) or 0)
    number = min(number, max(1, -(-len(results) // PAGE_SIZE)))
    are_all_ticked = request.GET.get("ticked") == "1"
    page_results = results[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
    return MyListsPage(
        search=search,
        rows=_rows(user, page_results, search, tags, own_tags),
        result_count_text=""
        if len(results) == len(lists)
        else f"{len(results)} of {pluralize(len(lists), 'list')}",
        list_count=len(lists),
        newer_url=search.url(page=number - 1 if number > 2 else "") if number > 1 else "",
        older_url=search.url(page=number + 1) if number * PAGE_SIZE < len(results) else "",
        tags=tags,
        games=games,
        last_used_game=lists[0].edition.system.code if lists else "",
        sorts=SORTS,
        all_ticked_url="" if are_all_ticked else search.url(page=number if number > 1 else "", ticked=1),
        are_all_ticked=are_all_ticked,
        query=search.url(page=number if number > 1 else "").partition("?")[2],
    )


def find_lists(
    lists: Sequence[CompanyList], tags: Mapping[int, Sequence[str]], search: MyListsSearch
) -> list[CompanyList]:
    """Return the lists that match a search, in the order that the search selects.

    A list matches if each word of the search is the beginning of a word in its name, setting, game or tags.
    ``tags`` are lookup names by the primary key of the list.
    """
    words = search_words(search.text)
    results = [
        row
        for row in lists
        if search.game in ("", row.edition.system.code)
        if search.tag in ("", *tags.get(row.pk, ()))
        if not words
        or has_words(words, (row.name, row.setting, row.edition.system.name, *tags.get(row.pk, ())))
    ]
    if search.sort == "name":
        results.sort(key=lambda row: normalize_text(list_name(row.name)))
    elif search.sort == "created":
        results.sort(key=lambda row: row.created, reverse=True)
    return results


def _requested_tag(request: HttpRequest, options: QueryOptions, tags: Sequence[CountedTag]) -> str:
    """Return the lookup name of the tag in the address, or an empty string if the tag is unknown."""
    lookup_name = tag_lookup_name(request.GET.get("tag", ""))
    if lookup_name and lookup_name not in {tag.lookup_name for tag in tags}:
        options.reject("tag", "one of your tags")
        return ""
    return lookup_name


def _rows(
    user: Reader,
    results: Sequence[CompanyList],
    search: MyListsSearch,
    tags: Sequence[CountedTag],
    own_tags: Mapping[int, Sequence[str]],
) -> list[ListRow]:
    links = {tag.lookup_name: (tag.name, search.url(tag=tag.lookup_name)) for tag in tags}
    return [
        list_row(row, [links[tag] for tag in sorted(own_tags.get(row.pk, ())) if tag in links])
        for row in lists_in_order(user, [row.pk for row in results])
    ]
