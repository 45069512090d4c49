"""The profiles on the page of a list, for its owner and for readers, who can't change the list."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from builder.catalogue.play import list_sheet
from builder.points.document.document import Document
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, ShownLevel, without_notes
from builder.points.sheets.profile import ProfileSheet
from builder.web.profiles.row_choices import RowChoices, choose_rows
from builder.web.shared.design_view import DesignSheet, design_view, receipt_of
from builder.web.shared.long_lists import FIRST_LONG, JumpLetter, contains_words, jump_letters
from builder.web.shared.options import FormOption
from builder.web.shared.presentation import (
    MANY_PRICES,
    FindingCount,
    FindingLink,
    Receipt,
    Remark,
    finding_links,
    make_remarks,
)
from builder.web.shared.traits import Explanation, explanations_in

_MIN_FOR_FIRST_AND_LAST = 4
"""Lists with fewer profiles have no buttons that move a profile to the first or the last place."""


class OpenReceipt(NamedTuple):
    """An open receipt, with the findings and the notes of the profile, which are Markdown."""

    remarks: list[Remark]
    receipt: Receipt
    notes: str


class ProfileRow(NamedTuple):
    """A profile on the page of its list.

    ``url`` is the address of the editor. For readers, it is an empty string.
    ``take_url`` is the address that copies the profile, or an empty string if the reader can't copy it.
    ``query`` is ``RowChoices.query``, which the links of the row repeat.
    ``missing_price_text`` names the prices that the points lack.
    ``problem_remarks`` are the errors and warnings, for readers. Owners see them in the editor.
    ``is_found`` says whether the profile matches the search.
    """

    key: str
    name: str
    url: str
    take_url: str
    query: str
    findings_url: str
    points: str
    price_text: str
    max_text: str
    missing_price_text: str
    sheet: DesignSheet
    finding_counts: tuple[FindingCount, ...]
    open_receipt: OpenReceipt | None
    problem_remarks: tuple[Remark, ...]
    is_collapsed: bool
    is_found: bool
    is_focused: bool
    is_menu_open: bool

    @property
    def receipt_url(self) -> str:
        """The address that opens the receipt, or closes it if it is open."""
        return f"{_page_url(self.query, '' if self.open_receipt else f'sum={self.key}')}#p-{self.key}"

    @property
    def menu_url(self) -> str:
        """The address that opens the menu of moves."""
        # The address has no fragment, because the open menu takes the focus.
        return _page_url(self.query, f"move={self.key}")

    @property
    def problem_counts(self) -> list[FindingCount]:
        """The numbers of errors, warnings and open choices."""
        return [count for count in self.finding_counts if count.level != "note"]

    @property
    def has_marks(self) -> bool:
        """Whether the collapsed row shows findings, further prices or a maximum after its stat line."""
        return bool(self.problem_counts or self.sheet.prices or self.max_text)

    @property
    def has_many_prices(self) -> bool:
        """Whether the stat line has so many prices that they are shown without their unit."""
        return sum(box.points not in ("", NONE) for box in self.sheet.boxes) >= MANY_PRICES


class ProfileRows(NamedTuple):
    """The profiles of a page, and the fields above a long list.

    ``moves`` are the ways to move a profile. For readers, it is empty.
    ``explanations`` explain the traits in the rows.
    ``finding_links`` lead to rows, so findings of profiles that aren't shown aren't counted.
    ``search``, ``group`` and ``sort_order`` are as in ``RowChoices``. In a short list, they have no options.
    ``found_count`` is the number of profiles that match the search.
    ``explains_prices`` says whether the page explains that the prices in stat lines have no unit.
    """

    rows: list[ProfileRow]
    moves: tuple[str, ...]
    explanations: list[Explanation]
    finding_links: list[FindingLink]
    letters: Sequence[JumpLetter]
    search: str
    found_count: int
    group_options: list[FormOption]
    group: str
    order_options: list[FormOption]
    sort_order: str
    explains_prices: bool


class _PageOptions(NamedTuple):
    """The data of the page that all its rows share: the arguments of ``profile_rows``, and more.

    ``links`` are the addresses of the profiles' rows by key.
    """

    links: Mapping[str, str]
    list_url: str
    open_key: str
    menu_key: str
    focus_key: str
    take_url: str
    choices: RowChoices
    is_long: bool


def profile_rows(
    document: Document,
    catalogue: Catalogue,
    appraisal: Appraisal,
    list_url: str,
    open_key: str,
    focus_key: str = "",
    *,
    choices: RowChoices,
    menu_key: str = "",
    take_url: str = "",
) -> ProfileRows:
    """Return the profiles of a page.

    ``list_url`` is the address of the list. On pages for readers, it is an empty string.
    ``open_key``, ``focus_key`` and ``menu_key`` are the keys of the profiles with an open receipt, with the
    focus, and with an open menu of moves.
    ``take_url`` is the beginning of the addresses that copy a profile, or an empty string if readers can't
    copy profiles.
    """
    names = document.profile_names()
    links = {key: f"#p-{key}" for key in names}
    is_long = len(names) >= FIRST_LONG
    sheets = list_sheet(document, catalogue, appraisal).profiles
    chosen = choose_rows(sheets, catalogue, choices if is_long else RowChoices())
    choices = chosen.choices
    options = _PageOptions(links, list_url, open_key, menu_key, focus_key, take_url, choices, is_long)
    rows = [_row(sheet, options) for sheet in chosen.sheets]
    return ProfileRows(
        rows=rows,
        moves=_moves(len(names)) if list_url and choices.is_list_order else (),
        explanations=explanations_in(row.sheet.traits for row in rows),
        finding_links=_finding_links(chosen.sheets),
        letters=jump_letters((f"p-{row.key}", row.name) for row in rows) if is_long else (),
        search=choices.search,
        found_count=sum(row.is_found for row in rows),
        group_options=chosen.group_options if is_long else [],
        group=choices.group,
        order_options=chosen.order_options if is_long else [],
        sort_order=choices.sort_order,
        explains_prices=any(row.has_many_prices for row in rows),
    )


def _moves(profile_count: int) -> tuple[str, ...]:
    """Return the ways to move a profile in a list with this number of profiles."""
    if profile_count < 2:
        return ()
    return ("first", "up", "down", "last") if profile_count >= _MIN_FOR_FIRST_AND_LAST else ("up", "down")


def _row(sheet: ProfileSheet, options: _PageOptions) -> ProfileRow:
    key, name, query = sheet.profile.key, sheet.name, options.choices.query
    search = options.choices.search
    view, is_open = design_view(sheet, options.links), key == options.open_key
    price_and_limit = " · ".join(text for text in (view.price_text, sheet.max_text) if text)
    url = f"{options.list_url}profiles/{key}/" if options.list_url else ""
    return ProfileRow(
        key=key,
        name=name,
        url=url,
        take_url=f"{options.take_url}{key}/take/" if options.take_url else "",
        query=query,
        findings_url=f"{url}#findings" if url else f"{_page_url(query, f'sum={key}')}#p-{key}",
        points=view.points,
        price_text=view.unit_text if options.is_long else price_and_limit,
        max_text=sheet.max_text,
        missing_price_text=view.missing_price_text,
        sheet=view.sheet,
        finding_counts=view.counts,
        open_receipt=_open_receipt(sheet) if is_open else None,
        problem_remarks=()
        if url or is_open
        else tuple(make_remarks(sheet.catalogue, without_notes(sheet.appraisal.findings))),
        is_collapsed=options.is_long,
        is_found=not search or contains_words(search, _search_texts(name, view.sheet)),
        is_focused=key == options.focus_key,
        is_menu_open=key == options.menu_key,
    )


def _page_url(*parameters: str) -> str:
    """Return the address of this page with the parameters, such as "sum=captain", that aren't empty."""
    return f"?{'&'.join(filter(None, parameters))}"


def _search_texts(name: str, sheet: DesignSheet) -> list[str]:
    """Return the texts of a row that are searched: those of the collapsed row, and all its traits."""
    texts = [name, sheet.kind, *(f"{box.label} {box.value}" for box in sheet.boxes if box.value != NONE)]
    for trait in sheet.traits:
        texts += [trait.heading, *(word.text for word in trait.words)]
    return texts


def _open_receipt(sheet: ProfileSheet) -> OpenReceipt:
    findings = make_remarks(sheet.catalogue, sheet.appraisal.findings)
    return OpenReceipt(findings, receipt_of(sheet), sheet.profile.notes)


def _finding_links(sheets: Sequence[ProfileSheet]) -> list[FindingLink]:
    levels: list[ShownLevel] = []
    first_urls: dict[str, str] = {}
    for sheet in sheets:
        for finding in sheet.appraisal.findings:
            levels.append(finding.shown_level)
            first_urls.setdefault(finding.shown_level, f"#p-{sheet.profile.key}")
    return finding_links(levels, first_urls)
