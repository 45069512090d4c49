"""What the page of a company list shows: each profile as the book's stat line, and the findings counted."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.safestring import SafeString

from builder.points.document.document import Document, Profile
from builder.points.pricing.stat_line import NONE, StatCell, further_prices, may_cost, price_values, traits
from builder.points.rules.catalogue import Catalogue, Value
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.results import Appraisal, ProfileAppraisal
from builder.points.rules.wording import no_price_yet, waiting, with_capital
from builder.web.profiles.long_lists import FIRST_LONG, JumpLetter, is_found, jump_letters
from builder.web.shared.html import NO_HTML, fill_each, fill_html, join_html
from builder.web.shared.markdown import render_markdown
from builder.web.shared.presentation import (
    BarSegment,
    FindingCount,
    FindingLink,
    ReceiptGroup,
    Remark,
    ValueSums,
    bar_segments,
    count_findings,
    errors_and_warnings,
    finding_links,
    receipt_groups,
    remarks,
    render_stat_line,
    stat_line,
    total_text,
    value_sums,
)
from builder.web.shared.traits import render_traits

_MOST_WITHOUT_JUMPS = 3


class OpenReceipt(NamedTuple):
    """A profile's sum, opened on the page."""

    remarks: list[Remark]
    parts: list[ReceiptGroup]
    sums: ValueSums
    shares: list[BarSegment]
    notes: SafeString
    key: str


class ProfileRow(NamedTuple):
    """A profile on the page.

    ``top_html`` is its name, points, stat line and traits, ``end_html`` what can be done with it. Both are
    joined in Python and not in the template, because a page may hold hundreds of profiles.
    ``serious_remarks`` are its errors and warnings, for readers who have no editor to see them in.
    ``is_found`` says whether it is among those that were looked for.
    """

    points: str
    top_html: SafeString
    end_html: SafeString
    receipt: OpenReceipt | None
    serious_remarks: list[Remark]
    is_found: bool


class ProfileRows(NamedTuple):
    """The profiles of a page, their findings counted, and in a long list what finds one of them.

    ``find`` is what was looked for, ``found`` how many profiles have it.
    """

    rows: list[ProfileRow]
    counts: list[FindingLink]
    letters: list[JumpLetter]
    find: str
    found: int


class _PageOptions(NamedTuple):
    """What is the same for all rows of a page; see ``profile_rows``."""

    names: Mapping[str, str]
    links: Mapping[str, str]
    base: str
    open_key: str
    focus: str
    take_url: str
    find: str

    @property
    def is_long(self) -> bool:
        return len(self.names) >= FIRST_LONG


def profile_rows(
    document: Document,
    catalogue: Catalogue,
    appraisal: Appraisal,
    base: str,
    open_key: str,
    focus: str = "",
    *,
    take_url: str = "",
    find: str = "",
) -> ProfileRows:
    """The profiles in order, and the counts at the top.

    ``base`` is the list's address, "" where one may only read; ``open_key`` the profile whose sum is
    open, ``focus`` the one whose name takes the focus when the rows come into the page. Readers may
    ``take_url`` a profile at the address that begins so. Of a long list those without the words of ``find``
    are hidden.
    """
    names = document.profile_names()
    links = {key: f"#p-{key}" for key in names}
    options = _PageOptions(names, links, base, open_key, focus, take_url, "")
    options = options._replace(find=find.strip() if options.is_long else "")
    pairs = zip(document.profiles, appraisal.profiles, strict=True)
    rows = [_row(catalogue, profile, found, options) for profile, found in pairs]
    return ProfileRows(
        rows,
        _finding_links(appraisal),
        jump_letters(names.items()) if options.is_long else [],
        options.find,
        sum(row.is_found for row in rows),
    )


