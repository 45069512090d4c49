"""The search of the gallery of public lists: how its address is parsed, and the fields of its form."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from builder.catalogue.files import Catalogues
from builder.catalogue.limits import limits
from builder.models.gallery import choice_tag, property_tag, setting_tag
from builder.points.document.json_reader import MAX_NUMBER
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.numbers import number_text
from builder.points.rules.search_text import has_words, search_words
from builder.points.rules.wording import limit_word
from builder.queries.gallery import (
    MAX_FILTER_CHOICES,
    MAX_FILTER_PROPERTIES,
    MAX_QUERY_LENGTH,
    Cursor,
    FilterChoices,
    Filters,
    Sort,
    build_filters,
    choice_names,
    edition_name,
    matching_editions,
    only_system,
    parse_cursor,
    property_names,
    searchable_line,
)
from builder.web.shared.query_options import QueryOptions, parse_integer

MAX_PROPERTY_MATCHES = 12
SORTS: Mapping[Sort, str] = {"newest": "Newest first", "copied": "Most copied first"}


class FilterOption(NamedTuple):
    """An option of a select field."""

    value: str
    label: str
    is_chosen: bool = False


class PropertyMatch(NamedTuple):
    """A property that matches words that the user entered.

    ``group`` is the name of the property's group. If the search includes several games, it begins with the
    game: "Unbridled Fury: Spells".
    ``list_count`` is the number of lists that use the property.
    ``url`` is the address of the current search with this property as a further filter.
    """

    name: str
    group: str
    list_count: int
    url: str


class ChoiceField(NamedTuple):
    """The select field for one attribute of the game.

    The field shows only one option as selected. If the address filters by more options of the attribute,
    ``further_values`` are their values.
    """

    code: str
    name: str
    options: list[FilterOption]
    further_values: list[str]


class CostField(NamedTuple):
    """The fields for the cost range. ``lowest`` and ``highest`` are the limits of the public lists' costs."""

    unit: str
    lowest: str
    highest: str


class ActiveFilter(NamedTuple):
    """An active filter of a search. ``remaining_query`` is the search without this filter."""

    label: str
    remaining_query: "GalleryQuery"

    @property
    def url(self) -> str:
        """The address of the search without this filter."""
        return self.remaining_query.url()


class CostRange(NamedTuple):
    """The lowest and the highest cost of a search. None means that there is no limit."""

    lowest: int | None = None
    highest: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GalleryQuery:
    """A search of the gallery.

    ``system`` is the game of the selected edition. Without an edition, it is the site's only game, or an
    empty string.
    ``costs`` limit the total of the largest roster, in the unit of the game.
    ``property_words`` search for properties that the user may want to select. They don't change the results,
    so addresses don't contain them.
    ``choices`` are options of the game's attributes.
    ``not_understood`` describes the options that are ignored.
    """

    text: str
    system: str
    edition: tuple[str, str] | None
    setting: str
    size: int | None
    costs: CostRange
    properties: tuple[str, ...]
    property_words: str
    choices: tuple[str, ...]
    sort: Sort
    after: Cursor | None
    before: Cursor | None
    not_understood: tuple[str, ...]

    @property
    def filters(self) -> Filters:
        """The filters for ``find_lists``."""
        return build_filters(
            text=self.text,
            system=self.system if self.choices or self.costs != CostRange() else "",
            edition=self.edition,
            setting=self.setting,
            size=self.size,
            cost_from=self.costs.lowest,
            cost_to=self.costs.highest,
            properties=self.properties,
            choices=self.choices,
        )

    @property
    def is_default(self) -> bool:
        """Whether the search has no filter and the default order."""
        return self.filters == Filters() and self.sort == "newest" and not self.property_words

    def url(self, **changes: object) -> str:
        """Return the address of the first page, without parameters that have their default value.

        ``changes`` replace or add parameters.
        """
        values = {
            "q": self.text,
            "edition": "/".join(self.edition or ()),
            "setting": self.setting,
            "size": "" if self.size is None else self.size,
            "cost_from": "" if self.costs.lowest is None else self.costs.lowest,
            "cost_to": "" if self.costs.highest is None else self.costs.highest,
            "choice": self.choices,
            "property": self.properties,
            "sort": "" if self.sort == "newest" else self.sort,
            **changes,
        }
        query = urlencode(
            {name: value for name, value in values.items() if value not in ("", ())}, doseq=True
        )
        return f"{reverse('gallery')}?{query}" if query else reverse("gallery")


