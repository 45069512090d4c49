"""Which public lists are asked for: query parameters, read and checked by django-filter."""

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
_NO_SORT = f"is none of the choices: write one of {', '.join(SORTS)}"


class MultipleValueField(forms.MultipleChoiceField):
    """Texts that may occur several times; which of them are known is checked in ``clean()``."""

    def valid_value(self, value: object) -> bool:
        """Accept every value; properties are checked in ``clean()``."""
        return True


class MultipleValueFilter(Filter):
    """A filter with several values."""

    field_class = MultipleValueField


class GalleryQueryForm(forms.Form):
    """The query parameters of the gallery, checked each by itself and together."""

    def clean_q(self) -> str:
        """The search text; it must contain a word."""
        text = searchable_line(self.cleaned_data["q"])
        if text and not search_words(text):
            raise forms.ValidationError("is no word: write letters or digits")
        return text

    def clean_setting(self) -> str:
        """The setting, at most as long as one may be."""
        text = searchable_line(self.cleaned_data["setting"])
        if len(text) > limits().name:
            raise forms.ValidationError(f"is too long: write at most {limits().name} characters")
        return text

    def clean_size(self) -> int | None:
        """A game size in whole points, or None."""
        return _whole_number(self.cleaned_data["size"], "is no game size: write whole points, such as 750")

    def clean_cost_from(self) -> int | None:
        """The least that the largest roster comes to, or None."""
        return _whole_number(self.cleaned_data["cost_from"], "is no cost: write a whole number")

    def clean_cost_to(self) -> int | None:
        """The most that the largest roster comes to, or None."""
        return _whole_number(self.cleaned_data["cost_to"], "is no cost: write a whole number")

    def clean_changed_since(self) -> datetime | None:
        """A moment, or None."""
        text = self.cleaned_data["changed_since"]
        moment = parse_moment(text)
        if text and moment is None:
            raise forms.ValidationError(
                "is no moment: write it as 2026-11-23T03:30:00Z, or with %2B for the + of an offset"
            )
        return moment

    def clean(self) -> dict[str, Any]:
        """Check game and edition together, the costs, and the properties."""
        values = self.cleaned_data
        self._check_costs()
        editions = all_catalogues()
        system, version = values.get("game", ""), values.get("edition", "")
        if version and not system:
            self.add_error("edition", "is of which game? send game too")
        elif version and (system, version) not in editions:
            self.add_error("edition", "is not known here: the address systems tells of those that are")
        elif system and system not in {catalogue.system for catalogue in editions.values()}:
            self.add_error("game", "is not known here: the address systems tells of those that are")
        else:
            edition = (system, version) if version else None
            matching = matching_editions(editions, edition, system)
            self._check_values("property", property_names(matching), MAX_FILTER_PROPERTIES)
            options = {value for options in choice_names(matching).values() for value in options}
            self._check_values("choice", options, MAX_FILTER_CHOICES)
            if values.get("choice") and not system:
                self.add_error("choice", "is of which game? send game too")
        return values

    def _check_costs(self) -> None:
        values = self.cleaned_data
        least, most = values.get("cost_from"), values.get("cost_to")
        for name, bound in (("cost_from", least), ("cost_to", most)):
            if bound is not None and not values.get("game"):
                self.add_error(name, "is of which game? send game too")
        if least is not None and most is not None and least > most:
            self.add_error("cost_to", "is less than cost_from")

    def _check_values(self, name: str, known: Container[str], most: int) -> None:
        wanted = tuple(dict.fromkeys(value for value in self.cleaned_data.get(name, ()) if value))
        if unknown := [value for value in wanted if value not in known]:
            self.add_error(name, f"“{unknown[0][:40]}” is not known here: gallery/choices lists some")
        elif len(wanted) > most:
            self.add_error(name, f"stands there too often: send at most {most}")
        else:
            self.cleaned_data[name] = wanted


def _whole_number(text: str, refusal: str) -> int | None:
    is_whole = text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_NUMBER))
    if text and (not is_whole or int(text) > MAX_NUMBER):
        raise forms.ValidationError(refusal)
    return int(text) if text else None


_RFC_3339 = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)", re.ASCII | re.IGNORECASE
)


def parse_moment(text: str) -> datetime | None:
    """The moment that a text of RFC 3339 names; None where it names none, a leap second among them."""
    if not _RFC_3339.fullmatch(text):
        return None
    with suppress(ValueError, OverflowError):
        return datetime.fromisoformat(text.upper()).astimezone(UTC)
    return None


class GalleryFilterSet(FilterSet):
    """The filters of a request."""

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
        """The filters in the form that the page of the gallery uses too."""
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

    def sorted_by(self) -> Sort:
        """The requested order."""
        return "copied" if self.form.cleaned_data["sort"] == "copied" else "newest"


def read_filters(request: Request) -> GalleryFilterSet:
    """The filters of a request; Problem names each parameter that is wrong."""
    filters = GalleryFilterSet(request.query_params)
    if not filters.is_valid():
        faults = [(name, str(message)) for name, messages in filters.errors.items() for message in messages]
        raise fault_problem(faults)
    return filters


GALLERY_PARAMETERS = [
    OpenApiParameter(
        "q", {"type": "string", "maxLength": MAX_QUERY_LENGTH},
        description="Words of name, setting, profiles and background; each finds all that begin with it.",
    ),
    OpenApiParameter("game", str, description="The code of a system."),
    OpenApiParameter("edition", str, description="A version of it; needs game beside it."),
    OpenApiParameter("setting", str, description="Whatever the capitals and accents."),
    OpenApiParameter(
        "size", {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER},
        description="A roster has a limit of so many points.",
    ),
    OpenApiParameter(
        "cost_from", {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER},
        description="The largest roster of the list comes to so much or more; a roster with anything "
        "unpriced does not count. Needs game beside it.",
    ),
    OpenApiParameter(
        "cost_to", {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER},
        description="The largest roster of the list comes to so much or less. Needs game beside it.",
    ),
    OpenApiParameter(
        "property", {"type": "array", "items": {"type": "string"}, "maxItems": MAX_FILTER_PROPERTIES},
        description="group:code of a property or spell that a profile has; several: all of them.",
    ),
    OpenApiParameter(
        "choice", {"type": "array", "items": {"type": "string"}, "maxItems": MAX_FILTER_CHOICES},
        description="attribute:option that a profile has, of those that gallery/choices lists; several: "
        "all of them. Needs game beside it.",
    ),
    OpenApiParameter(
        "changed_since", {"type": "string", "format": "date-time"},
        description="Published or changed at this moment or later. What was withdrawn is not told: a list "
        "that is not in gallery/dump any more is gone.",
    ),
    OpenApiParameter("sort", {"type": "string", "enum": list(SORTS), "default": "newest"}),
    *PAGE_PARAMETERS,
]  # fmt: skip
"""The parameters of ``GalleryFilterSet`` in the OpenAPI schema."""
