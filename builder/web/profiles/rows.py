"""The profiles on the page of a company list: stat lines, and counts of findings."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from builder.catalogue.play import list_sheet
from builder.points.document.document import Document
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, ShownLevel, without_notes
from builder.points.sheets.profile import ProfileSheet
from builder.web.profiles.row_choices import RowChoices, choose_rows
from builder.web.shared.design_view import DesignSheet, design_view, receipt_of
from builder.web.shared.long_lists import FIRST_LONG, JumpLetter, is_found, jump_letters
from builder.web.shared.markdown import render_markdown
from builder.web.shared.options import FormOption
from builder.web.shared.presentation import (
    MANY_PRICES,
    FindingCount,
    FindingLink,
    Receipt,
    Remark,
    finding_links,
    remarks,
)
from builder.web.shared.traits import Explanation, explanations_in

_MAX_WITHOUT_JUMPS = 3  # profiles; in a longer list, profiles can also be moved first or last


class OpenReceipt(NamedTuple):
    """The opened receipt of a profile, with its findings and notes."""

    remarks: list[Remark]
    receipt: Receipt
    notes: SafeString


class ProfileRow(NamedTuple):
    """A profile on the page.

    ``url`` is the address of its editor, "" for readers; ``take_url`` the address to copy it, "" if it can't
    be copied. ``query`` has the reader's choices (``RowChoices.query``), which links to this page repeat.
    ``serious_remarks`` are its errors and warnings, for readers, who have no editor. ``is_found`` says
    whether it matches the reader's search. ``shows_menu`` says whether the menu of its moves is open.
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
    waits: str
    sheet: DesignSheet
    counts: tuple[FindingCount, ...]
    receipt: OpenReceipt | None
    serious_remarks: tuple[Remark, ...]
    is_collapsed: bool
    is_found: bool
    is_focused: bool
    shows_menu: bool

    @property
    def receipt_url(self) -> str:
        """The address that opens the receipt, or closes it if it is open."""
        return f"{_page_url(self.query, '' if self.receipt else f'sum={self.key}')}#p-{self.key}"

    @property
    def menu_url(self) -> str:
        """The address that opens the menu of moves."""
        return _page_url(self.query, f"move={self.key}")  # without a place: the menu takes the focus

    @property
    def serious_counts(self) -> list[FindingCount]:
        """The errors, warnings and open choices, counted."""
        return [count for count in self.counts if count.level != "note"]

    @property
    def has_marks(self) -> bool:
        """Whether a collapsed row shows more than its stat line."""
        return bool(self.serious_counts or self.sheet.prices or self.max_text)

    @property
    def has_many_prices(self) -> bool:
        """Whether its stat line has prices without their unit."""
        return sum(box.points not in ("", NONE) for box in self.sheet.boxes) >= MANY_PRICES


class ProfileRows(NamedTuple):
    """The profiles of a page, the counts of their findings, and the fields above a long list.

    ``counts`` link to rows, so they leave out findings of profiles that the reader filtered out.
    ``moves`` are the ways to move a profile, none for readers. ``explanations`` explain the words of the
    rows. ``find`` is the reader's search, ``found_count`` the number of profiles that match it. ``shows`` are
    the options of the filter by kind or status, ``orders`` the orders; both are empty in a short list.
    ``explains_prices`` says whether the page explains the prices without units in stat lines.
    """

    rows: list[ProfileRow]
    moves: tuple[str, ...]
    explanations: list[Explanation]
    counts: list[FindingLink]
    letters: Sequence[JumpLetter]
    find: str
    found_count: int
    shows: list[FormOption]
    show: str
    orders: list[FormOption]
    order: str
    explains_prices: bool


class _PageOptions(NamedTuple):
    """The options of ``profile_rows`` for all rows; ``links`` are the rows' addresses by profile key."""

    links: Mapping[str, str]
    base: str
    open_key: str
    menu_key: str
    focus_key: str
    take_url: str
    find: str
    query: str
    is_long: bool


