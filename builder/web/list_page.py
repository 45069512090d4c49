"""What the page of a company list shows: each profile as the book's stat line, and the findings counted."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from builder.points.book import open_book
from builder.points.catalogue import Catalogue
from builder.points.document import Document, Profile
from builder.points.results import Appraisal, ProfileAppraisal
from builder.points.sheet import Trait, traits
from builder.web.markdown import render_markdown
from builder.web.presenting import (
    Count,
    Jump,
    Part,
    Remark,
    Share,
    count_findings,
    grave,
    jumps,
    points_text,
    profile_name,
    receipt,
    reference_url,
    remarks,
    shares,
    stat_line,
    stat_line_html,
)

_FEW = 3


class Opened(NamedTuple):
    """A profile's sum, opened on the page."""

    remarks: list[Remark]
    parts: list[Part]
    shares: list[Share]
    notes: SafeString


class ProfileRow(NamedTuple):
    """A profile on the page.

    ``head`` is its name, points, stat line and traits, ``acts`` what can be done with it. Both are joined
    in Python and not in the template, because a page may hold hundreds of profiles. ``grave`` are its errors
    and warnings, for readers who have no editor to see them in.
    """

    key: str
    points: str
    head: SafeString
    acts: SafeString
    opened: Opened | None
    grave: list[Remark]


class Abbreviation(NamedTuple):
    """A heading of the stat line with its meaning."""

    label: str
    name: str
    summary: str
    url: str


def profile_rows(
    document: Document,
    catalogue: Catalogue,
    appraisal: Appraisal,
    base: str,
    opened: str,
    focus: str = "",
    *,
    take: str = "",
) -> tuple[list[ProfileRow], list[Jump]]:
    """The profiles in order, and the counts at the top.

    ``base`` is the list's address, "" where one may only read; ``opened`` the profile whose sum is open,
    ``focus`` the one whose name takes the focus when the rows come into the page. Readers may ``take`` a
    profile at the address that begins so.
    """
    names = {profile.key: profile_name(profile.name) for profile in document.profiles}
    pairs = zip(document.profiles, appraisal.profiles, strict=True)
    rows = [_row(catalogue, profile, found, names, base, opened, focus, take) for profile, found in pairs]
    return rows, _jumps(appraisal)


def _row(
    catalogue: Catalogue,
    profile: Profile,
    found: ProfileAppraisal,
    names: Mapping[str, str],
    base: str,
    opened: str,
    focus: str,
    take: str,
) -> ProfileRow:
    key, points = profile.key, points_text(found.points)
    url = f"{base}profiles/{key}/" if base else ""
    head = (
        _title(names[key], url, points, catalogue.points_unit, profile.max, focused=key == focus)
        + stat_line_html(stat_line(catalogue, profile, found))
        + traits_html(traits(catalogue, profile, names))
    )
    several, counts = len(names) > _FEW, count_findings(found.findings)
    acts = _acts(base, key, names[key], counts, is_open=key == opened, several=several, take=take)
    if key == opened:
        return ProfileRow(key, points, head, acts, _open(catalogue, profile, found), [])
    shown = [] if base else remarks(catalogue, grave(found.findings))
    return ProfileRow(key, points, head, acts, None, shown)


def _title(name: str, url: str, points: str, unit: str, most: int | None, *, focused: bool) -> SafeString:
    focus = " autofocus" if focused else ""
    shown = f'<a href="{url}"{focus}>{escape(name)}</a>' if url else escape(name)
    limit = "" if most is None else f" · Max {most}"
    return mark_safe(  # noqa: S308 - the name is escaped, the address is made of slugs
        f'<div class="profile-head"><h3>{shown}</h3>'
        f'<p class="pv"><b>{points}</b> {escape(unit)}{limit}</p></div>'
    )


def _acts(
    base: str, key: str, name: str, counts: Iterable[Count], *, is_open: bool, several: bool, take: str
) -> SafeString:
    """Findings counted, the way to the sum, and for the owner the editor and the buttons of the row.

    Each says whose it is to those who do not see beside which profile it stands.
    """
    whose = f'<span class="vh"> {escape(name)}</span>'
    findings = f"{base}profiles/{key}/#findings" if base else f"?sum={key}#p-{key}"
    parts = ['<div class="acts">']
    parts += [f'<a data-level="{count.level}" href="{findings}">{count.words}</a>' for count in counts]
    if base:
        parts.append(f'<a href="{base}profiles/{key}/">Edit{whose}</a>')
    parts.append(
        f'<a href="?#p-{key}">Close the sum{whose}</a>'
        if is_open
        else f'<a href="?sum={key}#p-{key}">The sum{whose}</a>'
    )
    if take:
        parts.append(f'<a href="{take}{key}/take/">Take this profile{whose}</a>')
    if base:
        at = f"{base}profiles/{key}"
        parts.append(
            f'<button formaction="{at}/duplicate/">Duplicate{whose}</button>'
            f"{_moves(at, key, whose, several=several)}"
            f'<button formaction="{at}/remove/">Remove{whose}</button>'
        )
    parts.append("</div>")
    return mark_safe("".join(parts))  # noqa: S308 - keys are slugs, everything else is ours


def _moves(at: str, key: str, whose: str, *, several: bool) -> str:
    """One place up or down, and where that would be many presses, to an end."""
    words = {"first": "Move first", "up": "Move up", "down": "Move down", "last": "Move last"}
    offered = words if several else ("up", "down")
    return "".join(
        f'<button id="{to}-{key}" name="to" value="{to}" formaction="{at}/move/">{words[to]}{whose}</button>'
        for to in offered
    )


def _open(catalogue: Catalogue, profile: Profile, found: ProfileAppraisal) -> Opened:
    parts = receipt(catalogue, found)
    return Opened(remarks(catalogue, found.findings), parts, shares(parts), render_markdown(profile.notes))


def traits_html(found: list[Trait]) -> SafeString:
    """Weapon names, properties and spells in one paragraph; nothing where there are none."""
    if not found:
        return SafeString("")
    texts = (f"<b>{escape(trait.heading)}</b> {escape(', '.join(trait.items))}" for trait in found)
    return mark_safe(f'<p class="traits">{". ".join(texts)}</p>')  # noqa: S308 - escaped on the line above


def _jumps(appraisal: Appraisal) -> list[Jump]:
    first: dict[str, str] = {}
    for profile in appraisal.profiles:
        for finding in profile.findings:
            first.setdefault(finding.level, f"#p-{profile.key}")
    return jumps((finding for profile in appraisal.profiles for finding in profile.findings), first)


def abbreviations(catalogue: Catalogue) -> list[Abbreviation]:
    """The headings of the stat line in order, each with the name and line of what it first shows."""
    parts = open_book(catalogue).parts
    url = reference_url(catalogue.system, catalogue.edition)
    found = [(column.label, parts[column.of[0]]) for column in catalogue.sheet]
    return [
        Abbreviation(label, part.name, part.summary, f"{url}#attribute-{part.code}") for label, part in found
    ]
