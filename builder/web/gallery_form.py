"""The gallery's question as it stands in the address, and what its form offers to ask."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from builder.catalogue.limits import limits
from builder.models.gallery import property_tag, setting_tag
from builder.points.folding import words_of
from builder.points.reading import MAX_NUMBER
from builder.queries.gallery import Choices, Cursor, Filters, Sort, read_cursor
from builder.queries.gallery_question import (
    MAX_SEARCH,
    MOST_ASKED,
    Editions,
    asked_line,
    editions_in_question,
    filters_of,
    property_names,
)
from builder.web.asked import Asked, whole_number
from builder.web.presenting import number

SORTS: Mapping[Sort, str] = {"newest": "Newest first", "copied": "Most copied first"}


class Option(NamedTuple):
    """One value of a select."""

    value: str
    words: str
    chosen: bool = False


class Options(NamedTuple):
    """Values of a select under one heading."""

    name: str
    options: list[Option]


class Loose(NamedTuple):
    """A filter that is on: what it says, and the question without it."""

    words: str
    rest: "Question"

    @property
    def url(self) -> str:
        """The address without it."""
        return self.rest.url()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What was asked. ``setting`` is as it was written; ``wrong`` names what was not understood."""

    text: str
    edition: tuple[str, str] | None
    setting: str
    size: int | None
    properties: tuple[str, ...]
    sort: Sort
    after: Cursor | None
    before: Cursor | None
    wrong: tuple[str, ...]

    @property
    def filters(self) -> Filters:
        """The same as it is looked up."""
        return filters_of(
            text=self.text,
            edition=self.edition,
            setting=self.setting,
            size=self.size,
            properties=self.properties,
        )

    @property
    def is_plain(self) -> bool:
        """Whether it asks for everything in the usual order."""
        return self.filters == Filters() and self.sort == "newest"

    def url(self, **other: object) -> str:
        """The shortest address of this question from its first page on, with ``other`` values in it."""
        values = {
            "q": self.text,
            "edition": "/".join(self.edition or ()),
            "setting": self.setting,
            "size": "" if self.size is None else self.size,
            "property": self.properties,
            "sort": "" if self.sort == "newest" else self.sort,
            **other,
        }
        query = urlencode(
            {name: value for name, value in values.items() if value not in ("", ())}, doseq=True
        )
        return f"{reverse('gallery')}?{query}" if query else reverse("gallery")


def read_question(query: QueryDict, editions: Editions) -> Question:
    """The question of an address; whatever is not understood is left out and named."""
    asked = Asked(query)
    edition = _edition(asked, query.get("edition", ""), editions)
    size = whole_number(query.get("size", "").strip(), MAX_NUMBER)
    if query.get("size", "").strip() and size is None:
        asked.refuse("size", "a game size in points")
    sort = asked.choice("sort", tuple(SORTS), "newest")
    text = asked_line(query.get("q", ""))[:MAX_SEARCH]
    if text and not words_of(text):
        asked.refuse("q", "letters or digits")
        text = ""
    return Question(
        text=text,
        edition=edition,
        setting=asked_line(query.get("setting", ""))[: limits().name],
        size=size,
        properties=_properties(asked, query.getlist("property"), edition, editions),
        sort=sort,
        after=_cursor(asked, query, "after"),
        before=_cursor(asked, query, "before"),
        wrong=tuple(asked.wrong),
    )


def _edition(asked: Asked, given: str, editions: Editions) -> tuple[str, str] | None:
    system, _, version = given.partition("/")
    if (system, version) in editions:
        return system, version
    if given:
        asked.refuse("edition", "one of those in the form")
    return None


def _properties(
    asked: Asked, given: Sequence[str], edition: tuple[str, str] | None, editions: Editions
) -> tuple[str, ...]:
    wanted = tuple(dict.fromkeys(value for value in given if value))
    names = property_names(editions_in_question(editions, edition))
    known = tuple(value for value in wanted if value in names)
    if len(known) < len(wanted):
        asked.wrong.append("property (wanted: those in the form)")
    if len(known) > MOST_ASKED:
        asked.wrong.append(f"property (wanted: at most {MOST_ASKED} at once)")
    return known[:MOST_ASKED]


