"""Unbridled Fury: the legality of a roster (R-01 to R-21). Pages are the book's.

Entries with a count of 0 field nothing and are passed over. A profile that is not in the list is
R-20's alone: nothing else can be said of it.
"""

from collections.abc import Callable, Iterator

from builder.points.catalogue import Level
from builder.points.fixes import (
    cheapest_removal,
    cheapest_saving,
    describe_any_removal,
    describe_removal,
)
from builder.points.pricing import profile_keys
from builder.points.profile_context import ProfileContext
from builder.points.results import EntryAppraisal, Finding
from builder.points.system import RosterContext
from builder.points.systems import unbridled_fury_quotas as quotas

RosterCheck = Callable[[RosterContext], Iterator[Finding]]


def _finding(context: RosterContext, level: Level, rule: str, where: str, message: str) -> Finding:
    """A finding on a roster; its page is the rule's."""
    return Finding(level, rule, where, message, context.catalogue_index.page_of(rule))


def _fielded(context: RosterContext) -> list[tuple[int, EntryAppraisal, ProfileContext]]:
    """The entries that field models of the list's profiles, with their places and profiles."""
    return [
        (index, entry, context.profile_contexts[entry.profile]) for index, entry in context.fielded_entries
    ]


def _entry_place(index: int) -> str:
    return f"entries[{index}]"


