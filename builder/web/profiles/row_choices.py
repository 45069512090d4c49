"""The search, the filter and the sort order that a user chose for a long list of profiles."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.search_text import normalize_text
from builder.points.sheets.profile import ProfileSheet
from builder.web.shared.options import FormOption

_MAX_SEARCH_LENGTH = 100  # the links of all rows repeat the search

_STATUSES = {"legal": "Legal", "illegal": "Not legal", "unfinished": "Unfinished"}

_SORT_KEYS: Mapping[str, Callable[[ProfileSheet], tuple[object, ...]]] = {
    "name": lambda sheet: (normalize_text(sheet.name),),
    "points": lambda sheet: (sheet.appraisal.total.is_unknown, -sheet.appraisal.total.points),
}


class RowChoices(NamedTuple):
    """The choices of the user for a long list. A choice that the user didn't make is an empty string.

    ``group`` is the kind or status of the profiles to show.
    """

    search: str = ""
    group: str = ""
    sort_order: str = ""

    @property
    def query(self) -> str:
        """The choices as a part of an address, such as "show=illegal&order=points"."""
        parameters = {"find": self.search, "show": self.group, "order": self.sort_order}
        return urlencode({name: value for name, value in parameters.items() if value})

    @property
    def is_list_order(self) -> bool:
        """Whether all profiles are shown in the list's own order. Only then can profiles be moved."""
        return not (self.group or self.sort_order)


class ChosenRows(NamedTuple):
    """The profiles to show, in order, and the options of the filter and of the sort order.

    ``choices`` are the choices of the user, without unknown ones.
    ``group_options`` is empty if all profiles have the same kind and the same status.
    """

    sheets: Sequence[ProfileSheet]
    choices: RowChoices
    group_options: list[FormOption]
    order_options: list[FormOption]


def row_choices(query: Mapping[str, str]) -> RowChoices:
    """Return the choices of the user from the query of an address or from a submitted form."""
    search = query.get("find", "").strip()[:_MAX_SEARCH_LENGTH]
    return RowChoices(search, query.get("show", ""), query.get("order", ""))


def choose_rows(sheets: Sequence[ProfileSheet], catalogue: Catalogue, choices: RowChoices) -> ChosenRows:
    """Return the profiles of the selected kind or status in the selected order.

    Unknown choices are ignored.
    """
    groups = [_groups_of(sheet) for sheet in sheets]
    group_options = _group_options(groups, catalogue)
    group = choices.group if choices.group in [option.value for option in group_options] else ""
    sort_order = choices.sort_order if choices.sort_order in _SORT_KEYS else ""
    chosen = [sheet for sheet, codes in zip(sheets, groups, strict=True) if not group or group in codes]
    orders = [("", "List order"), ("name", "By name"), ("points", f"By {catalogue.points_unit}")]
    return ChosenRows(
        sheets=sorted(chosen, key=_SORT_KEYS[sort_order]) if sort_order else chosen,
        choices=RowChoices(choices.search, group, sort_order),
        group_options=group_options,
        order_options=[FormOption(value, name) for value, name in orders],
    )


def _group_options(groups: Sequence[tuple[str, str]], catalogue: Catalogue) -> list[FormOption]:
    """Return the kinds and statuses that some, but not all, profiles have, with the numbers of profiles."""
    counts = Counter(code for codes in groups for code in codes)
    names = {kind.code: kind.name for kind in catalogue.kinds} | _STATUSES
    options = [
        FormOption(code, f"{name} ({counts[code]})")
        for code, name in names.items()
        if 0 < counts[code] < len(groups)
    ]
    return [FormOption("", f"All {len(groups)}"), *options] if options else []


def _groups_of(sheet: ProfileSheet) -> tuple[str, str]:
    """Return the codes of a profile's kind and status. Without kinds in the game, the first is empty."""
    return sheet.kind_code, sheet.appraisal.status.code