def _row(
    catalogue: Catalogue, profile: Profile, appraisal: ProfileAppraisal, options: _PageOptions
) -> ProfileRow:
    key, total, names = profile.key, appraisal.total, options.names
    cells = stat_line(catalogue, profile, appraisal)
    has = traits(catalogue, profile, names, appraisal)
    is_open, base = key == options.open_key, options.base
    counts = count_findings(appraisal.findings)
    line = _sheet_line(catalogue, profile, cells)
    found = is_found(options.find, names[key], (" ".join(pair) for pair in line), has)
    moves = _render_move(key, options) if base and len(names) > 1 else NO_HTML
    price = _render_points if options.is_long else _render_price
    title = _render_title(
        names[key],
        f"{base}profiles/{key}/" if base else "",
        price(catalogue, profile, appraisal),
        focused=key == options.focus,
    )
    prices = price_values(catalogue, appraisal)
    fold = (
        _render_fold(profile, names[key], line, prices, counts, is_open=is_open)
        if options.is_long
        else NO_HTML
    )
    waits = waiting(total)
    return ProfileRow(
        points=total_text(total),
        top_html=fill_html(
            '<article class="profile{}{}" id="p-{}"{}>\n{}{}\n{}{}{}\n',
            " folded" if fold else "",
            " movable" if moves else "",
            key,
            "" if found else " hidden",
            title,
            fold,
            fill_html('<p class="waits soft small">{}</p>', with_capital(waits)) if waits else NO_HTML,
            render_stat_line(cells),
            render_traits(catalogue, has, options.links),
        ),
        end_html=fill_html(
            "{}{}{}\n</article>\n",
            _render_actions(key, counts, options),
            fill_html("</details>") if fold else NO_HTML,
            moves,
        ),
        receipt=_open_receipt(catalogue, profile, appraisal) if is_open else None,
        serious_remarks=[]
        if base or is_open
        else remarks(catalogue, errors_and_warnings(appraisal.findings)),
        is_found=found,
    )


def _render_price(catalogue: Catalogue, profile: Profile, appraisal: ProfileAppraisal) -> SafeString:
    """The points of a profile, where its kind may cost anything, with further prices; and its Max."""
    limit = () if profile.max is None else (f"Max {profile.max}",)
    if not may_cost(catalogue, profile, appraisal):
        return fill_html("{}", " · ".join(limit))
    if appraisal.total.unpriced:
        return fill_html("{}", " · ".join((no_price_yet(catalogue), *limit)))
    after = " · ".join((catalogue.points_unit, *further_prices(catalogue, appraisal), *limit))
    return fill_html("<b>{}</b> {}", total_text(appraisal.total), after)


def _render_points(catalogue: Catalogue, profile: Profile, appraisal: ProfileAppraisal) -> SafeString:
    """The points alone, where there is no room for more."""
    if not may_cost(catalogue, profile, appraisal):
        return NO_HTML
    if appraisal.total.unpriced:
        return fill_html("<span>{}</span>", no_price_yet(catalogue))
    return fill_html("<b>{}</b><span> {}</span>", total_text(appraisal.total), catalogue.points_unit)


def _sheet_line(catalogue: Catalogue, profile: Profile, cells: Iterable[StatCell]) -> list[tuple[str, str]]:
    """The stat line as running text, without what is blank; the kind comes first, where there are kinds."""
    kind = catalogue.kind(profile.design.values.get(KIND))
    first = [(kind.name, "")] if kind else []
    return [*first, *((cell.label, cell.value) for cell in cells if cell.value != NONE)]


