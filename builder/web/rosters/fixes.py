"""The fixes on the page of a roster.

A fix may be for a finding of the roster or for an error of a profile. A plan is a set of changes after which
the roster is legal and within its limit.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from builder.points.advice.roster_plan import RosterPlan
from builder.points.document.document import Roster
from builder.points.legality.roster_changes import FACTS
from builder.points.pricing.texts import points_text
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import AND_MORE, Fix, PatchOperation
from builder.points.rules.wording import join_and, with_capital
from builder.web.rosters.actions import patch_argument
from builder.web.shared.presentation import FixButton, profile_patch_argument

_MAX_NAMED_PROFILES = 12
_PROFILE = re.compile(r"/profiles/(\d+)/", re.ASCII)
_ROSTER_PATH = re.compile(r"/rosters/\d+(?=/)", re.ASCII)


class OfferedPlan(NamedTuple):
    """A plan as the page shows it.

    ``changes_text`` describes the changes, and ``new_total`` the points and models after them.
    ``loses_leader`` is True if the roster has a leader now and would have none.
    ``warnings`` are the warnings that the changes cause.
    """

    changes_text: str
    new_total: str
    button: FixButton
    loses_leader: bool = False
    warnings: tuple[str, ...] = ()


class OfferedProfileFix(NamedTuple):
    """The errors of a profile that the roster fields, with a button that fixes one of them.

    ``other_rosters`` names the other rosters that field the profile, which the fix changes too.
    """

    name: str
    url: str
    problems: tuple[str, ...]
    button: FixButton | None
    other_rosters: str


def roster_button(fix: Fix, roster: Roster, names: Mapping[str, str]) -> FixButton:
    """Return the button for a fix, which may change a profile instead of the roster.

    ``names`` are the names of the list's profiles by key, in the order of the list.
    """
    if profile := _PROFILE.match(fix.patch[0].path):
        key, name = list(names.items())[int(profile[1])]
        return profile_button(key, fix)._replace(label=f"{fix.label} in {name}")
    patch = [operation._replace(path=_ROSTER_PATH.sub("", operation.path)) for operation in fix.patch]
    return _patch_button(fix.label, patch, roster)


def offered_plan(
    plan: RosterPlan, roster: Roster, names: Mapping[str, str], catalogue: Catalogue
) -> OfferedPlan:
    """Return a plan as the page shows it."""
    changes = [
        f"{verb} {_models_text(counts, names, catalogue)}"
        for verb, counts in (("remove", plan.removed), ("add", plan.added))
        if counts
    ]
    if any(op.path == "/limit" for op in plan.patch):
        changes.append(f"{'play' if catalogue.game_sizes else 'raise the limit to'} {plan.limit}")
    fact_labels = {f"{FACTS}{attribute.code}": attribute.label for attribute in catalogue.roster.fields}
    changes += [f"set {fact_labels[op.path]} to {op.value}" for op in plan.patch if op.path in fact_labels]
    if option := plan.option:
        changes.append(f"in {names[option.profile]}, {option.label}")
    changes_text = join_and(changes) if changes else "choose a kind for each row"
    and_more = AND_MORE if plan.points is None else ""
    limit = "" if plan.limit is None else f" of {plan.limit}"
    models = catalogue.words.count(plan.models)
    button = (
        profile_button(option.profile, Fix("Change the profile", option.patch))
        if option
        else _patch_button("Make these changes", plan.patch, roster)
    )
    return OfferedPlan(
        changes_text=with_capital(changes_text),
        new_total=f"{points_text(plan.known_points)}{and_more}{limit} {catalogue.points_unit}, {models}",
        button=button,
        warnings=plan.warnings,
    )


def _models_text(counts: Mapping[str, int], names: Mapping[str, str], catalogue: Catalogue) -> str:
    """Return the numbers of models, such as "2 × Imp and 1 × Mage" or "30 models of 15 profiles"."""
    if len(counts) > _MAX_NAMED_PROFILES:
        return f"{catalogue.words.count(sum(counts.values()))} of {len(counts)} profiles"
    return join_and(f"{count} × {names.get(key, key)}" for key, count in counts.items())


def profile_button(key: str, fix: Fix) -> FixButton:
    """Return the button on a roster's page for a fix that changes a profile."""
    return FixButton(fix.label, f"profile:{key}:{profile_patch_argument(fix)}")


def _patch_button(label: str, patch: Iterable[PatchOperation], roster: Roster) -> FixButton:
    operations = [operation.to_json() for operation in patch]
    return FixButton(label, f"patch:fix:{patch_argument(operations, roster)}")
