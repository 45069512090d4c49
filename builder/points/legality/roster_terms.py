"""The checks of rosters that all games share.

The catalogue's terms (`RosterTerms`) contain the codes of the rules and the messages. The checks are about:

- the points limit and the agreed size of game
- the number of models of each profile (its Max) and of each kind
- the size and the members of units
- the facts that players entered for the roster
- empty rosters, and profiles that aren't in the list
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from builder.points.document.document import RosterEntry
from builder.points.document.units import may_attach, may_join, new_unit, unit_kind
from builder.points.legality.roster_changes import (
    addition_fix,
    advice_with_larger_game,
    fact_fix,
    has_unlisted_size,
    row_fix,
    row_with_counts,
)
from builder.points.pricing.findings import make_finding
from builder.points.pricing.pricing import is_in_bounds
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import LinearLimit, RosterContext
from builder.points.rules.catalogue import Catalogue, Kind, UnitKind
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.names import own_key
from builder.points.rules.results import AND_MORE, Finding, Fix
from builder.points.rules.wording import join_and, unit_of


def model_limits(context: RosterContext, keys: Collection[str]) -> Iterator[LinearLimit]:
    """Yield the limits on the number of models of each profile and of each kind."""
    yield from _own_limits(context, keys)
    for _, linear_limit in _kind_limits(context, keys):
        yield linear_limit


def check_terms(context: RosterContext) -> Iterator[Finding]:
    """Yield the findings that are about all rows of a roster together.

    Fixes of these findings may break other rules: the caller must test them.
    """
    yield from _check_agreed_size(context)
    yield from _check_limit(context)
    yield from _check_own_limits(context)
    yield from _check_kinds(context)
    yield from _check_empty(context)
    yield from _check_facts(context)


def check_row_terms(context: RosterContext, entry: RosterEntry) -> Iterator[Finding]:
    """Yield the findings on a row of a roster.

    The places of the findings and the paths of their fixes are relative to the row.
    """
    yield from _check_unlisted_profiles(context, entry)
    if context.catalogue_index.catalogue.unit_kinds:
        yield from _check_unit_size(context, entry)
        yield from _check_members(context, entry)


def _check_agreed_size(context: RosterContext) -> Iterator[Finding]:
    """Yield a finding if the limit is not an agreed game size and a rule requires one."""
    catalogue, limit = context.catalogue_index.catalogue, context.roster.limit
    if has_unlisted_size(context):
        standard = join_and((str(size.points) for size in catalogue.game_sizes), "or")
        message = f"{limit} {unit_of(limit, catalogue)} is not a standard game: choose {standard}."
        yield make_finding(context, "error", catalogue.roster.size_rule, "limit", message)


def _check_limit(context: RosterContext) -> Iterator[Finding]:
    limit = context.roster.limit
    used = context.known_points if context.points is None else context.points
    if limit is None or used <= limit:
        return
    catalogue, excess = context.catalogue_index.catalogue, used - limit
    terms = catalogue.roster
    and_more = AND_MORE if context.points is None else ""
    message = terms.limit_message.format_map(
        {
            "used": f"{used}{and_more}",
            "unit": catalogue.points_unit,
            "over": f"{excess}{and_more}",
            "limit": limit,
            "advice": _saving_advice(context, excess),
        }
    )
    yield make_finding(context, terms.limit_level, terms.limit_rule, "entries", message, amount=excess)


def _saving_advice(context: RosterContext, excess: int) -> str:
    advice = advice_with_larger_game(context, f"save at least {excess}")
    return advice if context.catalogue_index.catalogue.game_sizes else f"{advice}, or agree on a higher limit"


def _own_limits(context: RosterContext, keys: Iterable[str]) -> Iterator[LinearLimit]:
    """Yield the limit (Max) of each of these profiles. Models of a profile's variants count too."""
    terms = context.catalogue_index.catalogue.roster
    keys_by_profile: dict[str, list[str]] = {}
    for key in keys:
        keys_by_profile.setdefault(own_key(key), []).append(key)
    for key, with_variants in keys_by_profile.items():
        limit = context.own_limits[key]
        if limit is not None:
            weights = dict.fromkeys(with_variants, 1)
            yield LinearLimit(rule=terms.max_rule, weights=weights, maximum=limit, level=terms.max_level)


def _check_own_limits(context: RosterContext) -> Iterator[Finding]:
    terms = context.catalogue_index.catalogue.roster
    for linear_limit in _own_limits(context, context.counts):
        excess = linear_limit.excess(context.counts)
        if not excess:
            continue
        first_key = next(iter(linear_limit.weights))
        subject = own_key(first_key)
        count_text = f"{linear_limit.total_weight(context.counts)} × {context.name_of(subject)}"
        message = f"{count_text}, but its Max in this list is {linear_limit.maximum}: remove {excess}."
        where = context.first_row_place([first_key])
        yield make_finding(
            context, terms.max_level, terms.max_rule, where, message, amount=excess, subject=subject
        )