def _render_fold(
    profile: Profile,
    name: str,
    line: Iterable[tuple[str, str]],
    prices: Iterable[tuple[Value, str]],
    counts: Iterable[FindingCount],
    *,
    is_open: bool,
) -> SafeString:
    """The beginning of what opens, and the line to be seen before: the sheet, what is wrong, further prices,
    its Max.
    """
    found = (
        fill_html('<b data-level="{}">{}</b>', count.level, count.words)
        for count in counts
        if count.level != "note"
    )
    besides = [f"{value.name} {text}" for value, text in prices]
    limit = [] if profile.max is None else [f"Max {profile.max}"]
    marks = join_html((*found, *besides, *limit), " · ")
    return fill_html(
        '<details class="fold" id="d-{}"{}><summary><span class="vh">{}: </span>'
        '<span class="stats">{}</span>{}</summary>',
        profile.key,
        " open" if is_open else "",
        name,
        fill_each("<span><i>{}</i> {}</span>", line, " "),
        fill_html(' <span class="marks">{}</span>', marks) if marks else NO_HTML,
    )


def _render_title(name: str, url: str, price: SafeString, *, focused: bool) -> SafeString:
    focus = " autofocus" if focused else ""
    shown = fill_html('<a href="{}"{}>{}</a>', url, focus, name) if url else name
    return fill_html(
        '<div class="profile-head"><h3>{}</h3><p class="pv">{}</p></div>',
        shown, price,
    )  # fmt: skip


def _render_actions(key: str, counts: Iterable[FindingCount], options: _PageOptions) -> SafeString:
    """Findings counted, the way to the sum, and for the owner the editor and the buttons of the row.

    Each says whose it is to those who do not see beside which profile it stands.
    """
    base, is_open = options.base, key == options.open_key
    whose = fill_html('<span class="vh"> {}</span>', options.names[key])
    findings = f"{base}profiles/{key}/#findings" if base else f"?sum={key}#p-{key}"
    at = f"{base}profiles/{key}"
    links = [(f"{at}/", "Edit")] if base else []
    links.append((f"?#p-{key}", "Close the receipt") if is_open else (f"?sum={key}#p-{key}", "Receipt"))
    if options.take_url:
        links.append((f"{options.take_url}{key}/take/", "Take this profile"))
    levels = ((count.level, findings, count.words) for count in counts)
    return fill_html(
        '<div class="acts">{}{}{}</div>',
        fill_each('<a data-level="{}" href="{}">{}</a>', levels),
        fill_each('<a href="{}">{}{}</a>', ((url, label, whose) for url, label in links)),
        fill_html(
            '<button formaction="{0}/duplicate/">Duplicate{1}</button>'
            '<button formaction="{0}/remove/">Remove{1}</button>',
            at,
            whose,
        )
        if base
        else NO_HTML,
    )


def _render_move(key: str, options: _PageOptions) -> SafeString:
    """The handle that a profile is dragged by, which opens the menu of its moves.

    One place up or down, and where that would be many presses, to an end.
    """
    several = len(options.names) > _MOST_WITHOUT_JUMPS
    moves = ("first", "up", "down", "last") if several else ("up", "down")
    at = f"{options.base}profiles/{key}/move/"
    return fill_html(
        '<details class="move"><summary id="g-{0}"><span class="grip"></span>Move'
        '<span class="vh"> {1}</span></summary>'
        '<div class="menu" role="group" aria-labelledby="g-{0}">{2}</div></details>',
        key,
        options.names[key],
        fill_each(
            '<button name="to" value="{0}" formaction="{1}">Move {0}</button>', ((to, at) for to in moves)
        ),
    )


def _open_receipt(catalogue: Catalogue, profile: Profile, appraisal: ProfileAppraisal) -> OpenReceipt:
    parts = receipt_groups(catalogue, appraisal)
    return OpenReceipt(
        remarks(catalogue, appraisal.findings),
        parts,
        value_sums(catalogue, appraisal),
        bar_segments(parts),
        render_markdown(profile.notes),
        profile.key,
    )


def _finding_links(appraisal: Appraisal) -> list[FindingLink]:
    first: dict[str, str] = {}
    for profile in appraisal.profiles:
        for finding in profile.findings:
            first.setdefault(finding.shown, f"#p-{profile.key}")
    return finding_links((finding for profile in appraisal.profiles for finding in profile.findings), first)