def parse_gallery_query(
    query: QueryDict, editions: Catalogues, *, game_changed: bool = False
) -> GalleryQuery:
    """Return the search in an address.

    ``game_changed`` is True if the user has just selected another game. Then options of the previous game are
    ignored without a message.
    """
    options = QueryOptions(query)
    edition = _parse_edition(options, query.get("edition", ""), editions)
    matching = matching_editions(editions, edition)
    system = edition[0] if edition else only_system(editions)
    choices = {value for named in choice_names(matching if system else []).values() for value in named}
    size = parse_integer(query.get("size", "").strip(), MAX_NUMBER)
    if query.get("size", "").strip() and size is None:
        options.reject("size", f"{limit_word(matching)}, a whole number")
    sort = options.choice("sort", tuple(SORTS), "newest")
    text = searchable_line(query.get("q", ""))[:MAX_QUERY_LENGTH]
    if text and not search_words(text):
        options.reject("q", "letters or digits")
        text = ""
    return GalleryQuery(
        text=text,
        system=system,
        edition=edition,
        setting=searchable_line(query.get("setting", ""))[: limits().name],
        size=size,
        costs=_parse_costs(options, query, system) if not game_changed else CostRange(),
        properties=_parse_known_values(
            options, query, "property", property_names(matching), MAX_FILTER_PROPERTIES, game_changed
        ),
        property_words=searchable_line(query.get("uses", ""))[:MAX_QUERY_LENGTH],
        choices=_parse_known_values(options, query, "choice", choices, MAX_FILTER_CHOICES, game_changed),
        sort=sort,
        after=_parse_cursor(options, query, "after"),
        before=_parse_cursor(options, query, "before"),
        not_understood=tuple(options.not_understood),
    )


def _parse_edition(options: QueryOptions, value: str, editions: Catalogues) -> tuple[str, str] | None:
    system, _, version = value.partition("/")
    if (system, version) in editions:
        return system, version
    if value:
        options.reject("edition", "a game in the form")
    return None


def _parse_costs(options: QueryOptions, query: QueryDict, system: str) -> CostRange:
    """Return the cost range. It is only valid if a game is selected, because each game has its own unit."""
    bounds = []
    for name in ("cost_from", "cost_to"):
        text = query.get(name, "").strip()
        bound = parse_integer(text, MAX_NUMBER) if system else None
        if text and bound is None:
            options.reject(name, "a whole number" if system else "a chosen game")
        bounds.append(bound)
    lowest, highest = bounds
    if lowest is not None and highest is not None and lowest > highest:
        options.reject("cost_to", f"{lowest} or more, as cost_from")
        return CostRange()
    return CostRange(lowest, highest)


def _parse_known_values(
    options: QueryOptions, query: QueryDict, name: str, known: Container[str], limit: int, game_changed: bool
) -> tuple[str, ...]:
    """Return the known values of an option, in order and without repetitions."""
    values = tuple(dict.fromkeys(value for value in query.getlist(name) if value))
    understood = tuple(value for value in values if value in known)
    if len(understood) < len(values) and not game_changed:
        options.not_understood.append(f"{name} (expected: values in the form)")
    if len(understood) > limit:
        options.not_understood.append(f"{name} (expected: at most {limit} at once)")
    return understood[:limit]


def _parse_cursor(options: QueryOptions, query: QueryDict, name: str) -> Cursor | None:
    text = query.get(name, "")
    cursor = parse_cursor(text)
    if text and cursor is None:
        options.reject(name, "a page number from a link")
    return cursor


# ------------------------------------------------------------------ the fields of the form


def gallery_form_context(
    query: GalleryQuery, choices: FilterChoices, editions: Catalogues
) -> dict[str, object]:
    """Return the context for the fields of the form.

    The options of a field are the values that public lists have, and the selected values. ``properties`` are
    the most used properties that match the entered words, ``further_match_count`` is the number of others.
    """
    sizes = _size_options(query, choices, editions)
    matching = matching_editions(editions, query.edition)
    properties = _property_matches(query, choices, editions)
    return {
        "editions": _edition_options(query, editions),
        "settings": _setting_options(query, choices),
        "limit_name": limit_word(matching),
        "has_sizes": bool(sizes)
        or any(edition.roster.limit in ("required", "fixed") for edition in matching),
        "sizes": sizes,
        "costs": _cost_field(query, choices, matching),
        "choices": _choice_fields(query, choices, editions),
        "properties": properties[:MAX_PROPERTY_MATCHES],
        "further_match_count": max(0, len(properties) - MAX_PROPERTY_MATCHES),
        "sorts": [FilterOption(value, words, value == query.sort) for value, words in SORTS.items()],
    }


def _edition_options(query: GalleryQuery, editions: Catalogues) -> list[FilterOption]:
    return [
        FilterOption("/".join(key), edition_name(catalogue, editions), key == query.edition)
        for key, catalogue in editions.items()
    ]


def _setting_options(query: GalleryQuery, choices: FilterChoices) -> list[FilterOption]:
    chosen = setting_tag(query.setting)
    options = [
        FilterOption(setting.label, f"{setting.label} ({setting.lists})", setting.value == chosen)
        for setting in choices.settings
    ]
    if chosen and not any(option.is_chosen for option in options):
        options.insert(0, FilterOption(query.setting, query.setting, is_chosen=True))
    return options


