"""The search, the filter and the sort order that a user chose for a long list of profiles.

These choices are part of the page's address.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.search_text import normalize_text
from builder.points.sheets.profile import ProfileSheet
from builder.web.shared.options import FormOption

_MAX_FIND_LENGTH = 100
"""The maximum number of characters of a search. The links of all rows repeat the search."""

_STATUSES = {"legal": "Legal", "illegal": "Not legal", "unfinished": "Unfinished"}

_ORDERS: Mapping[str, Callable[[ProfileSheet], tuple[object, ...]]] = {
    "name": lambda sheet: (normalize_text(sheet.name),),
    "points": lambda sheet: (sheet.appraisal.total.is_unknown, -sheet.appraisal.total.points),
}


class RowChoices(NamedTuple):
    """The choices of the user for a long list.

    ``find`` is the search.
    ``show`` is the kind or status of the profiles to show.
    ``order`` is the sort order.
    A choice that the user didn't make is an empty string.
    """

    find: str = ""
    show: str = ""
    order: str = ""

    @property
    def query(self) -> str:
        """The choices as a part of an address, such as "show=illegal&order=points"."""
        return urlencode({name: value for name, value in self._asdict().items() if value})

    @property
    def is_own_order(self) -> bool:
        """Whether all profiles are shown in the list's own order. Only then can profiles be moved."""
        return not (self.show or self.order)


class ChosenRows(NamedTuple):
    """The profiles to show, in order, and the options of the filter and of the sort order.

    ``choices`` are the choices of the user. Unknown choices are removed.
    ``show_options`` is empty if all profiles have the same kind and the same status.
    """

    sheets: Sequence[ProfileSheet]
    choices: RowChoices
    show_options: list[FormOption]
    order_options: list[FormOption]


def row_choices(query: Mapping[str, str]) -> RowChoices:
    """Return the choices of the user from the query of an address or from a submitted form."""
    find = query.get("find", "").strip()[:_MAX_FIND_LENGTH]
    return RowChoices(find, query.get("show", ""), query.get("order", ""))


def choose_rows(sheets: Sequence[ProfileSheet], catalogue: Catalogue, choices: RowChoices) -> ChosenRows:
    """Return the profiles of the selected kind or status in the selected order.

    Unknown choices are ignored.
    """
    groups = [_groups_of(sheet) for sheet in sheets]
    show_options = _show_options(groups, catalogue)
    show = choices.show if choices.show in [option.value for option in show_options] else ""
    order = choices.order if choices.order in _ORDERS else ""
    chosen = [sheet for sheet, codes in zip(sheets, groups, strict=True) if not show or show in codes]
    orders = [("", "List order"), ("name", "By name"), ("points", f"By {catalogue.points_unit}")]
    return ChosenRows(
        sheets=sorted(chosen, key=_ORDERS[order]) if order else chosen,
        choices=RowChoices(choices.find, show, order),
        show_options=show_options,
        order_options=[FormOption(value, name) for value, name in orders],
    )


def _show_options(groups: Sequence[tuple[str, str]], catalogue: Catalogue) -> list[FormOption]:
    """Return the options of the filter: the kinds and statuses that some, but not all, profiles have.

    Each option shows the number of its profiles.
    """
    counts = Counter(group for of_profile in groups for group in of_profile)
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