def _kind_limits(context: RosterContext, keys: Collection[str]) -> Iterator[tuple[Kind, LinearLimit]]:
    for kind in context.catalogue_index.catalogue.kinds:
        if kind.most is not None:
            weights = {
                key: 1 for key in keys if context.profile_contexts[key].chosen_option(KIND) == kind.code
            }
            yield kind, LinearLimit(rule=kind.rule, weights=weights, maximum=kind.most, level=kind.level)


def _check_kinds(context: RosterContext) -> Iterator[Finding]:
    """Yield findings for kinds with too many or too few models.

    A finding for too few has a fix only if the list has exactly one profile of the kind.
    """
    for kind, linear_limit in _kind_limits(context, context.counts):
        if excess := linear_limit.excess(context.counts):
            count_text = (
                f"{linear_limit.total_weight(context.counts)} × {kind.name}, at most {linear_limit.maximum}"
            )
            message = f"{count_text}: remove {excess}."
            last_key = [key for key, weight in linear_limit.weights.items() if weight][-1]
            yield make_finding(
                context, kind.level, kind.rule, "entries", message,
                control=f"rows/{last_key}",
                amount=excess,
                subject=kind.code,
            )  # fmt: skip
    for kind, missing in missing_kinds(context):
        count_text = f"{kind.least - missing} × {kind.name}, at least {kind.least}"
        start = f"No {kind.name.lower()} yet" if missing == kind.least else count_text
        message = f"{start}: add {missing}."
        keys = _keys_of(context, kind)
        yield make_finding(
            context, kind.level, kind.rule, "entries", message,
            fix=addition_fix(context, keys[0], missing) if len(keys) == 1 else None,
            control=f"rows/{keys[0]}" if keys else "list",
            missing=True,
            amount=missing,
            subject=kind.code,
        )  # fmt: skip


def missing_kinds(context: RosterContext) -> Iterator[tuple[Kind, int]]:
    """Yield each kind that has too few models in the roster, and the number of missing models."""
    for kind in context.catalogue_index.catalogue.kinds:
        if kind.least:
            fielded = sum(context.counts.get(key, 0) for key in _keys_of(context, kind))
            if fielded < kind.least:
                yield kind, kind.least - fielded


def _keys_of(context: RosterContext, kind: Kind) -> list[str]:
    """Return the keys of the list's profiles that are of a kind."""
    return [
        key for key, profile in context.profile_contexts.items() if profile.chosen_option(KIND) == kind.code
    ]


def _check_unlisted_profiles(context: RosterContext, entry: RosterEntry) -> Iterator[Finding]:
    terms = context.catalogue_index.catalogue.roster
    members = entry.members()
    for index in range(len(members) - 1, -1, -1):
        key = members[index].profile
        if members[index].count and key not in context.profile_contexts:
            message = terms.profile_message.replace("{profile}", key)
            fix = _member_fix(entry, index, key)
            yield make_finding(context, "error", terms.profile_rule, "", message, fix=fix, subject=key)


def _member_fix(entry: RosterEntry, index: int, name: str) -> Fix:
    """Return the fix that removes the member at an index from a row, or the row if no model is left.

    ``name`` is the member's name in the label.
    """
    counts = [0 if each == index else member.count for each, member in enumerate(entry.members())]
    return row_fix(f"Remove {name}", entry, row_with_counts(entry, counts))


def _check_empty(context: RosterContext) -> Iterator[Finding]:
    """Yield a finding for a roster without models, unless a required kind already reports it."""
    catalogue = context.catalogue_index.catalogue
    if context.model_count == 0 and not any(kind.least and kind.level == "error" for kind in catalogue.kinds):
        message = f"No {catalogue.words.models} yet: add one."
        yield make_finding(context, "error", catalogue.roster.empty_rule, "entries", message, missing=True)