def profile_rows(
    document: Document,
    catalogue: Catalogue,
    appraisal: Appraisal,
    base: str,
    open_key: str,
    focus_key: str = "",
    *,
    choices: RowChoices,
    menu_key: str = "",
    take_url: str = "",
) -> ProfileRows:
    """Return the profiles in order, and the counts of their findings.

    ``base`` is the address of the list, "" for readers. ``open_key``, ``menu_key`` and ``focus_key`` are the
    keys of the profiles with an open receipt, with an open menu of moves, and with the focus. ``take_url`` is
    the address below which readers copy a profile, "" if they can't.
    """
    names = document.profile_names()
    links = {key: f"#p-{key}" for key in names}
    is_long = len(names) >= FIRST_LONG
    sheets = list_sheet(document, catalogue, appraisal).profiles
    chosen = choose_rows(sheets, catalogue, choices if is_long else RowChoices())
    choices = chosen.choices
    options = _PageOptions(
        links, base, open_key, menu_key, focus_key, take_url, choices.find, choices.query, is_long
    )
    rows = [_row(sheet, options) for sheet in chosen.sheets]
    return ProfileRows(
        rows=rows,
        moves=_moves(len(names)) if base and choices.is_own_order else (),
        explanations=explanations_in(row.sheet.traits for row in rows),
        counts=_finding_links(chosen.sheets),
        letters=jump_letters((f"p-{row.key}", row.name) for row in rows) if is_long else (),
        find=choices.find,
        found_count=sum(row.is_found for row in rows),
        shows=chosen.shows if is_long else [],
        show=choices.show,
        orders=chosen.orders if is_long else [],
        order=choices.order,
        explains_prices=any(row.has_many_prices for row in rows),
    )


def _moves(profiles: int) -> tuple[str, ...]:
    """Return the moves: one place up or down, and to an end if that is far."""
    if profiles < 2:
        return ()
    return ("first", "up", "down", "last") if profiles > _MAX_WITHOUT_JUMPS else ("up", "down")


def _row(sheet: ProfileSheet, options: _PageOptions) -> ProfileRow:
    key, name, base = sheet.profile.key, sheet.name, options.base
    find, query = options.find, options.query
    view, is_open = design_view(sheet, options.links), key == options.open_key
    short_price = " · ".join(text for text in (view.price_text, sheet.limit) if text)
    url = f"{base}profiles/{key}/" if base else ""
    return ProfileRow(
        key=key,
        name=name,
        url=url,
        take_url=f"{options.take_url}{key}/take/" if options.take_url else "",
        query=query,
        findings_url=f"{url}#findings" if url else f"{_page_url(query, f'sum={key}')}#p-{key}",
        points=view.points,
        price_text=view.unit_text if options.is_long else short_price,
        max_text=sheet.limit,
        waits=view.waits,
        sheet=view.sheet,
        counts=view.counts,
        receipt=_open_receipt(sheet) if is_open else None,
        serious_remarks=()
        if base or is_open
        else tuple(remarks(sheet.catalogue, without_notes(sheet.appraisal.findings))),
        is_collapsed=options.is_long,
        is_found=not find or is_found(find, _search_texts(name, view.sheet)),
        is_focused=key == options.focus_key,
        shows_menu=key == options.menu_key,
    )


def _page_url(*parameters: str) -> str:
    """Return the address of this page with these parameters, such as "sum=captain"; "" for none."""
    return f"?{'&'.join(filter(None, parameters))}"


def _search_texts(name: str, sheet: DesignSheet) -> list[str]:
    """Return the searchable texts of a row: the texts of the collapsed row, and the words of its profile."""
    texts = [name, sheet.kind, *(f"{box.label} {box.value}" for box in sheet.boxes if box.value != NONE)]
    for trait in sheet.traits:
        texts += [trait.heading, *(word.text for word in trait.words)]
    return texts


def _open_receipt(sheet: ProfileSheet) -> OpenReceipt:
    findings = remarks(sheet.catalogue, sheet.appraisal.findings)
    return OpenReceipt(findings, receipt_of(sheet), render_markdown(sheet.profile.notes))


def _finding_links(sheets: Sequence[ProfileSheet]) -> list[FindingLink]:
    levels: list[ShownLevel] = []
    first: dict[str, str] = {}
    for sheet in sheets:
        for finding in sheet.appraisal.findings:
            levels.append(finding.shown_level)
            first.setdefault(finding.shown_level, f"#p-{sheet.profile.key}")
    return finding_links(levels, first)