def _choice_fields(query: GalleryQuery, choices: FilterChoices, editions: Catalogues) -> list[ChoiceField]:
    """Return a select field for each attribute of the selected game, with the options of public lists."""
    if not query.system:
        return []
    list_counts = {choice.value: choice.lists for choice in choices.choices}
    fields = []
    for name, options in choice_names(matching_editions(editions, query.edition)).items():
        chosen = [value for value in query.choices if value in options]
        shown = [
            FilterOption(value, f"{label} ({count})" if count else label, value in chosen[:1])
            for value, label in options.items()
            if (count := list_counts.get(choice_tag(query.system, value), 0)) or value in chosen[:1]
        ]
        if shown:
            code = next(iter(options)).partition(":")[0]
            fields.append(ChoiceField(code, name, shown, chosen[1:]))
    return fields


def _size_options(query: GalleryQuery, choices: FilterChoices, editions: Catalogues) -> list[FilterOption]:
    list_counts = {int(size.value): size.lists for size in choices.sizes}
    if query.size is not None:
        list_counts.setdefault(query.size, 0)
    names = _size_names(query.edition, editions)
    return [
        FilterOption(str(size), f"{number_text(size)}{names.get(size, '')} ({count})", size == query.size)
        for size, count in sorted(list_counts.items())
    ]


def _cost_field(
    query: GalleryQuery, choices: FilterChoices, matching: Sequence[Catalogue]
) -> CostField | None:
    """Return the fields for the cost range, or None if no game is selected.

    Also return None if no list of the game has a cost and the search has no limits.
    """
    if not query.system or (choices.costs is None and query.costs == CostRange()):
        return None
    lowest, highest = (number_text(bound) for bound in choices.costs) if choices.costs else ("", "")
    return CostField(matching[0].points_unit, lowest, highest)


def _bounds_text(costs: CostRange) -> str:
    """Return the cost range in words, such as "300 to 400", "from 300" or "up to 400"."""
    lowest, highest = (None if bound is None else number_text(bound) for bound in costs)
    if lowest and highest:
        return f"{lowest} to {highest}"
    return f"from {lowest}" if lowest else f"up to {highest}"


def _size_names(edition: tuple[str, str] | None, editions: Catalogues) -> dict[int, str]:
    """Return a text that follows each game size in points, such as ", skirmish".

    Sizes for which the editions have different names are left out.
    """
    names: dict[int, set[str]] = {}
    for catalogue in matching_editions(editions, edition):
        for size in catalogue.game_sizes:
            names.setdefault(size.points, set()).add(size.name)
    return {points: f", {name}" for points, (name, *others) in names.items() if not others}


def _property_matches(
    query: GalleryQuery, choices: FilterChoices, editions: Catalogues
) -> list[PropertyMatch]:
    """Return the properties of public lists that match the entered words, the most used property first."""
    words = search_words(query.property_words)
    if not words:
        return []
    list_counts = {choice.value: choice.lists for choice in choices.properties}
    matching = matching_editions(editions, query.edition)
    matches = []
    for catalogue in matching:
        game = f"{edition_name(catalogue, editions)}: " if len(matching) > 1 else ""
        names = property_names([catalogue])
        for group in catalogue.groups:
            matches += [
                PropertyMatch(
                    name,
                    game + group.name,
                    list_counts[value],
                    query.url(property=(*query.properties, value)),
                )
                for value, name in names.items()
                if value.startswith(property_tag(group.code, ""))
                and value in list_counts
                and value not in query.properties
                and has_words(words, (name,))
            ]
    return sorted(matches, key=lambda match: (-match.list_count, match.name.casefold()))


def active_filters(query: GalleryQuery, editions: Catalogues) -> list[ActiveFilter]:
    """Return the active filters of a search."""
    filters = []
    matching = matching_editions(editions, query.edition)
    if query.text:
        filters.append(ActiveFilter(f"Words: {query.text}", replace(query, text="")))
    if query.edition:
        words = edition_name(editions[query.edition], editions)
        filters.append(ActiveFilter(words, replace(query, edition=None, choices=(), costs=CostRange())))
    if query.setting:
        filters.append(ActiveFilter(f"Setting: {query.setting}", replace(query, setting="")))
    if query.size is not None:
        filters.append(ActiveFilter(f"Size: {number_text(query.size)}", replace(query, size=None)))
    if query.costs != CostRange():
        words = f"Largest roster {_bounds_text(query.costs)} {matching[0].points_unit}"
        filters.append(ActiveFilter(words, replace(query, costs=CostRange())))
    if query.choices:
        for name, options in choice_names(matching).items():
            for value in (value for value in query.choices if value in options):
                others = tuple(other for other in query.choices if other != value)
                filters.append(ActiveFilter(f"{name}: {options[value]}", replace(query, choices=others)))
    names = property_names(matching)
    for value in query.properties:
        others = tuple(other for other in query.properties if other != value)
        filters.append(ActiveFilter(f"Uses {names[value]}", replace(query, properties=others)))
    return filters
