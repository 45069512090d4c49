"""The reader's search, filter and order of the profiles of a long list, from the address of the page."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.search_text import normalize_text
from builder.points.sheets.profile import ProfileSheet
from builder.web.shared.options import FormOption

_MAX_FIND_LENGTH = 100
"""The maximum number of characters of a search: each link of a row repeats it."""

_STATUSES = {"legal": "Legal", "illegal": "Not legal", "unfinished": "Unfinished"}

_ORDERS: Mapping[str, Callable[[ProfileSheet], tuple[object, ...]]] = {
    "name": lambda sheet: (normalize_text(sheet.name),),
    "points": lambda sheet: (sheet.appraisal.total.is_unknown, -sheet.appraisal.total.points),
}


class RowChoices(NamedTuple):
    """The reader's choices: a search, the kind or status to ``show``, and the ``order``; "" for none."""

    find: str = ""
    show: str = ""
    order: str = ""

    @property
    def query(self) -> str:
        """The choices as part of an address: "show=illegal&order=points"."""
        return urlencode({name: value for name, value in self._asdict().items() if value})

    @property
    def is_own_order(self) -> bool:
        """Whether they show all profiles in the list's order, so that profiles can be moved."""
        return not (self.show or self.order)


class ChosenRows(NamedTuple):
    """The profiles to show in their order, and the options of both fields, with the known ``choices``.

    ``shows`` is empty if all profiles have the same kind and status.
    """

    sheets: Sequence[ProfileSheet]
    choices: RowChoices
    shows: list[FormOption]
    orders: list[FormOption]


def row_choices(query: Mapping[str, str]) -> RowChoices:
    """Return the choices of an address or a form."""
    find = query.get("find", "").strip()[:_MAX_FIND_LENGTH]
    return RowChoices(find, query.get("show", ""), query.get("order", ""))


def choose_rows(sheets: Sequence[ProfileSheet], catalogue: Catalogue, choices: RowChoices) -> ChosenRows:
    """Return the profiles of the chosen kind or status in the chosen order; unknown choices are ignored."""
    groups = [_groups_of(sheet) for sheet in sheets]
    shows = _show_options(groups, catalogue)
    show = choices.show if choices.show in [option.value for option in shows] else ""
    order = choices.order if choices.order in _ORDERS else ""
    chosen = [sheet for sheet, codes in zip(sheets, groups, strict=True) if not show or show in codes]
    orders = [("", "List order"), ("name", "By name"), ("points", f"By {catalogue.points_unit}")]
    return ChosenRows(
        sheets=sorted(chosen, key=_ORDERS[order]) if order else chosen,
        choices=RowChoices(choices.find, show, order),
        shows=shows,
        orders=[FormOption(value, name) for value, name in orders],
    )


def _show_options(groups: Sequence[tuple[str, str]], catalogue: Catalogue) -> list[FormOption]:
    """Return the kinds and statuses that some of the profiles have, with their numbers."""
    counts = Counter(group for of_profile in groups for group in of_profile)
    names = {kind.code: kind.name for kind in catalogue.kinds} | _STATUSES
    options = [
        FormOption(code, f"{name} ({counts[code]})")
        for code, name in names.items()
        if 0 < counts[code] < len(groups)
    ]
    return [FormOption("", f"All {len(groups)}"), *options] if options else []


def _groups_of(sheet: ProfileSheet) -> tuple[str, str]:
    """Return the codes of the profile's kind, "" in games without kinds, and of its status."""
    return sheet.kind_code, sheet.appraisal.status.code