def _check_unit_size(context: RosterContext, entry: RosterEntry) -> Iterator[Finding]:
    """Yield a finding if a unit is too small or too large. A row without models has none."""
    catalogue = context.catalogue_index.catalogue
    kind = unit_kind(catalogue, entry.unit)
    size = entry.count + sum(member.count for member in entry.others)
    if not (kind and kind.rule and size):
        return
    models = catalogue.words.count(size)
    if size < kind.least:
        missing = kind.least - size
        message = f"{kind.name} of {models}, at least {kind.least}: add {missing}."
        fix = row_count_fix(context, entry, missing)
        yield make_finding(
            context, kind.level, kind.rule, "", message, fix=fix, amount=missing, subject=kind.code
        )
    elif kind.most is not None and size > kind.most:
        excess = size - kind.most
        message = f"{kind.name} of {models}, at most {kind.most}: remove {excess}."
        fix = row_count_fix(context, entry, -excess)
        yield make_finding(
            context, kind.level, kind.rule, "", message, fix=fix, amount=excess, subject=kind.code
        )


def row_count_fix(context: RosterContext, entry: RosterEntry, count: int, key: str = "") -> Fix | None:
    """Return the fix that adds models of a profile, or of the main profile, to a row.

    A negative count removes models. Return None if the list doesn't have the profile, or if none of its
    models would be left in the row.
    """
    key = key or entry.profile
    counts = [member.count for member in entry.members()]
    index = [member.profile for member in entry.members()].index(key)
    counts[index] += count
    if key not in context.profile_contexts or counts[index] < 1:
        return None
    label = f"{'Add' if count > 0 else 'Remove'} {abs(count)} × {context.name_of(key)}"
    return row_fix(label, entry, row_with_counts(entry, counts))


def _check_facts(context: RosterContext) -> Iterator[Finding]:
    """Yield findings for entered numbers outside their bounds. Only the player can fix a rolled number."""
    for part in context.catalogue_index.catalogue.roster.fields:
        value = context.roster.fields.get(part.code)
        if part.kind != "number" or not part.rule or not isinstance(value, int):
            continue
        if not is_in_bounds(value, part.low, part.high):
            template = part.rule_message or f"{{name}} {{value}}: take {part.low} to {part.high}."
            message = template.format_map({"name": part.name, "label": part.label, "value": value})
            nearest = min(max(value, part.low), part.high)
            fix = None if part.dice else fact_fix(f"Set to {nearest}", {part.code: nearest})
            yield make_finding(context, part.rule_level, part.rule, f"fields.{part.code}", message, fix=fix)


def _check_members(context: RosterContext, entry: RosterEntry) -> Iterator[Finding]:
    """Yield findings for members whose kind isn't allowed in the kind of unit."""
    catalogue = context.catalogue_index.catalogue
    kind = unit_kind(catalogue, entry.unit)
    if not (kind and kind.members_rule):
        return
    for index, member in enumerate(entry.members()):
        profile = context.profile_contexts.get(member.profile)
        attached = index > len(entry.others)
        is_allowed = may_attach if attached else may_join
        if not (member.count and profile) or is_allowed(catalogue, kind, profile.design):
            continue
        advice, fix = "remove it", None
        other = _other_kind(catalogue, profile, kind) if index == 0 else None
        if other:
            advice = f"change this row to {other.name}"
            fix = _kind_fix(context, entry, other)
        else:
            fix = _member_fix(entry, index, profile.name)
        message = f"{profile.name}: {_allowed_members_text(catalogue, kind, attached=attached)}; {advice}."
        yield make_finding(
            context, kind.members_level, kind.members_rule, "", message, fix=fix, subject=profile.key
        )


def _other_kind(catalogue: Catalogue, main: ProfileContext, kind: UnitKind) -> UnitKind | None:
    """Return the kind of a new unit of this main profile, or None if there is none or it is ``kind``."""
    unit = new_unit(catalogue, main.design)
    other = unit_kind(catalogue, unit.kind) if unit and unit.kind else None
    return other if other and other.code != kind.code else None


def _kind_fix(context: RosterContext, entry: RosterEntry, kind: UnitKind) -> Fix | None:
    """Return the fix that changes a row to this kind, or None if the kind doesn't allow all members."""
    catalogue = context.catalogue_index.catalogue
    for index, member in enumerate(entry.members()):
        profile = context.profile_contexts.get(member.profile)
        is_allowed = may_attach if index > len(entry.others) else may_join
        if member.count and not (profile and is_allowed(catalogue, kind, profile.design)):
            return None
    return row_fix(f"Change the row to {kind.name}", entry, [replace(entry, unit=kind.code)])


def _allowed_members_text(catalogue: Catalogue, unit: UnitKind, *, attached: bool) -> str:
    codes, verb = (unit.attached, "are attached") if attached else (unit.kinds, "belong")
    names = [kind.plural.lower() for kind in catalogue.kinds if kind.code in codes]
    if names == [unit.plural.lower()]:
        return f"a row of {names[0]} has only {names[0]} in it"
    who = f"only {join_and(names)} {verb}" if names else "nobody is attached"
    return f"{who} to {unit.plural.lower()}"