def _pluralize(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _larger_games(context: RosterContext) -> list[str]:
    """The fix that needs no other models: the next standard game that holds these."""
    fitting = [
        size.points
        for size in quotas.game_sizes(context)
        if context.points is not None and size.points >= context.points and size.models >= context.models
    ]
    return [f"play {min(fitting)}"] if fitting else []


def _over_limit(context: RosterContext) -> Iterator[Finding]:
    """R-01: the sum may not pass the game, and the game is of a standard size."""
    standard = [size.points for size in quotas.game_sizes(context)]
    limit = context.roster.limit
    if standard and limit not in standard:
        *others, last = map(str, standard)
        names = f"{', '.join(others)} or {last}" if others else last
        yield _finding(
            context, "error", "R-01", "limit", f"{limit} points is no standard game: play {names}."
        )
    quota = quotas.points_quota(context, context.counts)
    over = quota.over(context.counts)
    if not over:
        return
    removed = cheapest_saving(context, over, quotas.all_quotas(context, context.counts))
    fixes = [describe_removal(context, removed)] if removed else []
    fix = ", or ".join([*fixes, *_larger_games(context)]) or _fallback_fix(context)
    priced = "" if context.points is not None else " without what has no price"
    message = f"{quota.used(context.counts)} points{priced}, {over} over the {limit} of this game: {fix}."
    yield _finding(context, "error", "R-01", "entries", message)


def _fallback_fix(context: RosterContext) -> str:
    return "remove models of several kinds" if context.models > 1 else "field a cheaper model"


def _model_count(context: RosterContext) -> Iterator[Finding]:
    """R-02: one model for each 25 points of the game at most, and one at least."""
    if context.models == 0:
        yield _finding(context, "error", "R-02", "entries", "No model is fielded: add one at least.")
        return
    share = context.catalogue_index.numbers["points_per_model"]
    quota = quotas.models_quota(context, context.counts)
    if quota.over(context.counts):
        fixes = [] if quota.most < 1 else [describe_any_removal(context, cheapest_removal(context, quota))]
        fix = ", or ".join([*fixes, *_larger_games(context)]) or "play a larger game"
        message = f"{_pluralize(context.models, 'model')}, at most {quota.most} in this game: {fix}."
        yield _finding(context, "error", "R-02", "entries", message)
    elif context.points is not None and context.models > context.points // share:
        message = (
            f"{_pluralize(context.models, 'model')} for {_pluralize(context.points, 'point')}: if the points "
            "spent "
            f"count and not the game, at most {context.points // share}."
        )
        yield _finding(context, "warning", "R-02", "entries", message)


def _unspent_points(context: RosterContext) -> Iterator[Finding]:
    """R-03: points left over are lost."""
    if context.points is not None and context.models and context.points < context.roster.limit:
        rest = context.roster.limit - context.points
        message = (
            "1 point stays unspent; it is lost."
            if rest == 1
            else f"{rest} points stay unspent; they are lost."
        )
        yield _finding(context, "note", "R-03", "entries", message)


def _leader(context: RosterContext) -> Iterator[Finding]:
    """R-04: one Command Die, or none."""
    quota = quotas.leader_quota(context, context.counts)
    if quota.over(context.counts):
        message = (
            f"{quota.used(context.counts)} models have a Command Die: a company has one leader; "
            f"{describe_any_removal(context, cheapest_removal(context, quota))}."
        )
        yield _finding(context, "error", "R-04", "entries", message)
    elif context.models and not quota.used(context.counts):
        message = "No leader: the company rolls a d4 as its Command Die."
        yield _finding(context, "note", "R-04", "entries", message)


def _familiars(context: RosterContext) -> Iterator[Finding]:
    """R-07: one familiar for each sorcerer, and for each model that is named as master."""
    counts = context.counts
    total = quotas.familiar_quota(context, counts)
    if total.over(counts):
        owned, owners = (
            sum(count for key, count in counts.items() if counted(context.profile_contexts[key]))
            for counted in (quotas.is_familiar, quotas.is_sorcerer)
        )
        message = (
            f"{_pluralize(owned, 'familiar')} for {_pluralize(owners, 'sorcerer')}: each sorcerer has one "
            "at most; "
            f"{describe_any_removal(context, cheapest_removal(context, total))}."
        )
        yield _finding(context, "error", "R-07", "entries", message)
        return
    for master, quota in quotas.master_quotas(context, counts):
        fielded = counts.get(master, 0)
        if quota.over(counts) and bool(quota.only_with) == bool(fielded):
            named = f"{quota.used(counts) + fielded} familiars name {context.name(master)} as master"
            there = "none" if not fielded else str(fielded)
            fix = describe_any_removal(context, cheapest_removal(context, quota))
            message = f"{named}, of whom {there} {'are' if fielded > 1 else 'is'} fielded: {fix}."
            yield _finding(context, "error", "R-07", "entries", message)


def _own_limits(context: RosterContext) -> Iterator[Finding]:
    """R-08: the list owner's own Max N."""
    for quota in quotas.own_limit_quotas(context, context.counts):
        if over := quota.over(context.counts):
            ((key, _),) = quota.weights.items()
            index = next(i for i, entry in context.fielded_entries if entry.profile == key)
            message = (
                f"{context.counts[key]} × {context.name(key)}, at most {quota.most} by this list's own Max: "
                f"remove {over}."
            )
            yield _finding(context, "error", "R-08", _entry_place(index), message)


def _companions(context: RosterContext) -> Iterator[Finding]:
    """R-09: a companion's partner should be fielded too."""
    for index, _, profile in _fielded(context):
        for _, pick in profile.picks_of("properties", "companion"):
            for key in profile_keys(pick.parameters.get("profile")):
                if not context.counts.get(key):
                    known = key in context.profile_contexts
                    name = context.name(key) if known else key
                    fix = f"fielded: add 1 × {name}" if known else "in this list: name another partner"
                    message = f"{profile.name} is the companion of {name}, who is not {fix}."
                    yield _finding(context, "warning", "R-09", _entry_place(index), message)


def _bound_to_leader(context: RosterContext) -> Iterator[Finding]:
    """R-10, R-11: what falls with the leader, or needs one."""
    led = quotas.leader_quota(context, context.counts).used(context.counts) > 0
    for index, _, profile in _fielded(context):
        for code in ("undead", "construct"):
            if code in profile.taken:
                fate = (
                    "is destroyed when the leader dies" if led else "would die with a leader; there is none"
                )
                yield _finding(context, "note", "R-10", _entry_place(index), f"{profile.name} {fate}.")
        for code in ("ensign", "musician"):
            if code in profile.taken and not led:
                message = f"{profile.name} has no leader to stay near: field one, or leave it out."
                yield _finding(context, "warning", "R-11", _entry_place(index), message)


def _other_forms(context: RosterContext) -> Iterator[Finding]:
    """R-12, R-14: profiles that come into play without being bought must be in the list and have models."""
    for index, _, profile in _fielded(context):
        for slot, code, rule in _FORMS:
            for pick in profile.picks(slot):
                keys = profile_keys(pick.parameters.get("forms", pick.parameters.get("profile")))
                if pick.code != code:
                    continue
                known = [profile.priced_list.name_of(key) for key in keys if key in profile.priced_list.names]
                if len(known) < max(len(keys), 1):
                    message = (
                        f"{profile.name}: the profile that {pick.code} needs is not in this list; "
                        f"name one that is, or remove {profile.name}."
                    )
                    yield _finding(context, "error", rule, _entry_place(index), message)
                else:
                    message = f"{profile.name}: bring a model of {', '.join(known)}; it is not bought here."
                    yield _finding(context, "note", rule, _entry_place(index), message)


_FORMS = (
    ("spells", "summon", "R-12"),
    ("properties", "dismount", "R-14"),
    ("properties", "were-creature", "R-14"),
    ("spells", "transmutation", "R-14"),
)


def _expensive_models(context: RosterContext) -> Iterator[Finding]:
    """R-13: losing a model of 200 points or more shakes its friends."""
    for index, entry, profile in _fielded(context):
        if entry.each is not None and entry.each >= profile.catalogue_index.numbers["big_model"]:
            message = (
                f"Losing {profile.name} ({entry.each} points) forces Cow checks on friends who see the spot."
            )
            yield _finding(context, "note", "R-13", _entry_place(index), message)


_REMINDERS: tuple[tuple[str, str, str], ...] = (
    ("wind-dependent", "R-15", "roll the direction of the wind"),
    ("waterborne", "R-15", "have water on the table"),
    ("aquatic", "R-15", "have water on the table"),
    ("airborne", "R-16", "starts in reserve"),
    ("sniper", "R-16", "starts in reserve, and is never in a group"),
    ("stalker", "R-16", "may arrive in its own way"),
    ("burrower", "R-16", "may arrive in its own way"),
)


def _reminders(context: RosterContext) -> Iterator[Finding]:
    """R-15, R-16: what to remember as the table is set up."""
    for index, _, profile in _fielded(context):
        for code, rule, what in _REMINDERS:
            if code in profile.taken:
                yield _finding(context, "note", rule, _entry_place(index), f"{profile.name}: {what}.")


def _drilled(context: RosterContext) -> Iterator[Finding]:
    """R-17: one drilled model has no drilled formation."""
    drilled = [
        (index, entry.count) for index, entry, profile in _fielded(context) if "drilled" in profile.taken
    ]
    if [count for _, count in drilled] == [1]:
        ((index, _),) = drilled
        message = "One Drilled model alone: it helps only where the whole formation has it."
        yield _finding(context, "note", "R-17", _entry_place(index), message)


def _unknown_profiles(context: RosterContext) -> Iterator[Finding]:
    """R-20: a roster is drawn from its company list."""
    for index, entry in enumerate(context.entries):
        if entry.count and entry.profile not in context.profile_contexts:
            message = (
                f"{entry.profile} is not in this company list: remove the row, or bring the profile back."
            )
            yield _finding(context, "error", "R-20", _entry_place(index), message)


def _single_model(context: RosterContext) -> Iterator[Finding]:
    """R-21: one model may be the whole company."""
    if context.models == 1 and len(_fielded(context)) == 1:
        yield _finding(context, "note", "R-21", "entries", "The whole company is one model. That is allowed.")


CHECKS: tuple[RosterCheck, ...] = (
    _unknown_profiles,
    _over_limit,
    _model_count,
    _unspent_points,
    _leader,
    _familiars,
    _own_limits,
    _companions,
    _bound_to_leader,
    _other_forms,
    _expensive_models,
    _reminders,
    _drilled,
    _single_model,
)


def check_roster(context: RosterContext) -> Iterator[Finding]:
    """Every finding on one roster, each once: two properties may say the same of one row."""
    return iter(dict.fromkeys(finding for check in CHECKS for finding in check(context)))
