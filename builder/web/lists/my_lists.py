"""One's own lists as an address asks for them: searched, of one game or tag, sorted, a page at a time.

They are searched in memory, because a person has some hundred lists at most. So no index has to be kept up to
date, and the page takes the same number of queries for any number of lists.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from builder.points.rules.search_text import normalize_text, search_text, search_words
from builder.points.rules.wording import pluralize
from builder.queries.access import Reader
from builder.queries.lists import CountedTag, ListOverview, list_overviews, lists_in_order, tags_of
from builder.services.tags import folded_tag
from builder.web.shared.game_filter import GameFilter, game_filter
from builder.web.shared.presentation import list_name
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


class OwnTagLink(NamedTuple):
    """A tag with the address of the lists that have it."""

    name: str
    url: str


class ListRow(NamedTuple):
    """A list among one's own; ``updated`` is when it changed last."""

    public_id: str
    name: str
    setting: str
    counts: str
    edition: str
    updated: datetime
    tags: list[OwnTagLink]


@dataclass(frozen=True, slots=True, kw_only=True)
class MyListsSearch:
    """What is looked for among one's lists; "" asks for nothing. ``tag`` is folded."""

    text: str
    game: str
    tag: str
    sort: Sort

    def url(self, **other: object) -> str:
        """The shortest address of this search, of its first page; ``other`` values replace or add."""
        values = {"q": self.text, "game": self.game, "tag": self.tag, "sort": self.sort, **other}
        if values["sort"] == "changed":
            del values["sort"]
        given = {name: value for name, value in values.items() if value}
        return f"{reverse('lists')}?{urlencode(given)}" if given else reverse("lists")


class MyListsPage(NamedTuple):
    """A page of the lists that were found. ``found`` says how many there are, "" where all of them are shown.

    ``everything`` is how many lists one has. ``all_ticked`` is the address at which every list of the page is
    ticked, "" where that is this one.
    """

    search: MyListsSearch
    rows: list[ListRow]
    found: str
    everything: int
    newer: str
    older: str
    tags: list[CountedTag]
    games: GameFilter
    sorts: dict[Sort, str]
    all_ticked: str
    ticked: bool
    query: str


def my_lists_page(request: HttpRequest, options: QueryOptions) -> MyListsPage:
    """The page that an address asks for; options that are not understood are noted there."""
    user, lists = request.user, list_overviews(request.user)
    tags = tags_of(user) if lists else []
    sort: Sort = options.choice("sort", tuple(SORTS), "changed")
    text = " ".join(request.GET.get("q", "").split())[:MAX_QUERY_LENGTH]
    search = MyListsSearch(text=text, game="", tag=_tag(request, options, tags), sort=sort)
    games = game_filter(
        options,
        (one.system for one in lists),
        reverse("lists"),
        keep={name: value for name, value in (("q", text), ("tag", search.tag)) if value},
    )
    search = MyListsSearch(text=text, game=games.chosen, tag=search.tag, sort=sort)
    found = find_lists(lists, search)
    number = max(1, options.whole_number("page", MAX_PAGE))
    number = min(number, max(1, -(-len(found) // PAGE_SIZE)))
    ticked = request.GET.get("ticked") == "1"
    shown = found[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
    return MyListsPage(
        search=search,
        rows=_rows(user, shown, search, tags),
        found="" if len(found) == len(lists) else f"{len(found)} of {pluralize(len(lists), 'list')}",
        everything=len(lists),
        newer=search.url(page=number - 1 if number > 2 else "") if number > 1 else "",
        older=search.url(page=number + 1) if number * PAGE_SIZE < len(found) else "",
        tags=tags,
        games=games,
        sorts=SORTS,
        all_ticked="" if ticked else search.url(page=number if number > 1 else "", ticked=1),
        ticked=ticked,
        query=search.url(page=number if number > 1 else "").partition("?")[2],
    )


def find_lists(lists: Sequence[ListOverview], search: MyListsSearch) -> list[ListOverview]:
    """The lists that have all that is asked for, in the order that is asked for.

    Every word must begin a word of a list's name, setting, game or tags.
    """
    words = search_words(search.text)
    found = [
        one
        for one in lists
        if search.game in ("", one.system.code)
        if search.tag in ("", *one.tags)
        if not words or _has_words(one, words)
    ]
    if search.sort == "name":
        found.sort(key=lambda one: normalize_text(list_name(one.name)))
    elif search.sort == "created":
        found.sort(key=lambda one: one.created, reverse=True)
    return found


def _has_words(one: ListOverview, words: Sequence[str]) -> bool:
    text = search_text((one.name, one.setting, one.system.name, *one.tags))
    return all(f" {word}" in text for word in words)


def _tag(request: HttpRequest, options: QueryOptions, tags: Sequence[CountedTag]) -> str:
    """The folded name of the tag that is asked for; "" for none, and for one that is not understood."""
    given = folded_tag(request.GET.get("tag", ""))
    if given and given not in {tag.folded for tag in tags}:
        options.reject("tag", "one of your tags")
        return ""
    return given


def _rows(
    user: Reader, shown: Sequence[ListOverview], search: MyListsSearch, tags: Sequence[CountedTag]
) -> list[ListRow]:
    links = {tag.folded: OwnTagLink(tag.name, search.url(tag=tag.folded)) for tag in tags}
    folded = {one.pk: sorted(one.tags) for one in shown}
    return [
        ListRow(
            public_id=row.public_id,
            name=list_name(row.name),
            setting=row.setting,
            counts=_counts(row.profile_count, row.roster_count),
            edition=str(row.edition),
            updated=row.updated,
            tags=[links[tag] for tag in folded[row.pk] if tag in links],
        )
        for row in lists_in_order(user, [one.pk for one in shown])
    ]


def _counts(profiles: int, rosters: int) -> str:
    words = [pluralize(profiles, "profile")]
    if rosters:
        words.append(pluralize(rosters, "roster"))
    return ", ".join(words)