def _cursor(asked: Asked, query: QueryDict, name: str) -> Cursor | None:
    given = query.get(name, "")
    cursor = read_cursor(given)
    if given and cursor is None:
        asked.refuse(name, "a page that this one leads to")
    return cursor


# ------------------------------------------------------------------ what the form offers


@dataclass(frozen=True, slots=True, kw_only=True)
class GalleryForm:
    """The selects of the form, and the filters that are on."""

    question: Question
    editions: list[Option]
    settings: list[Option]
    sizes: list[Option]
    properties: list[Options]
    sorts: list[Option]
    loose: list[Loose]


def gallery_form(question: Question, choices: Choices, editions: Editions) -> GalleryForm:
    """What can be asked besides: what lists have, and what was asked for although none has it."""
    return GalleryForm(
        question=question,
        editions=_edition_options(question, editions),
        settings=_setting_options(question, choices),
        sizes=_size_options(question, choices, editions),
        properties=_property_options(question, choices, editions),
        sorts=[Option(value, words, value == question.sort) for value, words in SORTS.items()],
        loose=_loose(question, editions),
    )


def _edition_options(question: Question, editions: Editions) -> list[Option]:
    return [
        Option("/".join(key), f"{catalogue.system_name} {catalogue.edition}", key == question.edition)
        for key, catalogue in editions.items()
    ]


def _setting_options(question: Question, choices: Choices) -> list[Option]:
    chosen = setting_tag(question.setting)
    found = [
        Option(setting.label, f"{setting.label} ({setting.lists})", setting.value == chosen)
        for setting in choices.settings
    ]
    if chosen and not any(option.chosen for option in found):
        found.insert(0, Option(question.setting, question.setting, chosen=True))
    return found


def _size_options(question: Question, choices: Choices, editions: Editions) -> list[Option]:
    lists = {int(size.value): size.lists for size in choices.sizes}
    if question.size is not None:
        lists.setdefault(question.size, 0)
    names = _size_names(question.edition, editions)
    return [
        Option(str(size), f"{number(size)}{names.get(size, '')} ({count})", size == question.size)
        for size, count in sorted(lists.items())
    ]


def _size_names(edition: tuple[str, str] | None, editions: Editions) -> dict[int, str]:
    """What games of a size are called, where all editions in question agree."""
    found: dict[int, set[str]] = {}
    for catalogue in editions_in_question(editions, edition):
        for size in catalogue.game_sizes:
            found.setdefault(size.points, set()).add(size.name)
    return {points: f", {name}" for points, (name, *others) in found.items() if not others}


def _property_options(question: Question, choices: Choices, editions: Editions) -> list[Options]:
    lists = {choice.value: choice.lists for choice in choices.properties}
    several = len(editions_in_question(editions, question.edition)) > 1
    found = []
    for catalogue in editions_in_question(editions, question.edition):
        names = property_names([catalogue])
        for group in catalogue.groups:
            heading = f"{catalogue.system_name} {catalogue.edition}: {group.name}" if several else group.name
            begin = property_tag(group.code, "")
            options = [
                Option(value, f"{name} ({lists[value]})")
                for value, name in names.items()
                if value.startswith(begin) and value in lists and value not in question.properties
            ]
            if options:
                found.append(Options(heading, sorted(options, key=lambda option: option.words.casefold())))
    return found


def _loose(question: Question, editions: Editions) -> list[Loose]:
    found = []
    if question.text:
        found.append(Loose(f"Words: {question.text}", replace(question, text="")))
    if question.edition:
        catalogue = editions[question.edition]
        words = f"{catalogue.system_name} {catalogue.edition}"
        found.append(Loose(words, replace(question, edition=None)))
    if question.setting:
        found.append(Loose(f"Setting: {question.setting}", replace(question, setting="")))
    if question.size is not None:
        found.append(Loose(f"Game of {number(question.size)}", replace(question, size=None)))
    names = property_names(editions_in_question(editions, question.edition))
    for value in question.properties:
        others = tuple(other for other in question.properties if other != value)
        found.append(Loose(f"Uses {names[value]}", replace(question, properties=others)))
    return found
