"""What the page of a company list shows: each profile as the book's stat line, and the findings counted."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.safestring import SafeString

from builder.points.catalogue import Catalogue
from builder.points.document import Document, Profile
from builder.points.results import Appraisal, ProfileAppraisal
from builder.points.stat_line import further_prices, may_cost, traits
from builder.points.wording import waiting, with_capital
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


class ProfileRow(NamedTuple):
    """A profile on the page.

    ``head_html`` is its name, points, stat line and traits, ``actions_html`` what can be done with it. Both
    are joined in Python and not in the template, because a page may hold hundreds of profiles.
    ``serious_remarks`` are its errors and warnings, for readers who have no editor to see them in.
    """

    key: str
    points: str
    head_html: SafeString
    actions_html: SafeString
    receipt: OpenReceipt | None
    serious_remarks: list[Remark]


def profile_rows(
    document: Document,
    catalogue: Catalogue,
    appraisal: Appraisal,
    base: str,
    open_key: str,
    focus: str = "",
    *,
    take_url: str = "",
) -> tuple[list[ProfileRow], list[FindingLink]]:
    """The profiles in order, and the counts at the top.

    ``base`` is the list's address, "" where one may only read; ``open_key`` the profile whose sum is
    open, ``focus`` the one whose name takes the focus when the rows come into the page. Readers may
    ``take_url`` a profile at the address that begins so.
    """
    names = document.profile_names()
    pairs = zip(document.profiles, appraisal.profiles, strict=True)
    rows = [
        _row(catalogue, profile, found, names, base, open_key, focus, take_url) for profile, found in pairs
    ]
    return rows, _finding_links(appraisal)


def _row(
    catalogue: Catalogue,
    profile: Profile,
    appraisal: ProfileAppraisal,
    names: Mapping[str, str],
    base: str,
    open_key: str,
    focus: str,
    take_url: str,
) -> ProfileRow:
    key, total = profile.key, appraisal.total
    points = total_text(total)
    url = f"{base}profiles/{key}/" if base else ""
    price = _render_price(catalogue, profile, appraisal)
    head = join_html(
        (
            _render_title(names[key], url, price, focused=key == focus),
            fill_html('<p class="waits soft small">{}</p>', with_capital(waiting(total)))
            if total.waits_for
            else NO_HTML,
            render_stat_line(stat_line(catalogue, profile, appraisal)),
            render_traits(
                traits(catalogue, profile, names, appraisal), {other: f"#p-{other}" for other in names}
            ),
        )
    )
    several, counts = len(names) > _MOST_WITHOUT_JUMPS, count_findings(appraisal.findings)
    acts = _render_actions(
        base, key, names[key], counts, is_open=key == open_key, several=several, take_url=take_url
    )
    if key == open_key:
        return ProfileRow(key, points, head, acts, _open_receipt(catalogue, profile, appraisal), [])
    shown = [] if base else remarks(catalogue, errors_and_warnings(appraisal.findings))
    return ProfileRow(key, points, head, acts, None, shown)


def _render_price(catalogue: Catalogue, profile: Profile, appraisal: ProfileAppraisal) -> SafeString:
    """The points of a profile, where its kind may cost anything, with further prices; and its Max."""
    limit = () if profile.max is None else (f"Max {profile.max}",)
    if not may_cost(catalogue, profile, appraisal):
        return fill_html("{}", " · ".join(limit))
    after = " · ".join((catalogue.points_unit, *further_prices(catalogue, appraisal), *limit))
    return fill_html("<b>{}</b> {}", total_text(appraisal.total), after)


def _render_title(name: str, url: str, price: SafeString, *, focused: bool) -> SafeString:
    focus = " autofocus" if focused else ""
    shown = fill_html('<a href="{}"{}>{}</a>', url, focus, name) if url else name
    return fill_html(
        '<div class="profile-head"><h3>{}</h3><p class="pv">{}</p></div>',
        shown, price,
    )  # fmt: skip


def _render_actions(
    base: str,
    key: str,
    name: str,
    counts: Iterable[FindingCount],
    *,
    is_open: bool,
    several: bool,
    take_url: str,
) -> SafeString:
    """Findings counted, the way to the sum, and for the owner the editor and the buttons of the row.

    Each says whose it is to those who do not see beside which profile it stands.
    """
    whose = fill_html('<span class="vh"> {}</span>', name)
    findings = f"{base}profiles/{key}/#findings" if base else f"?sum={key}#p-{key}"
    at = f"{base}profiles/{key}"
    links = [(f"{at}/", "Edit")] if base else []
    links.append((f"?#p-{key}", "Close the sum") if is_open else (f"?sum={key}#p-{key}", "The sum"))
    if take_url:
        links.append((f"{take_url}{key}/take/", "Take this profile"))
    levels = ((count.level, findings, count.words) for count in counts)
    return fill_html(
        '<div class="acts">{}{}{}</div>',
        fill_each('<a data-level="{}" href="{}">{}</a>', levels),
        fill_each('<a href="{}">{}{}</a>', ((url, label, whose) for url, label in links)),
        _render_buttons(at, key, whose, several=several) if base else NO_HTML,
    )


def _render_buttons(at: str, key: str, whose: SafeString, *, several: bool) -> SafeString:
    """Duplicate, remove, and move: one place up or down, and where that would be many presses, to an end."""
    return fill_html(
        '<button formaction="{0}/duplicate/">Duplicate{2}</button>{3}'
        '<button id="up-{1}" name="to" value="up" formaction="{0}/move/">Move up{2}</button>'
        '<button id="down-{1}" name="to" value="down" formaction="{0}/move/">Move down{2}</button>{4}'
        '<button formaction="{0}/remove/">Remove{2}</button>',
        at,
        key,
        whose,
        _render_jump(at, key, whose, "first") if several else NO_HTML,
        _render_jump(at, key, whose, "last") if several else NO_HTML,
    )


def _render_jump(at: str, key: str, whose: SafeString, to: str) -> SafeString:
    return fill_html(
        '<button id="{0}-{1}" name="to" value="{0}" formaction="{2}/move/">Move {0}{3}</button>',
        to, key, at, whose,
    )  # fmt: skip


def _open_receipt(catalogue: Catalogue, profile: Profile, appraisal: ProfileAppraisal) -> OpenReceipt:
    parts = receipt_groups(catalogue, appraisal)
    return OpenReceipt(
        remarks(catalogue, appraisal.findings),
        parts,
        value_sums(catalogue, appraisal),
        bar_segments(parts),
        render_markdown(profile.notes),
    )


def _finding_links(appraisal: Appraisal) -> list[FindingLink]:
    first: dict[str, str] = {}
    for profile in appraisal.profiles:
        for finding in profile.findings:
            first.setdefault(finding.level, f"#p-{profile.key}")
    return finding_links((finding for profile in appraisal.profiles for finding in profile.findings), first)
