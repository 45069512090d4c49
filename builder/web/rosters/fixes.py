"""Fixes as the page of a roster offers them: of one finding, of all of them together, of one profile."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from builder.points.advice.roster_plan import RosterPlan
from builder.points.legality.roster_changes import FACTS
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Fix, PatchOperation
from builder.points.rules.wording import join_and
from builder.web.rosters.draft import RosterDraft
from builder.web.shared.presentation import FixButton, points_text, profile_patch_argument

_ENTRY = re.compile(r"/entries/(\d+)(?:/count)?\Z", re.ASCII)
_ROSTER_PATH = re.compile(r"/rosters/\d+(?=/)", re.ASCII)


class OfferedPlan(NamedTuple):
    """The plan of a roster: what it changes in words, what the roster comes to then, and its button.

    ``loses_leader`` says that who led goes, and nobody leads what is left. ``warnings`` are new ones.
    """

    changes: str
    total: str
    button: FixButton
    loses_leader: bool = False
    warnings: tuple[str, ...] = ()


class OfferedProfileFix(NamedTuple):
    """The fix of a profile that a roster fields: its problem, its button, and the other rosters it is in."""

    name: str
    url: str
    problem: str
    button: FixButton
    others: str


def roster_button(
    fix: Fix, draft: RosterDraft, numbers: Sequence[int | None], catalogue: Catalogue
) -> FixButton:
    """The button of a fix; ``numbers`` are the rows of the roster's entries in the form."""
    patch = [op._replace(path=_ROSTER_PATH.sub("", op.path)) for op in fix.patch]
    return _change_button(fix.label, patch, draft, numbers, catalogue)


def offered_plan(
    plan: RosterPlan,
    draft: RosterDraft,
    numbers: Sequence[int | None],
    names: Mapping[str, str],
    catalogue: Catalogue,
) -> OfferedPlan:
    """What a plan does; ``names`` are those of the list's profiles by key."""
    changes = [
        f"{verb} {join_and(f'{count} × {names.get(key, key)}' for key, count in counts.items())}"
        for verb, counts in (("remove", plan.removed), ("add", plan.added))
        if counts
    ]
    changes += [f"play {plan.limit}"] if any(op.path == "/limit" for op in plan.patch) else []
    words = join_and(changes) if changes else "say of which kind each row is"
    limit = "" if plan.limit is None else f" of {plan.limit}"
    models = catalogue.words.count(plan.models)
    changes_text = words[:1].upper() + words[1:]
    return OfferedPlan(
        changes=changes_text,
        total=f"{points_text(plan.points)}{limit} {catalogue.points_unit}, {models}",
        button=_change_button("Make these changes", plan.patch, draft, numbers, catalogue),
        warnings=plan.warnings,
    )


def profile_button(key: str, fix: Fix) -> FixButton:
    """The button of a profile's fix, on the page of a roster that fields it."""
    return FixButton(fix.label, f"profile:{key}:{profile_patch_argument(fix)}")


def _field_values(
    patch: Iterable[PatchOperation],
    draft: RosterDraft,
    numbers: Sequence[int | None],
) -> Iterator[tuple[str, int]]:
    """What a patch of a roster puts into the fields: the number of a row, or "limit", and its value."""
    for operation in patch:
        entry = _ENTRY.match(operation.path)
        value = operation.value if isinstance(operation.value, int) else 0
        if operation.path == "/limit":
            yield "limit", value
        elif entry and (number := numbers[int(entry[1])]) is not None:
            yield str(number), value
        elif isinstance(operation.value, Mapping):
            row = next(row for row in draft.rows if row.profile == operation.value["profile"])
            yield str(row.number), int(operation.value["count"])


def _change_button(
    label: str,
    patch: Sequence[PatchOperation],
    draft: RosterDraft,
    numbers: Sequence[int | None],
    catalogue: Catalogue,
) -> FixButton:
    if all(operation.path.startswith(FACTS) for operation in patch):
        facts = {operation.path.removeprefix(FACTS): operation.value for operation in patch}
        return FixButton(label, f"mend:{json.dumps(facts)}")
    if catalogue.unit_kinds:
        return FixButton(label, f"patch:{json.dumps([op.to_json() for op in patch])}")
    values = dict(_field_values(patch, draft, numbers))
    argument = ",".join(f"{place}={value}" for place, value in values.items())
    fields = " ".join(f"f-{place}={value}" for place, value in values.items())
    return FixButton(label, f"change:{argument}", fields)
