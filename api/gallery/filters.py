"""The query parameters for public lists, checked by django-filter."""

import re
from collections.abc import Container
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from django import forms
from django_filters import CharFilter, ChoiceFilter, Filter, FilterSet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from api.shared.errors import fault_problem
from api.shared.pagination import PAGE_PARAMETERS
from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues
from builder.models import Listing
from builder.points.document.json_reader import MAX_NUMBER
from builder.points.rules.search_text import search_words
from builder.queries.gallery import (
    MAX_FILTER_CHOICES,
    MAX_FILTER_PROPERTIES,
    MAX_QUERY_LENGTH,
    Filters,
    Sort,
    build_filters,
    choice_names,
    matching_editions,
    property_names,
    searchable_line,
)

SORTS: tuple[Sort, ...] = ("newest", "copied")
_TOO_LONG = f"is too long: write at most {MAX_QUERY_LENGTH} characters"
_NO_SORT = f"is not one of the choices: write one of {', '.join(SORTS)}"


class MultipleValueField(forms.MultipleChoiceField):
    """A field for a text that may occur several times; ``clean()`` rejects unknown values."""

    def valid_value(self, value: object) -> bool:
        """Accept every value; properties are checked in ``clean()``."""
        return True


class MultipleValueFilter(Filter):
    """A filter with several values."""

    field_class = MultipleValueField


class GalleryQueryForm(forms.Form):
    """The query parameters of the gallery, checked separately and together."""

    def clean_q(self) -> str:
        """Return the search text; it must contain a word."""
        text = searchable_line(self.cleaned_data["q"])
        if text and not search_words(text):
            raise forms.ValidationError("is not a word: write letters or digits")
        return text

    def clean_setting(self) -> str:
        """Return the setting. Raises ValidationError if it is too long."""
        text = searchable_line(self.cleaned_data["setting"])
        if len(text) > limits().name:
            raise forms.ValidationError(f"is too long: write at most {limits().name} characters")
        return text

    def clean_size(self) -> int | None:
        """Return a game size in points, an integer, or None."""
        return _parse_integer(
            self.cleaned_data["size"], "is not a game size: write whole points, such as 750"
        )

    def clean_cost_from(self) -> int | None:
        """Return the lowest cost of the largest roster, or None."""
        return _parse_integer(self.cleaned_data["cost_from"], "is not a cost: write a whole number")

    def clean_cost_to(self) -> int | None:
        """Return the highest cost of the largest roster, or None."""
        return _parse_integer(self.cleaned_data["cost_to"], "is not a cost: write a whole number")

    def clean_changed_since(self) -> datetime | None:
        """Return a moment, or None."""
        text = self.cleaned_data["changed_since"]
        moment = parse_moment(text)
        if text and moment is None:
            raise forms.ValidationError(
                "is not a time: write it as 2026-11-23T03:30:00Z, or with %2B for the + of an offset"
            )
        return moment

    def clean(self) -> dict[str, Any]:
        """Check game and edition together, the costs, and the properties."""
        values = self.cleaned_data
        self._check_costs()
        editions = all_catalogues()
        system, version = values.get("game", ""), values.get("edition", "")
        if version and not system:
            self.add_error("edition", "needs a game: send game too")
        elif version and (system, version) not in editions:
            self.add_error("edition", "is not known: GET /systems lists games and editions")
        elif system and system not in {catalogue.system for catalogue in editions.values()}:
            self.add_error("game", "is not known: GET /systems lists games and editions")
        else:
            edition = (system, version) if version else None
            matching = matching_editions(editions, edition, system)
            self._check_values("property", property_names(matching), MAX_FILTER_PROPERTIES)
            options = {value for options in choice_names(matching).values() for value in options}
            self._check_values("choice", options, MAX_FILTER_CHOICES)
            if values.get("choice") and not system:
                self.add_error("choice", "needs a game: send game too")
        return values

    def _check_costs(self) -> None:
        values = self.cleaned_data
        least, highest = values.get("cost_from"), values.get("cost_to")
        for name, bound in (("cost_from", least), ("cost_to", highest)):
            if bound is not None and not values.get("game"):
                self.add_error(name, "needs a game: send game too")
        if least is not None and highest is not None and least > highest:
            self.add_error("cost_to", "is less than cost_from")

    def _check_values(self, name: str, known: Container[str], limit: int) -> None:
        wanted = tuple(dict.fromkeys(value for value in self.cleaned_data.get(name, ()) if value))
        if unknown := [value for value in wanted if value not in known]:
            self.add_error(name, f"“{unknown[0][:40]}” is not known: gallery/choices lists some")
        elif len(wanted) > limit:
            self.add_error(name, f"appears too often: send at most {limit}")
        else:
            self.cleaned_data[name] = wanted


