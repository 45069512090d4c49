"""The roster in a text: its profiles as often as they are counted, and its totals."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from builder.points.document.document import Member, Roster, RosterEntry
from builder.points.shorthand.line import OwnRoster, ParsedTerm
from builder.points.shorthand.profile_builder import ProfileBuilder
from builder.points.shorthand.results import ParsedPiece

TotalPlace = tuple[int, ParsedTerm]
"""The number of profiles above a total, and the total's term."""


def totals_of_all(totals: Sequence[TotalPlace], drafts: Sequence[ProfileBuilder]) -> list[ParsedTerm]:
    """Return the totals of all profiles; add the other totals to the profiles above them."""
    own, whole = set[int](), list[ParsedTerm]()
    below = sum(number > 0 for number, _ in totals)
    for number, term in totals:
        is_below_all = number == len(drafts) and (below == 1 or below > len(drafts))
        if number > 0 and number not in own and not is_below_all:
            own.add(number)
            drafts[number - 1].claims.append(int(term.value or 0))
            drafts[number - 1].reads.append(ParsedPiece(term.start, term.end, "stated as the total"))
        else:
            whole.append(term)
    return whole


def roster_of(drafts: Sequence[ProfileBuilder], keys_of: Sequence[Sequence[str]], own: OwnRoster) -> Roster:
    """Return the roster with the rows and counts of the text.

    ``keys_of`` are the keys of the profiles that each draft became.
    """
    entries, units = list[RosterEntry](), dict[int, list[tuple[Member, bool]]]()
    starts = [line for line, *_ in own.units]
    for draft, keys in zip(drafts, keys_of, strict=True):
        if own.summoned_heading_line and draft.number > own.summoned_heading_line:
            continue
        count = (draft.count or 1) if len(keys) == 1 else 1
        if unit := bisect_right(starts, draft.number):
            is_attached = draft.number in own.attached
            units.setdefault(unit, []).extend((Member(profile=key, count=count), is_attached) for key in keys)
        else:
            entries += [RosterEntry(profile=key, count=count) for key in keys]
    names = {keys[0]: draft.title for draft, keys in zip(drafts, keys_of, strict=True)}
    for unit, members in units.items():
        _, name, last, facts = own.units[unit - 1]
        row = _unit(members, "" if name == names.get(members[0][0].profile) else name, last)
        entries.append(replace(row, fields=facts))
    return Roster(name=own.name, limit=own.limit, entries=tuple(entries))


def _unit(members: Sequence[tuple[Member, bool]], name: str, last: int) -> RosterEntry:
    """Return a unit of members, each with whether it is attached; the ``last`` members are attached too."""
    (main, _), *others = members
    flags = [is_attached or at >= len(others) - last for at, (_, is_attached) in enumerate(others)]
    pairs = [(member, flag) for (member, _), flag in zip(others, flags, strict=True)]
    return RosterEntry(
        profile=main.profile,
        count=main.count,
        name=name,
        others=tuple(member for member, is_attached in pairs if not is_attached),
        attached=tuple(member for member, is_attached in pairs if is_attached),
    )
