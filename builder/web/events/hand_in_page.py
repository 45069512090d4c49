"""The data for the pages of hand-ins: frozen copies of rosters that members have handed in for an event."""

from collections.abc import Sequence

from builder.catalogue.play import list_sheet
from builder.catalogue.store import catalogue_of
from builder.documents import LoadedList
from builder.frozen import UnpackedRoster
from builder.models import Event, HandIn, Roster
from builder.points.document.cut import extract_roster
from builder.points.rules.names import list_name, roster_name
from builder.points.rules.results import event_status
from builder.web.rosters.force import force_context, named_remarks
from builder.web.shared.options import FormOption, FormOptionGroup


def default_roster(rosters: Sequence[Roster], event: Event, own_hand_in: HandIn | None) -> Roster | None:
    """Return the roster that is previewed at first, or None if there are no rosters.

    It is the roster that the user has handed in, or the first roster with the event's game size, or the first
    roster.
    """
    if own_hand_in is not None:
        for roster in rosters:
            if roster.pk == own_hand_in.roster_id:
                return roster
    fitting = [roster for roster in rosters if roster.limit == event.limit]
    return next(iter([*fitting, *rosters]), None)


def roster_option_groups(rosters: Sequence[Roster], event: Event) -> list[FormOptionGroup]:
    """Return the rosters as options, grouped by list. They say if they don't have the event's game size."""
    groups: dict[int, FormOptionGroup] = {}
    word = catalogue_of(event.edition).words.roster
    for roster in rosters:
        heading = list_name(roster.company_list.name)
        group = groups.setdefault(roster.company_list_id, FormOptionGroup(heading, []))
        mark = "" if event.limit in (None, roster.limit) else f"; the event has {event.limit}"
        size = "no limit" if roster.limit is None and mark else roster.limit
        name = roster_name(roster.name, word)
        label = name if size is None else f"{name} ({size}{mark})"
        group.options.append(FormOption(roster.public_id, label))
    return list(groups.values())


def preview_context(loaded: LoadedList, roster_index: int, event: Event) -> dict[str, object]:
    """Return the context for the preview of a roster, without the rest of its list."""
    document = extract_roster(loaded.document, roster_index, loaded.catalogue)
    (sheet,) = list_sheet(document, loaded.catalogue).rosters
    return {
        "list": loaded.row,
        "sheet": sheet,
        "status": event_status(sheet.status, sheet.limit, event.limit, sheet.appraisal.points),
        "remarks": named_remarks(sheet),
        "rows": sheet.rows,
    }


def hand_in_context(hand_in: UnpackedRoster[HandIn], *, with_receipts: bool) -> dict[str, object]:
    """Return the context of a hand-in's page.

    With ``with_receipts``, the page shows what each price consists of. In the context, ``now`` is the roster
    with the points and findings of the current rules.
    """
    (frozen,), (recomputed,) = hand_in.sheet().rosters, hand_in.recomputed_sheet().rosters
    return {
        **force_context(frozen, with_receipts=with_receipts),
        "agrees": hand_in.is_outcome_unchanged,
        "now": recomputed,
    }