def _parse_integer(text: str, refusal: str) -> int | None:
    is_integer = text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_NUMBER))
    if text and (not is_integer or int(text) > MAX_NUMBER):
        raise forms.ValidationError(refusal)
    return int(text) if text else None


_RFC_3339 = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)", re.ASCII | re.IGNORECASE
)


def parse_moment(text: str) -> datetime | None:
    """Return the moment of an RFC 3339 text; None if it isn't valid. Leap seconds are not valid."""
    if not _RFC_3339.fullmatch(text):
        return None
    with suppress(ValueError, OverflowError):
        return datetime.fromisoformat(text.upper()).astimezone(UTC)
    return None


class GalleryFilterSet(FilterSet):
    """The filters of a request, as django-filter declares them; ``GalleryQueryForm`` checks their values."""

    q = CharFilter(max_length=MAX_QUERY_LENGTH, error_messages={"max_length": _TOO_LONG})
    game = CharFilter()
    edition = CharFilter()
    setting = CharFilter()
    size = CharFilter()
    cost_from = CharFilter()
    cost_to = CharFilter()
    property = MultipleValueFilter()
    choice = MultipleValueFilter()
    changed_since = CharFilter()
    sort = ChoiceFilter(choices=[(sort, sort) for sort in SORTS], error_messages={"invalid_choice": _NO_SORT})

    class Meta:
        model = Listing
        fields = ()
        form = GalleryQueryForm

    def to_filters(self) -> Filters:
        """Return the filters in the form that the gallery's page uses too."""
        values = self.form.cleaned_data
        return build_filters(
            text=values["q"],
            system=values["game"],
            edition=(values["game"], values["edition"]) if values["edition"] else None,
            setting=values["setting"],
            size=values["size"],
            cost_from=values["cost_from"],
            cost_to=values["cost_to"],
            properties=values["property"],
            choices=values["choice"],
            changed_since=values["changed_since"],
        )

    def requested_sort(self) -> Sort:
        """Return the requested order."""
        return "copied" if self.form.cleaned_data["sort"] == "copied" else "newest"


def read_filters(request: Request) -> GalleryFilterSet:
    """Read the filters of a request. Raises Problem that names each wrong parameter."""
    filters = GalleryFilterSet(request.query_params)
    if not filters.is_valid():
        faults = [(name, str(message)) for name, messages in filters.errors.items() for message in messages]
        raise fault_problem(faults)
    return filters


GALLERY_PARAMETERS = [
    OpenApiParameter(
        "q", {"type": "string", "maxLength": MAX_QUERY_LENGTH},
        description="Words of name, setting, profiles and background. A word finds words that begin with it; "
        "a number or a single letter finds only itself.",
    ),
    OpenApiParameter("game", str, description="Code of a game."),
    OpenApiParameter("edition", str, description="Code of an edition of the game. Requires game."),
    OpenApiParameter("setting", str, description="Setting of the list; capitals and accents don't matter."),
    OpenApiParameter(
        "size", {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER},
        description="Limit of a roster of the list, in points.",
    ),
    OpenApiParameter(
        "cost_from", {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER},
        description="Lowest points of the largest roster of the list; rosters with an unknown price don't "
        "count. Requires game.",
    ),
    OpenApiParameter(
        "cost_to", {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER},
        description="Highest points of the largest roster of the list. Requires game.",
    ),
    OpenApiParameter(
        "property", {"type": "array", "items": {"type": "string"}, "maxItems": MAX_FILTER_PROPERTIES},
        description="group:code of a property or spell that a profile has. A list must have all of them.",
    ),
    OpenApiParameter(
        "choice", {"type": "array", "items": {"type": "string"}, "maxItems": MAX_FILTER_CHOICES},
        description="attribute:option that a profile has, from gallery/choices. A list must have all of "
        "them. Requires game.",
    ),
    OpenApiParameter(
        "changed_since", {"type": "string", "format": "date-time"},
        description="Time since which the list was published or changed. Withdrawn lists are left out: "
        "compare gallery/dump to find them.",
    ),
    OpenApiParameter(
        "sort", {"type": "string", "enum": list(SORTS), "default": "newest"},
        description="Order of the lists: newest first, or most copied first.",
    ),
    *PAGE_PARAMETERS,
]  # fmt: skip
"""The parameters of ``GalleryFilterSet`` in the OpenAPI schema."""
